"""The tables, described once for both databases.

``migrations`` creates the same tables step by step; a test compares the two.
"""

from typing import Final

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    event,
    text,
)
from sqlalchemy.types import TypeEngine

METADATA: Final = MetaData()

ID: Final[TypeEngine[str]] = Text().with_variant(Text(collation="C"), "postgresql")
"""Ids compare byte by byte on both databases, so pages of several shards can be merged."""


def _of_person(name: str) -> ForeignKey:
    """Rows of a person are deleted with the person."""
    return ForeignKey("person.person_id", name=name, ondelete="CASCADE")


GAME: Final = Table(
    "game",
    METADATA,
    Column("game_id", ID, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("rules", Text, nullable=False),
    Column("spec", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("deadline_at", BigInteger),
    Column("wake_at", BigInteger),
    Column("edition", Text, nullable=False, server_default=""),
    Column("preset", Text, nullable=False, server_default=""),
    Column("board", Text, nullable=False, server_default=""),
    Column("seats", SmallInteger, nullable=False, server_default="0"),
    Column("clock", Text, nullable=False, server_default=""),
    PrimaryKeyConstraint("game_id", name="game_key"),
    CheckConstraint("version >= 0", name="game_version"),
)

# Both indexes are partial: a game without a deadline, or that is not listed, costs nothing.
GAME_DUE: Final = Index(
    "game_due",
    GAME.c.wake_at,
    postgresql_where=GAME.c.wake_at.is_not(None),
    sqlite_where=GAME.c.wake_at.is_not(None),
)
GAME_LOBBY: Final = Index(
    "game_lobby",
    GAME.c.status,
    GAME.c.created_at,
    GAME.c.game_id,
    # Searched columns are in the index of the order: another index would cost each append a write.
    GAME.c.edition,
    GAME.c.preset,
    GAME.c.board,
    GAME.c.seats,
    GAME.c.clock,
    postgresql_where=GAME.c.listed,
    sqlite_where=GAME.c.listed,
)

# Games that are not over, listed or not: what the host's page counts and shows. Few of all games.
_OPEN: Final = GAME.c.status.in_(("gathering", "running", "paused"))
GAME_OPEN: Final = Index(
    "game_open",
    GAME.c.created_at,
    GAME.c.game_id,
    GAME.c.status,
    GAME.c.clock,
    postgresql_where=_OPEN,
    sqlite_where=_OPEN,
)

EVENT: Final = Table(
    "event",
    METADATA,
    # Deleting cascades in a snapshot of its own, which also sees an append in between.
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="event_game", ondelete="CASCADE")),
    Column("version", BigInteger, nullable=False),
    Column("command_id", ID, nullable=False),
    Column("seat", SmallInteger),
    Column("kind", Text, nullable=False),
    Column("lines", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("deadline_at", BigInteger),
    PrimaryKeyConstraint("game_id", "version", name="event_key"),
    CheckConstraint("version >= 1", name="event_version"),
    # One tree instead of two, in which the log of a game is contiguous.
    sqlite_with_rowid=False,
)
EVENT_COMMAND: Final = Index("event_command", EVENT.c.game_id, EVENT.c.command_id, unique=True)

# A lease has no value after a crash, so PostgreSQL need not log it. No foreign key: it would lock,
# and so write, the row of the claimed game.
CLAIM: Final = Table(
    "claim",
    METADATA,
    Column("game_id", ID, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    PrimaryKeyConstraint("game_id", name="claim_key"),
    sqlite_with_rowid=False,
)

ARCHIVED_LOG: Final = Table(
    "archived_log",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="archived_log_game", ondelete="CASCADE")),
    Column("version", BigInteger, nullable=False),
    Column("digest", Text, nullable=False),
    Column("n_bytes", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("game_id", name="archived_log_key"),
)

ANALYSIS: Final = Table(
    "analysis",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="analysis_game", ondelete="CASCADE")),
    Column("state", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("done", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
    Column("tries", SmallInteger, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("worker", Text, nullable=False),
    Column("record", LargeBinary),
    PrimaryKeyConstraint("game_id", name="analysis_key"),
)
# Almost all of them are done, and no query selects those.
ANALYSIS_DUE: Final = Index(
    "analysis_due",
    ANALYSIS.c.asked_at,
    postgresql_where=ANALYSIS.c.state.in_(("queued", "running")),
    sqlite_where=ANALYSIS.c.state.in_(("queued", "running")),
)

# One game waits for one person at a time. The row exists as long as the turn lasts.
NOTICE: Final = Table(
    "notice",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="notice_game", ondelete="CASCADE")),
    Column("version", BigInteger, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    # People may be on another database, so there is no foreign key.
    Column("person_id", ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("tries", SmallInteger, nullable=False),
    Column("told", Text, nullable=False),
    PrimaryKeyConstraint("game_id", name="notice_key"),
)
# Almost all were sent, and no query selects those.
NOTICE_DUE: Final = Index(
    "notice_due",
    NOTICE.c.due_at,
    postgresql_where=NOTICE.c.due_at.is_not(None),
    sqlite_where=NOTICE.c.due_at.is_not(None),
)

# One row per public game that has begun, written when it begins and when it ends: no append between
# the two writes it.
SHOWN_GAME: Final = Table(
    "shown_game",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="shown_game_game", ondelete="CASCADE")),
    Column("is_live", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("edition", Text, nullable=False),
    Column("board", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("has_people", Boolean, nullable=False),
    Column("is_close", Boolean, nullable=False),
    Column("told", Text, nullable=False),
    PrimaryKeyConstraint("game_id", name="shown_game_key"),
)
SHOWN_GAME_DUE: Final = Index(
    "shown_game_due",
    SHOWN_GAME.c.due_at,
    postgresql_where=SHOWN_GAME.c.due_at.is_not(None),
    sqlite_where=SHOWN_GAME.c.due_at.is_not(None),
)
# As in the lobby, the searched columns follow the order.
SHOWN_GAME_LIVE: Final = Index(
    "shown_game_live",
    SHOWN_GAME.c.has_people,
    SHOWN_GAME.c.at,
    SHOWN_GAME.c.game_id,
    SHOWN_GAME.c.edition,
    SHOWN_GAME.c.board,
    SHOWN_GAME.c.seats,
    postgresql_where=text("is_live AND due_at IS NULL"),
    sqlite_where=text("is_live AND due_at IS NULL"),
)
_OVER: Final = text("NOT is_live AND due_at IS NULL")
_LABEL: Final = ("edition", "board", "seats")
# The newest games of any kind; and for selective searches those of a board or a
# number of seats, at any position.
SHOWN_GAMES_OVER: Final = [
    Index(
        f"shown_game_{name}",
        *[SHOWN_GAME.c[column] for column in (*first, "at", "game_id")],
        *[SHOWN_GAME.c[column] for column in _LABEL if column not in first],
        SHOWN_GAME.c.is_close,
        postgresql_where=_OVER,
        sqlite_where=_OVER,
    )
    for name, first in {
        "over": (),
        "board": ("board", "seats"),
        "seats": ("seats", "edition"),
    }.items()
]

# The words of the names at a table, each with the other search criteria.
SHOWN_WORD: Final = Table(
    "shown_word",
    METADATA,
    Column("word", ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column(
        "game_id", ID, ForeignKey(SHOWN_GAME.c.game_id, name="shown_word_game", ondelete="CASCADE")
    ),
    Column("edition", Text, nullable=False),
    Column("board", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("is_close", Boolean, nullable=False),
    PrimaryKeyConstraint("game_id", "word", name="shown_word_key"),
    sqlite_with_rowid=False,
)
SHOWN_WORD_FOUND: Final = Index(
    "shown_word_found",
    SHOWN_WORD.c.word,
    SHOWN_WORD.c.at,
    SHOWN_WORD.c.game_id,
    SHOWN_WORD.c.edition,
    SHOWN_WORD.c.board,
    SHOWN_WORD.c.seats,
    SHOWN_WORD.c.is_close,
)

# State of a table after some version of its log. No append writes it: a row older than its game is
# ignored.
TABLE_SUMMARY: Final = Table(
    "table_summary",
    METADATA,
    Column(
        "game_id", ID, ForeignKey(GAME.c.game_id, name="table_summary_game", ondelete="CASCADE")
    ),
    Column("version", BigInteger, nullable=False),
    Column("told", Text, nullable=False),
    PrimaryKeyConstraint("game_id", name="table_summary_key"),
)

# Spoken codes of tables that gather. Games may be on other databases, so there is no foreign key.
ROOM_CODE: Final = Table(
    "room_code",
    METADATA,
    Column("code", ID, nullable=False),
    Column("game_id", ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("code", name="room_code_key"),
    UniqueConstraint("game_id", name="room_code_game"),
)
ROOM_CODE_OLDEST: Final = Index("room_code_oldest", ROOM_CODE.c.at)

# Events of tables until every reader has read them. On PostgreSQL ids become visible out of order,
# so readers go by the number that an event gets later. No foreign key: it would lock the game's
# row, and a reader of a deleted game finds none.
OUTBOX: Final = Table(
    "outbox",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), nullable=False),
    Column("game_id", ID, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("number", BigInteger),
    PrimaryKeyConstraint("id", name="outbox_key"),
)
OUTBOX_NEW: Final = Index(
    "outbox_new",
    OUTBOX.c.id,
    postgresql_where=OUTBOX.c.number.is_(None),
    sqlite_where=OUTBOX.c.number.is_(None),
)
OUTBOX_NUMBER: Final = Index("outbox_number", OUTBOX.c.number, unique=True)

# The cursors of readers. The row without a name has the last number.
OUTBOX_READER: Final = Table(
    "outbox_reader",
    METADATA,
    Column("name", ID, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("owner", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("name", name="outbox_reader_key"),
)

# A finished game that could not be rated yet, until its results are stored.
ENDED_GAME: Final = Table(
    "ended_game",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="ended_game_game", ondelete="CASCADE")),
    Column("due_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("game_id", name="ended_game_key"),
)
ENDED_GAME_DUE: Final = Index("ended_game_due", ENDED_GAME.c.due_at)

SECRET: Final = Table(
    "secret",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="secret_game", ondelete="CASCADE")),
    Column("box", LargeBinary, nullable=False),
    PrimaryKeyConstraint("game_id", name="secret_key"),
)

SHARD: Final = Table(
    "shard",
    METADATA,
    Column("number", SmallInteger, nullable=False, autoincrement=False),
    PrimaryKeyConstraint("number", name="shard_key"),
    CheckConstraint("number BETWEEN 0 AND 255", name="shard_number"),
)

PERSON: Final = Table(
    "person",
    METADATA,
    Column("person_id", ID, nullable=False),
    Column("name", Text, nullable=False),
    Column("folded", ID, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", name="person_key"),
    UniqueConstraint("folded", name="person_folded"),
)

PERSON_NEWEST: Final = Index("person_newest", PERSON.c.created_at, PERSON.c.person_id)

# Hosts of the server. Stored with the people, so that reading one costs nothing more.
HOST_ROLE: Final = Table(
    "host_role",
    METADATA,
    Column("person_id", ID, _of_person("host_role_person")),
    Column("since", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", name="host_role_key"),
)

# Accounts that cannot sign in until a host opens them again.
ACCOUNT_CLOSED: Final = Table(
    "account_closed",
    METADATA,
    Column("person_id", ID, _of_person("account_closed_person")),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", name="account_closed_key"),
)

# One row, or none until a host has changed a setting.
CLUB: Final = Table(
    "club",
    METADATA,
    Column("number", SmallInteger, nullable=False, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("welcome", Text, nullable=False),
    Column("registration", Text, nullable=False),
    PrimaryKeyConstraint("number", name="club_key"),
    CheckConstraint("number = 1", name="club_number"),
)

INVITATION: Final = Table(
    "invitation",
    METADATA,
    Column("invitation_id", ID, nullable=False),
    # The hash of a code: the database alone does not allow registering.
    Column("code_hash", ID, nullable=False),
    Column("label", Text, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("most_uses", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    # The last person admitted by it, so that a transaction knows whether the use was its own.
    Column("last_person", ID, nullable=False),
    PrimaryKeyConstraint("invitation_id", name="invitation_key"),
    UniqueConstraint("code_hash", name="invitation_code"),
    CheckConstraint("uses <= most_uses", name="invitation_uses"),
)
INVITATION_NEWEST: Final = Index("invitation_newest", INVITATION.c.created_at)

# Games may be on other databases, so there is no foreign key.
SEAT_REPORT: Final = Table(
    "seat_report",
    METADATA,
    Column("game_id", ID, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("reporter", SmallInteger, nullable=False),
    Column("person_id", ID, nullable=False),
    Column("name", Text, nullable=False),
    Column("reporter_name", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    PrimaryKeyConstraint("game_id", "seat", "reporter", name="seat_report_key"),
    sqlite_with_rowid=False,
)
SEAT_REPORT_NEWEST: Final = Index("seat_report_newest", SEAT_REPORT.c.at)

# Audit log: actions of hosts, and times of backups.
HOST_DEED: Final = Table(
    "host_deed",
    METADATA,
    Column("deed_id", ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("figure", BigInteger, nullable=False),
    PrimaryKeyConstraint("deed_id", name="host_deed_key"),
)
HOST_DEED_NEWEST: Final = Index("host_deed_newest", HOST_DEED.c.at)
HOST_DEED_KIND: Final = Index("host_deed_kind", HOST_DEED.c.kind, HOST_DEED.c.at)

# Statistics of each node per minute, for some days.
PULSE: Final = Table(
    "pulse",
    METADATA,
    Column("minute", BigInteger, nullable=False),
    Column("node_id", ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("moves", BigInteger, nullable=False),
    Column("players", BigInteger, nullable=False),
    Column("watchers", BigInteger, nullable=False),
    PrimaryKeyConstraint("minute", "node_id", name="pulse_key"),
    sqlite_with_rowid=False,
)

PASSWORD: Final = Table(
    "password",
    METADATA,
    Column("person_id", ID, _of_person("password_person")),
    Column("hash", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", name="password_key"),
)

PASSKEY: Final = Table(
    "passkey",
    METADATA,
    Column("credential_id", ID, nullable=False),
    Column("person_id", ID, _of_person("passkey_person"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("credential_id", name="passkey_key"),
)
PASSKEY_PERSON: Final = Index("passkey_of", PASSKEY.c.person_id)

SESSION: Final = Table(
    "session",
    METADATA,
    # The hash of a token: the database alone does not allow signing in.
    Column("session_id", ID, nullable=False),
    Column("person_id", ID, _of_person("session_person"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("device", Text, nullable=False),
    PrimaryKeyConstraint("session_id", name="session_key"),
)
SESSION_PERSON: Final = Index("session_of", SESSION.c.person_id)

PERSONAL_TOKEN: Final = Table(
    "personal_token",
    METADATA,
    # The hash of a token, as for sessions.
    Column("token_id", ID, nullable=False),
    Column("person_id", ID, _of_person("personal_token_person"), nullable=False),
    Column("label", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("is_program", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=True),
    PrimaryKeyConstraint("token_id", name="personal_token_key"),
)
PERSONAL_TOKEN_PERSON: Final = Index("personal_token_of", PERSONAL_TOKEN.c.person_id)

# Games may be on other databases, so there is no foreign key.
SEAT_HELD: Final = Table(
    "seat_held",
    METADATA,
    Column("person_id", ID, _of_person("seat_held_person")),
    Column("game_id", ID, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", "game_id", name="seat_held_key"),
)
SEAT_HELD_NEWEST: Final = Index(
    "seat_held_newest", SEAT_HELD.c.person_id, SEAT_HELD.c.at, SEAT_HELD.c.game_id
)

NOTICE_CHANNEL: Final = Table(
    "notice_channel",
    METADATA,
    Column("channel_id", ID, nullable=False),
    Column("person_id", ID, _of_person("notice_channel_person"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("box", LargeBinary, nullable=False),
    Column("label", Text, nullable=False),
    Column("is_confirmed", Boolean, nullable=False),
    Column("every", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("told_at", BigInteger, nullable=False),
    Column("failures", BigInteger, nullable=False),
    Column("failed_at", BigInteger, nullable=False),
    Column("answer", Text, nullable=False),
    PrimaryKeyConstraint("channel_id", name="notice_channel_key"),
)
NOTICE_CHANNEL_PERSON: Final = Index("notice_channel_of", NOTICE_CHANNEL.c.person_id)

NOTICE_CHOICE: Final = Table(
    "notice_choice",
    METADATA,
    Column("person_id", ID, _of_person("notice_choice_person")),
    Column("quiet_from", SmallInteger, nullable=False),
    Column("quiet_to", SmallInteger, nullable=False),
    Column("zone", Text, nullable=False),
    Column("language", Text, nullable=False),
    PrimaryKeyConstraint("person_id", name="notice_choice_key"),
)

# Subjects and kinds of notices that a person has muted.
NOTICE_MUTED: Final = Table(
    "notice_muted",
    METADATA,
    Column("person_id", ID, _of_person("notice_muted_person")),
    Column("what", Text, nullable=False),
    Column("kind", Text, nullable=False),
    PrimaryKeyConstraint("person_id", "what", "kind", name="notice_muted_key"),
    sqlite_with_rowid=False,
)

TALLY: Final = Table(
    "tally",
    METADATA,
    Column("key", ID, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("n", BigInteger, nullable=False),
    PrimaryKeyConstraint("key", name="tally_key"),
)

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="chat_game", ondelete="CASCADE")),
    Column("number", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("voice", ID, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("game_id", "number", name="chat_key"),
    sqlite_with_rowid=False,
)
CHAT_VOICE: Final = Index("chat_voice", CHAT.c.game_id, CHAT.c.voice, CHAT.c.at)

CHAT_BLOCK: Final = Table(
    "chat_block",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="chat_block_game", ondelete="CASCADE")),
    Column("voice", ID, nullable=False),
    Column("hidden", ID, nullable=False),
    PrimaryKeyConstraint("game_id", "voice", "hidden", name="chat_block_key"),
    sqlite_with_rowid=False,
)

CHAT_HUSH: Final = Table(
    "chat_hush",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="chat_hush_game", ondelete="CASCADE")),
    Column("voice", ID, nullable=False),
    PrimaryKeyConstraint("game_id", "voice", name="chat_hush_key"),
    sqlite_with_rowid=False,
)

CHAT_REPORT: Final = Table(
    "chat_report",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="chat_report_game", ondelete="CASCADE")),
    Column("number", BigInteger, nullable=False),
    Column("voice", ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    PrimaryKeyConstraint("game_id", "number", "voice", name="chat_report_key"),
    sqlite_with_rowid=False,
)


def _strength() -> list[Column[int]]:
    """Return the columns of a rating: its value, its deviation, attempts and right answers."""
    names = ("rating", "deviation", "tried", "found")
    return [Column(name, BigInteger, nullable=False) for name in names]


PUZZLE_RECORD: Final = Table(
    "puzzle_record",
    METADATA,
    Column("puzzle_id", ID, nullable=False),
    *_strength(),
    PrimaryKeyConstraint("puzzle_id", name="puzzle_record_key"),
)

PUZZLE_SOLVER: Final = Table(
    "puzzle_solver",
    METADATA,
    Column("person_id", ID, _of_person("puzzle_solver_person")),
    *_strength(),
    PrimaryKeyConstraint("person_id", name="puzzle_solver_key"),
)

PUZZLE_ANSWER: Final = Table(
    "puzzle_answer",
    METADATA,
    Column("person_id", ID, _of_person("puzzle_answer_person")),
    Column("puzzle_id", ID, nullable=False),
    Column("is_found", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", "puzzle_id", name="puzzle_answer_key"),
    sqlite_with_rowid=False,
)

# The order in which games are rated. Games may be on other databases, so there is no foreign key.
RATED_GAME: Final = Table(
    "rated_game",
    METADATA,
    Column("number", BigInteger, nullable=False, autoincrement=False),
    Column("game_id", ID, nullable=False),
    Column("edition", Text, nullable=False),
    Column("board", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("unrated", Text, nullable=False),
    PrimaryKeyConstraint("number", name="rated_game_key"),
    UniqueConstraint("game_id", name="rated_game_once"),
)

RATED_SEAT: Final = Table(
    "rated_seat",
    METADATA,
    Column(
        "number",
        BigInteger,
        ForeignKey(RATED_GAME.c.number, name="rated_seat_game", ondelete="CASCADE"),
        autoincrement=False,
    ),
    Column("seat", SmallInteger, nullable=False),
    # The result of an erased person stays, without a person.
    Column(
        "person_id",
        ID,
        ForeignKey("person.person_id", name="rated_seat_person", ondelete="SET NULL"),
    ),
    Column("kind", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("place", SmallInteger, nullable=False),
    Column("share", SmallInteger, nullable=False),
    Column("is_left", Boolean, nullable=False),
    Column("mu", BigInteger),
    Column("sigma", BigInteger),
    Column("gain", BigInteger),
    # Copied from the game, so that the results of a person are read from one index and one table.
    Column("edition", Text, nullable=False),
    Column("board", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("number", "seat", name="rated_seat_key"),
)
RATED_SEAT_PERSON: Final = Index("rated_seat_of", RATED_SEAT.c.person_id, RATED_SEAT.c.number)

RATING: Final = Table(
    "rating",
    METADATA,
    Column("person_id", ID, _of_person("rating_person")),
    Column("edition", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("mu", BigInteger, nullable=False),
    Column("sigma", BigInteger, nullable=False),
    Column("games", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", "edition", "kind", name="rating_key"),
)

# Without a row a profile is visible to its own person only.
PROFILE: Final = Table(
    "profile",
    METADATA,
    Column("person_id", ID, _of_person("profile_person")),
    Column("is_public", Boolean, nullable=False),
    PrimaryKeyConstraint("person_id", name="profile_key"),
)

FOLLOW: Final = Table(
    "follow",
    METADATA,
    Column("person_id", ID, _of_person("follow_person")),
    Column("other_id", ID, _of_person("follow_other")),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", "other_id", name="follow_key"),
)
FOLLOW_OTHER: Final = Index("follow_of", FOLLOW.c.other_id)

BLOCK: Final = Table(
    "block",
    METADATA,
    Column("person_id", ID, _of_person("block_person")),
    Column("other_id", ID, _of_person("block_other")),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", "other_id", name="block_key"),
)
BLOCK_OTHER: Final = Index("block_of", BLOCK.c.other_id)

TABLE_INVITATION: Final = Table(
    "table_invitation",
    METADATA,
    Column("person_id", ID, _of_person("table_invitation_person")),
    Column("game_id", ID, nullable=False),
    Column("from_id", ID, _of_person("table_invitation_from"), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", "game_id", name="table_invitation_key"),
)
TABLE_INVITATION_FROM: Final = Index("table_invitation_of", TABLE_INVITATION.c.from_id)

SQLITE_APPEND: Final = """\
CREATE TRIGGER event_append AFTER INSERT ON event
BEGIN
    INSERT INTO outbox (game_id, version, kind, at, data)
    SELECT NEW.game_id, NEW.version,
           CASE NEW.status WHEN 'finished' THEN 'ended' WHEN 'abandoned' THEN 'gone'
                           WHEN 'gathering' THEN 'opened' ELSE 'began' END,
           NEW.at, '{}'
    FROM game
    WHERE game_id = NEW.game_id
        AND (NEW.version = 1
             OR status = 'gathering' AND NEW.status <> 'gathering'
             OR status IN ('running', 'paused') AND NEW.status IN ('finished', 'abandoned'));
    UPDATE game
    SET version = NEW.version, status = NEW.status,
        deadline_at = NEW.deadline_at, wake_at = NEW.deadline_at
    WHERE game_id = NEW.game_id AND version = NEW.version - 1;
    SELECT RAISE(ABORT, 'event out of order') WHERE changes() = 0;
    DELETE FROM claim WHERE game_id = NEW.game_id;
END"""
"""SQLite cannot feed an INSERT from an UPDATE, so the INSERT updates the game by a trigger."""

POSTGRES_FUNCTION: Final = """\
CREATE FUNCTION outbox_add() RETURNS trigger LANGUAGE plpgsql AS $add$
BEGIN
    INSERT INTO outbox (game_id, version, kind, at, data)
    VALUES (NEW.game_id, NEW.version,
            CASE NEW.status WHEN 'finished' THEN 'ended' WHEN 'abandoned' THEN 'gone'
                            WHEN 'gathering' THEN 'opened' ELSE 'began' END,
            coalesce((SELECT event.at FROM event
                      WHERE event.game_id = NEW.game_id AND event.version = NEW.version), 0),
            '{}');
    RETURN NULL;
END
$add$"""
POSTGRES_TRIGGER: Final = """\
CREATE TRIGGER game_outbox AFTER UPDATE OF status ON game FOR EACH ROW
WHEN (OLD.version = 0 AND NEW.version = 1
      OR OLD.status = 'gathering' AND NEW.status IN ('running', 'paused', 'finished', 'abandoned')
      OR OLD.status IN ('running', 'paused') AND NEW.status IN ('finished', 'abandoned'))
EXECUTE FUNCTION outbox_add()"""
"""Events of a table's status, also by nodes of versions that know no outbox (rolling upgrade)."""

_TRIGGER: Final = DDL(SQLITE_APPEND)  # type: ignore[no-untyped-call]  # SQLAlchemy's own gap.
event.listen(EVENT, "after_create", _TRIGGER.execute_if(dialect="sqlite"))
_UNLOGGED: Final = DDL("ALTER TABLE claim SET UNLOGGED")  # type: ignore[no-untyped-call]
event.listen(CLAIM, "after_create", _UNLOGGED.execute_if(dialect="postgresql"))
for _statement in (POSTGRES_FUNCTION, POSTGRES_TRIGGER):
    _ADD: DDL = DDL(_statement)  # type: ignore[no-untyped-call]
    event.listen(METADATA, "after_create", _ADD.execute_if(dialect="postgresql"))
_FIRST: Final = DDL("INSERT INTO outbox_reader VALUES ('', 0, '', 0, 0)")  # type: ignore[no-untyped-call]
event.listen(OUTBOX_READER, "after_create", _FIRST)

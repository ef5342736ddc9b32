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
    Index,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    event,
)
from sqlalchemy.types import TypeEngine

METADATA: Final = MetaData()

ID: Final[TypeEngine[str]] = Text().with_variant(Text(collation="C"), "postgresql")
"""Ids compare byte by byte on both databases, so pages of several shards can be merged."""


def _of_person(name: str) -> ForeignKey:
    """What a person leaves behind goes with the person."""
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

# Both indexes are partial: a game that nobody waits for, or that is not listed, costs nothing.
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
    # What is looked for, in the order's own index: one more would cost each append a write.
    GAME.c.edition,
    GAME.c.preset,
    GAME.c.board,
    GAME.c.seats,
    GAME.c.clock,
    postgresql_where=GAME.c.listed,
    sqlite_where=GAME.c.listed,
)

EVENT: Final = Table(
    "event",
    METADATA,
    # Deleting cascades in a snapshot of its own, which also sees an append that came in between.
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
    # One tree instead of two, in which the log of a game lies together.
    sqlite_with_rowid=False,
)
EVENT_COMMAND: Final = Index("event_command", EVENT.c.game_id, EVENT.c.command_id, unique=True)

# A lease is worth nothing after a crash, so PostgreSQL need not log it. No foreign key: it would
# lock, and so write, the row of the game that is claimed.
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
# Almost all of them are done, and nobody looks for those.
ANALYSIS_DUE: Final = Index(
    "analysis_due",
    ANALYSIS.c.asked_at,
    postgresql_where=ANALYSIS.c.state.in_(("queued", "running")),
    sqlite_where=ANALYSIS.c.state.in_(("queued", "running")),
)

# One game waits for one person at a time. The row stands as long as the turn does.
NOTICE: Final = Table(
    "notice",
    METADATA,
    Column("game_id", ID, ForeignKey(GAME.c.game_id, name="notice_game", ondelete="CASCADE")),
    Column("version", BigInteger, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    # People may live on another database, so no key leads there.
    Column("person_id", ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("tries", SmallInteger, nullable=False),
    Column("told", Text, nullable=False),
    PrimaryKeyConstraint("game_id", name="notice_key"),
)
# Almost all that stand were told, and nobody looks for those.
NOTICE_DUE: Final = Index(
    "notice_due",
    NOTICE.c.due_at,
    postgresql_where=NOTICE.c.due_at.is_not(None),
    sqlite_where=NOTICE.c.due_at.is_not(None),
)

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
    # The hash of a token: whoever reads the database cannot sign in with it.
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

# Games may lie on other databases, so no key leads there.
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
    """A rating with its deviation, and how many attempts were right."""
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

SQLITE_APPEND: Final = """\
CREATE TRIGGER event_append AFTER INSERT ON event
BEGIN
    UPDATE game
    SET version = NEW.version, status = NEW.status,
        deadline_at = NEW.deadline_at, wake_at = NEW.deadline_at
    WHERE game_id = NEW.game_id AND version = NEW.version - 1;
    SELECT RAISE(ABORT, 'event out of order') WHERE changes() = 0;
    DELETE FROM claim WHERE game_id = NEW.game_id;
END"""
"""SQLite cannot feed an INSERT from an UPDATE, so there the INSERT moves the game."""

_TRIGGER: Final = DDL(SQLITE_APPEND)  # type: ignore[no-untyped-call]  # SQLAlchemy's own gap.
event.listen(EVENT, "after_create", _TRIGGER.execute_if(dialect="sqlite"))
_UNLOGGED: Final = DDL("ALTER TABLE claim SET UNLOGGED")  # type: ignore[no-untyped-call]
event.listen(CLAIM, "after_create", _UNLOGGED.execute_if(dialect="postgresql"))

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
    event,
)
from sqlalchemy.types import TypeEngine

METADATA: Final = MetaData()

ID: Final[TypeEngine[str]] = Text().with_variant(Text(collation="C"), "postgresql")
"""Ids compare byte by byte on both databases, so pages of several shards can be merged."""

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

SQLITE_APPEND: Final = """\
CREATE TRIGGER event_append AFTER INSERT ON event
BEGIN
    UPDATE game
    SET version = NEW.version, status = NEW.status,
        deadline_at = NEW.deadline_at, wake_at = NEW.deadline_at
    WHERE game_id = NEW.game_id AND version = NEW.version - 1;
    SELECT RAISE(ABORT, 'event out of order') WHERE changes() = 0;
END"""
"""SQLite cannot feed an INSERT from an UPDATE, so there the INSERT moves the game."""

_TRIGGER: Final = DDL(SQLITE_APPEND)  # type: ignore[no-untyped-call]  # SQLAlchemy's own gap.
event.listen(EVENT, "after_create", _TRIGGER.execute_if(dialect="sqlite"))

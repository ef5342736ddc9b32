"""Games, their logs, their secrets, and the shards that the database holds."""

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_SQLITE_APPEND = """\
CREATE TRIGGER event_append AFTER INSERT ON event
BEGIN
    UPDATE game
    SET version = NEW.version, status = NEW.status,
        deadline_at = NEW.deadline_at, wake_at = NEW.deadline_at
    WHERE game_id = NEW.game_id AND version = NEW.version - 1;
    SELECT RAISE(ABORT, 'event out of order') WHERE changes() = 0;
END"""


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("deadline_at", sa.BigInteger),
        sa.Column("wake_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("game_id", name="game_key"),
        sa.CheckConstraint("version >= 0", name="game_version"),
    )
    op.create_index(
        "game_due",
        "game",
        ["wake_at"],
        postgresql_where=sa.text("wake_at IS NOT NULL"),
        sqlite_where=sa.text("wake_at IS NOT NULL"),
    )
    op.create_index(
        "game_lobby",
        "game",
        ["status", "created_at", "game_id"],
        postgresql_where=sa.text("listed"),
        sqlite_where=sa.text("listed"),
    )
    op.create_table(
        "event",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("command_id", _ID, nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("deadline_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("game_id", "version", name="event_key"),
        sa.CheckConstraint("version >= 1", name="event_version"),
        sa.ForeignKeyConstraint(["game_id"], ["game.game_id"], "event_game", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("event_command", "event", ["game_id", "command_id"], unique=True)
    op.create_table(
        "secret",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("box", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="secret_key"),
        sa.ForeignKeyConstraint(["game_id"], ["game.game_id"], "secret_game", ondelete="CASCADE"),
    )
    op.create_table(
        "shard",
        sa.Column("number", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("number", name="shard_key"),
        sa.CheckConstraint("number BETWEEN 0 AND 255", name="shard_number"),
    )
    if op.get_context().dialect.name == "sqlite":
        op.execute(_SQLITE_APPEND)


def downgrade() -> None:
    # SQLite drops the trigger with its table.
    op.drop_table("shard")
    op.drop_table("secret")
    op.drop_table("event")
    op.drop_table("game")

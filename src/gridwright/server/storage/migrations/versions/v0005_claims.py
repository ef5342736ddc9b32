"""Claims of workers on due games, in a separate table."""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
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
    SELECT RAISE(ABORT, 'event out of order') WHERE changes() = 0;{more}
END"""
_END_CLAIM = """
    DELETE FROM claim WHERE game_id = NEW.game_id;"""


def upgrade() -> None:
    op.create_table(
        "claim",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="claim_key"),
        sqlite_with_rowid=False,
    )
    if _is_sqlite():
        _append_with(_END_CLAIM)
    else:
        op.execute("ALTER TABLE claim SET UNLOGGED")


def downgrade() -> None:
    # Running claims end: to the older program their games are due, as after a crash.
    if _is_sqlite():
        _append_with("")
    op.drop_table("claim")


def _is_sqlite() -> bool:
    return op.get_context().dialect.name == "sqlite"


def _append_with(more: str) -> None:
    op.execute("DROP TRIGGER event_append")
    op.execute(_SQLITE_APPEND.format(more=more))

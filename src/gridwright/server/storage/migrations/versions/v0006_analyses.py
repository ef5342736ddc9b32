"""Analyses of finished games: progress and result of each."""

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_WAITS = sa.text("state IN ('queued', 'running')")


def upgrade() -> None:
    op.create_table(
        "analysis",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("done", sa.BigInteger, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.SmallInteger, nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("record", sa.LargeBinary),
        sa.PrimaryKeyConstraint("game_id", name="analysis_key"),
        sa.ForeignKeyConstraint(["game_id"], ["game.game_id"], "analysis_game", ondelete="CASCADE"),
    )
    op.create_index(
        "analysis_due",
        "analysis",
        ["asked_at"],
        postgresql_where=_WAITS,
        sqlite_where=_WAITS,
    )


def downgrade() -> None:
    # They can be computed again from the logs.
    op.drop_table("analysis")

"""Summaries of tables, so that lists need not replay them."""

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "table_summary",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="table_summary_key"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.game_id"], "table_summary_game", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    # Summaries are derived from the logs, and computed again.
    op.drop_table("table_summary")

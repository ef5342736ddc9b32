"""Archived logs of finished games: the file, and its size."""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "archived_log",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("n_bytes", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="archived_log_key"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.game_id"], "archived_log_game", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    # The logs stay in their files, which the older program does not read: restore them first, or
    # keep a backup of the rows.
    op.drop_table("archived_log")

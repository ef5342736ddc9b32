"""Spoken codes of tables that gather."""

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "room_code",
        sa.Column("code", _ID, nullable=False),
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("code", name="room_code_key"),
        sa.UniqueConstraint("game_id", name="room_code_game"),
    )
    op.create_index("room_code_oldest", "room_code", ["at"])


def downgrade() -> None:
    # Tables stay reachable by their links; their codes are made again on request.
    op.drop_table("room_code")

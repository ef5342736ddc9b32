"""Notices of turns, their channels and quiet hours."""

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_DUE = sa.text("due_at IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "notice",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("tries", sa.SmallInteger, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="notice_key"),
        sa.ForeignKeyConstraint(["game_id"], ["game.game_id"], "notice_game", ondelete="CASCADE"),
    )
    op.create_index("notice_due", "notice", ["due_at"], postgresql_where=_DUE, sqlite_where=_DUE)
    op.create_table(
        "notice_channel",
        sa.Column("channel_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("box", sa.LargeBinary, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("is_confirmed", sa.Boolean, nullable=False),
        sa.Column("every", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("told_at", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.BigInteger, nullable=False),
        sa.Column("failed_at", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name="notice_channel_key"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.person_id"], "notice_channel_person", ondelete="CASCADE"
        ),
    )
    op.create_index("notice_channel_of", "notice_channel", ["person_id"])
    op.create_table(
        "notice_choice",
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("quiet_from", sa.SmallInteger, nullable=False),
        sa.Column("quiet_to", sa.SmallInteger, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="notice_choice_key"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.person_id"], "notice_choice_person", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    # People add their channels again; notices resume with the next turn.
    op.drop_table("notice_choice")
    op.drop_table("notice_channel")
    op.drop_table("notice")

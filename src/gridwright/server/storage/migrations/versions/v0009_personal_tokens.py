"""Personal access tokens, which people give to their programs."""

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "personal_token",
        sa.Column("token_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("is_program", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("token_id", name="personal_token_key"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.person_id"], "personal_token_person", ondelete="CASCADE"
        ),
    )
    op.create_index("personal_token_of", "personal_token", ["person_id"])


def downgrade() -> None:
    # Programs lose access until their owners create new tokens.
    op.drop_table("personal_token")

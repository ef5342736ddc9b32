"""People: accounts, credentials, sessions and seats."""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _of_person(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person_id"], ["person.person_id"], name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", _ID, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="person_key"),
        sa.UniqueConstraint("folded", name="person_folded"),
    )
    op.create_table(
        "password",
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="password_key"),
        _of_person("password_person"),
    )
    op.create_table(
        "passkey",
        sa.Column("credential_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("credential_id", name="passkey_key"),
        _of_person("passkey_person"),
    )
    op.create_index("passkey_of", "passkey", ["person_id"])
    op.create_table(
        "session",
        sa.Column("session_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("session_id", name="session_key"),
        _of_person("session_person"),
    )
    op.create_index("session_of", "session", ["person_id"])
    op.create_table(
        "seat_held",
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "game_id", name="seat_held_key"),
        _of_person("seat_held_person"),
    )
    op.create_index("seat_held_newest", "seat_held", ["person_id", "at", "game_id"])
    op.create_table(
        "tally",
        sa.Column("key", _ID, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="tally_key"),
    )


def downgrade() -> None:
    op.drop_table("tally")
    op.drop_table("seat_held")
    op.drop_table("session")
    op.drop_table("passkey")
    op.drop_table("password")
    op.drop_table("person")

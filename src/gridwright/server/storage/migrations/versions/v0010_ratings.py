"""Ratings, the games they are derived from, and relations between people."""

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "ended_game",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="ended_game_key"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.game_id"], "ended_game_game", ondelete="CASCADE"
        ),
    )
    op.create_index("ended_game_due", "ended_game", ["due_at"])
    _create_rated()
    op.create_table(
        "rating",
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("mu", sa.BigInteger, nullable=False),
        sa.Column("sigma", sa.BigInteger, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "edition", "kind", name="rating_key"),
        _of_person("person_id", "rating_person"),
    )
    op.create_table(
        "profile",
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="profile_key"),
        _of_person("person_id", "profile_person"),
    )
    for name in ("follow", "block"):
        op.create_table(
            name,
            sa.Column("person_id", _ID, nullable=False),
            sa.Column("other_id", _ID, nullable=False),
            sa.Column("at", sa.BigInteger, nullable=False),
            sa.PrimaryKeyConstraint("person_id", "other_id", name=f"{name}_key"),
            _of_person("person_id", f"{name}_person"),
            _of_person("other_id", f"{name}_other"),
        )
        op.create_index(f"{name}_of", name, ["other_id"])
    op.create_table(
        "table_invitation",
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("from_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "game_id", name="table_invitation_key"),
        _of_person("person_id", "table_invitation_person"),
        _of_person("from_id", "table_invitation_from"),
    )
    op.create_index("table_invitation_of", "table_invitation", ["from_id"])


def downgrade() -> None:
    # Derived data can be recomputed from the logs; follows between people are lost.
    for name in (
        *("table_invitation", "block", "follow", "profile"),
        *("rating", "rated_seat", "rated_game", "ended_game"),
    ):
        op.drop_table(name)


def _create_rated() -> None:
    op.create_table(
        "rated_game",
        sa.Column("number", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("unrated", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="rated_game_key"),
        sa.UniqueConstraint("game_id", name="rated_game_once"),
    )
    op.create_table(
        "rated_seat",
        sa.Column("number", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("person_id", _ID),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("place", sa.SmallInteger, nullable=False),
        sa.Column("share", sa.SmallInteger, nullable=False),
        sa.Column("is_left", sa.Boolean, nullable=False),
        sa.Column("mu", sa.BigInteger),
        sa.Column("sigma", sa.BigInteger),
        sa.Column("gain", sa.BigInteger),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("number", "seat", name="rated_seat_key"),
        sa.ForeignKeyConstraint(
            ["number"], ["rated_game.number"], "rated_seat_game", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.person_id"], "rated_seat_person", ondelete="SET NULL"
        ),
    )
    op.create_index("rated_seat_of", "rated_seat", ["person_id", "number"])


def _of_person(column: str, name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], ["person.person_id"], name, ondelete="CASCADE")

"""Answers to puzzles, and the ratings of puzzles and of the people who solve them."""

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "puzzle_record",
        sa.Column("puzzle_id", _ID, nullable=False),
        *_strength(),
        sa.PrimaryKeyConstraint("puzzle_id", name="puzzle_record_key"),
    )
    op.create_table(
        "puzzle_solver",
        sa.Column("person_id", _ID, nullable=False),
        *_strength(),
        sa.PrimaryKeyConstraint("person_id", name="puzzle_solver_key"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.person_id"], "puzzle_solver_person", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "puzzle_answer",
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("puzzle_id", _ID, nullable=False),
        sa.Column("is_found", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "puzzle_id", name="puzzle_answer_key"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.person_id"], "puzzle_answer_person", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    # All answers are lost; puzzles begin again with their initial ratings.
    op.drop_table("puzzle_answer")
    op.drop_table("puzzle_solver")
    op.drop_table("puzzle_record")


def _strength() -> "list[sa.Column[int]]":
    names = ("rating", "deviation", "tried", "found")
    return [sa.Column(name, sa.BigInteger, nullable=False) for name in names]

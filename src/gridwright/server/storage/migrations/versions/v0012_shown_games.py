"""Public games that are running or over, and the words by which a search finds them."""

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_FILL = """\
INSERT INTO shown_game (game_id, is_live, at, due_at, edition, board, seats, has_people, is_close,
                        told)
SELECT game_id, status IN ('running', 'paused'), at, at, edition, board, seats, FALSE, FALSE, ''
FROM (
    SELECT game.game_id, game.status, game.edition, game.board, game.seats,
           coalesce(event.at, game.created_at) AS at
    FROM game LEFT JOIN event ON event.game_id = game.game_id AND event.version = game.version
    WHERE game.listed AND game.status IN ('running', 'paused', 'finished')
) AS found"""
"""Workers read the existing games, a few at a time."""

_LABEL = ["edition", "board", "seats"]
_TOLD = "due_at IS NULL"


def upgrade() -> None:
    op.create_table(
        "shown_game",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("is_live", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("has_people", sa.Boolean, nullable=False),
        sa.Column("is_close", sa.Boolean, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="shown_game_key"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.game_id"], "shown_game_game", ondelete="CASCADE"
        ),
    )
    op.execute(_FILL)
    _index("shown_game_due", ["due_at"], "due_at IS NOT NULL")
    _index("shown_game_live", ["has_people", "at", "game_id", *_LABEL], f"is_live AND {_TOLD}")
    _index("shown_game_over", ["at", "game_id", *_LABEL, "is_close"], f"NOT is_live AND {_TOLD}")
    for first, second, third in (("board", "seats", "edition"), ("seats", "edition", "board")):
        _index(
            f"shown_game_{first}",
            [first, second, "at", "game_id", third, "is_close"],
            f"NOT is_live AND {_TOLD}",
        )
    op.create_table(
        "shown_word",
        sa.Column("word", _ID, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("is_close", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "word", name="shown_word_key"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["shown_game.game_id"], "shown_word_game", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "shown_word_found", "shown_word", ["word", "at", "game_id", *_LABEL, "is_close"]
    )


def _index(name: str, columns: list[str], where: str) -> None:
    is_so = sa.text(where)
    op.create_index(name, "shown_game", columns, postgresql_where=is_so, sqlite_where=is_so)


def downgrade() -> None:
    # Derived from the logs, and written again by the sweep.
    op.drop_table("shown_word")
    op.drop_table("shown_game")

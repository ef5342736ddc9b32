"""Labels for searching the lobby, and chat messages."""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_LABEL = ("edition", "preset", "board", "seats", "clock")

_FILL_POSTGRES = """\
UPDATE game SET
    edition = coalesce(spec::json ->> 'edition', ''),
    preset = coalesce(spec::json ->> 'preset', ''),
    board = coalesce(spec::json ->> 'board', ''),
    seats = coalesce((spec::json ->> 'seats')::smallint, 0),
    clock = coalesce((
        SELECT data::json -> 'terms' -> 'clock' ->> 'type' FROM event
        WHERE event.game_id = game.game_id AND event.version = 1 AND event.kind = 'opened'
    ), '')"""

_FILL_SQLITE = """\
UPDATE game SET
    edition = coalesce(json_extract(spec, '$.edition'), ''),
    preset = coalesce(json_extract(spec, '$.preset'), ''),
    board = coalesce(json_extract(spec, '$.board'), ''),
    seats = coalesce(json_extract(spec, '$.seats'), 0),
    clock = coalesce((
        SELECT json_extract(data, '$.terms.clock.type') FROM event
        WHERE event.game_id = game.game_id AND event.version = 1 AND event.kind = 'opened'
    ), '')"""

_SAME_CHECK = (sa.CheckConstraint("version >= 0", name="game_version"),)
"""SQLite copies the table, and Alembic does not see this constraint."""


def upgrade() -> None:
    op.drop_index("game_lobby", "game")
    with op.batch_alter_table("game", table_args=_SAME_CHECK) as game:
        for name in _LABEL:
            kind = sa.SmallInteger() if name == "seats" else sa.Text()
            default = "0" if name == "seats" else ""
            game.add_column(sa.Column(name, kind, nullable=False, server_default=default))
    is_sqlite = op.get_context().dialect.name == "sqlite"
    op.execute(_FILL_SQLITE if is_sqlite else _FILL_POSTGRES)
    _create_lobby(_LABEL)
    _create_chat()


def _create_lobby(label: tuple[str, ...]) -> None:
    op.create_index(
        "game_lobby",
        "game",
        ["status", "created_at", "game_id", *label],
        postgresql_where=sa.text("listed"),
        sqlite_where=sa.text("listed"),
    )


def _create_chat() -> None:
    op.create_table(
        "chat",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("voice", _ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="chat_key"),
        sa.ForeignKeyConstraint(["game_id"], ["game.game_id"], "chat_game", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("chat_voice", "chat", ["game_id", "voice", "at"])
    op.create_table(
        "chat_block",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("voice", _ID, nullable=False),
        sa.Column("hidden", _ID, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "voice", "hidden", name="chat_block_key"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.game_id"], "chat_block_game", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat_hush",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("voice", _ID, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "voice", name="chat_hush_key"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.game_id"], "chat_hush_game", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat_report",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("voice", _ID, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", "voice", name="chat_report_key"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.game_id"], "chat_report_game", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for name in ("chat_report", "chat_hush", "chat_block", "chat"):
        op.drop_table(name)
    op.drop_index("game_lobby", "game")
    with op.batch_alter_table("game", table_args=_SAME_CHECK) as game:
        for name in _LABEL:
            game.drop_column(name)
    _create_lobby(())

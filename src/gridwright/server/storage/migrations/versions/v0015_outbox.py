"""An outbox: events of tables, and the cursors of their readers.

The database itself adds the events of a table's status, so nodes of earlier versions that run
beside newer ones lose none. Nothing is filled in: earlier games keep their rows.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: None = None
depends_on: None = None

_ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NEW = sa.text("number IS NULL")

_SQLITE_APPEND = """\
CREATE TRIGGER event_append AFTER INSERT ON event
BEGIN%s
    UPDATE game
    SET version = NEW.version, status = NEW.status,
        deadline_at = NEW.deadline_at, wake_at = NEW.deadline_at
    WHERE game_id = NEW.game_id AND version = NEW.version - 1;
    SELECT RAISE(ABORT, 'event out of order') WHERE changes() = 0;
    DELETE FROM claim WHERE game_id = NEW.game_id;
END"""
_SQLITE_ADD = """
    INSERT INTO outbox (game_id, version, kind, at, data)
    SELECT NEW.game_id, NEW.version,
           CASE NEW.status WHEN 'finished' THEN 'ended' WHEN 'abandoned' THEN 'gone'
                           WHEN 'gathering' THEN 'opened' ELSE 'began' END,
           NEW.at, '{}'
    FROM game
    WHERE game_id = NEW.game_id
        AND (NEW.version = 1
             OR status = 'gathering' AND NEW.status <> 'gathering'
             OR status IN ('running', 'paused') AND NEW.status IN ('finished', 'abandoned'));"""
_FUNCTION = """\
CREATE FUNCTION outbox_add() RETURNS trigger LANGUAGE plpgsql AS $add$
BEGIN
    INSERT INTO outbox (game_id, version, kind, at, data)
    VALUES (NEW.game_id, NEW.version,
            CASE NEW.status WHEN 'finished' THEN 'ended' WHEN 'abandoned' THEN 'gone'
                            WHEN 'gathering' THEN 'opened' ELSE 'began' END,
            coalesce((SELECT event.at FROM event
                      WHERE event.game_id = NEW.game_id AND event.version = NEW.version), 0),
            '{}');
    RETURN NULL;
END
$add$"""
_TRIGGER = """\
CREATE TRIGGER game_outbox AFTER UPDATE OF status ON game FOR EACH ROW
WHEN (OLD.version = 0 AND NEW.version = 1
      OR OLD.status = 'gathering' AND NEW.status IN ('running', 'paused', 'finished', 'abandoned')
      OR OLD.status IN ('running', 'paused') AND NEW.status IN ('finished', 'abandoned'))
EXECUTE FUNCTION outbox_add()"""


def upgrade() -> None:
    op.create_table(
        "outbox",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity(), nullable=False
        ),
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="outbox_key"),
    )
    op.create_index("outbox_new", "outbox", ["id"], postgresql_where=_NEW, sqlite_where=_NEW)
    op.create_index("outbox_number", "outbox", ["number"], unique=True)
    op.create_table(
        "outbox_reader",
        sa.Column("name", _ID, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="outbox_reader_key"),
    )
    # The last number that an event got.
    op.execute("INSERT INTO outbox_reader VALUES ('', 0, '', 0, 0)")
    if _is_sqlite():
        op.execute("DROP TRIGGER event_append")
        op.execute(_SQLITE_APPEND % _SQLITE_ADD)
    else:
        op.execute(_FUNCTION)
        # Waits for running appends and holds up the next ones for that long; it reads no row.
        op.execute(_TRIGGER)


def downgrade() -> None:
    # Events that were not read are lost to readers; `gridwright admin` computes ratings again.
    if _is_sqlite():
        op.execute("DROP TRIGGER event_append")
        op.execute(_SQLITE_APPEND % "")
    else:
        op.execute("DROP TRIGGER game_outbox ON game")
        op.execute("DROP FUNCTION outbox_add()")
    op.drop_table("outbox_reader")
    op.drop_table("outbox")


def _is_sqlite() -> bool:
    return op.get_context().dialect.name == "sqlite"

"""Migrate the tables of a database from one revision to another.

Alembic generates the steps. On SQLite it executes them too, because altering a table there means
copying it, for which Alembic must read it. On PostgreSQL it prints them as SQL and our own driver
executes the text: no second driver is needed, and the SQL can be read before it runs
(``migration_sql``).
"""

import asyncio
import io
import sqlite3
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, create_engine, event

from gridwright.server.storage.addresses import require_driver, sqlite_path
from gridwright.server.storage.errors import BrokenLog, SchemaMismatch
from gridwright.server.storage.migrations.revision import SCRIPTS, find_sqlite
from gridwright.server.storage.private_files import make_private_file
from gridwright.server.storage.sqlite import TIMEOUT_S

HEAD: Final = "head"
BASE: Final = "base"

_FORGET: Final = "DROP TABLE IF EXISTS alembic_version"


def revisions(scripts: Path = SCRIPTS) -> list[str]:
    """Return all revisions, the oldest first; there are no branches."""
    script = ScriptDirectory(str(scripts))
    return [step.revision for step in script.walk_revisions()][::-1]


async def migrate(url: str, target: str = HEAD, scripts: Path = SCRIPTS) -> None:
    """Migrate the database to a revision, up or down, in one transaction.

    A downgrade drops data that the older tables lack; the base has no tables.
    """
    path = sqlite_path(url)
    if path is not None:
        await asyncio.to_thread(_migrate_sqlite, path, target, scripts)
        return
    require_driver()
    from gridwright.server.storage.migrations.postgres_revision import migrate_postgres

    await migrate_postgres(url, lambda found: migration_sql(found, target, scripts))


def migration_sql(found: str | None, target: str = HEAD, scripts: Path = SCRIPTS) -> str:
    """Return the SQL that migrates PostgreSQL from one revision to another."""
    n_steps = _count_steps(found, target, scripts)
    config = _config(scripts)
    config.output_buffer = text = io.StringIO()
    between = f"{found or BASE}:{target}"
    if n_steps > 0:
        command.upgrade(config, between, sql=True)
    elif n_steps < 0:
        command.downgrade(config, between, sql=True)
    return text.getvalue() + (f"{_FORGET};\n" if target == BASE else "")


def _count_steps(found: str | None, target: str, scripts: Path) -> int:
    """Return the number of upgrade steps to the target; negative for downgrades."""
    places = {name: place for place, name in enumerate([BASE, *revisions(scripts)])}
    places[HEAD] = len(places) - 1
    start = places.get(found or BASE)
    end = places.get(target)
    if start is None or end is None:
        # A newer version migrated it, and only that one can migrate it back.
        raise SchemaMismatch(found, target)
    return end - start


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    return config


def _migrate_sqlite(path: Path, target: str, scripts: Path) -> None:
    n_steps = _count_steps(find_sqlite(path), target, scripts)
    make_private_file(path)
    engine = create_engine(
        f"sqlite:///{path}", poolclass=NullPool, connect_args={"timeout": TIMEOUT_S}
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    config = _config(scripts)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        if n_steps > 0:
            command.upgrade(config, target)
        elif n_steps < 0:
            command.downgrade(config, target)
        if target == BASE:
            connection.exec_driver_sql(_FORGET)
        # A copied table is dropped under its old name. With foreign keys on, its events would be
        # deleted too; so they are off here, as in every new connection, and checked before the
        # commit.
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise BrokenLog(str(broken[0][1]), f"{len(broken)} rows have lost their game")


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    # Python's module would begin only before the first INSERT, and leave half a change behind.
    connection.isolation_level = None
    # A copied table takes the name of the old one, which a trigger does not find in between.
    connection.execute("PRAGMA legacy_alter_table = ON")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")

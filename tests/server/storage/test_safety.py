"""The server does not start on a database that may forget."""

import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from gridwright.server.storage import Store, open_store
from gridwright.server.storage.errors import StoreUnavailable, UnsafeDatabase
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.opening import open_database
from gridwright.server.storage.safety import (
    POSTGRES_NEEDS,
    SQLITE_NEEDS,
    make_sqlite_safe,
    verify_settings,
    verify_sqlite,
)
from gridwright.server.storage.sqlite import SqliteStore
from gridwright_lab.trials.services.databases import POSTGRES, fresh_database, fresh_schema
from gridwright_lab.trials.services.private_postgres import private_postgres
from tests.server.storage.places import execute

pytestmark = pytest.mark.anyio


async def test_this_postgresql_is_safe() -> None:
    async with await open_database(POSTGRES, 1) as store:
        await store.ping()


async def test_an_address_that_does_not_wait_for_the_disk_is_refused() -> None:
    with pytest.raises(UnsafeDatabase) as caught:
        await open_database(f"{POSTGRES}?synchronous_commit=off")
    assert caught.value.problems == ("synchronous_commit is off, expected on or remote_apply",)
    async with await open_database(f"{POSTGRES}?synchronous_commit=remote_apply", 1) as store:
        await store.ping()


async def test_a_role_that_does_not_wait_for_the_disk_is_refused() -> None:
    with fresh_database() as url:
        role = url.rsplit("/", 1)[1] + "_role"
        await execute(
            POSTGRES,
            f"CREATE ROLE {role} LOGIN",
            f"ALTER ROLE {role} SET synchronous_commit = off",
        )
        try:
            with pytest.raises(UnsafeDatabase, match="synchronous_commit is off"):
                await open_database(url.replace("//postgres@", f"//{role}@"))
        finally:
            await execute(POSTGRES, f"DROP ROLE {role}")


async def test_a_setting_that_changes_later_is_found_by_the_next_connection() -> None:
    with fresh_database() as url:
        await migrate(url)
        async with await open_store(url, connections=3) as store:
            name = url.rsplit("/", 1)[1]
            await execute(POSTGRES, f"ALTER DATABASE {name} SET synchronous_commit = off")
            await execute(
                POSTGRES,
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
            )
            with pytest.raises(UnsafeDatabase, match="synchronous_commit"):
                await _ping_twice(store)


async def _ping_twice(store: Store) -> None:
    """The first may only find that its connection is gone."""
    with suppress(StoreUnavailable):
        await store.ping()
    await store.ping()


async def test_every_bad_setting_is_named() -> None:
    settings = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
    with private_postgres(**settings) as server, pytest.raises(UnsafeDatabase) as caught:
        await open_database(server.url)
    named = [problem.split(" is off")[0] for problem in caught.value.problems]
    assert named == ["fsync", "full_page_writes", "synchronous_commit"]


async def test_a_table_that_a_crash_empties_is_refused() -> None:
    with fresh_schema() as url:
        await migrate(url)
        await execute(url, "ALTER TABLE event SET UNLOGGED")
        with pytest.raises(UnsafeDatabase, match="table event is emptied by a crash"):
            await open_store(url)


@pytest.mark.parametrize(
    "setting",
    ["default_transaction_read_only=on", "default_transaction_isolation=serializable"],
)
async def test_sessions_in_which_the_append_would_not_work_are_refused(setting: str) -> None:
    with pytest.raises(UnsafeDatabase, match="transaction_"):
        await open_database(f"{POSTGRES}?{setting}")


def test_a_missing_setting_counts_as_unsafe() -> None:
    for needs in (POSTGRES_NEEDS, SQLITE_NEEDS):
        with pytest.raises(UnsafeDatabase) as caught:
            verify_settings({}, needs)
        assert len(caught.value.problems) == len(needs)


@pytest.mark.parametrize(
    ("pragma", "problem"),
    [
        ("journal_mode = DELETE", "journal_mode is delete, expected wal"),
        ("synchronous = NORMAL", "synchronous is 1, expected 2 or 3"),
        ("synchronous = OFF", "synchronous is 0, expected 2 or 3"),
        ("foreign_keys = OFF", "foreign_keys is 0, expected 1"),
    ],
)
def test_unsafe_settings_of_sqlite_are_named(tmp_path: Path, pragma: str, problem: str) -> None:
    connection = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    try:
        make_sqlite_safe(connection)
        verify_sqlite(connection)
        connection.execute(f"PRAGMA {pragma}").fetchall()
        with pytest.raises(UnsafeDatabase) as caught:
            verify_sqlite(connection)
        assert caught.value.problems == (problem,)
    finally:
        connection.close()


async def test_a_database_in_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # The file is created before SQLite opens it.
    with pytest.raises(UnsafeDatabase, match="journal_mode is memory"):
        await SqliteStore.open(Path(":memory:"))

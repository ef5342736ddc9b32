"""Sixteen writers on twenty games leave one history of each, and a sabotaged store does not."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from gridwright.server.storage import Store, statements
from gridwright.server.storage.addresses import sqlite_path
from gridwright.server.storage.errors import BrokenLog
from gridwright.server.storage.postgres import PostgresStore
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.sqlite import SqliteStore
from tests.server.storage.concurrent_writers import ConcurrentWriters, audit, whole_log
from tests.server.storage.places import CONNECTIONS, Place, execute, place_of
from tests.server.storage.samples import BEGAN, new_game

pytestmark = pytest.mark.anyio


async def test_every_version_is_there_once(store: ShardedStore) -> None:
    writers = ConcurrentWriters()
    acks = await writers.run(store)
    assert len(acks) > writers.n_writers * writers.n_commands
    assert await audit(store, acks) == Counter()
    n_logged = sum([game.version for game in await store.walk_games()])
    assert n_logged == writers.n_writers * writers.n_commands


async def test_two_nodes_leave_one_history(place: Place, store: ShardedStore) -> None:
    writers = ConcurrentWriters(n_games=5)
    async with await place.open() as other:
        acks = await writers.run(store, other)
    assert await audit(store, acks) == Counter()
    n_logged = sum([game.version for game in await store.walk_games()])
    assert n_logged == writers.n_writers * writers.n_commands


class UncheckedPostgres(PostgresStore):
    """Appends without checking the version."""

    APPEND = statements.APPEND.replace("AND version = $2", "AND $2::bigint >= 0")


class HastyPostgres(PostgresStore):
    """Looks at the version first, dawdles, and writes by what it saw, as a careless service would.

    It dawdles in the statement, so that others come between however busy the machine is.
    """

    APPEND = (
        statements.APPEND.replace(
            "WITH moved AS (",
            """WITH seen AS MATERIALIZED (
            SELECT version, pg_sleep(0.005) FROM game WHERE game_id = $1 AND version = $2
        ), moved AS (""",
        )
        .replace("AND version = $2 AND", "AND EXISTS (SELECT 1 FROM seen) AND")
        .replace("SET version = version + 1", "SET version = $2 + 1")
    )


class GreedyPostgres(PostgresStore):
    """Looks for due games without claiming them."""

    CLAIM_DUE = """
        SELECT game_id, version, deadline_at FROM game
        WHERE wake_at <= $1 AND $3::bigint > 0 ORDER BY wake_at LIMIT $2
    """


class UncheckedSqlite(SqliteStore):
    """Appends without checking the version."""

    APPEND = statements.SQLITE_APPEND.replace("AND version = ?2", "AND ?2 >= 0")


_NO_COMMAND_KEY = "DROP INDEX event_command"
_NO_VERSION_KEY = "ALTER TABLE event DROP CONSTRAINT event_key"


@pytest.mark.parametrize(
    ("kind", "variant", "sabotage", "fault"),
    [
        ("postgresql", UncheckedPostgres, [], "stale"),
        ("postgresql", HastyPostgres, [_NO_VERSION_KEY], "forked"),
        ("postgresql", PostgresStore, [_NO_COMMAND_KEY], "doubled"),
        ("sqlite", UncheckedSqlite, [], "stale"),
        ("sqlite", SqliteStore, [_NO_COMMAND_KEY], "doubled"),
    ],
)
def test_a_sabotaged_store_is_caught(
    tmp_path: Path,
    kind: str,
    variant: type[PostgresStore] | type[SqliteStore],
    sabotage: list[str],
    fault: str,
) -> None:
    async def run(url: str) -> Counter[str]:
        await execute(url, *sabotage)
        async with await _open(variant, url) as store:
            return await audit(store, await ConcurrentWriters(n_games=4).run(store))

    with place_of(kind, tmp_path) as place:
        faults = asyncio.run(run(place.urls[0]))
    assert faults[fault] > 0


def test_the_key_of_the_log_stops_a_hasty_store(tmp_path: Path) -> None:
    """The same hasty statement fails instead of forking a log that has its keys."""

    async def fail(url: str) -> None:
        async with await _open(HastyPostgres, url) as store:
            with pytest.raises(BrokenLog, match="is taken"):
                await ConcurrentWriters(n_games=4).run(store)

    async def compare(url: str) -> list[int]:
        async with await _open(PostgresStore, url) as store:
            games = await store.walk_games()
            return [game.version - len(await whole_log(store, game.game_id)) for game in games]

    with place_of("postgresql", tmp_path) as place:
        asyncio.run(fail(place.urls[0]))
        assert asyncio.run(compare(place.urls[0])) == [0] * 4


@pytest.mark.parametrize(("variant", "is_sound"), [(PostgresStore, True), (GreedyPostgres, False)])
def test_workers_that_do_not_claim_are_caught(
    tmp_path: Path, variant: type[PostgresStore], is_sound: bool
) -> None:
    async def run(url: str) -> list[str]:
        async with await _open(variant, url) as store:
            for number in range(30):
                await store.create(new_game(f"g{number}", deadline_at=BEGAN))
            shares = await asyncio.gather(*[store.claim_due(BEGAN, 20, 1000) for _ in range(3)])
        return [claim.game_id for share in shares for claim in share]

    with place_of("postgresql", tmp_path) as place:
        claimed = asyncio.run(run(place.urls[0]))
    assert len(claimed) >= 20
    assert (len(set(claimed)) == len(claimed)) is is_sound


async def _open(kind: type[PostgresStore] | type[SqliteStore], url: str) -> Store:
    path = sqlite_path(url)
    if issubclass(kind, PostgresStore):
        return await kind.open(url, CONNECTIONS)
    assert path is not None
    return await kind.open(path)

"""256 shards on any number of databases, each shard in one place."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwright.server.storage import Appended, ShardMap, Status, open_store
from gridwright.server.storage.errors import (
    GameExists,
    Malformed,
    ShardMapError,
    StoreError,
    StoreUnavailable,
)
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.sharded import N_SHARDS, shard_of
from gridwright_lab.trials.services.databases import POSTGRES, fresh_database, fresh_schema
from tests.server.storage.places import fetch
from tests.server.storage.samples import BEGAN, append, move, new_game

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[str, str]]:
    with fresh_database() as first, fresh_database() as second:
        for url in (first, second):
            asyncio.run(migrate(url))
        yield first, second


def halves(pair: tuple[str, str]) -> ShardMap:
    return ShardMap({pair[0]: range(128), pair[1]: range(128, 256)})


def test_the_shard_of_a_game_never_changes() -> None:
    # Written down from sha256sum, because every stored game depends on it.
    known = {"g1": 0x71, "gridwright": 0xF1, "a": 0xCA, "": 0xE3}
    assert {game_id: shard_of(game_id) for game_id in known} == known


def test_games_spread_over_all_shards() -> None:
    counts = Counter([shard_of(f"game-{number}") for number in range(25_600)])
    assert len(counts) == N_SHARDS
    assert min(counts.values()) > 50
    assert max(counts.values()) < 160


async def test_postgresql_selects_the_games_of_a_shard() -> None:
    ids = [f"game-{number}" for number in range(50)]
    listed = ", ".join([f"('{game_id}')" for game_id in ids])
    rows = await fetch(
        POSTGRES, f"SELECT id, get_byte(sha256(id::bytea), 0) FROM (VALUES {listed}) AS v (id)"
    )
    assert dict(rows) == {game_id: shard_of(game_id) for game_id in ids}


@pytest.mark.parametrize(
    ("shards", "problem"),
    [
        ({}, "256 are missing"),
        ({"a": range(255)}, "1 are missing, the first is 255"),
        ({"a": range(128), "b": range(127, 256)}, "shard 127 once"),
        ({"a": [*range(256), 0]}, "shard 0 once"),
        ({"a": range(257)}, "got 256"),
        ({"a": range(-1, 255)}, "got -1"),
    ],
)
def test_a_map_covers_every_shard_exactly_once(shards: dict[str, list[int]], problem: str) -> None:
    with pytest.raises(ShardMapError, match=problem):
        ShardMap(shards)


def test_a_map_is_read_from_lines() -> None:
    text = "# two databases\n0-99,255 postgresql://a/x\n\n100-254 postgresql://b/x?p=#1\n"
    shards = ShardMap.parse(text).shards
    assert {url: len(found) for url, found in shards.items()} == {
        "postgresql://a/x": 101,
        "postgresql://b/x?p=#1": 155,
    }
    for bad in ("0-255", "0-255 a b", "x-255 a", "0-1000 a", "255-0 a", "0--1 a"):
        with pytest.raises(ShardMapError):
            ShardMap.parse(bad)


def test_a_map_does_not_show_passwords() -> None:
    assert "hush" not in repr(ShardMap.single("postgresql://me:hush@host/db"))


async def test_each_game_lies_where_its_shard_does(pair: tuple[str, str]) -> None:
    ids = [f"spread-{number}" for number in range(60)]
    async with await open_store(halves(pair), connections=2) as store:
        for game_id in ids:
            await store.create(new_game(game_id, deadline_at=BEGAN, listed=True, box=b"box"))
            assert await append(store, game_id, 0, move("c1")) == Appended(1)
        assert len(store.databases) == 2
    for url, shards in halves(pair).shards.items():
        for table in ("game", "event", "secret"):
            rows = await fetch(url, f"SELECT game_id FROM {table}")
            assert {row[0] for row in rows} == {i for i in ids if shard_of(i) in shards}
            assert len(rows) > 10


async def test_another_map_is_refused(pair: tuple[str, str]) -> None:
    async with await open_store(halves(pair), connections=2):
        pass
    swapped = ShardMap({pair[1]: range(128), pair[0]: range(128, 256)})
    shifted = ShardMap({pair[0]: range(129), pair[1]: range(129, 256)})
    for wrong in (swapped, shifted, ShardMap.single(pair[0])):
        with pytest.raises(ShardMapError):
            await open_store(wrong, connections=2)
    async with await open_store(halves(pair), connections=2) as store:
        await store.ping()


async def test_nodes_with_different_maps_cannot_both_start(pair: tuple[str, str]) -> None:
    with fresh_schema() as first, fresh_schema() as second:
        for url in (first, second):
            await migrate(url)
        one = ShardMap({first: range(128), second: range(128, 256)})
        other = ShardMap({second: range(128), first: range(128, 256)})
        answers = await asyncio.gather(
            *[open_store(each, connections=1) for each in (one, other)], return_exceptions=True
        )
        for answer in answers:
            if not isinstance(answer, BaseException):
                await answer.close()
    assert any(isinstance(answer, ShardMapError) for answer in answers)


async def test_a_database_that_is_down_does_not_stop_the_clocks_of_the_other(
    pair: tuple[str, str],
) -> None:
    for url in pair:
        await fetch(url, "DELETE FROM game")
    store = await open_store(halves(pair), connections=2)
    ids = [f"clock-{number}" for number in range(20)]
    for game_id in ids:
        await store.create(new_game(game_id, deadline_at=BEGAN))
    await store.databases[0].close()
    claimed = [claim.game_id for claim in await store.claim_due(BEGAN, 50, 1000)]
    assert sorted(claimed) == sorted([game_id for game_id in ids if shard_of(game_id) >= 128])
    with pytest.raises(StoreUnavailable):
        await store.claim_due(BEGAN, 50, 1000)
    with pytest.raises(StoreError):
        await store.ping()
    await store.close()


async def test_one_database_is_a_map_of_one(tmp_path: Path) -> None:
    async with await open_store(f"sqlite:///{tmp_path / 'games.db'}", upgrade=True) as store:
        await store.create(new_game("g1", status=Status.RUNNING))
        with pytest.raises(GameExists):
            await store.create(new_game("g1"))
        assert len(store.databases) == 1
        assert len(await store.databases[0].held_shards()) == N_SHARDS


@pytest.mark.parametrize("url", ["", "mysql://x", "sqlite://", "sqlite:///", "sqlite:///a?mode=ro"])
async def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(Malformed):
        await open_store(url)


async def test_a_database_that_cannot_be_reached_says_so_without_its_password() -> None:
    for url in ("postgresql://me:hush@127.0.0.1:1/test", "postgresql://127.0.0.1:1/test"):
        with pytest.raises(StoreUnavailable) as caught:
            await open_store(url)
        assert "hush" not in str(caught.value)

"""Analyses wait, are claimed for a while, and end once, on both databases."""

import pytest
from msgspec.structs import replace

from gridwright.protocol.analysis import EXAMPLE
from gridwright.server.analysis.store import AnalysisStore, StoredAnalysis
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table.positions.analyses import MadeAnalysis
from tests.server.storage.samples import new_game

pytestmark = pytest.mark.anyio

LEASE = 100


async def asked(store: ShardedStore, *game_ids: str) -> AnalysisStore:
    analyses = AnalysisStore(store)
    for now, game_id in enumerate(game_ids):
        await store.create(new_game(game_id))
        assert await analyses.ask(game_id, now, "queued")
    return analyses


async def test_the_one_that_waited_longest_comes_first_and_once(store: ShardedStore) -> None:
    analyses = await asked(store, "g1", "g2")
    assert not await analyses.ask("g1", 9, "queued")
    assert not await analyses.ask("unknown", 9, "queued")
    claims = [await analyses.claim(10, LEASE, f"w{n}") for n in range(3)]
    assert {each.game_id for each in claims if each is not None} == {"g1", "g2"}
    assert claims[2] is None
    assert (await analyses.read("g1")).state == "running"
    assert await analyses.read("unknown") == StoredAnalysis("none")


async def test_the_work_of_a_dead_worker_is_taken_up_again(store: ShardedStore) -> None:
    analyses = await asked(store, "g1")
    first = await analyses.claim(10, LEASE, "first")
    assert first is not None
    assert await analyses.beat(first, 3, 9, 200)
    assert await analyses.claim(150, LEASE, "early") is None
    second = await analyses.claim(201, LEASE, "second")
    assert second is not None
    assert (second.game_id, second.tries) == ("g1", 2)
    assert not await analyses.beat(first, 4, 9, 400)
    await analyses.fail(first, "broken")
    assert EXAMPLE.record is not None
    made = MadeAnalysis(EXAMPLE.record, [0, 4])
    await analyses.keep(second, made)
    found = await analyses.read("g1")
    assert (found.state, found.made) == ("done", made)
    assert not await analyses.ask("g1", 500, "queued")
    assert not await analyses.cancel("g1")


async def test_an_analysis_of_another_revision_is_outdated_and_made_again(
    store: ShardedStore,
) -> None:
    analyses = await asked(store, "g1")
    first = await analyses.claim(10, LEASE, "first")
    assert first is not None
    assert EXAMPLE.record is not None
    older = replace(EXAMPLE.record, revision=EXAMPLE.record.revision - 1)
    await analyses.keep(first, MadeAnalysis(older, [0, 4]))
    assert await analyses.read("g1") == StoredAnalysis("none", "outdated")
    assert not await analyses.ask("g1", 20, "queued")
    await analyses.discard("g1")
    assert await analyses.ask("g1", 30, "queued")
    second = await analyses.claim(40, LEASE, "second")
    assert second is not None
    await analyses.keep(second, MadeAnalysis(EXAMPLE.record, [0, 4]))
    assert (await analyses.read("g1")).state == "done"


async def test_cancelled_and_failed_analyses_can_be_requested_again(store: ShardedStore) -> None:
    analyses = await asked(store, "g1")
    claimed = await analyses.claim(10, LEASE, "w")
    assert claimed is not None
    assert await analyses.cancel("g1")
    assert not await analyses.beat(claimed, 1, 2, 300)
    assert (await analyses.read("g1")).state == "cancelled"
    assert await analyses.claim(500, LEASE, "w") is None
    assert await analyses.ask("g1", 20, "queued")
    again = await analyses.claim(30, LEASE, "w2")
    assert again is not None
    await analyses.fail(again, "impossible")
    assert await analyses.read("g1") == StoredAnalysis("failed", "impossible")
    assert await analyses.ask("g1", 40, "queued")


async def test_a_worker_that_stops_gives_its_work_back(store: ShardedStore) -> None:
    analyses = await asked(store, "g1")
    claimed = await analyses.claim(10, LEASE, "w")
    assert claimed is not None
    await analyses.release(claimed)
    again = await analyses.claim(11, LEASE, "w2")
    assert again is not None
    assert again.tries == 1


async def test_an_analysis_goes_with_its_game(store: ShardedStore) -> None:
    analyses = await asked(store, "g1")
    await store.delete("g1")
    assert await analyses.read("g1") == StoredAnalysis("none")

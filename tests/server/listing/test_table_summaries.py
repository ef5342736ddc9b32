"""Lists of tables use summaries of the current version only."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import msgspec
import pytest

from gridwright.server.listing.summary_store import (
    MAX_PER_SWEEP,
    TABLES_PER_QUERY,
    SummaryStore,
    SummarySweep,
)
from gridwright.server.listing.table_summary import (
    TableSummary,
    decode_summary,
    encode_summary,
    summarise,
)
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.tables.service import TableService
from gridwright.table import commands
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from tests.server.accounts.visitors import SPEC, token_of
from tests.server.listing.public_tables import PublicTables
from tests.server.tables.test_seats_of_people import begin, my_tables, order, sit

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server() as server:
        yield server
        assert server.app.crashes == []
        assert server.app.server_errors == []


async def test_a_summary_is_what_the_log_gives(store: ShardedStore) -> None:
    tables, summaries = PublicTables(store), SummaryStore(store)
    made = [await tables.begin("Ada", "Bot*") for _place in range(3)]
    assert await summaries.current(made) == {}
    sweep = SummarySweep(tables.service, summaries)
    assert not await sweep.sweep()
    found = await summaries.current([*made, "t-unknown"])
    assert found == {game_id: summarise(await tables.service.load(game_id)) for game_id in made}
    assert all(summary.round == 1 for summary in found.values())


async def test_an_older_summary_does_not_count_and_replaces_none(store: ShardedStore) -> None:
    tables, summaries = PublicTables(store), SummaryStore(store)
    game_id = await tables.begin("Ada", "Bot*")
    before = summarise(await tables.service.load(game_id))
    await summaries.keep([before])
    assert await summaries.current([game_id]) == {game_id: before}
    await tables.do(game_id, partial(commands.hand_over, seat=0, bot="l0"))
    assert await summaries.current([game_id]) == {}
    after = summarise(await tables.service.load(game_id))
    await summaries.keep([after])
    await summaries.keep([before])
    assert await summaries.current([game_id]) == {game_id: after}


async def test_a_summary_waits_for_a_running_command(store: ShardedStore) -> None:
    """A table is not summarised while a command runs: the append may still fail."""
    tables = PublicTables(store)
    game_id = await tables.begin("Ada", "Bot*")
    service: TableService = tables.service
    await service.drain_changed(summarise, limit=MAX_PER_SWEEP)
    version = (await service.load(game_id)).version
    decided = asyncio.Event()
    hand_over = partial(commands.hand_over, seat=0, bot="l0")

    def decide(table):  # type: ignore[no-untyped-def]
        decided.set()
        return hand_over(table)

    command = asyncio.ensure_future(
        service.run_command(game_id, "c", expected_version=version, decide=decide)
    )
    await decided.wait()
    service._changed[game_id] = None
    (told,) = await service.drain_changed(lambda table: table.version, limit=MAX_PER_SWEEP)
    await command
    entries = await store.entries(game_id)
    assert told == version + 1 == len(entries)


async def test_a_summary_of_another_format_or_unknown_rules_is_rebuilt(
    store: ShardedStore,
) -> None:
    tables = PublicTables(store)
    summary = summarise(await tables.service.load(await tables.begin("Ada", "Bot*")))
    assert decode_summary(encode_summary(summary)) == summary
    other: TableSummary = msgspec.structs.replace(summary, rules="card/none@0:00")
    assert decode_summary(encode_summary(other)) is None
    assert decode_summary(encode_summary(msgspec.structs.replace(summary, revision=0))) is None
    assert decode_summary("{}") is None


async def test_own_tables_with_summaries_are_listed_without_their_logs(
    server: LiveServer,
) -> None:
    ada, grace = await token_of(server, "Ada"), await token_of(server, "Grace")
    game_id = await begin(server, ada, grace)
    (first,) = await my_tables(server, ada)
    service = server.node.service
    service._tables.clear()
    (again,) = await my_tables(server, ada)
    assert again == first
    assert service.peek(game_id) is None, "the log was read"
    table = await server.auditor.load(game_id)
    actor = table.actor()
    assert actor is not None
    line = table.notation.text(table.game.legal(table.state)[0]).split(" ", 1)[1]
    assert await order(server, game_id, (ada, grace)[actor], type="act", line=line) == 200
    (moved,) = await my_tables(server, ada)
    assert moved["version"] > first["version"]


async def test_more_tables_than_a_statement_takes_are_found(server: LiveServer) -> None:
    made = [await server.make(SPEC) for _place in range(TABLES_PER_QUERY + 1)]
    summaries = [summarise(await server.node.service.load(game_id)) for game_id in made]
    await server.node[SummaryStore].keep(summaries)
    assert len(await server.node[SummaryStore].current(made)) == len(made)
    token = await token_of(server, "Ada")
    assert await sit(server, made[0], 0, token) == 201
    path = "/api/me/tables"
    (mine,) = (await server.client.get(path, headers=bearer(token))).json()
    assert (mine["game_id"], mine["waits"]) == (made[0], True)

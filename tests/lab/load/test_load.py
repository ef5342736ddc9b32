"""The measurement of the server: whole on a small scale, and able to fail."""

import io
import json
import re

import pytest
from rich.console import Console

from gridwright.content.table import default_spec
from gridwright.server.storage.contract import Store
from gridwright.server.storage.opening import open_store
from gridwright.table.log_entries import Acted, to_entry
from gridwright_lab.cli.bench.server import draw_server_figures
from gridwright_lab.load import resident
from gridwright_lab.load.bare_sql import BareSqlFailed, append_script, bare_rate
from gridwright_lab.load.in_turns import combined
from gridwright_lab.load.measure import Load, ServerFigures, measure_server, verify_written
from gridwright_lab.load.prepared import PreparedTable, Stock, prepare_table
from gridwright_lab.load.sending import BadAnswer, connected, send_flat_out
from gridwright_lab.trials.live_server import KEY, open_live_server
from gridwright_lab.trials.services.databases import fresh_database

pytestmark = pytest.mark.anyio


@pytest.mark.meta
async def test_a_small_measurement_is_whole() -> None:
    figures = await measure_server(Load(seconds=1.0, rounds=1, tables=16))
    assert figures.moves[0] > 50
    assert figures.bare[0] > figures.moves[0]
    assert figures.half_rate == figures.moves[0] / 2
    assert 0 < figures.p50 <= figures.p95
    assert 0 < figures.engine_share < 1
    assert 0 < figures.engine < figures.cpu


def test_values_are_printed_next_to_their_thresholds() -> None:
    good = ServerFigures([9_000, 7_000], [3_000, 2_000], 1_250, 3.0, 9.0, 30, 5_000, 300)
    assert (good.share, good.engine_share, good.ok) == (2_500 / 8_000, 0.1, True)
    slow = ServerFigures([20_000], [4_000], 2_000, 3.0, 9.0, 30, 5_000, 300)
    late = ServerFigures([10_000], [4_000], 2_000, 3.0, 51.0, 30, 5_000, 300)
    dear = ServerFigures([10_000], [4_000], 2_000, 3.0, 9.0, 30, 5_000, 451)
    assert [each.ok for each in (slow, late, dear)] == [False] * 3
    told = _drawn(late)
    assert re.search(r"p95 wait, ms +51\.0 +≤ 50 MISSED", told)
    assert re.search(r"share +0\.400 ≥ 0\.30 +ok", told)
    assert re.search(r"CPU / move, µs +451 +≤ 450 MISSED", _drawn(dear))
    assert re.search(r"share +0\.400 +0\.200 ≥ 0\.30 +ok", _drawn(late, slow))
    assert json.dumps(late.to_json())


def _drawn(*figures: ServerFigures) -> str:
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(draw_server_figures(*figures))
    return console.export_text()


def test_rounds_in_turns_are_one_measurement() -> None:
    rounds = [
        ServerFigures([9_000], [3_000], 1_500, 3.0, 9.0, 30, 5_000, 300),
        ServerFigures([7_000], [2_000], 1_000, 4.0, 7.0, 40, 6_000, 500),
    ]
    told = [ServerFigures.from_json(each.to_json()) for each in rounds]
    assert told == rounds
    both = ServerFigures([9_000, 7_000], [3_000, 2_000], 1_250, 3.5, 8.0, 35, 5_500, 400)
    assert combined(told) == both


@pytest.mark.meta
async def test_the_memory_of_a_table_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resident, "N_TABLES", 2)
    few = await resident.kilobytes("classic")
    monkeypatch.setattr(resident, "N_ORDERS", 6)
    assert 10 < await resident.kilobytes("classic") < few < 1_000


@pytest.mark.meta
async def test_a_move_that_is_not_in_the_log_is_found() -> None:
    with fresh_database() as url:
        async with await open_store(url, upgrade=True) as store:
            table = await _prepared(store)
        with pytest.raises(AssertionError, match="expected 3 moves in the log, found 0"):
            await verify_written(url, [table.game_id], 3)


@pytest.mark.meta
async def test_an_order_that_is_refused_ends_the_measurement() -> None:
    async with open_live_server() as server:
        table = await _prepared(server.node.store)
        table.orders.popleft()  # The next one comes too early.
        async with connected(server.address, 1) as connections:
            with pytest.raises(BadAnswer):
                await send_flat_out(connections, [table], 1.0)


async def _prepared(store: Store) -> PreparedTable:
    table = await prepare_table(store, KEY, default_spec(seats=2), seed=1)
    assert table.play_on(5)
    return table


async def test_a_game_that_is_over_makes_room_for_another() -> None:
    async with open_live_server() as server:
        stock = Stock(server.node.store, KEY, default_spec("card", seats=2), 1)
        await stock.fill(10)
        first = stock.tables[0]
        while first.play_on(len(first.orders) + 10):
            pass
        first.orders.clear()
        await stock.fill(10)
        assert len(stock.game_ids) == 2
        assert stock.tables[0] is not first
        assert len(stock.tables[0].orders) == 10


def test_the_bare_statement_has_no_variables_but_its_own() -> None:
    entry = to_entry(Acted("it's: odd"), "0:2:c7", 5, 1, ("1 buy coal-3:2",))
    script = append_script(entry)
    assert set(re.findall(r":([a-z_0-9]+)", script)) == {"round", "client_id", "version"}
    assert "$" not in script


def test_a_statement_that_fails_is_no_rate() -> None:
    with fresh_database() as url, pytest.raises(BareSqlFailed):
        bare_rate(url, to_entry(Acted(), "c", 5, 1, ()), 0, 1, 1.0)  # There are no tables.

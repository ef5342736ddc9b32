"""Clocks that are set or differ: no player loses time."""

from functools import partial
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from gridwright.content.table import default_spec
from gridwright.server.node import Node, open_node
from gridwright.server.operations.steady_clock import SteadyClock
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import Done, TableService
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.commands import Decide
from gridwright.table.terms import BankClock, Clock, Terms, TurnClock
from gridwright_lab.trials.clocks.simulated_machine import SimulatedMachine
from tests.server.tables.test_service import KEY
from tests.server.tables.test_service import Clock as MovedClock
from tests.server.tables.test_service import Node as BareNode

pytestmark = pytest.mark.anyio

HOUR = 3_600_000


async def do(service: TableService, game_id: str, decide: Decide) -> None:
    table = await service.load(game_id)
    name = f"test:{table.version}"
    assert isinstance(
        await service.run_command(game_id, name, expected_version=table.version, decide=decide),
        Done,
    )


async def seated(service: TableService, clock: Clock) -> str:
    """Two people, both ready."""
    game_id = await service.create(default_spec("card", seats=2), Terms(clock))
    for seat in range(2):
        await do(service, game_id, partial(commands.sit_down, seat=seat, name=f"Seat {seat}"))
        await do(service, game_id, partial(commands.get_ready, seat=seat))
    return game_id


async def begun(node: Node | BareNode, clock: Clock) -> str:
    game_id = await seated(node.service, clock)
    await (node[Worker] if isinstance(node, Node) else node.worker).sweep()
    assert (await node.service.load(game_id)).actor() is not None
    return game_id


@pytest.mark.parametrize("clock", [BankClock(60_000), TurnClock(60_000)])
@pytest.mark.parametrize("by", [HOUR, -HOUR])
async def test_setting_the_clock_of_a_machine_times_no_player_out(
    tmp_path: Path, clock: Clock, by: int
) -> None:
    """One hour forward timed a seat out and emptied its bank."""
    machine = SimulatedMachine()
    address = f"sqlite:///{tmp_path / 'games.db'}"
    async with open_node(address, KEY, clock=SteadyClock(machine)) as node:
        game_id = await begun(node, clock)
        machine.pass_time(20_000)
        machine.set_wall(by)
        machine.pass_time(5_000)
        assert await node[Worker].sweep() == 0
        seat = (await node.service.load(game_id)).actor()
        assert seat is not None
        await do(node.service, game_id, partial(commands.hand_over, seat=seat, bot="l0"))
        await do(node.service, game_id, partial(commands.come_back, seat=seat))
        table = await node.service.load(game_id)
        assert table.clocks.deadline() == node.clock() + 35_000
        # And when the time is really up, it is.
        machine.pass_time(34_999)
        assert await node[Worker].sweep() == 0
        machine.pass_time(1)
        assert await node[Worker].sweep() == 1
        assert (await node.service.load(game_id)).seats[seat].bot


async def test_a_node_whose_clock_is_behind_counts_on_from_the_last_entry(
    store: ShardedStore,
) -> None:
    """A machine restarted with its clock set back by an hour."""
    ahead, behind = MovedClock(), MovedClock()
    game_id = await begun(BareNode(store, ahead), BankClock(60_000))
    behind.now = ahead.now - HOUR
    node = BareNode(store, behind)
    seat = (await node.service.load(game_id)).actor()
    assert seat is not None
    with capture_logs() as logs:
        await do(node.service, game_id, partial(commands.hand_over, seat=seat, bot="l0"))
        await do(node.service, game_id, partial(commands.come_back, seat=seat))
    assert [line["event"] for line in logs] == ["an entry lies ahead of this clock"]
    table = await node.service.load(game_id)
    assert table.clocks.left[seat] == 60_000
    behind.now += 40_000
    await do(node.service, game_id, partial(commands.hand_over, seat=seat, bot="l0"))
    table = await node.service.load(game_id)
    assert table.clocks.left[seat] == 20_000
    moments = [logged.entry.at for logged in await store.entries(game_id)]
    assert moments == sorted(moments)


async def test_nothing_waits_for_a_clock_that_is_behind(store: ShardedStore) -> None:
    """Bots act immediately, and deadlines follow the clock of the node."""
    behind = MovedClock()
    node = BareNode(store, behind)
    game_id = await begun(node, TurnClock(60_000))
    behind.now -= HOUR
    seat = (await node.service.load(game_id)).actor()
    assert seat is not None
    await do(node.service, game_id, partial(commands.hand_over, seat=seat, bot="l0"))
    assert (await store.load(game_id)).deadline_at == behind.now
    assert await node.worker.sweep() == 1
    table = await node.service.load(game_id)
    person = table.actor()
    assert person is not None
    if table.seats[person].bot:
        await do(node.service, game_id, partial(commands.come_back, seat=person))
    record = await store.load(game_id)
    assert record.deadline_at is not None
    assert 0 < record.deadline_at - behind.now <= 60_000


async def test_a_log_whose_moments_go_back_still_folds(store: ShardedStore) -> None:
    """Older nodes wrote the time of the machine's clock unchecked."""
    clock = MovedClock()
    node = BareNode(store, clock)
    game_id = await begun(node, BankClock(60_000))
    table = await node.service.load(game_id)
    seat = table.actor()
    assert seat is not None
    # As if the node did not know when the last entry was.
    node.service._recent.clear()
    clock.now -= HOUR
    hand_over = partial(commands.hand_over, seat=seat, bot="l0")
    done = await node.service.run_command(
        game_id, "back", expected_version=table.version, decide=hand_over
    )
    assert isinstance(done, Done)
    moments = [logged.entry.at for logged in await store.entries(game_id)]
    assert moments != sorted(moments)
    fresh = TableService(store, SeedVault(store, KEY), node.bus, clock)
    again = await fresh.load(game_id)
    assert again.seats[seat].bot == "l0"
    assert again.clocks.left[seat] == 60_000

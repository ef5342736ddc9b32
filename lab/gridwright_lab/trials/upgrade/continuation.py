"""Plays a stored game on by given moves, through the service that people's orders go through."""

import hashlib
from collections import deque
from collections.abc import Sequence
from functools import partial

from gridwright.server.tables.service import Done, TableService
from gridwright.table import commands
from gridwright.table.commands import Decide
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright_lab.trials.table_driver import StuckError


async def carry_out(service: TableService, table: Table, decide: Decide) -> None:
    """One command at the version of now."""
    name = f"corpus:{table.version}"
    done = await service.run_command(
        table.game_id, name, expected_version=table.version, decide=decide
    )
    if not isinstance(done, Done):
        raise StuckError(f"{table.game_id} is at {done.version}")


async def begin(service: TableService, game_id: str) -> None:
    """Fill the free seats of a table that gathers, and make all players ready."""
    n_seats = (await service.load(game_id)).spec.seats
    for seat in range(n_seats):
        table = await service.load(game_id)
        if not table.seats[seat].is_taken:
            sit = partial(commands.sit_down, seat=seat, name=f"Seat {seat}")
            await carry_out(service, table, sit)
        table = await service.load(game_id)
        if not table.seats[seat].is_ready:
            given = hashlib.sha256(f"seat {seat}".encode("ascii")).digest()[:16]
            ready = partial(commands.get_ready, seat=seat, contribution=given)
            await carry_out(service, table, ready)


def is_servers_turn(table: Table) -> bool:
    """Return whether the server acts next, apart from bots: their moves are recorded."""
    is_over = table.status in (Status.RUNNING, Status.PAUSED) and table.is_over()
    return is_over or table.can_begin() or table.is_deal_due()


async def settle(service: TableService, game_id: str) -> Table:
    """Wait until the table needs a seat or is over; return it."""
    table = await service.load(game_id)
    while is_servers_turn(table):
        await service.wake(game_id, table.version)
        table = await service.load(game_id)
    return table


async def play_on(service: TableService, game_id: str, lines: Sequence[str]) -> Table:
    """Play moves of people and bots, and the server's own; return the table afterwards."""
    left = deque(lines)
    table = await service.load(game_id)
    if table.status is Status.GATHERING and left:
        await begin(service, game_id)
    table = await settle(service, game_id)
    while left:
        action = table.notation.parse(left.popleft())
        bot = table.seats[action.seat].bot
        act = partial(commands.act, seat=action.seat, action=action, by_bot=bot)
        await carry_out(service, table, act)
        table = await settle(service, game_id)
    return table

"""Games at local tables.

    python local_games.py FIRST LAST

Prints one JSON object per game: its header, seed, log and digests.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Concatenate

import msgspec

from gridwright.bots.registry import BOTS
from gridwright.bots.seated_bot import decide_at
from gridwright.content.table import TableSpec
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.table import commands, leaving
from gridwright.table.bid_limits import BidLimit
from gridwright.table.clock_pauses import MS_PER_DAY, Night
from gridwright.table.commands import Decision, RefusedCommand
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.local_table import Arguments, LocalHeader, LocalTable
from gridwright.table.table import Table
from gridwright.table.terms import BankClock, NoClock, Terms, TimeOut, TurnClock

SPECS = (
    TableSpec("classic", "recharged", "usa-recharged", 3, contractor=True),
    TableSpec("card", "standard", "none", 2),
    TableSpec("deluxe", "europe", "europe", 3),
    TableSpec("classic", "original", "germany", 2, hidden_money=True),
    TableSpec("card", "standard", "none", 4, hidden_money=True),
)
CLOCKS = (NoClock(), BankClock(60_000, 5_000), TurnClock(MS_PER_DAY, 8 * 3_600_000, 10))
PEOPLE = ("Ada", "Bea")
MAX_STEPS = 20_000


class PlayedGame(msgspec.Struct):
    """A game with what its fold must yield."""

    header: LocalHeader
    seed: str
    log: list[LoggedEntry]
    chain: str
    state: str
    status: Status
    counts: dict[str, int]


def play_game(number: int) -> PlayedGame:
    """Play a game of two people and bots, with undo, limits, clocks and absences."""
    dice = Dice(number)
    seed = number.to_bytes(32, "big")
    spec = SPECS[number % len(SPECS)]
    clock = CLOCKS[number % len(CLOCKS)]
    terms = Terms(clock=clock, time_out=TimeOut.PAUSE if number % 2 else TimeOut.BOT)
    local = LocalTable(spec, terms, game_id=f"local-{number}", seed=seed, now=1_700_000_000_000)
    for seat in range(spec.seats):
        if seat < len(PEOPLE):
            local.run(commands.sit_down, seat, PEOPLE[seat])
            local.run(commands.get_ready, seat, bytes([number, seat]) * 8)
        else:
            local.run(commands.sit_down, seat, f"Bot {seat}", bot=f"l{seat % 2}")
    local.advance()
    for _step in range(MAX_STEPS):
        if local.table.status in (Status.FINISHED, Status.ABANDONED):
            break
        awaited = local.table.waiting_for()
        if awaited is not None:
            _decide(local, awaited, dice)
        elif dice.below(4) == 0:
            _try(local, commands.come_back, dice.below(len(PEOPLE)))
        # Rarely so long that time is up: bots take over, or the game is paused.
        local.advance(dice.below(5_000) if dice.below(40) else 2 * MS_PER_DAY)
    kinds = [each.entry.kind for each in local.log]
    return PlayedGame(
        local.header,
        seed.hex(),
        local.log,
        local.table.chain.hex(),
        digest(local.table.state),
        local.table.status,
        {kind: kinds.count(kind) for kind in sorted(set(kinds))},
    )


def _try(
    local: LocalTable,
    command: Callable[Concatenate[Table, Arguments], Decision],
    *args: Arguments.args,
    **kwargs: Arguments.kwargs,
) -> None:
    """Run a command that the table may refuse."""
    with suppress(RefusedCommand):
        local.run(command, *args, **kwargs)


def _decide(local: LocalTable, seat: int, dice: Dice) -> None:
    """Let a person act, and now and then do something else."""
    table = local.table
    if table.status is Status.PAUSED:
        local.run(commands.come_back, seat)
        return
    is_auction = table.game.phases[table.state.phase].NAME == AuctionPhase.NAME
    is_by_turn = isinstance(table.terms.clock, TurnClock)
    chance = dice.below(24)
    if chance < 4 and is_auction and table.seats[1 - seat].is_person:
        local.leave_limit(1 - seat, BidLimit("", dice.below(40)))
    elif chance == 4 and is_by_turn:
        _try(local, commands.set_night, seat, Night(dice.below(1_440), dice.below(1_440)))
    elif chance == 5 and is_by_turn:
        _try(local, commands.take_vacation, seat, 1, local.now)
    elif chance == 6:
        local.run(leaving.leave, seat)
    if table.waiting_for() != seat or table.is_limit_due(seat):
        return
    key = table.version.to_bytes(32, "big")
    action = decide_at(BOTS["l1"], table.game, table.state, key)
    local.run(commands.act, seat, action)
    if dice.below(6) == 0 and table.undo.last_of(seat) is not None:
        local.run(commands.undo, seat)


if __name__ == "__main__":
    for _number in range(int(sys.argv[1]), int(sys.argv[2])):
        print(msgspec.json.encode(play_game(_number)).decode())

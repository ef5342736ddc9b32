"""A table of random people and bots on a real store, whose clock the experiment moves."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from gridwright.content.table import TableSpec
from gridwright.engine.dice import Dice
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.server.storage.contract import Store
from gridwright.server.tables.service import Done, TableService
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.bid_limits import Beyond, BidLimit
from gridwright.table.commands import Decide, RefusedCommand
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright.table.terms import Terms
from gridwright_lab.conformance.sampling.random_players import RANDOM_PLAYERS
from gridwright_lab.trials.table_driver import StuckError, choose
from gridwright_lab.trials.undo.undo_law import UndoLaw

SUBSTITUTE: Final = "l0"
SELDOM: Final = 30
"""One in this many turns of a person is not a move."""


class TrialClock:
    """The time of the whole trial."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


class RandomTable:
    """One table. A node plays it, and another one follows it from the log."""

    def __init__(
        self,
        nodes: Sequence[TableService],
        store: Store,
        clock: TrialClock,
        dice: Dice,
    ) -> None:
        self.node: Final = nodes[0]
        self.auditor: Final = nodes[1]
        self._store: Final = store
        self._worker: Final = Worker(store, self.node, clock)
        self._clock: Final = clock
        self._dice: Final = dice
        self._player: Final = RANDOM_PLAYERS[dice.below(len(RANDOM_PLAYERS))]
        self.game_id = ""
        self.people: Final[list[int]] = []
        self.law: Final = UndoLaw()

    async def open(self, spec: TableSpec, terms: Terms, n_people: int) -> None:
        """Seat people and bots, and begin."""
        self.game_id = await self.node.create(spec, terms)
        first = self._dice.below(spec.seats)
        self.people.extend([(first + place) % spec.seats for place in range(n_people)])
        for seat in range(spec.seats):
            bot = "" if seat in self.people else ("l0", "l1")[self._dice.below(2)]
            await self.do(partial(commands.sit_down, seat=seat, name=f"Seat {seat}", bot=bot))
        for seat in self.people:
            await self.do(partial(commands.get_ready, seat=seat))
        await self.sweep()

    async def do(self, decide: Decide) -> None:
        """Carry out a command at the version of now, or raise what refuses it."""
        await self.read()
        name = f"trial:{self.law.version}"
        done = await self.node.run_command(
            self.game_id, name, expected_version=self.law.version, decide=decide
        )
        if not isinstance(done, Done):
            raise StuckError(f"{self.game_id} is at {done.version}, not {self.law.version}")
        await self.read()

    async def read(self) -> None:
        """Read the log on."""
        for logged in await self._store.entries(self.game_id, self.law.version):
            self.law.read(logged)

    async def table(self) -> Table:
        """The table as another node has it from the log."""
        return await self.auditor.load(self.game_id)

    async def sweep(self) -> bool:
        """Do what is due now; whether anything was."""
        version = self.law.version
        await self._worker.sweep()
        await self.read()
        return self.law.version > version

    def wait(self, until: int) -> None:
        """Advance the time."""
        self._clock.now = max(self._clock.now, until)

    async def move(self) -> None:
        """One more entry: what is due, or something that a person does."""
        table = await self.table()
        self._clock.now += self._dice.below(300)
        due = table.deadline_at(self._clock.now)
        seat = table.actor()
        away = [each for each in self.people if table.seats[each].bot]
        # After the last move no one can come back, though undo may still be open.
        is_running = table.status is Status.RUNNING and not table.is_over()
        if away and is_running and self._dice.below(4):
            await self.do(partial(commands.come_back, seat=away[0]))
        elif seat is not None and seat in self.people and not self._is_continued(table, seat):
            await self._act(table, seat)
        elif due is None:
            raise StuckError(f"{self.game_id} waits for no seat at {table.version}")
        else:
            self.wait(due)
            if not await self.sweep():
                raise StuckError(f"{self.game_id} does not continue at {table.version}")

    def _is_continued(self, table: Table, seat: int) -> bool:
        return bool(table.seats[seat].bot) or table.is_limit_due(seat)

    async def _act(self, table: Table, seat: int) -> None:
        oddity = self._dice.below(SELDOM)
        if oddity == 0:
            await self.do(partial(commands.hand_over, seat=seat, bot=SUBSTITUTE))
        elif oddity < 3 and self._is_auction(table):
            await self.do(self._limit(table))
        else:
            action = choose(table, self._dice, self._player)
            await self.do(partial(commands.act, seat=seat, action=action))

    def _is_auction(self, table: Table) -> bool:
        phase = table.game.phases[table.state.phase].NAME
        return phase == AuctionPhase.NAME and bool(table.state.market)

    def _limit(self, table: Table) -> Decide:
        seat = self.people[self._dice.below(len(self.people))]
        market = table.state.market
        plant = table.notation.cards[market[self._dice.below(len(market))]]
        beyond = (Beyond.DROP, Beyond.ASK)[self._dice.below(2)]
        return self.node.sealed_limit(
            self.game_id, seat, BidLimit(plant, self._dice.below(40), beyond)
        )

    async def ask(self, seat: int) -> str:
        """Take an order back; the code if that is refused, else nothing."""
        try:
            await self.do(partial(commands.undo, seat=seat))
        except RefusedCommand as refused:
            return refused.code
        return ""

    async def is_over(self) -> bool:
        return (await self.table()).status is Status.FINISHED

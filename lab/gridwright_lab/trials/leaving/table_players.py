"""One table and its people, driven from order to order as a server's routes would be."""

import asyncio
from collections import Counter
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Final

import msgspec

from gridwright.content.table import TableSpec
from gridwright.engine.dice import Dice
from gridwright.protocol.orders import SeatOrder, read_order
from gridwright.server.auth.records import Person
from gridwright.server.auth.tickets import Ticket
from gridwright.server.tables.seat_routes import take_seat
from gridwright.server.tables.service import Done
from gridwright.table import commands, leaving
from gridwright.table.clock_pauses import MS_PER_DAY, MS_PER_MINUTE
from gridwright.table.commands import RefusedCommand
from gridwright.table.entries import Status
from gridwright.table.orders import decide_leaving, decide_order
from gridwright.table.seats import Left
from gridwright.table.table import Table
from gridwright.table.terms import AWAY_AFTER, BankClock, NoClock, Terms, TimeOut, TurnClock
from gridwright_lab.conformance.sampling.random_players import BUILDER
from gridwright_lab.trials.leaving.moved_server import MovedServer
from gridwright_lab.trials.leaving.outcomes import MAX_ACTIONS_AFTER_RETURN, Outcome, Plan, plan_of

BOT: Final = "l0"
CLOCKS: Final = (
    NoClock(),
    NoClock(),
    NoClock(),
    BankClock(300_000, 10_000),
    TurnClock(MS_PER_DAY),
)
MAX_LOOKS: Final = 5
"""Checks for absent people between due times."""
OVER: Final = (Status.FINISHED, Status.ABANDONED)


class TablePlayers:
    """A table from its first chair to its end."""

    def __init__(self, server: MovedServer, spec: TableSpec, number: int) -> None:
        self._server: Final = server
        self._dice: Final = Dice(number)
        self.spec: Final = spec
        self.n_people: Final = 1 + self._dice.below(spec.seats)
        self.terms: Final = Terms(
            CLOCKS[self._dice.below(len(CLOCKS))],
            (TimeOut.BOT, TimeOut.PAUSE)[self._dice.below(2)],
            BOT,
            (10 * MS_PER_MINUTE, MS_PER_DAY)[self._dice.below(2)],
        )
        self.game_id = ""
        self.counts: Final[Counter[str]] = Counter()
        """Number of people by outcome."""
        self._number: Final = number
        self._tickets: Final[dict[int, Ticket]] = {}
        self._plans: Final[dict[int, Plan]] = {}
        self._pages: Final[dict[int, AbstractContextManager[None]]] = {}
        self._n_orders = 0
        self._n_looks = MAX_LOOKS

    # The room

    async def gather(self) -> None:
        """Seat all players and make them ready; people have accounts, and open the page."""
        service = self._server.service
        self.game_id = await service.create(self.spec, self.terms)
        for seat in range(self.spec.seats):
            is_person = seat < self.n_people
            person = f"p{self._number}-{seat}" if is_person else ""
            if is_person:
                record = Person(person, person, person, self._server.clock())
                await self._server.people.add(record, "none")
            sit = partial(
                commands.sit_down,
                seat=seat,
                name=person or f"Bot {seat}",
                bot="" if is_person else BOT,
                person=person,
            )
            since = await take_seat(service, self._server.held, self.game_id, seat, person, sit)
            if is_person:
                self._tickets[seat] = Ticket(self.game_id, seat, since)
                self._plans[seat] = plan_of(self._dice)
                self._open(seat)
        for seat in self._tickets:
            await self._order(seat, type="ready", contribution=f"{seat:02x}" * 16)

    def _open(self, seat: int) -> None:
        if seat not in self._pages:
            self._pages[seat] = self._server.seat_reclaim.watching(
                self.game_id, self._tickets[seat]
            )
            self._pages[seat].__enter__()

    def _close(self, seat: int) -> None:
        page = self._pages.pop(seat, None)
        if page is not None:
            page.__exit__(None, None, None)

    async def _order(self, seat: int, **values: Any) -> None:
        """An order as the route carries it out; RefusedCommand if it is refused."""
        service = self._server.service
        version = (await service.load(self.game_id)).version
        self._n_orders += 1
        named = {"command_id": f"c{self._n_orders}", "expected": version, **values}
        order: SeatOrder = read_order(msgspec.json.encode(named))
        attendance = await self._server.presence.attendance(self.game_id)
        aside = decide_leaving(seat, order, service.now(), attendance)
        decide = aside or partial(decide_order, seat=seat, order=order)
        done = await service.run_command(
            self.game_id, f"{seat}:{order.command_id}", expected_version=version, decide=decide
        )
        assert isinstance(done, Done)

    # The game

    async def step(self) -> bool:
        """Perform one action of a person; return False if no person acts now."""
        # Pages that were closed or opened are noticed.
        await asyncio.sleep(0)
        # There is no other writer, so the cached table is that of the log.
        service = self._server.service
        table = service.peek(self.game_id) or await service.load(self.game_id)
        if table.status in OVER or table.is_over():
            self._leave_room()
            return False
        if table.status is Status.GATHERING:
            return False
        for seat in self._tickets:
            if await self._come_back(seat) or await self._vote(table, seat):
                return True
        awaited = table.waiting_for()
        return awaited is not None and await self._play(table, awaited)

    def _leave_room(self) -> None:
        for seat in list(self._pages):
            self._close(seat)

    async def _come_back(self, seat: int) -> bool:
        plan = self._plans[seat]
        if not plan.back_at or self._server.clock() < plan.back_at:
            return False
        plan.back_at = 0
        plan.turns = self._dice.below(MAX_ACTIONS_AFTER_RETURN) + 1
        plan.outcome = Outcome.VANISHES
        plan.is_done = False
        self._open(seat)
        await asyncio.sleep(0.001)
        if (await self._server.service.load(self.game_id)).seats[seat].left is Left.ASKED:
            await self._order(seat, type="come_back")
        self.counts["came back"] += 1
        return True

    async def _vote(self, table: Table, seat: int) -> bool:
        """People who see that another one is away vote on what to do."""
        if seat not in self._pages or self._plans[seat].is_asleep or table.seats[seat].bot:
            return False
        attendance = await self._server.presence.attendance(self.game_id)
        for about in table.absences.people_in_play():
            has_said = seat in table.absences.votes.get(about, {})
            if about == seat or has_said or self._dice.below(2):
                continue
            if leaving.is_away(table, about, self._server.clock(), attendance):
                wish = ("wait", "bot", "end")[self._dice.below(3)]
                try:
                    await self._order(seat, type="vote", about=about, wish=wish)
                except RefusedCommand as refused:
                    if refused.code != "agreed_to_wait":
                        raise
                    continue
                self.counts["voted"] += 1
                return True
        return False

    async def _play(self, table: Table, seat: int) -> bool:
        plan = self._plans.get(seat)
        if plan is None or plan.is_done:
            # With an open page and no will to play: a person who was handed the seat back.
            return False
        if plan.turns > 0 and table.status is Status.RUNNING:
            plan.turns -= 1
            action = BUILDER.choose(table.game.offers(table.state), self._dice)
            line = table.notation.text(action).split(" ", 1)[1]
            await self._order(seat, type="act", line=line)
            return True
        plan.is_done = True
        await self._meet(plan, seat)
        self.counts[plan.outcome.value] += 1
        return True

    async def _meet(self, plan: Plan, seat: int) -> None:
        """Carry out the person's outcome."""
        soon = self._server.clock() + AWAY_AFTER * (1 + self._dice.below(60))
        if plan.outcome is Outcome.VANISHES:
            self._close(seat)
        elif plan.outcome is Outcome.SLEEPS:
            plan.is_asleep = True
        elif plan.outcome is Outcome.RESIGNS:
            await self._order(seat, type="resign")
            await self._no_way_back(seat)
        elif plan.outcome is Outcome.LEAVES:
            await self._order(seat, type="leave")
        elif plan.outcome is Outcome.RETURNS:
            await self._order(seat, type="leave")
            plan.back_at = soon
        elif plan.outcome is Outcome.AWAY_A_WHILE:
            self._close(seat)
            plan.back_at = soon
        elif plan.outcome is Outcome.ERASES:
            self._close(seat)
            await self._server.erase(f"p{self._number}-{seat}")
        elif plan.outcome is Outcome.STAYS:
            # The game was paused.
            await self._order(seat, type="come_back")
            plan.is_done = False
        else:
            await self._order(seat, type="abandon")
            plan.turns = self._dice.below(MAX_ACTIONS_AFTER_RETURN)
            plan.outcome = Outcome.VANISHES
            plan.is_done = False

    async def _no_way_back(self, seat: int) -> None:
        try:
            await self._order(seat, type="come_back")
        except RefusedCommand as refused:
            if refused.code != "resigned":
                raise
            return
        raise AssertionError("a person who resigned came back")

    def next_moment(self) -> int | None:
        """Return the time of the next return, or of the next check for absent people."""
        moments = [plan.back_at for plan in self._plans.values() if plan.back_at]
        is_watched = any(not self._plans[seat].is_asleep for seat in self._pages)
        if self._n_looks and is_watched:
            self._n_looks -= 1
            moments.append(self._server.clock() + AWAY_AFTER)
        return min(moments, default=None)

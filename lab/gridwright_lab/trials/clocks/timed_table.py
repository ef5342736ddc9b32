"""A table on a real store in simulated time, with people who act, leave and return."""

import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from gridwright.content.table import default_spec
from gridwright.engine.dice import Dice
from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.bus import LocalBus
from gridwright.server.operations.clock_file import ClockFile
from gridwright.server.operations.steady_clock import Clock, SteadyClock
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.account_erasure import AccountErasure
from gridwright.server.tables.held_seats import HeldSeats
from gridwright.server.tables.service import Done, TableService
from gridwright.server.worker.service import Worker
from gridwright.table import commands, leaving
from gridwright.table.absence_log import Attendance, LeaveRequest
from gridwright.table.commands import Decide, RefusedCommand
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.seats import Left
from gridwright.table.table import Table
from gridwright.table.terms import BankClock, Terms, TurnClock
from gridwright_lab.conformance.sampling.random_players import RANDOM_PLAYERS
from gridwright_lab.trials.clocks.simulated_machine import SimulatedMachine
from gridwright_lab.trials.clocks.time_model import Standing, TimeModel
from gridwright_lab.trials.live_server import KEY
from gridwright_lab.trials.table_driver import StuckError, choose

MAX_ERROR: Final = 1_000
"""Milliseconds that a seat may gain or lose."""
MAX_HOPS: Final = 12
"""Maximum number of entries of a worker during one step of time."""
MAX_IDLE: Final = 5
"""Consecutive sweeps, a millisecond apart, in which a worker may find nothing to do."""

MakeClock = Callable[[SimulatedMachine, Path], Clock]
"""Returns the clock of a node that starts on a machine; a faulty variant returns another one."""


def steady_clock(machine: SimulatedMachine, folder: Path) -> Clock:
    """Return the clock of a real server."""
    return SteadyClock(machine, file=ClockFile(folder / "clock.json"))


class TimedTable:
    """One table, the node that runs it, and an auditor that only reads the log."""

    def __init__(
        self,
        store: ShardedStore,
        machine: SimulatedMachine,
        folder: Path,
        dice: Dice,
        make_clock: MakeClock,
    ) -> None:
        self._store: Final = store
        self.machine: Final = machine
        self._folder: Final = folder
        self._dice: Final = dice
        self._make_clock: Final = make_clock
        self._player: Final = RANDOM_PLAYERS[dice.below(len(RANDOM_PLAYERS))]
        self._auditor: Final = self._service(machine.wall)
        self.counts: Final[Counter[str]] = Counter()
        self.findings: Final[list[str]] = []
        self.worst = 0
        """Largest difference so far."""
        self.game_id = ""
        self._version = 0
        self._n_sent = 0
        self.start_node()

    def _service(self, clock: Clock) -> TableService:
        return TableService(self._store, SeedVault(self._store, KEY), LocalBus(), clock)

    def start_node(self) -> None:
        """Start a process with an empty cache; the previous one is gone."""
        self.clock = self._make_clock(self.machine, self._folder)
        self.node = self._service(self.clock)
        self._worker = Worker(self._store, self.node, self.clock)
        self._departing = AccountErasure(self.node, HeldSeats(self._store.home))

    async def open(self, clock: BankClock | TurnClock, terms: Terms, n_seats: int) -> None:
        """Seat at least two people, add bots, and begin."""
        spec = default_spec(("classic", "card")[self._dice.below(2)], seats=n_seats)
        self.game_id = await self.node.create(spec, terms)
        self.model = TimeModel(clock, n_seats)
        self.terms = terms
        self.people = list(range(2 + self._dice.below(n_seats - 1)))
        await self._read()
        for seat in range(n_seats):
            bot = "" if seat in self.people else "l0"
            await self.do(partial(commands.sit_down, seat=seat, name=f"Seat {seat}", bot=bot))
        for seat in self.people:
            await self.do(partial(commands.get_ready, seat=seat))
        await self.pass_time(0)

    async def do(self, decide: Decide) -> None:
        """Run a command of a person at the current version."""
        self._n_sent += 1
        name = f"trial:{self._n_sent}"
        done = await self.node.run_command(
            self.game_id, name, expected_version=self._version, decide=decide
        )
        if not isinstance(done, Done):
            raise StuckError(f"{self.game_id} is at {done.version}, not {self._version}")
        await self._read()

    # Time

    async def pass_time(self, milliseconds: int) -> None:
        """Advance real time; the worker sweeps whenever the server reports that something is due.

        If bots play on without a pause, less time passes: this experiment needs no whole games.
        """
        end = self.machine.passed + milliseconds
        n_idle = 0
        for _hop in range(MAX_HOPS):
            record = await self._store.load(self.game_id)
            wait = None if record.wake_at is None else max(0, record.wake_at - self.clock())
            if wait is None or self.machine.passed + wait > end:
                self._pass(end - self.machine.passed)
                return
            self._pass(wait)
            version = self._version
            await self._worker.sweep()
            await self._read()
            if self._version == version:
                n_idle += 1
                self._pass(1)
            if n_idle > MAX_IDLE:
                raise StuckError(f"{self.game_id} is due and does not continue at {version}")

    def _pass(self, milliseconds: int) -> None:
        self.machine.pass_time(milliseconds)
        self.model.pass_time(milliseconds)

    # Comparison with the log

    async def _read(self) -> None:
        for logged in await self._store.entries(self.game_id, self._version):
            self._version = logged.version
            if logged.version < 2:
                continue
            self.table = await self._auditor.load(self.game_id)
            if self.table.version != logged.version:
                # The worker makes one entry at a time, so none may be skipped.
                raise StuckError(f"{self.game_id} moved on to {self.table.version}")
            self._judge_time_out(logged)
            self.model.see(_standing(self.table, logged))
            self.compare()

    def _judge_time_out(self, logged: LoggedEntry) -> None:
        entry = logged.entry
        if entry.kind != "paused" and not _is_time_out(logged):
            return
        self.counts["time-outs"] += 1
        running = self.model.running
        left = 0 if running is None else self.model.left(running)
        if running != entry.seat or left > MAX_ERROR:
            what = f"seat {entry.seat} timed out, {running} had {left} ms left"
            self._find("wrong time-outs", what)

    def compare(self) -> None:
        """Compare each seat's time on the server with the model."""
        table = self.table
        self.counts["comparisons"] += 1
        running = self.model.running
        deadline = table.clocks.deadline()
        if (deadline is None) != (running is None):
            self._find("other clocks", f"the model lets {running} run")
            return
        if running is not None and deadline is not None:
            self._compare_one(running, max(0, deadline - self.clock()))
        if isinstance(self.terms.clock, BankClock):
            for seat, left in enumerate(table.clocks.left):
                if seat != running:
                    self._compare_one(seat, left)

    def _compare_one(self, seat: int, left: int) -> None:
        error = abs(left - max(0, self.model.left(seat)))
        self.worst = max(self.worst, error)
        if error > MAX_ERROR:
            wanted = self.model.left(seat)
            self._find("seats off", f"seat {seat} has {left} ms, expected {wanted}")

    def judge_overdue(self) -> None:
        """Report a running clock whose time should be up."""
        running = self.model.running
        if running is not None and self.model.left(running) < -MAX_ERROR:
            late = -self.model.left(running)
            self._find("late time-outs", f"seat {running} thinks on, {late} ms late")
        self.compare()

    def _find(self, kind: str, what: str) -> None:
        self.counts[kind] += 1
        self.findings.append(f"{self.game_id} at {self._version}: {what}")

    # Actions of people

    async def act(self, seat: int) -> None:
        action = choose(self.table, self._dice, self._player)
        await self.do(partial(commands.act, seat=seat, action=action))

    async def undo(self, seat: int) -> None:
        await self.do(partial(commands.undo, seat=seat))

    async def hand_over(self, seat: int) -> None:
        """Hand the seat to a bot in one of the two ways."""
        if self._dice.below(2):
            await self.do(partial(commands.hand_over, seat=seat, bot="l0"))
        else:
            await self.do(partial(leaving.leave, seat=seat))

    async def come_back(self, seat: int) -> None:
        await self.do(partial(commands.come_back, seat=seat))

    async def vote_away(self, about: int) -> bool:
        """Vote with all others for a bot at the seat; return whether one plays there now."""
        seats = self.table.seats
        voters = [seat for seat in self.people if seat != about and not seats[seat].bot]
        attendance = Attendance(frozenset(voters))
        vote = partial(leaving.vote, about=about, choice=LeaveRequest.BOT, attendance=attendance)
        try:
            for seat in voters:
                await self.do(partial(vote, seat=seat, now=self.node.now()))
        except RefusedCommand:
            # No vote is possible on a person who left recently, nor after a decision.
            pass
        return self.table.seats[about].left is Left.VOTED

    async def reconnect(self, seat: int) -> None:
        """Open a page again; a person who was replaced gets the seat back."""
        ticket = Ticket(self.game_id, seat, self.table.seats[seat].since)
        await self._departing.welcome(ticket)
        await self._read()

    async def close(self) -> None:
        """Clean up, so that no worker processes the table."""
        await self._store.delete(self.game_id)

    def is_over(self) -> bool:
        is_on = self.table.status in (Status.RUNNING, Status.PAUSED)
        return self.table.is_over() or not is_on


def _standing(table: Table, logged: LoggedEntry) -> Standing:
    owner = table.actor()
    is_person = owner is not None and not table.seats[owner].bot
    since = json.loads(logged.entry.data)["since"] if logged.entry.kind == "undone" else None
    is_waiting, is_time_out = table.is_deal_due(), _is_time_out(logged)
    is_resumed = logged.entry.kind == "resumed"
    return Standing(logged.version, owner, is_waiting, is_person, is_time_out, is_resumed, since)


def _is_time_out(logged: LoggedEntry) -> bool:
    return bool(json.loads(logged.entry.data).get("timed_out", False))

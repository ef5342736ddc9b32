"""No seat gains or loses time: ``gridwright-lab trial clocks --sequences 10000``.

Random sequences of actions and faults: people act, hand over and come back, are voted out and
reconnect, undo orders, let their time run out; the server's process is restarted; the machine's
clock is set by an hour and more. The service, the worker and the store are real, on a SQLite file;
time is simulated. After every entry each seat's time on the server is compared with a model that
knows only the elapsed time.
"""

import asyncio
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gridwright.engine.dice import Dice
from gridwright.server.operations.logs import LogForm, set_up_logs
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright.table.terms import BankClock, Terms, TimeOut, TurnClock
from gridwright_lab.trials.clocks.simulated_machine import SimulatedMachine
from gridwright_lab.trials.clocks.timed_table import (
    MAX_ERROR,
    MakeClock,
    TimedTable,
    steady_clock,
)
from gridwright_lab.trials.command import run_by_processes, seed_of, share, trial_parser
from gridwright_lab.trials.thresholds import Threshold, Verdict

HOUR: Final = 3_600_000
DEEDS: Final = 8
"""Number of actions in one sequence."""
SEQUENCES_OF_A_TABLE: Final = 10
HOLDS: Final = (0, 700)
BANKS: Final = (60_000, 120_000, 600_000)
INCREMENTS: Final = (0, 5_000, 30_000)
SHORT_THOUGHT: Final = 4_000
LONG_THOUGHT: Final = 240_000
"""Long enough for a time-out, and for the others to vote."""
STEPS: Final = (HOUR, -HOUR, 24 * HOUR, -24 * HOUR, 7_000, -7_000, 200, -200)
"""Steps by which a machine's clock is set; the last two are too small to be detected."""
MAX_FINDINGS: Final = 50
KINDS: Final = {
    "seats off": "seats that gained or lost more than 1 s",
    "wrong time-outs": "time-outs of seats that had time",
    "late time-outs": "clocks that ran on after their time",
    "other clocks": "clocks that ran or stopped wrongly",
}
DONE: Final = ("hand-overs", "returns", "undos", "reconnects", "wall steps", "restarts")


class Trial:
    """Plays tables, one after the other."""

    def __init__(
        self, store: ShardedStore, folder: Path, seed: int, make_clock: MakeClock = steady_clock
    ) -> None:
        self._store: Final = store
        self._folder: Final = folder
        self._make_clock: Final = make_clock
        self._dice: Final = Dice(seed)
        self._machine: Final = SimulatedMachine()
        self.counts: Final[Counter[str]] = Counter()
        self.findings: Final[list[str]] = []
        self.worst = 0

    async def play(self, most_sequences: int) -> None:
        """Play one table, until it is over or has had its sequences."""
        dice = self._dice
        is_slow = dice.below(4) == 0
        """Turn-based with a day per turn, and hours of thinking."""
        bank, increment = BANKS[dice.below(len(BANKS))], INCREMENTS[dice.below(len(INCREMENTS))]
        clock: BankClock | TurnClock = BankClock(bank, increment)
        if is_slow or dice.below(3) == 0:
            clock = TurnClock(24 * HOUR if is_slow else 90_000)
        time_out = (TimeOut.BOT, TimeOut.BOT, TimeOut.PAUSE)[dice.below(3)]
        terms = Terms(clock, time_out, stand_in="l0", hold=HOLDS[dice.below(len(HOLDS))])
        table = TimedTable(self._store, self._machine, self._folder, dice, self._make_clock)
        await table.open(clock, terms, 2 + dice.below(2))
        pace = 1_000 if is_slow else 1
        for _sequence in range(min(SEQUENCES_OF_A_TABLE, most_sequences)):
            for _deed in range(DEEDS):
                if table.is_over() or len(table.findings) > MAX_FINDINGS:
                    break
                await self._deed(table, pace)
            self.counts["sequences"] += 1
            if table.is_over():
                break
        self.counts["tables"] += 1
        self.counts.update(table.counts)
        self.findings.extend(table.findings)
        self.worst = max(self.worst, table.worst)
        await table.close()

    async def _deed(self, timed: TimedTable, pace: int) -> None:
        """Advance the time at random, then perform an action."""
        dice = self._dice
        if dice.below(3):
            most = LONG_THOUGHT if dice.below(8) == 0 else SHORT_THOUGHT
            await timed.pass_time(dice.below(most) * pace)
            timed.judge_overdue()
        if timed.is_over():
            return
        self.counts["deeds"] += 1
        if dice.below(6) == 0:
            await self._disturb(timed)
        await self._people(timed)

    async def _disturb(self, timed: TimedTable) -> None:
        """Disturb the machine or a connection."""
        dice = self._dice
        what = dice.below(5)
        if what == 0:
            timed.start_node()
            self.counts["restarts"] += 1
        elif what == 1:
            seat = timed.people[dice.below(len(timed.people))]
            if await timed.vote_away(seat):
                self.counts["voted away"] += 1
            await timed.reconnect(seat)
            self.counts["reconnects"] += 1
        else:
            timed.machine.set_wall(STEPS[dice.below(len(STEPS))])
            self.counts["wall steps"] += 1

    async def _people(self, timed: TimedTable) -> None:
        dice = self._dice
        table = timed.table
        away = [seat for seat in timed.people if table.seats[seat].bot]
        undoable = [seat for seat in timed.people if _can_undo(table, seat)]
        seat = table.actor()
        if table.status is not Status.RUNNING:
            await timed.come_back(timed.people[0])
            self.counts["resumed"] += 1
        elif away and dice.below(2):
            await timed.come_back(away[dice.below(len(away))])
            self.counts["returns"] += 1
        elif undoable and dice.below(3) == 0:
            await timed.undo(undoable[0])
            self.counts["undos"] += 1
        elif dice.below(3) == 0:
            here = [each for each in timed.people if each not in away]
            # Mostly the player to move, because only that clock could gain time.
            movers = [each for each in here if each == seat] if dice.below(4) else here
            for each in movers[:1]:
                await timed.hand_over(each)
                self.counts["hand-overs"] += 1
                if here == [each]:
                    # Bots alone would play the game to its end.
                    await timed.come_back(each)
                    self.counts["returns"] += 1
        elif seat is not None and seat in timed.people and seat not in away:
            await timed.act(seat)
            self.counts["acts"] += 1
        else:
            await timed.pass_time(1)

    def verdict(self, n_sequences: int) -> Verdict:
        counts = self.counts
        some = max(1, n_sequences // 20)
        thresholds = [
            Threshold("sequences", counts["sequences"], max(1, n_sequences)),
            *[Threshold(name, counts[kind]) for kind, name in KINDS.items()],
            Threshold("worst difference in ms", self.worst, most=MAX_ERROR),
            *[Threshold(name, counts[name], some) for name in DONE],
            Threshold("time-outs", counts["time-outs"], some // 2),
        ]
        names = ("tables", "deeds", "acts", "voted away", "resumed", "comparisons")
        return Verdict(thresholds, {name: counts[name] for name in names}, self.findings)


def _can_undo(table: Table, seat: int) -> bool:
    return table.undo.last_of(seat) is not None and not table.seats[seat].bot


async def run(
    n_sequences: int, seed: int = 0, make_clock: MakeClock = steady_clock, folder: str = ""
) -> Verdict:
    """Play `n_sequences`; stop early if an injected fault is found."""
    with tempfile.TemporaryDirectory(prefix="gridwright-trial-", dir=folder or None) as made:
        address = f"sqlite:///{Path(made) / 'games.db'}"
        async with await open_store(address, upgrade=True) as store:
            trial = Trial(store, Path(made), seed, make_clock)
            while trial.counts["sequences"] < n_sequences and not trial.findings:
                await trial.play(n_sequences - trial.counts["sequences"])
            return trial.verdict(n_sequences)


def run_job(n_sequences: int, seed: int, folder: str) -> Verdict:
    # Each step of a clock is logged, and there are thousands.
    set_up_logs(LogForm.TEXT)
    logging.getLogger("gridwright").setLevel(logging.ERROR)
    return asyncio.run(run(n_sequences, seed, folder=folder))


def run_jobs(n_sequences: int, seed: int, folder: str, n_jobs: int) -> Verdict:
    """Distribute the work over processes; the maximum error is that of all."""
    return run_by_processes(
        n_jobs, run_job, lambda job: (share(n_sequences, n_jobs, job), seed_of(seed, job), folder)
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--sequences", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    parser.add_argument("--folder", default="", help="where the database lies; a place of its own")
    chosen = parser.parse_args(arguments)
    if chosen.jobs < 2:
        verdict = run_job(chosen.sequences, chosen.seed, chosen.folder)
    else:
        verdict = run_jobs(chosen.sequences, chosen.seed, chosen.folder, chosen.jobs)
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

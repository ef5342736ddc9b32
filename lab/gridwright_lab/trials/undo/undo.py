"""Orders are taken back exactly while they may be: ``gridwright-lab trial undo --cases 10000``.

Random tables of people and bots, of all editions, on a real store. Again and again a person asks to
take an order back. That must be granted if and only if no other person has acted and nothing hidden
was shown since; the position must then be the one before the order, on every node, and the game
that counts must be verifiable.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gridwright.content.table import TableSpec, list_editions
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.server.live.bus import LocalBus
from gridwright.server.storage.contract import Store
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService
from gridwright.table.entries import Status
from gridwright.table.export import export
from gridwright.table.terms import BankClock, NoClock, Terms, TurnClock
from gridwright.table.view import view
from gridwright_lab.conformance.sampling.tables import list_tables
from gridwright_lab.trials.command import run_by_processes, seed_of, share, trial_parser
from gridwright_lab.trials.live_server import KEY
from gridwright_lab.trials.thresholds import Threshold, Verdict
from gridwright_lab.trials.undo.random_table import RandomTable, TrialClock

HOLDS: Final = (0, 700, None)
CLOCKS: Final = (NoClock(), BankClock(3_600_000, 5_000), TurnClock(3_600_000))
LEAST_MOVES: Final = 30
MAX_MOVES: Final = 300
CASES_OF_A_TABLE: Final = 60
FINISH_EVERY: Final = 5
"""One in this many tables is played to its end, with its undone orders."""
LONGEST_GAME: Final = 5_000
MAX_TIMES: Final = 4
"""Limit, as a multiple of the cases, until each kind of event occurred often enough."""
EARLY: Final = "looks within the undo window"
NEEDED: Final = ("accepted", "refused: acted_since", "refused: shown_since", EARLY)
"""Kinds of events that a verdict needs often enough."""


class Trial:
    """Plays tables and asks."""

    def __init__(self, store: Store, seed: int, edition: str = "") -> None:
        self._store: Final = store
        self._dice: Final = Dice(seed)
        self._editions: Final = [edition] if edition else list_editions()
        self._clock: Final = TrialClock()
        vault = SeedVault(store, KEY)
        self._nodes: Final = [
            TableService(store, vault, LocalBus(), self._clock, hold=None) for _node in range(2)
        ]
        self.counts: Final[Counter[str]] = Counter()
        self.findings: Final[list[str]] = []
        self._digests: Final[dict[int, str]] = {}
        """Positions of the current table, by version."""

    async def play(self, most_cases: int) -> None:
        """Play one table until its cases or moves are used up; some to the end."""
        table = RandomTable(self._nodes, self._store, self._clock, self._dice)
        spec = self._spec()
        hold = HOLDS[self._dice.below(len(HOLDS))]
        terms = Terms(CLOCKS[self._dice.below(len(CLOCKS))], hold=hold)
        await table.open(spec, terms, 1 + self._dice.below(spec.seats))
        self._digests.clear()
        await self._note(table)
        last = self.counts["cases"] + min(most_cases, CASES_OF_A_TABLE)
        for _move in range(LEAST_MOVES + self._dice.below(MAX_MOVES)):
            await self._try_early(table)
            while self._dice.below(2) and self.counts["cases"] < last:
                await self._case(table)
            if self.findings:
                return
            if await table.is_over() or self.counts["cases"] >= last:
                break
            await table.move()
            await self._note(table)
        if self.counts["tables"] % FINISH_EVERY == 0:
            await self._finish(table)
        await self._verify(table)
        self.counts["tables"] += 1
        self.counts["entries"] += table.law.version

    def _spec(self) -> TableSpec:
        edition = self._editions[self.counts["tables"] % len(self._editions)]
        tables = list_tables(edition)
        return tables[self._dice.below(len(tables))]

    async def _finish(self, table: RandomTable) -> None:
        for _move in range(LONGEST_GAME):
            if await table.is_over():
                return
            await table.move()
        self._found("the game does not end", table, "endless")

    async def _note(self, table: RandomTable) -> None:
        now = await table.table()
        self._digests[now.version] = digest(now.state)

    async def _try_early(self, table: RandomTable) -> None:
        """Sweep within the undo window: nothing may happen."""
        now = await table.table()
        until = now.server_resumes_at()
        if until is not None and self._clock.now < until and self._dice.below(2):
            table.wait(min(until - 1, self._clock.now + self._dice.below(2_000)))
            self.counts[EARLY] += 1
            if await table.sweep():
                self._found("continued within the undo window", table)

    async def _case(self, table: RandomTable) -> None:
        """Request an undo that may or may not be allowed."""
        self.counts["cases"] += 1
        now = await table.table()
        last = [seat for seat in table.people if now.undo.last_of(seat) is not None]
        some = last if last and self._dice.below(4) else table.people
        seat = some[self._dice.below(len(some))]
        can_act = now.status is Status.RUNNING and not now.seats[seat].bot
        wanted = table.law.undoable(seat) if can_act else None
        seen = view(now, seat)["undo"]
        if (seen["version"] if isinstance(seen, dict) else None) != wanted:
            self._found("viewer is shown another undo", table)
        n_entries = table.law.version
        code = await table.ask(seat)
        if (code == "") != (wanted is not None):
            self._found(f"seat {seat} was answered {code!r}, expected {wanted}", table, "wrong")
        elif wanted is None:
            self.counts[f"refused: {code}"] += 1
        else:
            self.counts["accepted"] += 1
            self.counts["entries of bots taken back"] += n_entries - wanted
            await self._verify_undone(table, seat, wanted)
        await self._note(table)

    async def _verify_undone(self, table: RandomTable, seat: int, wanted: int) -> None:
        """Check that every viewer sees the position before the order."""
        before = self._digests[wanted - 1]
        now = await table.table()
        own = await table.node.load(table.game_id)
        lines = table.law.lines()
        same = before == digest(now.state) == digest(own.state) == table.law.digest(now.game)
        if not same or now.lines != lines or own.lines != lines:
            self._found(f"undo of {wanted} by {seat} leads elsewhere", table, "positions")
        if view(now, seat) != view(own, seat):
            self._found(f"nodes differ after the undo of {wanted}", table, "positions")

    async def _verify(self, table: RandomTable) -> None:
        """The game that counts is one that can be verified."""
        now = await table.table()
        if now.status is not Status.FINISHED:
            return
        self.counts["finished"] += 1
        report = verify(format_transcript(export(now)))
        if not report.ok:
            self._found("the transcript does not verify", table, "transcripts")

    def _found(self, what: str, table: RandomTable, kind: str = "") -> None:
        self.counts[kind or what] += 1
        self.findings.append(f"{table.game_id} at {table.law.version}: {what}")

    def is_short_of(self, n_cases: int) -> bool:
        """Return whether cases are left: the deals decide how often each kind of event occurs."""
        asked = self.counts["cases"]
        is_rare = any(self.counts[kind] < some_of(n_cases) for kind in NEEDED)
        return asked < n_cases or (is_rare and asked < MAX_TIMES * n_cases)

    def verdict(self, n_cases: int) -> Verdict:
        counts = self.counts
        some = some_of(n_cases)
        thresholds = [
            Threshold("cases", counts["cases"], max(1, n_cases)),
            Threshold("answers that the log contradicts", counts["wrong"]),
            Threshold("positions that are not those before the order", counts["positions"]),
            Threshold("views that show another undo", counts["viewer is shown another undo"]),
            Threshold("tables that continued too soon", counts["continued within the undo window"]),
            Threshold("transcripts that do not verify", counts["transcripts"]),
            Threshold("undos granted", counts["accepted"], some),
            Threshold("undos refused because a person acted", counts["refused: acted_since"], some),
            Threshold(
                "undos refused because something was shown", counts["refused: shown_since"], some
            ),
            Threshold("games played to the end", counts["finished"], max(1, n_cases // 500)),
            Threshold("games that do not end", counts["endless"]),
            Threshold(EARLY, counts[EARLY], some),
        ]
        plain = ("tables", "entries", "entries of bots taken back")
        figures = {name: counts[name] for name in plain}
        others = ("no_order", "bot_plays", "game_over")
        figures |= {f"refused: {code}": counts[f"refused: {code}"] for code in others}
        return Verdict(thresholds, figures, self.findings)


def some_of(n_cases: int) -> int:
    """Minimum number of cases of a kind of answer."""
    return max(1, n_cases // 20)


async def run(n_cases: int, seed: int = 0, database: str = "", edition: str = "") -> Verdict:
    """Request `n_cases` undos; return the verdict."""
    with tempfile.TemporaryDirectory(prefix="gridwright-trial-") as folder:
        place = database or f"sqlite:///{Path(folder) / 'games.db'}"
        async with await open_store(place, upgrade=True) as store:
            trial = Trial(store, seed, edition)
            while trial.is_short_of(n_cases) and not trial.findings:
                left = n_cases - trial.counts["cases"]
                await trial.play(left if left > 0 else CASES_OF_A_TABLE)
            return trial.verdict(n_cases)


def run_job(n_cases: int, seed: int, database: str) -> Verdict:
    return asyncio.run(run(n_cases, seed, database))


def run_jobs(n_cases: int, seed: int, database: str, n_jobs: int) -> Verdict:
    """The same work by several processes, each with a store of its own unless one is given."""
    return run_by_processes(
        n_jobs, run_job, lambda job: (share(n_cases, n_jobs, job), seed_of(seed, job), database)
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True, on_database=True)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    chosen = parser.parse_args(arguments)
    if chosen.jobs < 2:
        verdict = run_job(chosen.cases, chosen.seed, chosen.database)
    else:
        verdict = run_jobs(chosen.cases, chosen.seed, chosen.database, chosen.jobs)
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

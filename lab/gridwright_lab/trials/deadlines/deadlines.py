"""Deadlines fire once each, at full scale: ``gridwright-lab trial deadlines --pending 100000``.

On PostgreSQL, with workers in separate processes. Time does not pass: the workers' clocks are set
ahead. Three parts:

- **Pending.** Many running games with future deadlines: the duration of a sweep without due work
  is measured. Then the deadlines pass, and workers fire them. At these tables a time-out pauses the
  game, so a deadline is one entry of the log: claimed by one worker, read, replayed, decided and
  appended durably. The rate of claims alone is measured separately.
- **Doubles.** Each deadline must have been claimed once, and have left one entry.
- **Abandoned.** Players sit down, begin and never act. Where a bot replaces them, the game must
  end and its seed be revealed; where the game pauses, it must wait.
"""

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.content.table import default_spec
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.operations.settings import KEY_FILE
from gridwright.server.storage.key_file import load_or_make_key
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService
from gridwright.server.worker.service import BATCH, LEASE_MS, Worker
from gridwright.table.clock_pauses import MS_PER_DAY
from gridwright.table.entries import Status
from gridwright.table.export import export
from gridwright.table.terms import BankClock, Terms, TimeOut, TurnClock
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.deadlines.bulk_games import BulkGames
from gridwright_lab.trials.deadlines.worker_process import Report, WorkerProcesses, worker_processes
from gridwright_lab.trials.services.databases import fresh_database
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

MAX_IDLE: Final = 5
"""Maximum milliseconds of a sweep without due work."""
LEAST_FIRED: Final = 2_000
"""Minimum number of deadlines per second."""
N_WORKERS: Final = 3
N_IDLE: Final = 300
N_VERIFIED: Final = 10
BANK: Final = 10_000
EDITIONS: Final = ("classic", "deluxe", "card")
PAUSED_OF: Final = 5
"""One of this number of abandoned games pauses."""
MAX_ROUNDS: Final = 12
PASSED: Final = 2 * MS_PER_DAY
"""Milliseconds ahead by which all deadlines and all claims without a firing have passed."""

_BY_STATUS: Final = "SELECT status, count(*) FROM game WHERE game_id = ANY($1::text[]) GROUP BY 1"
_ENTRIES: Final = """\
SELECT kind, count(*), count(DISTINCT game_id) FROM event
WHERE game_id = ANY($1::text[]) AND command_id LIKE 'server:%' GROUP BY kind
"""


@dataclass(frozen=True)
class Size:
    """Size of the experiment."""

    n_pending: int
    n_abandoned: int
    is_greedy: bool = False
    """Sabotage: workers that do not claim the games that they fire."""


class Trial:
    """One database, and the findings there."""

    def __init__(self, size: Size, database: str, store: ShardedStore, key_file: Path) -> None:
        self._size: Final = size
        self._database: Final = database
        self._store: Final = store
        self._key_file: Final = key_file
        vault = SeedVault(store, load_or_make_key(key_file))
        self._service: Final = TableService(store, vault, LocalBus(), clock)
        self._bulk_games: Final = BulkGames(vault, database, clock())
        self.thresholds: list[Threshold] = []
        self.figures: Final[dict[str, Any]] = {}
        self.findings: list[str] = []

    async def _ask(self, statement: str, *values: object) -> list[Any]:
        connection = await asyncpg.connect(self._database, timeout=10)
        try:
            return list(await connection.fetch(statement, *values, timeout=600))
        finally:
            await connection.close()

    # Pending

    async def pending(self) -> None:
        """Measure pending deadlines, then let them pass."""
        terms = Terms(TurnClock(MS_PER_DAY), TimeOut.PAUSE)
        spec = default_spec("classic", seats=2)
        games = await self._bulk_games.insert(spec, terms, self._size.n_pending)
        self.thresholds.append(
            Threshold("pending deadlines", len(games), max(1, self._size.n_pending))
        )
        await self._idle()
        await self._claim()
        async with worker_processes(
            self._database, self._key_file, N_WORKERS, self._size.is_greedy
        ) as workers:
            await self._fire(workers, games)

    async def _idle(self) -> None:
        worker = Worker(self._store, self._service, clock)
        took: list[float] = []
        for _sweep in range(N_IDLE):
            began = time.perf_counter()
            n_claimed = await worker.sweep()
            took.append(1000 * (time.perf_counter() - began))
            assert not n_claimed, "expected deadlines to come, found one that is due"
        for name, percent in (("median", 50), ("p95", 95)):
            figure = round(share(took, percent), 2)
            self.thresholds.append(Threshold(f"ms of an idle sweep, {name}", figure, most=MAX_IDLE))

    async def _claim(self) -> None:
        """Measure claims alone: nothing is fired, and the leases end before the workers come."""
        wanted = self._size.n_pending // 5
        now = clock() + PASSED - 2 * LEASE_MS
        n_claimed = 0
        began = time.perf_counter()
        while n_claimed < wanted:
            claims = await self._store.claim_due(now, BATCH, LEASE_MS)
            if not claims:
                break
            n_claimed += len(claims)
        seconds = time.perf_counter() - began
        self.figures["claimed a second, not fired, by one worker"] = round(n_claimed / seconds)

    async def _fire(self, workers: WorkerProcesses, games: Sequence[str]) -> None:
        """Fire with one worker alone first, then with all of them."""
        first = await workers.sweep(PASSED, len(games) // 10, n_workers=1)
        others = await workers.sweep(PASSED)
        self.figures["fired a second, by one worker"] = _rate(first)
        self.figures["ms of a worker's processor for a firing"] = round(
            1000 * sum([each["worked"] for each in others]) / max(1, _n_done(others)), 2
        )
        self.figures["fired by each worker"] = [_n_done([report]) for report in others]
        self.thresholds.append(
            Threshold("deadlines fired a second, by three workers", _rate(others), LEAST_FIRED)
        )
        await self._count([*first, *others], games)

    async def _count(self, reports: Sequence[Report], games: Sequence[str]) -> None:
        """Compare the claims with the log."""
        claimed = Counter([claim for report in reports for claim in report["claimed"]])
        n_second = sum([_n_ended(report, "repeated", "stale") for report in reports])
        rows = await self._ask(_ENTRIES, list(games))
        statuses = {row[0]: row[1] for row in await self._ask(_BY_STATUS, list(games))}
        self.thresholds += [
            Threshold("deadlines fired", sum([row[2] for row in rows]), max(1, len(games))),
            Threshold("claims of a deadline after the first", sum(claimed.values()) - len(claimed)),
            Threshold(
                "entries other than one for each deadline",
                abs(sum([row[1] for row in rows]) - len(games)),
            ),
            Threshold("firings that came second", n_second),
            Threshold("games that did not pause", len(games) - statuses.get("paused", 0)),
        ]
        self.findings += [
            f"claimed {n_times} times: {claim}" for claim, n_times in claimed.items() if n_times > 1
        ]

    # Abandoned

    async def abandoned(self) -> None:
        """Run games that all players have left."""
        bots: list[str] = []
        pauses: list[str] = []
        n_paused = self._size.n_abandoned // PAUSED_OF
        n_bots = self._size.n_abandoned - n_paused
        for number, edition in enumerate(EDITIONS):
            spec = default_spec(edition, seats=2)
            for games, n_games, policy in (
                (bots, n_bots, TimeOut.BOT),
                (pauses, n_paused, TimeOut.PAUSE),
            ):
                n_here = len(range(number, n_games, len(EDITIONS)))
                terms = Terms(BankClock(BANK), policy)
                games += await self._bulk_games.insert(spec, terms, n_here)
        async with worker_processes(self._database, self._key_file, N_WORKERS) as workers:
            await self._leave_alone(workers)
        await self._look_at(bots, pauses)

    async def _leave_alone(self, workers: WorkerProcesses) -> None:
        """Advance time, a little more than a bank at a time, until nothing is due any more."""
        n_fired = 0
        began = time.perf_counter()
        for number in range(1, MAX_ROUNDS + 1):
            reports = await workers.sweep(number * (BANK + 1_000))
            n_claims = sum([len(report["claimed"]) for report in reports])
            n_fired += _n_done(reports)
            if not n_claims and number > 1:
                break
        seconds = time.perf_counter() - began
        self.figures["entries of abandoned games"] = n_fired
        self.figures["of these a second, bots' turns mostly"] = round(n_fired / seconds)

    async def _look_at(self, bots: Sequence[str], pauses: Sequence[str]) -> None:
        n_revealed = n_paused = 0
        for game_id in [*bots, *pauses]:
            record = await self._store.load(game_id)
            last = await self._store.entries(game_id, record.version - 1)
            is_revealed = record.status is Status.FINISHED and last[-1].entry.kind == "revealed"
            # Days later a bot plays for the missing people.
            is_paused = record.status is Status.PAUSED and record.wake_at is not None
            n_revealed += game_id in bots and is_revealed
            n_paused += game_id in pauses and is_paused
            if not (is_revealed or is_paused):
                self.findings.append(f"{game_id} is {record.status} at {record.version}")
        n_verified = 0
        for game_id in bots[:: max(1, len(bots) // N_VERIFIED)]:
            table = await self._service.load(game_id)
            report = verify(format_transcript(export(table)))
            n_verified += report.ok
            if not report.ok:
                self.findings.append(f"{game_id}: {report}")
        n_games = self._size.n_abandoned
        self.thresholds += [
            Threshold("abandoned games ended by policy", n_revealed + n_paused, max(1, n_games)),
            Threshold("of these finished by bots and revealed", n_revealed, max(1, len(bots))),
            Threshold("of these paused", n_paused, len(pauses)),
            Threshold("transcripts verified", n_verified, min(max(1, len(bots)), N_VERIFIED)),
        ]


def _n_ended(report: Report, *endings: str) -> int:
    found: dict[str, int] = report["endings"]
    return sum([found.get(ending, 0) for ending in endings])


def _n_done(reports: Sequence[Report]) -> int:
    return sum([_n_ended(report, "done") for report in reports])


def _rate(reports: Sequence[Report]) -> int:
    """Return firings per second, from the first worker's beginning to the last one's end."""
    began: float = min([report["began"] for report in reports])
    ended: float = max([report["ended"] for report in reports])
    return round(_n_done(reports) / (ended - began))


async def run(size: Size) -> Verdict:
    """Expire pending deadlines and abandon games; return the verdict."""
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory(prefix="gridwright-clocks-"))
        database = opened.enter_context(fresh_database())
        async with await open_store(database, upgrade=True) as store:
            trial = Trial(size, database, store, Path(folder) / KEY_FILE)
            if size.n_pending:
                await trial.pending()
            if size.n_abandoned:
                await trial.abandoned()
            return Verdict(trial.thresholds, trial.figures, trial.findings)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--pending", type=int, default=100_000)
    parser.add_argument("--abandoned", type=int, default=1_000)
    parser.add_argument("--greedy", action="store_true", help="sabotage: fire without a claim")
    chosen = parser.parse_args(arguments)
    size = Size(chosen.pending, chosen.abandoned, chosen.greedy)
    return asyncio.run(run(size)).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

"""No table is ever stuck: ``gridwright-lab trial leaving --tables 1000``.

People of every edition and number of seats sit down, play a little and vanish, fall asleep with an
open page, resign, leave, come back, delete their accounts, vote about each other or want to end the
game. Store, service, worker, presence and accounts are real; only the clock is moved, to the next
time at which something is due. Every table must end, another node must read the same from the log,
and players who resigned must be last.
"""

import asyncio
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import structlog

from gridwright.content.spec import TableSpec
from gridwright.content.table import list_editions
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.table.absence_log import LeaveRequest
from gridwright.table.entries import Status
from gridwright.table.export import export
from gridwright.table.leaving_entries import VoteCast
from gridwright.table.log_entries import log_entry_of
from gridwright.table.seats import Left
from gridwright.table.table import Table
from gridwright.table.terms import LONGEST_WAIT
from gridwright.table.view import result_of, view
from gridwright_lab.conformance.sampling.tables import spread_tables, table_name
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.leaving.moved_server import MovedServer, moved_server
from gridwright_lab.trials.leaving.table_players import OVER, TablePlayers
from gridwright_lab.trials.thresholds import Threshold, Verdict

COHORT: Final = 25
"""Number of tables that run through the same days."""
LONGEST: Final = 40 * LONGEST_WAIT
"""Milliseconds within which every table must end, however often people come back."""
WAYS: Final = (
    "by the rules",
    "by the rules, a bot at the end for a person",
    "one of two resigned",
    "all agreed to end it",
    "a vote ended it",
)
SURE_FROM: Final = 300
"""Number of tables from which on each ending must occur."""


@dataclass(frozen=True)
class Size:
    """Size of the experiment."""

    n_tables: int
    first: int = 0
    """Number of the first table: the same numbers give the same people."""
    waits_permanently: bool = False
    """Sabotage: the server waits permanently."""


class Trial:
    """Findings at the tables so far."""

    def __init__(self, server: MovedServer) -> None:
        self._server: Final = server
        self.ways: Final[Counter[str]] = Counter()
        self.deeds: Final[Counter[str]] = Counter()
        self.kinds: Final[Counter[str]] = Counter()
        """Log entries about leaving, by kind."""
        self.tables: Final[Counter[str]] = Counter()
        """Number of tables by edition and seats."""
        self.stuck: Final[list[str]] = []
        self.findings: Final[list[str]] = []

    async def live(self, parties: Sequence[TablePlayers]) -> None:
        """Simulate a cohort of tables until nothing happens any more."""
        for table_players in parties:
            await table_players.gather()
        began = self._server.clock.now
        going = list(parties)
        while going and self._server.clock.now - began < LONGEST:
            await self._settle(going)
            going = [each for each in going if not await self._is_over(each)]
            moment = await self._next_moment(going)
            if moment is None:
                break
            self._server.clock.now = max(self._server.clock.now + 1, moment)
        for table_players in parties:
            await self._look_at(table_players)

    async def _settle(self, parties: Sequence[TablePlayers]) -> None:
        """Alternate actions of people and sweeps of the worker until no person acts now."""
        while True:
            n_steps = sum([await table_players.step() for table_players in parties])
            n_claimed = await self._server.worker.sweep()
            if not n_steps and not n_claimed:
                return

    async def _is_over(self, table_players: TablePlayers) -> bool:
        return (await self._server.store.load(table_players.game_id)).status in OVER

    async def _next_moment(self, parties: Sequence[TablePlayers]) -> int | None:
        """Return when the next deadline is due or the next person comes back; None for never."""
        moments: list[int] = []
        for table_players in parties:
            record = await self._server.store.load(table_players.game_id)
            moments += [each for each in (record.wake_at, table_players.next_moment()) if each]
        return min(moments, default=None)

    # What came of it

    async def _look_at(self, table_players: TablePlayers) -> None:
        name = f"{table_name(table_players.spec)} {table_players.game_id}"
        table = await self._server.service.load(table_players.game_id)
        record = await self._server.store.load(table_players.game_id)
        self.deeds.update(table_players.counts)
        self.tables[f"{table_players.spec.edition} {table_players.spec.seats}"] += 1
        again = await self._server.auditor().load(table_players.game_id)
        if view(again) != view(table):
            self.findings.append(f"{name}: another node reads another table")
        if table.status not in OVER or record.wake_at is not None:
            self.stuck.append(
                f"{name}: {table.status.value} at {table.version}, {table_players.terms}"
            )
            return
        last_vote = await self._read_log(table_players.game_id)
        self.ways[_way(table, last_vote)] += 1
        self.findings.extend([f"{name}: {problem}" for problem in _problems(table)])

    async def _read_log(self, game_id: str) -> VoteCast | None:
        """Count what is about leaving; the last vote that decided something."""
        decided = None
        (stored,) = await self._server.store.read([game_id])
        for logged in stored.log:
            log_entry = log_entry_of(logged.entry)
            if logged.entry.kind not in {"acted", "sat_down", "got_ready", "began", "opened"}:
                self.kinds[logged.entry.kind] += 1
            if isinstance(log_entry, VoteCast) and log_entry.outcome is not None:
                decided = log_entry
        return decided


def _way(table: Table, last_vote: VoteCast | None) -> str:
    result = result_of(table)
    assert result is not None
    if result.ended == "resigned":
        return WAYS[2]
    if result.ended == "abandoned":
        is_vote = last_vote is not None and last_vote.outcome is LeaveRequest.END
        return WAYS[4] if is_vote else WAYS[3]
    return WAYS[int(any(each.how != "played" for each in result.seats))]


def _problems(table: Table) -> list[str]:
    """Return the faults of a table that is over."""
    found: list[str] = []
    result = result_of(table)
    assert result is not None
    resigned = [seat for seat, each in enumerate(table.seats) if each.left is Left.RESIGNED]
    if result.ended != "abandoned":
        found += [
            f"seat {seat} resigned and has place {result.seats[seat].place}"
            for seat in resigned
            if result.seats[seat].place != table.spec.seats
        ]
    if (table.status is Status.ABANDONED) is not (result.ended == "abandoned"):
        found.append(f"{table.status} and {result.ended}")
    report = verify(format_transcript(export(table)))
    is_sound = report.ok if table.game.is_over(table.state) else not report.failures
    if not is_sound:
        found.append(str(report))
    return found


async def run(size: Size) -> Verdict:
    """Play the tables to their ends; return the verdict."""
    specs = [spread_tables(edition) for edition in list_editions()]
    with tempfile.TemporaryDirectory(prefix="gridwright-leaving-") as folder:
        async with moved_server(Path(folder), size.waits_permanently) as server:
            trial = Trial(server)
            end = size.first + size.n_tables
            for first in range(size.first, end, COHORT):
                numbers = range(first, min(first + COHORT, end))
                await trial.live([TablePlayers(server, _nth(specs, n), n) for n in numbers])
            return _verdict(trial, size)


def _nth(specs: Sequence[Sequence[TableSpec]], number: int) -> TableSpec:
    """The editions take turns."""
    of_edition = specs[number % len(specs)]
    return of_edition[number // len(specs) % len(of_edition)]


def _verdict(trial: Trial, size: Size) -> Verdict:
    n_ended = sum(trial.ways.values())
    thresholds = [
        Threshold("tables that ended by policy", n_ended, max(1, size.n_tables)),
        Threshold("stuck tables", len(trial.stuck)),
        Threshold("tables with a wrong result, view or transcript", len(trial.findings)),
    ]
    if size.n_tables >= SURE_FROM:
        thresholds += [Threshold(f"ended: {way}", trial.ways[way], 1) for way in WAYS]
    figures: dict[str, Any] = {
        "ended": {way: trial.ways[way] for way in WAYS},
        "people": dict(sorted(trial.deeds.items())),
        "entries": dict(sorted(trial.kinds.items())),
        "tables": dict(sorted(trial.tables.items())),
    }
    return Verdict(thresholds, figures, [*trial.stuck, *trial.findings])


def _be_quiet() -> None:
    """Silence the warnings of workers that find nothing to do."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first table")
    parser.add_argument("--patient", action="store_true", help="sabotage: wait permanently")
    chosen = parser.parse_args(arguments)
    _be_quiet()
    return asyncio.run(run(Size(chosen.tables, chosen.first, chosen.patient))).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

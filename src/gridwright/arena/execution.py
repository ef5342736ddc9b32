"""Executes a plan: counts the stored games and plays the missing ones."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from gridwright.arena.fixtures import Fixture
from gridwright.arena.plan import Plan
from gridwright.arena.playing import Place, play_place
from gridwright.arena.records import read_record
from gridwright.arena.runners import Runner
from gridwright.arena.store import RunWriter, Store, StoreError, create_store
from gridwright.arena.tally import Tally
from gridwright.bots.registry import find_bot

CHUNK_GAMES: Final = (128, 32, 4)
"""Games per chunk by the highest level at a table: one or two seconds of work."""

OnProgress: TypeAlias = Callable[[Tally, int], object]
"""Called with the tally of the fixture and the number of games just added."""

Keep: TypeAlias = Callable[[list[list[bytes]]], object]
"""Called with the lines of whole deals, in order."""


@dataclass(frozen=True)
class Chunk:
    """Some deals of a fixture: one work item for a worker."""

    fixture: Fixture
    number: int
    series: str
    first: int
    n_deals: int
    checked: bool


@dataclass(frozen=True)
class ChunkResult:
    """A worker's result: the lines of each deal, and the CPU time they took."""

    deals: list[list[bytes]]
    seconds: float


def play_chunk(chunk: Chunk) -> ChunkResult:
    """Play the deals of a chunk. Every machine produces the same lines."""
    started = time.process_time()
    deals = [
        [
            play_place(
                Place(chunk.fixture, chunk.number, chunk.series, deal, place), chunk.checked
            ).to_line()
            for place in range(chunk.fixture.n_games)
        ]
        for deal in range(chunk.first, chunk.first + chunk.n_deals)
    ]
    return ChunkResult(deals, time.process_time() - started)


def chunks(plan: Plan, number: int, first: int) -> list[Chunk]:
    """Split the rest of a fixture, from deal ``first`` on, into chunks."""
    fixture = plan.fixtures[number]
    level = max([find_bot(name).level for name in fixture.bots])
    size = max(1, CHUNK_GAMES[min(level, len(CHUNK_GAMES) - 1)] // fixture.n_games)
    n_deals = plan.deals[number]
    return [
        Chunk(fixture, number, plan.series, deal, min(size, n_deals - deal), plan.checked)
        for deal in range(first, n_deals, size)
    ]


def execute_plan(
    plan: Plan, folder: Path, runner: Runner, on_progress: OnProgress = lambda _tally, _games: None
) -> list[Tally]:
    """Play the plan to its end in a folder; continues a run that was stopped."""
    store = create_store(folder, plan)
    with RunWriter(store) as writer:
        stored = _Stored(store)
        tallies: list[Tally] = []
        for number, fixture in enumerate(plan.fixtures):
            tally = Tally(fixture, plan.hypotheses)
            tallies.append(tally)
            n_before = stored.take(number, plan.deals[number], tally)
            on_progress(tally, n_before * fixture.n_games)
            if stored.has_more:
                continue
            writer.keep_only(stored.n_bytes)
            if not tally.is_decided and tally.n_deals < plan.deals[number]:
                _play(plan, number, tally, runner, writer.add, on_progress)
                # From here on nothing is stored, and the length on disk is what the writer wrote.
                stored.n_bytes = store.games_file.stat().st_size
        if stored.has_more:
            raise StoreError(f"{store.games_file} holds more games than its plan")
        return tallies


def play_unstored(plan: Plan, runner: Runner, keep: Keep = lambda _deals: None) -> list[Tally]:
    """Play a plan from its beginning without a folder; ``keep`` receives the lines."""
    tallies = [Tally(fixture, plan.hypotheses) for fixture in plan.fixtures]
    for number, tally in enumerate(tallies):
        _play(plan, number, tally, runner, keep, lambda _tally, _games: None)
    return tallies


def _play(
    plan: Plan, number: int, tally: Tally, runner: Runner, keep: Keep, on_progress: OnProgress
) -> None:
    results = runner.work_through(play_chunk, chunks(plan, number, tally.n_deals))
    for done in results:
        kept: list[list[bytes]] = []
        for lines in done.deals:
            # A worker is ahead of the test: deals after its verdict are dropped, so that the result
            # does not depend on the number of workers.
            if not tally.is_decided:
                tally.add([read_record(line) for line in lines])
                kept.append(lines)
        keep(kept)
        on_progress(tally, sum([len(lines) for lines in kept]))
        if tally.is_decided:
            break
    results.close()


class _Stored:
    """Stored deals of a folder, read in the order of the plan."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._deals = store.deals()
        self._next = next(self._deals, None)
        self.n_bytes = 0

    @property
    def has_more(self) -> bool:
        return self._next is not None

    def take(self, fixture: int, n_deals: int, tally: Tally) -> int:
        """Count the stored deals of a fixture; returns their number."""
        while self._next is not None and self._next[0].fixture == fixture:
            if self._next[0].deal != tally.n_deals or tally.n_deals >= n_deals or tally.is_decided:
                raise StoreError(
                    f"{self._store.games_file}: fixture {fixture} expected deal {tally.n_deals}, "
                    f"got {self._next[0].deal}"
                )
            tally.add(self._next)
            self.n_bytes += sum([len(game.to_line()) for game in self._next])
            self._next = next(self._deals, None)
        if self._next is not None and tally.n_deals < n_deals and not tally.is_decided:
            raise StoreError(f"{self._store.games_file}: fixture {fixture} lacks deals")
        return tally.n_deals

"""Games that are written to a store as nodes write them, most of each in one transaction."""

import asyncio
import time
from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Final

import msgspec

from gridwright.server.node import clock
from gridwright.server.storage import statements
from gridwright.server.storage.append import EventKind, NewEvent
from gridwright.server.storage.contract import Change
from gridwright.server.storage.rows import entry_row
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.tables.append_effects import PersonToMove, Turn
from gridwright.table.entries import Entry, Status
from gridwright_lab.trials.ratings.finished_games import GameCopy, Sitter, play_pattern

SEATS: Final = 2
N_PATTERNS: Final = 4
CONCURRENCY: Final = 16


class Outcome(StrEnum):
    """Outcome of a game that began."""

    FINISHED = "finished"
    RUNNING = "running"
    """It waits for a person."""
    ABANDONED = "abandoned"


OUTCOMES: Final = (*[Outcome.FINISHED] * 8, Outcome.RUNNING, Outcome.ABANDONED)


class WrittenGame(msgspec.Struct):
    """A game, and when its events were committed."""

    game_id: str
    outcome: Outcome
    turn: int
    """Version at which the turn of a person began."""
    committed: dict[tuple[int, EventKind], int]
    """Milliseconds since 1970, by version and kind."""


class GameWriter:
    """Writes games of people with accounts at a steady rate."""

    def __init__(self, store: ShardedStore, people: Sequence[str], seed: int) -> None:
        self._store: Final = store
        self._people: Final = people
        self._dice: Final = Random(seed)
        self.games: Final[list[WrittenGame]] = []

    async def write(self, n_games: int, rate: float) -> None:
        """Write games, at most `rate` a second."""
        began = time.monotonic()
        room = asyncio.Semaphore(CONCURRENCY)
        async with asyncio.TaskGroup() as group:
            for number in range(n_games):
                await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
                await room.acquire()
                group.create_task(self._one(number)).add_done_callback(lambda _task: room.release())

    async def _one(self, number: int) -> None:
        outcome = OUTCOMES[number % len(OUTCOMES)]
        pattern = play_pattern("card", SEATS, self._dice.randrange(N_PATTERNS))
        people = self._dice.sample(self._people, SEATS)
        sitters = [Sitter(name, name) for name in people]
        copy = GameCopy(f"game-{number:06}", pattern, sitters, clock())
        log = copy.entries()
        began = 1 + SEATS
        turn = began + 2
        whole = turn if outcome is Outcome.RUNNING else len(log) - 1
        found = WrittenGame(copy.game_id, outcome, turn, {})
        await self._store.create(copy.new_game())
        person = PersonToMove(0, people[0])
        changes: list[Change] = []
        for version, entry in enumerate(log[:whole]):
            status = Status.GATHERING if version < began else Status.RUNNING
            events = (_turn(person),) if version + 1 == turn else ()
            changes.append(_append(copy.game_id, version, entry, status, events))
        database = self._store.database_of(copy.game_id)
        await database.change(*changes)
        at = clock()
        for key in ((1, EventKind.OPENED), (began + 1, EventKind.BEGAN), (turn, EventKind.TURN)):
            found.committed[key] = at
        self.games.append(found)
        if outcome is Outcome.RUNNING:
            return
        is_over = outcome is Outcome.FINISHED
        await self._store.append(
            *(copy.game_id, whole, log[whole]),
            status=Status.FINISHED if is_over else Status.ABANDONED,
            deadline_at=None,
            events=(_turn(None),),
        )
        kinds = (EventKind.ENDED if is_over else EventKind.GONE, EventKind.TURN)
        for kind in kinds:
            found.committed[whole + 1, kind] = clock()


def _turn(person: PersonToMove | None) -> NewEvent:
    return NewEvent(EventKind.TURN, msgspec.json.encode(Turn(person)).decode())


def _append(
    game_id: str, version: int, entry: Entry, status: Status, events: Sequence[NewEvent]
) -> Change:
    """Return the statement of an append, to be run with others in one transaction."""
    values = (game_id, version, *entry_row(entry, status, None))
    if not events:
        return statements.APPEND, values
    kinds, data = [each.kind.value for each in events], [each.data for each in events]
    return statements.adding_events(statements.APPEND), (*values, kinds, data)

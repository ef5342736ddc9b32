"""Rates finished games, each once, in one order for all nodes."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import structlog
from msgspec.structs import replace

from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.people.finished import FinishedGame, Unrated, load_finished
from gridwright.server.people.rating import Moved, Rated, Standing, key_of, rate_game
from gridwright.server.people.rating_store import RatingStore
from gridwright.server.storage.append import TableEvent
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import RowTaken, StoreUnavailable, UnknownGame

BATCH: Final = 50
IDLE_S: Final = 1.0
"""Seconds between two sweeps when nothing is due."""
LOOK_AGAIN: Final = 3_600_000
"""Milliseconds until a game with an unreadable log is tried again."""

_LOG: Final = structlog.get_logger()


class Rater:
    """Rates finished games. Any number of nodes may run it.

    It reads the ends of games from the outbox, so each is rated at least once. Numbers and games
    are unique, so it is rated at most once, after all games with a lower number. A game that cannot
    be read is put off; a sweep tries it again.
    """

    def __init__(self, store: Store, ratings: RatingStore, clock: Callable[[], int]) -> None:
        self._store: Final = store
        self._ratings: Final = ratings
        self._clock: Final = clock

    async def run(self, stop: asyncio.Event) -> None:
        """Sweep until cancelled."""
        await sweep_until(stop, self.sweep, IDLE_S, "ratings")

    async def read_event(self, event: TableEvent) -> None:
        """Rate the game of an event (a reader of the outbox)."""
        await self._rate(event.game_id)

    async def sweep(self, stop: asyncio.Event | None = None) -> int:
        """Rate games that were put off, at most a batch; returns how many were processed."""
        due = await self._ratings.due(self._clock(), BATCH)
        for game_id in due:
            if stop is not None and stop.is_set():
                break
            if await self._rate(game_id):
                await self._ratings.done(game_id)
        return len(due)

    async def _rate(self, game_id: str) -> bool:
        """Rate a game, if people played it; return False if it was put off."""
        try:
            game = await load_finished(self._store, game_id)
        except StoreUnavailable:
            raise
        except UnknownGame:
            return True  # It was deleted.
        except Exception as error:
            # An unreadable table is skipped; a later version may read it.
            _LOG.warning("a game cannot be rated", game=game_id, why=str(error))
            await self._ratings.put_off(game_id, self._clock() + LOOK_AGAIN)
            return False
        if game is not None and game.has_people:
            await self.note(game)
        return True

    async def note(self, game: FinishedGame) -> bool:
        """Assign the next number to a game and rate it; return False if it has a number already."""
        while await self._ratings.number_of(game.game_id) is None:
            # The number first: if a concurrent game takes it, this is tried again.
            number = await self._ratings.last() + 1
            noted = await self._without_erased(game)
            people = [key_of(seat) for seat in noted.seats if seat.person]
            before = await self._ratings.standings(people, noted.edition)
            moved = rate_game(noted, before)
            try:
                await self._ratings.keep(number, noted, moved, after_game(noted, moved, before))
            except RowTaken:
                continue
            return True
        return False

    async def _without_erased(self, game: FinishedGame) -> FinishedGame:
        """Return the game without erased people, whose ratings no longer exist."""
        for seat in game.seats:
            is_counted = game.unrated is Unrated.NOT and seat.person
            if is_counted and not await self._ratings.exists(seat.person):
                return replace(game, unrated=Unrated.ERASED)
        return game


def after_game(
    game: FinishedGame, moved: Sequence[Moved | None], before: Mapping[Rated, Standing]
) -> dict[Rated, Standing]:
    """Return the new standings of the players of a game."""
    return {
        key_of(seat): Standing(move.skill, before.get(key_of(seat), Standing()).games + 1)
        for seat, move in zip(game.seats, moved, strict=True)
        if move is not None and seat.person
    }

"""Ratings recomputed from the logs, compared with the stored ones."""

from collections.abc import AsyncIterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from gridwright.server.people.finished import FinishedGame, Unrated, load_finished
from gridwright.server.people.rater import Rater, after_game
from gridwright.server.people.rating import Rated, Standing, rate_game
from gridwright.server.people.rating_store import OfEdition, RatingStore, StoredGame
from gridwright.server.storage.errors import StoreUnavailable, UnknownGame
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.tables.inspection import all_games
from gridwright.table.entries import OVER, Status

PAGE: Final = 200
MAX_NAMED: Final = 20
"""Differences that are listed; all are counted."""


class Recomputed(msgspec.Struct):
    """Result of the comparison."""

    games: int = 0
    """Number of games compared, in the order of rating."""
    counted: int = 0
    """The rated ones among them."""
    ratings: int = 0
    differing: int = 0
    """Games and ratings whose stored values differ from the logs'."""
    unread: int = 0
    """Games whose log is missing or unreadable: their stored values are trusted."""
    waiting: int = 0
    """Finished games of people without a number."""
    added: int = 0
    written: int = 0
    differences: list[str] = msgspec.field(default_factory=list)

    @property
    def is_equal(self) -> bool:
        return self.differing == 0

    def differ(self, what: str) -> None:
        self.differing += 1
        if len(self.differences) < MAX_NAMED:
            self.differences.append(what)


class Recomputing:
    """Recomputes all ratings in order; with ``writes`` also rates waiting games and fixes errors.

    With ``writes`` no game may be rated at the same time: the server is stopped, or no game ends.
    """

    def __init__(self, store: ShardedStore, writes: bool = False) -> None:
        self._store: Final = store
        self._ratings: Final = RatingStore(store)
        self._writes: Final = writes
        self._standings: Final[dict[str, dict[Rated, Standing]]] = {}
        """Standings by edition."""
        self.found: Final = Recomputed()

    async def run(self) -> Recomputed:
        waiting = await self._waiting()
        self.found.waiting = len(waiting)
        if self._writes:
            rater = Rater(self._store, self._ratings, lambda: 0)
            for game in sorted(waiting, key=lambda game: (game.ended_at, game.game_id)):
                self.found.added += await rater.note(game)
        async for stored in self._order():
            await self._compare(stored)
        await self._compare_ratings()
        return self.found

    async def _order(self) -> AsyncIterator[StoredGame]:
        last = 0
        while page := await self._ratings.walk(last, PAGE):
            for stored in page:
                yield stored
            last = page[-1].number

    async def _waiting(self) -> list[FinishedGame]:
        found: list[FinishedGame] = []
        async for record in all_games(self._store):
            is_over = record.status in (*OVER, Status.ARCHIVED)
            if is_over and await self._ratings.number_of(record.game_id) is None:
                game = await self._read(record.game_id)
                if game is not None and game.has_people:
                    found.append(game)
        return found

    async def _read(self, game_id: str) -> FinishedGame | None:
        try:
            return await load_finished(self._store, game_id)
        except StoreUnavailable:
            raise
        except UnknownGame:
            return None
        except Exception:
            return None  # `admin check` reports the reason.

    async def _compare(self, stored: StoredGame) -> None:
        self.found.games += 1
        game = await self._read(stored.game.game_id)
        stands = self._standings.setdefault(stored.game.edition, {})
        if game is None:
            self.found.unread += 1
            stands.update(after_game(stored.game, stored.moved, stands))
            return
        if stored.game.unrated is Unrated.ERASED:
            # The log does not show who was deleted when the game was rated.
            game = replace(game, unrated=Unrated.ERASED)
        moved = rate_game(game, stands)
        stands.update(after_game(game, moved, stands))
        self.found.counted += game.unrated is Unrated.NOT
        right = StoredGame(stored.number, game, tuple(moved))
        if await self._without_forgotten(right, stored) == stored:
            return
        self.found.differ(f"game {stored.number} ({game.game_id})")
        if self._writes:
            await self._ratings.replace([right])
            self.found.written += 1

    async def _without_forgotten(self, right: StoredGame, stored: StoredGame) -> StoredGame:
        """Return the game from the log, without people who deleted their account since."""
        seats = list(right.game.seats)
        for place, (seat, kept) in enumerate(zip(seats, stored.game.seats, strict=False)):
            if seat.person and not kept.person and not await self._ratings.exists(seat.person):
                seats[place] = replace(seat, person="")
        return StoredGame(right.number, replace(right.game, seats=tuple(seats)), right.moved)

    async def _compare_ratings(self) -> None:
        stored = await self._ratings.ratings()
        self.found.ratings = len(stored)
        right: dict[OfEdition, Standing] = {
            (*rated, edition): standing
            for edition, standings in self._standings.items()
            for rated, standing in standings.items()
        }
        wrong: dict[OfEdition, Standing | None] = {}
        for key in sorted(stored.keys() | right.keys()):
            if stored.get(key) == right.get(key):
                continue
            if key not in stored and not await self._ratings.exists(key[0]):
                continue  # An erased person has no rating.
            wrong[key] = right.get(key)
            self.found.differ(f"rating of {key[0]} ({key[1].value}) in {key[2]}")
        if self._writes:
            await self._write(wrong)

    async def _write(self, wrong: Mapping[OfEdition, Standing | None]) -> None:
        if wrong:
            await self._ratings.replace_ratings(wrong)
            self.found.written += len(wrong)

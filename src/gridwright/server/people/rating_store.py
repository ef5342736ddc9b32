"""Store of rated games in the order of rating, in the database of the people."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from gridwright.ratings.plackett_luce import Skill
from gridwright.server.people import rating_statements as statements
from gridwright.server.people.finished import FinishedGame, FinishedSeat, Kind, Unrated
from gridwright.server.people.rating import Moved, Rated, Standing
from gridwright.server.storage.contract import Change, DatabaseStore
from gridwright.server.storage.errors import RowMissing, StoreError
from gridwright.server.storage.rows import Row
from gridwright.server.storage.sharded import ShardedStore

OfEdition = tuple[str, Kind, str]
"""A person, the kind of player, and the edition."""


class StoredGame(msgspec.Struct, frozen=True):
    """A stored game in the order of rating."""

    number: int
    game: FinishedGame
    moved: tuple[Moved | None, ...]


class RatingStore:
    """The order of rated games, and the ratings after it."""

    def __init__(self, store: ShardedStore) -> None:
        self._store: Final = store
        self._home: Final[DatabaseStore] = store.home

    # Finished games

    async def due(self, now: int, limit: int) -> list[str]:
        """Return finished games that were put off, the longest waiting first.

        An unavailable database does not delay the others.
        """
        found: list[str] = []
        failure: StoreError | None = None
        for database in self._store.databases:
            try:
                found += [row[0] for row in await database.rows(statements.DUE, now, limit)]
            except StoreError as error:
                failure = error
        if failure is not None and not found:
            raise failure
        return found

    async def done(self, game_id: str) -> None:
        await self._store.database_of(game_id).change_one(statements.DONE, game_id)

    async def put_off(self, game_id: str, until: int) -> None:
        with suppress(RowMissing):  # The game was deleted meanwhile.
            await self._store.database_of(game_id).change_one(statements.PUT_OFF, game_id, until)

    # The order

    async def last(self) -> int:
        return (await self._home.rows(statements.LAST))[0][0] or 0

    async def number_of(self, game_id: str) -> int | None:
        rows = await self._home.rows(statements.NUMBER_OF, game_id)
        return rows[0][0] if rows else None

    async def exists(self, person_id: str) -> bool:
        return bool(await self._home.rows(statements.EXISTS, person_id))

    async def standings(self, people: Iterable[Rated], edition: str) -> dict[Rated, Standing]:
        """Return the standings of people; new people are left out."""
        found: dict[Rated, Standing] = {}
        for person, kind in people:
            rows = await self._home.rows(statements.STANDING, person, edition, kind.value)
            if rows:
                mu, sigma, games = rows[0]
                found[person, kind] = Standing(Skill(mu, sigma), games)
        return found

    async def keep(
        self,
        number: int,
        game: FinishedGame,
        moved: Sequence[Moved | None],
        after: Mapping[Rated, Standing],
    ) -> None:
        """Store a game and its effects; raise RowTaken if the number or game is taken."""
        await self._home.change(
            (statements.KEEP_GAME, (number, game.game_id, *_facts(game))),
            *_seat_changes(number, game, moved),
            *[keep_rating((*rated, game.edition), standing) for rated, standing in after.items()],
        )

    # All games

    async def walk(self, after: int, limit: int) -> list[StoredGame]:
        """Return a page of games in order."""
        games = await self._home.rows(statements.WALK_GAMES, after, limit)
        if not games:
            return []
        seats: dict[int, list[Row]] = {}
        for row in await self._home.rows(statements.WALK_SEATS, after, games[-1][0]):
            seats.setdefault(row[0], []).append(row)
        return [_stored(row, seats.get(row[0], [])) for row in games]

    async def ratings(self) -> dict[OfEdition, Standing]:
        """Return all standings."""
        found: dict[OfEdition, Standing] = {}
        last = ("", "", "")
        while rows := await self._home.rows(statements.WALK_RATINGS, *last, 1_000):
            for person, edition, kind, mu, sigma, games in rows:
                found[person, Kind(kind), edition] = Standing(Skill(mu, sigma), games)
                last = (person, edition, kind)
        return found

    async def replace(self, changes: Sequence[StoredGame]) -> None:
        """Replace the stored results of games."""
        done: list[Change] = []
        for each in changes:
            done.append((statements.CHANGE_GAME, (each.number, *_facts(each.game))))
            done.append((statements.DROP_SEATS, (each.number,)))
            done += _seat_changes(each.number, each.game, each.moved)
        await self._home.change(*done)

    async def replace_ratings(self, stands: Mapping[OfEdition, Standing | None]) -> None:
        """Replace ratings; None removes one."""
        await self._home.change(
            *[
                (statements.DROP_RATING, (key[0], key[2], key[1].value))
                if standing is None
                else keep_rating(key, standing)
                for key, standing in stands.items()
            ]
        )


def keep_rating(key: OfEdition, stands: Standing) -> Change:
    person, kind, edition = key
    row = (person, edition, kind.value, stands.skill.mu, stands.skill.sigma, stands.games)
    return statements.KEEP_RATING, row


def _facts(game: FinishedGame) -> tuple[object, ...]:
    shape = (game.edition, game.board, len(game.seats), game.ended_at)
    return (*shape, game.listed, game.unrated.value)


def _seat_changes(number: int, game: FinishedGame, moved: Sequence[Moved | None]) -> list[Change]:
    shape = (game.edition, game.board, len(game.seats), game.ended_at)
    return [
        (
            statements.KEEP_SEAT,
            (
                *(number, seat, each.person, each.kind.value, each.bot),
                *(each.place, each.share, each.is_left),
                *((None, None, None) if move is None else (*move.skill, move.gain)),
                *shape,
            ),
        )
        for seat, (each, move) in enumerate(zip(game.seats, moved, strict=True))
    ]


def _stored(row: Row, seats: Sequence[Row]) -> StoredGame:
    number, game_id, edition, board, _n_seats, ended_at, listed, unrated = row
    found: list[FinishedSeat] = []
    moved: list[Moved | None] = []
    for _number, _seat, person, kind, bot, place, share, is_left, mu, sigma, gain in seats:
        found.append(FinishedSeat(Kind(kind), person or "", bot, place, share, bool(is_left)))
        moved.append(None if mu is None else Moved(Skill(mu, sigma), gain))
    facts = (edition, board, ended_at, bool(listed), Unrated(unrated), tuple(found))
    return StoredGame(number, FinishedGame(game_id, *facts), tuple(moved))

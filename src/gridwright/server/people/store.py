"""Store of follows, blocks and invitations, and queries of people's games."""

from typing import Final

import msgspec

from gridwright.ratings.plackett_luce import Skill
from gridwright.server.people import statements
from gridwright.server.people.finished import Kind, Unrated
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.rows import Row

LAST_NUMBER: Final = 2**53 - 1
MAX_COUNTED: Final = 5_000
"""Games of a person that are counted for the profile: the newest."""
MAX_RIVALS: Final = 8


class OwnResult(msgspec.Struct, frozen=True):
    """One game of a person."""

    edition: str
    board: str
    seats: int
    kind: Kind
    place: int
    share: int
    is_left: bool
    mu: int | None
    gain: int | None
    ended_at: int


class OtherSeat(msgspec.Struct, frozen=True):
    """Another seat of a game."""

    kind: Kind
    bot: str
    place: int
    name: str
    is_public: bool
    person_id: str


class HistoryGame(msgspec.Struct, frozen=True):
    """A game of a person with all its players."""

    number: int
    game_id: str
    listed: bool
    unrated: Unrated
    edition: str
    board: str
    seats: int
    ended_at: int
    place: int
    kind: Kind
    gain: int | None
    others: list[OtherSeat]


class PeopleStore:
    """Stored in the database of the people, and deleted with them."""

    def __init__(self, database: DatabaseStore) -> None:
        self._database: Final = database

    # Profiles

    async def is_public(self, person_id: str) -> bool:
        rows = await self._database.rows(statements.IS_PUBLIC, person_id)
        return bool(rows and rows[0][0])

    async def choose(self, person_id: str, is_public: bool) -> None:
        await self._database.change_one(statements.CHOOSE, person_id, is_public)

    async def ratings(self, person_id: str) -> list[tuple[str, Kind, Skill, int]]:
        rows = await self._database.rows(statements.RATINGS, person_id)
        return [(row[0], Kind(row[1]), Skill(row[2], row[3]), row[4]) for row in rows]

    async def results(self, person_id: str) -> list[OwnResult]:
        """Return the games of a person, the newest first."""
        rows = await self._database.rows(statements.RESULTS, person_id, MAX_COUNTED)
        return [_result(row) for row in rows]

    async def history(
        self, person_id: str, limit: int, before: int = LAST_NUMBER
    ) -> list[HistoryGame]:
        """Return a page of games, the newest first."""
        found: dict[int, HistoryGame] = {}
        for row in await self._database.rows(statements.HISTORY, person_id, before, limit):
            game = found.setdefault(row[0], _history_game(row))
            if row[11] != row[12]:
                seat = OtherSeat(
                    *(Kind(row[13]), row[14], row[15], row[16] or "", bool(row[17])), row[18] or ""
                )
                game.others.append(seat)
        return list(found.values())

    async def between(self, person_id: str, other_id: str) -> list[tuple[int, int]]:
        """Return the places of two people in the games that both played."""
        values = (person_id, other_id, MAX_COUNTED)
        return [(row[0], row[1]) for row in await self._database.rows(statements.BETWEEN, *values)]

    async def rivals(self, person_id: str) -> list[tuple[str, int, int, int]]:
        """Return the most frequent opponents: name, games, times ahead of them, times behind."""
        values = (person_id, MAX_COUNTED, MAX_RIVALS)
        rows = await self._database.rows(statements.RIVALS, *values)
        return [(row[0], int(row[1]), int(row[2]), int(row[3])) for row in rows]

    async def games_of(
        self, person_id: str, after: int, limit: int
    ) -> list[tuple[int, str, int, int]]:
        """Return a page of numbers, games, times of their ends and places, the oldest first."""
        rows = await self._database.rows(statements.GAMES_OF, person_id, after, limit)
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    # Following and blocking

    async def follow(self, person_id: str, other_id: str, at: int) -> None:
        await self._database.change_one(statements.FOLLOW, person_id, other_id, at)

    async def unfollow(self, person_id: str, other_id: str) -> None:
        await self._database.change_one(statements.UNFOLLOW, person_id, other_id)

    async def follows(self, person_id: str, other_id: str) -> bool:
        return bool(await self._database.rows(statements.FOLLOWS, person_id, other_id))

    async def followed(self, person_id: str, limit: int) -> list[tuple[str, int]]:
        rows = await self._database.rows(statements.FOLLOWED, person_id, limit)
        return [(row[0], row[1]) for row in rows]

    async def n_followed(self, person_id: str) -> int:
        return int((await self._database.rows(statements.COUNT_FOLLOWED, person_id))[0][0])

    async def block(self, person_id: str, other_id: str, at: int) -> None:
        """Block a person; removes follows in both directions and the other's invitations."""
        await self._database.change(
            (statements.BLOCK, (person_id, other_id, at)),
            (statements.UNFOLLOW, (person_id, other_id)),
            (statements.UNFOLLOW, (other_id, person_id)),
            (statements.DROP_INVITATIONS, (person_id, other_id)),
        )

    async def unblock(self, person_id: str, other_id: str) -> None:
        await self._database.change_one(statements.UNBLOCK, person_id, other_id)

    async def blocks(self, person_id: str, other_id: str) -> bool:
        return bool(await self._database.rows(statements.BLOCKS, person_id, other_id))

    async def blocked(self, person_id: str, limit: int) -> list[tuple[str, int]]:
        rows = await self._database.rows(statements.BLOCKED, person_id, limit)
        return [(row[0], row[1]) for row in rows]

    async def blocked_ids(self, person_id: str) -> frozenset[str]:
        rows = await self._database.rows(statements.BLOCKED_IDS, person_id)
        return frozenset([row[0] for row in rows])

    async def n_blocked(self, person_id: str) -> int:
        return int((await self._database.rows(statements.COUNT_BLOCKED, person_id))[0][0])

    # Invitations

    async def invite(self, person_id: str, game_id: str, from_id: str, at: int) -> None:
        await self._database.change_one(statements.INVITE, person_id, game_id, from_id, at)

    async def invitations(self, person_id: str, limit: int) -> list[tuple[str, str, int]]:
        """Return invitations: table, inviter and time; the newest first."""
        rows = await self._database.rows(statements.INVITATIONS, person_id, limit)
        return [(row[0], row[1], row[2]) for row in rows]

    async def n_invited(self, from_id: str, since: int) -> int:
        rows = await self._database.rows(statements.COUNT_INVITED, from_id, since)
        return int(rows[0][0])

    async def drop_invitation(self, person_id: str, game_id: str) -> None:
        await self._database.change_one(statements.DROP_INVITATION, person_id, game_id)


def _result(row: Row) -> OwnResult:
    edition, board, seats, kind, place, share, is_left, mu, gain, ended_at = row
    shape = (edition, board, seats, Kind(kind), place, share, bool(is_left))
    return OwnResult(*shape, mu, gain, ended_at)


def _history_game(row: Row) -> HistoryGame:
    number, game_id, listed, unrated, edition, board, seats, ended_at, place, kind, gain = row[:11]
    return HistoryGame(
        *(number, game_id, bool(listed), Unrated(unrated), edition, board, seats, ended_at),
        *(place, Kind(kind), gain, []),
    )

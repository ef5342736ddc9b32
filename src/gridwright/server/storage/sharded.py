"""Many databases as one store.

A game belongs permanently to one of 256 logical shards, by a hash of its id. The database of a
shard is a setting. So a database that grows too large is split by moving shards, and no game
changes its shard.
"""

import asyncio
import hashlib
import heapq
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from gridwright.server.storage.append import Duplicate, NewEvent, Outcome
from gridwright.server.storage.archive_folder import ArchiveFolder
from gridwright.server.storage.contract import DatabaseStore, Store
from gridwright.server.storage.errors import (
    GameArchived,
    LogInArchive,
    ShardMapError,
    StoreError,
)
from gridwright.server.storage.games import (
    ANYTHING,
    Bookmark,
    Claim,
    GameRecord,
    Label,
    NewGame,
    StoredGame,
)
from gridwright.server.storage.limits import (
    MAX_ENTRIES,
    MAX_GAMES,
    verify_claim,
    verify_game_id,
    verify_known_id,
)
from gridwright.table.entries import Entry, LoggedEntry, Status

N_SHARDS: Final = 256

_PART: Final = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")


def shard_of(game_id: str) -> int:
    """Return the shard of a game: the first byte of the SHA-256 of its id.

    In PostgreSQL: ``get_byte(sha256(game_id::bytea), 0)``, which finds the games to be moved.
    """
    return hashlib.sha256(game_id.encode()).digest()[0]


class ShardMap:
    """Maps each shard to the address of its database."""

    def __init__(self, shards: Mapping[str, Iterable[int]]) -> None:
        """Take the shards of each address; each of the 256 must occur exactly once."""
        found: dict[int, str] = {}
        for url, numbers in shards.items():
            for number in numbers:
                if number in found:
                    raise ShardMapError(f"expected shard {number} once")
                if not 0 <= number < N_SHARDS:
                    raise ShardMapError(f"expected shards 0 to {N_SHARDS - 1}, got {number}")
                found[number] = url
        missing = [number for number in range(N_SHARDS) if number not in found]
        if missing:
            problem = f"expected all {N_SHARDS} shards, {len(missing)} are missing"
            raise ShardMapError(f"{problem}, the first is {missing[0]}")
        self._urls: Final = tuple([found[number] for number in range(N_SHARDS)])

    @classmethod
    def single(cls, url: str) -> "ShardMap":
        """Return a map with all shards on one database."""
        return cls({url: range(N_SHARDS)})

    @classmethod
    def parse(cls, text: str) -> "ShardMap":
        """Parse lines such as ``0-127,200 postgresql://…``; ``#`` starts a comment line."""
        shards: dict[str, list[int]] = {}
        for n_line, line in enumerate(text.splitlines(), start=1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if len(words) != 2:
                raise ShardMapError(f"line {n_line}: expected shards and an address")
            shards.setdefault(words[1], []).extend(_read_numbers(n_line, words[0]))
        return cls(shards)

    def url_of(self, game_id: str) -> str:
        return self._urls[shard_of(game_id)]

    @property
    def shards(self) -> dict[str, frozenset[int]]:
        """Return the shards of each address, in the order of the first."""
        return {
            url: frozenset([number for number in range(N_SHARDS) if self._urls[number] == url])
            for url in dict.fromkeys(self._urls)
        }

    def __repr__(self) -> str:
        # Addresses may contain passwords.
        return f"<ShardMap of {len(self.shards)} databases>"


def _read_numbers(n_line: int, text: str) -> Iterable[int]:
    for part in text.split(","):
        found = _PART.fullmatch(part)
        if found is None:
            raise ShardMapError(f"line {n_line}: expected shards such as 0-127, got {part[:20]!r}")
        first = int(found[1])
        yield from range(first, int(found[2] or first) + 1)


class ShardedStore(Store):
    """Routes each call to the database of its game; only pages and claims query all of them."""

    def __init__(
        self,
        shard_map: ShardMap,
        stores: Mapping[str, DatabaseStore],
        archive: ArchiveFolder | None = None,
    ) -> None:
        """Take an open store for each address of the map, and the archive."""
        self.archived: Final = archive
        self._map: Final = shard_map
        self._stores: Final = dict(stores)
        self._n_sweeps = 0

    async def verify_places(self) -> None:
        """Raise ShardMapError if a database has another set of shards.

        Two nodes with different maps would create the same game on different databases. So the
        first map is stored in the databases, and another one is refused until the games and the
        stored map have been moved.
        """
        for url, shards in self._map.shards.items():
            store = self._stores[url]
            held = await store.held_shards()
            if not held:
                await store.hold_shards(shards)
                held = await store.held_shards()
            if held != shards:
                strange = min(held ^ shards)
                problem = "to be" if strange in shards else "not to be"
                raise ShardMapError(f"the map expects shard {strange} {problem} in a database")

    @property
    def databases(self) -> tuple[DatabaseStore, ...]:
        """Return the databases; each may have its own worker."""
        return tuple(self._stores.values())

    @property
    def home(self) -> DatabaseStore:
        """Return the database of the first shard, which stores everything that is not a game."""
        return self.databases[0]

    def database_of(self, game_id: str) -> DatabaseStore:
        """Return the database of a game; raise UnknownGame."""
        verify_known_id(game_id)
        return self._stores[self._map.url_of(game_id)]

    def by_database(self, game_ids: Iterable[str]) -> dict[DatabaseStore, list[str]]:
        """Group games by database. Raises UnknownGame for an invalid id."""
        found: dict[DatabaseStore, list[str]] = {}
        for game_id in game_ids:
            found.setdefault(self.database_of(game_id), []).append(game_id)
        return found

    async def create(self, game: NewGame) -> None:
        verify_game_id(game.game_id)
        await self._stores[self._map.url_of(game.game_id)].create(game)

    async def create_whole(self, game: NewGame, log: Sequence[LoggedEntry]) -> None:
        verify_game_id(game.game_id)
        await self._stores[self._map.url_of(game.game_id)].create_whole(game, log)

    async def load(self, game_id: str) -> GameRecord:
        return await self.database_of(game_id).load(game_id)

    async def append(
        self,
        game_id: str,
        expected: int,
        entry: Entry,
        *,
        status: Status,
        deadline_at: int | None,
        events: Sequence[NewEvent] = (),
    ) -> Outcome:
        try:
            return await self.database_of(game_id).append(
                *(game_id, expected, entry),
                status=status,
                deadline_at=deadline_at,
                events=events,
            )
        except (GameArchived, LogInArchive):
            for logged in await self._archived_log(game_id):
                if logged.entry.command_id == entry.command_id:
                    return Duplicate(logged)
            raise

    async def entries(
        self, game_id: str, since: int = 0, limit: int = MAX_ENTRIES
    ) -> list[LoggedEntry]:
        try:
            return await self.database_of(game_id).entries(game_id, since, limit)
        except LogInArchive:
            return (await self._archived_log(game_id, since))[:limit]

    async def _archived_log(self, game_id: str, since: int = 0) -> list[LoggedEntry]:
        """Return the archived entries after a version; none if the log is in the database."""
        found = await self.database_of(game_id).in_archive(game_id)
        if found is None or since >= found.version:
            return []
        if self.archived is None:
            raise LogInArchive(game_id)
        return (await asyncio.to_thread(self.archived.read, found))[since:]

    async def claim_due(self, now: int, limit: int, lease: int) -> list[Claim]:
        """Claim from one database after the other, starting with another one each time.

        A database that is down does not stop the clocks of the others: its error is raised only if
        nothing was claimed elsewhere.
        """
        verify_claim(now, limit, lease)
        stores = self.databases
        first = self._n_sweeps % len(stores)
        self._n_sweeps += 1
        claims: list[Claim] = []
        errors: list[StoreError] = []
        for store in stores[first:] + stores[:first]:
            if len(claims) == limit:
                break
            try:
                claims += await store.claim_due(now, limit - len(claims), lease)
            except StoreError as error:
                errors.append(error)
        if errors and not claims:
            raise errors[0]
        return sorted(claims, key=lambda claim: (claim.deadline_at, claim.game_id))

    async def release(self, claim: Claim) -> None:
        await self.database_of(claim.game_id).release(claim)

    async def read(self, game_ids: Sequence[str]) -> list[StoredGame]:
        places = self.by_database(game_ids)
        asked = [store.read(there) for store, there in places.items()]
        games = [game for found in await asyncio.gather(*asked) for game in found]
        return [await self._with_log(game) for game in games]

    async def _with_log(self, game: StoredGame) -> StoredGame:
        if game.log or game.record.status is not Status.ARCHIVED:
            return game
        return replace(game, log=await self._archived_log(game.record.game_id))

    async def list_games(
        self,
        status: Status,
        limit: int = MAX_GAMES,
        after: Bookmark | None = None,
        like: Label = ANYTHING,
    ) -> list[GameRecord]:
        asked = [store.list_games(status, limit, after, like) for store in self.databases]
        pages = await asyncio.gather(*asked)
        merged = heapq.merge(*pages, key=lambda game: (game.created_at, game.game_id), reverse=True)
        return list(merged)[:limit]

    async def walk_games(self, limit: int = MAX_GAMES, after: str = "") -> list[GameRecord]:
        pages = await asyncio.gather(*[store.walk_games(limit, after) for store in self.databases])
        return list(heapq.merge(*pages, key=lambda game: game.game_id))[:limit]

    async def archive(self, game_id: str) -> None:
        await self.database_of(game_id).archive(game_id)

    async def postpone(self, claim: Claim, until: int) -> None:
        await self.database_of(claim.game_id).postpone(claim, until)

    async def relabel(self, game_id: str, label: Label, listed: bool) -> None:
        await self.database_of(game_id).relabel(game_id, label, listed)

    async def delete(self, game_id: str) -> None:
        database = self.database_of(game_id)
        found = await database.in_archive(game_id)
        await database.delete(game_id)
        if found is not None and self.archived is not None:
            await asyncio.to_thread(self.archived.remove, found)

    async def keep_box(self, game_id: str, box: bytes) -> None:
        await self.database_of(game_id).keep_box(game_id, box)

    async def box(self, game_id: str) -> bytes:
        return await self.database_of(game_id).box(game_id)

    async def ping(self) -> None:
        await asyncio.gather(*[store.ping() for store in self.databases])

    async def try_write(self, now: int) -> None:
        await asyncio.gather(*[store.try_write(now) for store in self.databases])

    async def close(self) -> None:
        await asyncio.gather(*[store.close() for store in self.databases])

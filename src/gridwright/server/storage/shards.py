"""The mapping of games to databases.

A game belongs permanently to one of 256 logical shards, by a hash of its id. The database of a
shard is a setting. So a database that grows too large is split by moving shards, and no game
changes its shard.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Final

from gridwright.server.storage.errors import ShardMapError

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

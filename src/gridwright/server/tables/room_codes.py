"""Spoken codes of tables that gather, such as `bokatemi`."""

import secrets
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from gridwright.server.storage.contract import DatabaseStore

MAX_TYPED: Final = 32
"""Characters of a code as typed, with spaces and hyphens."""

_DATA: Final = Path(__file__).with_name("room_codes.toml")
_DAY: Final = 24 * 60 * 60 * 1_000
_SEPARATORS: Final = str.maketrans("", "", " -\u00a0\u2010\u2011\u2013\t")

_EXPIRE: Final = "DELETE FROM room_code WHERE at < $1"
_ADD: Final = """\
INSERT INTO room_code (code, game_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
"""
_CODE: Final = "SELECT code FROM room_code WHERE game_id = $1"
_GAME: Final = "SELECT game_id FROM room_code WHERE code = $1"


class CodeLetters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Letters of the codes, and how long a code is stored."""

    consonants: str
    vowels: str
    syllables: int
    days: int
    avoided: tuple[str, ...]


@cache
def code_letters() -> CodeLetters:
    return msgspec.convert(tomllib.loads(_DATA.read_text(encoding="utf-8")), CodeLetters)


def random_code() -> str:
    """Return a random code, without the fragments to avoid."""
    letters = code_letters()
    while True:
        pairs = [
            secrets.choice(letters.consonants) + secrets.choice(letters.vowels)
            for _ in range(letters.syllables)
        ]
        code = "".join(pairs)
        if not any(fragment in code for fragment in letters.avoided):
            return code


def normalize_code(typed: str) -> str:
    """Return a code as stored: without spaces and hyphens, in lower case.

    >>> normalize_code("Boka-Temi ")
    'bokatemi'
    """
    return typed.translate(_SEPARATORS).lower()


class RoomCodes:
    """Database table of codes. An expired code of a table is replaced on its next request."""

    def __init__(
        self,
        database: DatabaseStore,
        clock: Callable[[], int],
        make_code: Callable[[], str] = random_code,
    ) -> None:
        self._database: Final = database
        self._clock: Final = clock
        self._make_code: Final = make_code

    async def of(self, game_id: str) -> str:
        """Return the code of a table; make one on the first request. Idempotent."""
        while True:
            found = await self._database.rows(_CODE, game_id)
            if found:
                return str(found[0][0])
            now = self._clock()
            # The code may be taken, or another request may be faster: then read or try again.
            await self._database.change(
                (_EXPIRE, (now - code_letters().days * _DAY,)),
                (_ADD, (self._make_code(), game_id, now)),
            )

    async def find(self, typed: str) -> str:
        """Return the table of a code as typed; empty if there is none."""
        found = await self._database.rows(_GAME, normalize_code(typed))
        return str(found[0][0]) if found else ""

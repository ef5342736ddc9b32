"""Passwords: which may be chosen, and hashing them without holding up the games."""

import asyncio
import base64
import os
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from gridwright.server.accounts.common_passwords import COMMON
from gridwright.server.accounts.names import folded_name
from gridwright.server.auth.errors import BadPassword, CommonPassword, TooManyTries

LEAST: Final = 8
MOST: Final = 200
AT_ONCE: Final = min(4, max(1, (os.cpu_count() or 1) // 2))
"""Hashes that a node computes at the same time. Each takes a core, and 19 MiB."""
MOST_WAITING: Final = 64
"""Whoever comes when so many wait is sent away, so that a flood costs no memory."""

_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32
_MEMORY_KIB: Final = 19 * 1024
_ROUNDS: Final = 2

T = TypeVar("T")


def verify_choice(password: str, name: str) -> None:
    """Raise BadPassword unless somebody of this name may choose it."""
    if not LEAST <= len(password) <= MOST:
        raise BadPassword(f"expected a password of {LEAST} to {MOST} characters")
    if password.casefold() in COMMON or folded_name(password) == folded_name(name):
        raise CommonPassword("that password is among the first that anybody would guess")


class Passwords:
    """Argon2id in threads of its own, a few at a time, whoever asks."""

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        self._hasher: Final = PasswordHasher(
            time_cost=_ROUNDS,
            memory_cost=_MEMORY_KIB,
            parallelism=1,
            hash_len=_HASH_BYTES,
            salt_len=_SALT_BYTES,
            type=Type.ID,
        )
        self._threads: Final = ThreadPoolExecutor(at_once, thread_name_prefix="argon2")
        self._most: Final = at_once + most_waiting
        self._n_running = 0
        self._nobodys: Final = _nobodys_hash()
        self.n_verified = 0
        """How many guesses were looked at."""

    async def hash(self, password: str) -> str:
        """What may be kept of a password, or TooManyTries."""
        return await self._run(lambda: self._hasher.hash(_same_text(password)))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether it is the password; for nobody's, the same work is done, and the answer is no."""
        self.n_verified += 1
        matches = await self._run(lambda: self._matches(kept or self._nobodys, password))
        return matches and kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Whether it was hashed with other figures than today's."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _same_text(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._n_running >= self._most:
            raise TooManyTries(1)
        self._n_running += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._n_running -= 1


def _same_text(password: str) -> bytes:
    """Keyboards write the same letter in several ways."""
    return unicodedata.normalize("NFC", password).encode()


def _nobodys_hash() -> str:
    """A hash that no password has, of the same figures: looking at it takes as long as any."""
    salt, made = secrets.token_bytes(_SALT_BYTES), secrets.token_bytes(_HASH_BYTES)
    texts = [base64.b64encode(part).decode().rstrip("=") for part in (salt, made)]
    return f"$argon2id$v=19$m={_MEMORY_KIB},t={_ROUNDS},p=1${texts[0]}${texts[1]}"

"""Passwords: validation of new ones, and hashing that does not block games."""

import base64
import os
import secrets
import unicodedata
from typing import Final

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from gridwright.server.accounts.common_passwords import is_common
from gridwright.server.accounts.hash_queue import HashQueue
from gridwright.server.accounts.names import folded_name
from gridwright.server.auth.errors import BadPassword, CommonPassword

LEAST: Final = 8
"""Minimum length of a password, in characters."""
MOST: Final = 200
"""Maximum length of a password, in characters."""
MAX_CONCURRENT: Final = min(4, max(1, (os.cpu_count() or 1) // 2))
"""Hashes that a node computes concurrently. Each takes a core, and 19 MiB."""
MAX_WAITING: Final = 64
"""Requests beyond this are refused, so that a flood costs no memory."""
MAX_PER_ASKER: Final = 8
"""Limit for one address or person."""

_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32
_MEMORY_KIB: Final = 19 * 1024
_ROUNDS: Final = 2


def verify_choice(password: str, name: str) -> None:
    """Raise BadPassword unless a person of this name may choose it."""
    if not LEAST <= len(password) <= MOST:
        raise BadPassword(f"expected a password of {LEAST} to {MOST} characters")
    if is_common(password) or folded_name(password) == folded_name(name):
        raise CommonPassword("that password is too common; choose another one")


class Passwords:
    """Argon2id, a few at a time for all clients; an asker is an address, or a person by id."""

    def __init__(self) -> None:
        self._hasher: Final = PasswordHasher(
            time_cost=_ROUNDS,
            memory_cost=_MEMORY_KIB,
            parallelism=1,
            hash_len=_HASH_BYTES,
            salt_len=_SALT_BYTES,
            type=Type.ID,
        )
        self._queue: Final = HashQueue(MAX_CONCURRENT, MAX_WAITING, MAX_PER_ASKER)
        self._nobodys: Final = _nobodys_hash()
        self.n_verified = 0
        """Number of guesses that were verified."""

    def verify_room(self, asker: str) -> None:
        """Raise TooManyTries if the queue of an address or person is full."""
        self._queue.verify_room(asker)

    async def hash(self, password: str, asker: str) -> str:
        """Return the hash to store for a password; raise TooManyTries."""
        return await self._queue.run(asker, lambda: self._hasher.hash(_same_text(password)))

    async def verify(self, kept: str | None, password: str, asker: str) -> bool:
        """Return whether the password matches; raise TooManyTries.

        Without a stored hash the same work is done and the result is False.
        """
        hashed = kept or self._nobodys
        matches = await self._queue.run(asker, lambda: self._matches(hashed, password))
        self.n_verified += 1
        is_right = matches and kept is not None
        if not is_right:
            self._queue.note_wrong(asker)
        return is_right

    def is_outdated(self, kept: str) -> bool:
        """Return whether it was hashed with parameters other than today's."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        self._queue.close()

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _same_text(password))
        except (VerificationError, InvalidHashError):
            return False


def _same_text(password: str) -> bytes:
    """Return the normalised bytes: keyboards encode the same letter in several ways."""
    return unicodedata.normalize("NFC", password).encode()


def _nobodys_hash() -> str:
    """Return a dummy hash with the same parameters, so that verifying it takes as long as any."""
    salt, made = secrets.token_bytes(_SALT_BYTES), secrets.token_bytes(_HASH_BYTES)
    texts = [base64.b64encode(part).decode().rstrip("=") for part in (salt, made)]
    return f"$argon2id$v=19$m={_MEMORY_KIB},t={_ROUNDS},p=1${texts[0]}${texts[1]}"

"""The server's keys: one per purpose, derived from the secrets of the key file."""

import time
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES: Final = 32
LOOK_EVERY: Final = 1.0
"""Minimum seconds between reads of the key file, so that forged tickets cannot cause many."""

_LABEL: Final = b"gridwright-keys-1/"


class Purpose(Enum):
    """Purposes of derived keys. A key of one purpose reveals nothing about that of another."""

    SEEDS = b"seeds"
    """Sealing the seeds of running games, and sealed notes in their logs."""
    NAMES = b"names"
    """Deriving idempotency names."""
    TICKETS = b"tickets"
    """Signing the tickets of seats."""
    CHALLENGES = b"challenges"
    """Signing the challenges of passkeys."""
    TRIES = b"tries"
    """Hashing the subjects of counted attempts."""
    PUSH = b"push"
    """Signing requests to push services."""
    LINKS = b"links"
    """Signing links that work without a session."""


class Keys:
    """Derived keys: the newest secret seals and signs, older ones still open and verify.

    Before keys had purposes, the secret itself was the key for everything. So each secret is also
    kept ``whole``, to open old data; new data never uses it.
    """

    def __init__(
        self,
        newest: bytes,
        older: Sequence[bytes] = (),
        reload: Callable[[], Sequence[bytes] | None] | None = None,
    ) -> None:
        """Take the secrets; ``reload`` reads those of the file again, or returns None."""
        self._secrets: tuple[bytes, ...] = ()
        self._derived: Final[dict[Purpose, tuple[bytes, ...]]] = {}
        self._reload: Final = reload
        self._looked_at = 0.0
        self._take((newest, *older))

    def _take(self, secrets: Sequence[bytes]) -> None:
        for secret in secrets:
            if len(secret) != KEY_BYTES:
                raise ValueError(f"expected a key of {KEY_BYTES} bytes, got {len(secret)}")
        self._secrets = tuple(secrets)
        self._derived.clear()

    @property
    def newest(self) -> bytes:
        """Return the secret that was added last."""
        return self._secrets[0]

    @property
    def whole(self) -> tuple[bytes, ...]:
        """The secrets themselves, the newest first: the keys used before there were purposes."""
        return self._secrets

    def of(self, purpose: Purpose) -> tuple[bytes, ...]:
        """Return the keys of a purpose, the newest first."""
        if purpose not in self._derived:
            self._derived[purpose] = tuple(_derive(secret, purpose) for secret in self._secrets)
        return self._derived[purpose]

    def look_again(self) -> bool:
        """Reload the key file; return True if it has new secrets."""
        if self._reload is None or time.monotonic() - self._looked_at < LOOK_EVERY:
            return False
        self._looked_at = time.monotonic()
        found = self._reload()
        if not found or tuple(found) == self._secrets:
            return False
        self._take(found)
        return True


Secret = bytes | Keys
"""One secret, or all of them."""


def keys_of(secret: Secret) -> Keys:
    return secret if isinstance(secret, Keys) else Keys(secret)


def _derive(secret: bytes, purpose: Purpose) -> bytes:
    made = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=_LABEL + purpose.value)
    return made.derive(secret)

"""Random numbers that anyone can recompute from a key, in any language."""

import hashlib
import hmac
from typing import Final, TypeVar

N_WORDS: Final = 1 << 32
"""Number of possible words."""

_WORD_BYTES: Final = 4

T = TypeVar("T")


class Stream:
    """32-bit words of HMAC-SHA256(key, counter); the counter runs from 0 in 64 bits."""

    def __init__(self, key: bytes) -> None:
        self._key: Final = key
        self._counter = 0
        self._block = b""

    def word(self) -> int:
        """Return the next four bytes as a number, big-endian."""
        if not self._block:
            counter = self._counter.to_bytes(8, "big")
            self._block = hmac.digest(self._key, counter, hashlib.sha256)
            self._counter += 1
        taken = self._block[:_WORD_BYTES]
        self._block = self._block[_WORD_BYTES:]
        return int.from_bytes(taken, "big")

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each equally likely.

        Words above the last full multiple of the bound are rejected, because they would favour
        small numbers.
        """
        if not 1 <= bound <= N_WORDS:
            raise ValueError(f"expected a bound from 1 to {N_WORDS}, got {bound}")
        limit = N_WORDS - N_WORDS % bound
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % bound

    def shuffle(self, items: list[T]) -> None:
        """Shuffle a list in place: Fisher–Yates from the last place down."""
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]

    def sample(self, items: list[T], n_items: int) -> list[T]:
        """Return the first ``n_items`` of a shuffled copy."""
        if not 0 <= n_items <= len(items):
            raise ValueError(f"expected 0 to {len(items)} items, got {n_items}")
        shuffled = items[:]
        self.shuffle(shuffled)
        return shuffled[:n_items]

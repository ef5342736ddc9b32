"""Sealed notes in a log: bid limits, which the log contains and no player may read.

A server seals with AES-256-GCM (`server.storage.vault`); without one, `StandardSeal` needs only the
standard library.
"""

import hashlib
import hmac
import secrets
from typing import Final, Protocol

from gridwright.fair.commit import prefixed
from gridwright.table.bid_limits import BidLimit, decode_limit, encode_limit

KEY_BYTES: Final = 32

_LABEL: Final = b"gridwright-seal-1"
_NONCE_BYTES: Final = 16
_BLOCK_BYTES: Final = 32


class NoteSeal(Protocol):
    """Seals notes of games; each box opens only for its game and under its name."""

    def seal_note(self, game_id: str, name: str, text: bytes) -> bytes:
        """Return the sealed note."""

    def open_note(self, game_id: str, name: str, box: bytes) -> bytes:
        """Return the note of a box; raises an exception for a damaged or moved box."""


class BrokenNote(ValueError):
    """The box is damaged, was moved, or was sealed with another key."""


class StandardSeal:
    """Authenticated encryption with HMAC-SHA-256: a stream in counter mode, then a tag.

    A box is: nonce (16 bytes, random), ciphertext, tag (32). Game and name are part of the key.
    """

    def __init__(self, key: bytes = b"") -> None:
        """Use a key of `KEY_BYTES`, or a new random one."""
        self._key: Final = key or secrets.token_bytes(KEY_BYTES)
        if len(self._key) != KEY_BYTES:
            raise ValueError(f"expected a key of {KEY_BYTES} bytes, got {len(self._key)}")

    def seal_note(self, game_id: str, name: str, text: bytes) -> bytes:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        hidden = nonce + self._masked(game_id, name, nonce, text)
        return hidden + self._tag(game_id, name, hidden)

    def open_note(self, game_id: str, name: str, box: bytes) -> bytes:
        hidden, tag = box[:-_BLOCK_BYTES], box[-_BLOCK_BYTES:]
        if not hmac.compare_digest(tag, self._tag(game_id, name, hidden)):
            raise BrokenNote(f"the sealed note {name!r} of game {game_id!r} is damaged")
        nonce, text = hidden[:_NONCE_BYTES], hidden[_NONCE_BYTES:]
        return self._masked(game_id, name, nonce, text)

    def _masked(self, game_id: str, name: str, nonce: bytes, text: bytes) -> bytes:
        """Return the text combined with a stream of its own; applied twice, it is the text."""
        key = self._derived(b"stream", game_id, name)
        n_blocks = -(-len(text) // _BLOCK_BYTES)
        blocks = [
            hmac.digest(key, nonce + number.to_bytes(8, "big"), hashlib.sha256)
            for number in range(n_blocks)
        ]
        return bytes(a ^ b for a, b in zip(text, b"".join(blocks), strict=False))

    def _tag(self, game_id: str, name: str, hidden: bytes) -> bytes:
        return hmac.digest(self._derived(b"tag", game_id, name), hidden, hashlib.sha256)

    def _derived(self, purpose: bytes, game_id: str, name: str) -> bytes:
        parts = (purpose, game_id.encode(), name.encode())
        bound = _LABEL + b"".join([prefixed(part) for part in parts])
        return hmac.digest(self._key, bound, hashlib.sha256)


def seal_limit(seal: NoteSeal, game_id: str, seat: int, limit: BidLimit) -> bytes:
    """Return the sealed limit of a seat; empty if it leaves every decision to the person."""
    if limit.is_nothing:
        return b""
    return seal.seal_note(game_id, _limit_name(seat), encode_limit(limit))


def open_limit(seal: NoteSeal, game_id: str, seat: int, box: bytes) -> BidLimit:
    """Return the limit in the box of a seat."""
    return decode_limit(seal.open_note(game_id, _limit_name(seat), box))


def _limit_name(seat: int) -> str:
    """Return the name under which a seat's limit is sealed, so that no other seat can open it."""
    return f"limit/{seat}"

"""Sealed seeds: the database without the key reveals nothing about undealt cards."""

import hashlib
import hmac
import os
from collections.abc import Sequence
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from gridwright.fair.commit import prefixed, verify_seed
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import BrokenBox, WrongKey
from gridwright.server.storage.keys import Keys, Purpose, Secret, keys_of

_LABEL: Final = b"gridwright-vault-1"
_NAME_BYTES: Final = 4
_NONCE_BYTES: Final = 12


class SeedVault:
    """Seals seeds with AES-256-GCM and stores them.

    A box is: name of the key (4 bytes), nonce (12, random), ciphertext with tag. The game's id is
    bound to it, so a box that was moved to another game does not open. The key's name is a hash; it
    distinguishes "another key" from "damaged" and selects the key for boxes sealed earlier.
    """

    def __init__(self, store: Store, secret: Secret, older: Sequence[bytes] = ()) -> None:
        """Seal with the newest secret; open boxes of older secrets too."""
        keys = keys_of(secret)
        self._store: Final = store
        self._keys: Final = Keys(keys.newest, (*keys.whole[1:], *older)) if older else keys
        self._cut_for: tuple[bytes, ...] = ()
        self._name = b""
        self._locks: dict[bytes, AESGCM] = {}
        self._cut_locks()

    def _cut_locks(self) -> None:
        """Build a cipher for each key, including keys from before purposes."""
        self._cut_for = self._keys.whole
        keys = self._keys.of(Purpose.SEEDS)
        self._name = _name_of(keys[0])
        self._locks = {_name_of(each): AESGCM(each) for each in (*self._keys.whole, *keys)}

    def _look_again(self) -> bool:
        """Reload the keys if the file has new ones."""
        self._keys.look_again()
        if self._keys.whole == self._cut_for:
            return False
        self._cut_locks()
        return True

    def seal(self, game_id: str, seed: bytes) -> bytes:
        """Return the sealed box of a seed, for NewGame."""
        verify_seed(seed)
        self._look_again()  # A running server uses a new key from its next table on.
        return self._encrypt(game_id, seed)

    def _encrypt(self, bound_to: str, text: bytes) -> bytes:
        nonce = os.urandom(_NONCE_BYTES)
        bound = _bound(self._name, bound_to)
        return self._name + nonce + self._locks[self._name].encrypt(nonce, text, bound)

    def is_sealed_with_newest(self, box: bytes) -> bool:
        """Return whether a box is sealed with the newest key."""
        return box[:_NAME_BYTES] == self._name

    def open(self, game_id: str, box: bytes) -> bytes:
        """Return the seed in the box; raise WrongKey or BrokenBox."""
        seed = self._decrypt(game_id, box)
        try:
            verify_seed(seed)
        except ValueError as error:
            raise BrokenBox(f"the sealed seed of game {game_id!r} is damaged") from error
        return seed

    def _decrypt(self, bound_to: str, box: bytes) -> bytes:
        name, nonce = box[:_NAME_BYTES], box[_NAME_BYTES : _NAME_BYTES + _NONCE_BYTES]
        lock = self._locks.get(name)
        if lock is None and self._look_again():
            lock = self._locks.get(name)
        if lock is None:
            raise WrongKey(f"what game {bound_to!r} keeps was sealed with another key")
        try:
            return lock.decrypt(nonce, box[_NAME_BYTES + _NONCE_BYTES :], _bound(name, bound_to))
        except (InvalidTag, ValueError) as error:
            problem = "is damaged, or is that of another game"
            raise BrokenBox(f"what game {bound_to!r} keeps sealed {problem}") from error

    def seal_note(self, game_id: str, name: str, text: bytes) -> bytes:
        """Seal another secret of the server; the box opens under this name only."""
        return self._encrypt(f"{game_id}/{name}", text)

    def open_note(self, game_id: str, name: str, box: bytes) -> bytes:
        """Return the note sealed for this game under this name; raise WrongKey or BrokenBox."""
        return self._decrypt(f"{game_id}/{name}", box)

    def name_of(self, words: str) -> bytes:
        """Return an idempotency name that can be derived again only with the key."""
        key = self._keys.of(Purpose.NAMES)[0]
        return hmac.digest(key, _LABEL + prefixed(words.encode()), "sha256")

    async def keep(self, game_id: str, seed: bytes) -> None:
        """Seal the seed of an existing game, replacing an earlier box."""
        await self._store.keep_box(game_id, self.seal(game_id, seed))

    async def seed(self, game_id: str) -> bytes:
        """Return the seed of the game; raise NoSecret, WrongKey or BrokenBox."""
        return self.open(game_id, await self._store.box(game_id))


def _name_of(key: bytes) -> bytes:
    return hashlib.sha256(_LABEL + prefixed(b"name") + key).digest()[:_NAME_BYTES]


def _bound(name: bytes, game_id: str) -> bytes:
    return _LABEL + name + prefixed(game_id.encode())

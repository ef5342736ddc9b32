"""Seeds under lock: who has the database but not the key learns nothing about cards to come."""

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

KEY_BYTES: Final = 32

_LABEL: Final = b"gridwright-vault-1"
_NAME_BYTES: Final = 4
_NONCE_BYTES: Final = 12


class SeedVault:
    """Seals seeds with AES-256-GCM and keeps them in the store.

    A box is: name of the key (4 bytes), nonce (12, random), ciphertext with tag. The game's id is
    bound to it, so a box that was moved to another game does not open. The key's name is a hash; it
    tells "another key" from "damaged" and lets old boxes be opened after a change of keys.
    """

    def __init__(self, store: Store, key: bytes, older: Sequence[bytes] = ()) -> None:
        """Seal with the key; open also what was sealed with an older one."""
        self._store: Final = store
        self._key: Final = key
        self._name: Final = _name_of(key)
        self._locks: Final = {_name_of(each): AESGCM(each) for each in (*older, key)}

    def seal(self, game_id: str, seed: bytes) -> bytes:
        """The box that a NewGame takes with it."""
        verify_seed(seed)
        nonce = os.urandom(_NONCE_BYTES)
        bound = _bound(self._name, game_id)
        return self._name + nonce + self._locks[self._name].encrypt(nonce, seed, bound)

    def open(self, game_id: str, box: bytes) -> bytes:
        """The seed in the box, or WrongKey or BrokenBox."""
        seed = self._decrypt(game_id, box)
        try:
            verify_seed(seed)
        except ValueError as error:
            raise BrokenBox(f"the sealed seed of game {game_id!r} is damaged") from error
        return seed

    def _decrypt(self, bound_to: str, box: bytes) -> bytes:
        name, nonce = box[:_NAME_BYTES], box[_NAME_BYTES : _NAME_BYTES + _NONCE_BYTES]
        lock = self._locks.get(name)
        if lock is None:
            raise WrongKey(f"what game {bound_to!r} keeps was sealed with another key")
        try:
            return lock.decrypt(nonce, box[_NAME_BYTES + _NONCE_BYTES :], _bound(name, bound_to))
        except (InvalidTag, ValueError) as error:
            problem = "is damaged, or is that of another game"
            raise BrokenBox(f"what game {bound_to!r} keeps sealed {problem}") from error

    def seal_note(self, game_id: str, name: str, text: bytes) -> bytes:
        """A box for something else that is the server's alone; it opens under this name only."""
        nonce = os.urandom(_NONCE_BYTES)
        bound = _bound(self._name, f"{game_id}/{name}")
        return self._name + nonce + self._locks[self._name].encrypt(nonce, text, bound)

    def open_note(self, game_id: str, name: str, box: bytes) -> bytes:
        """What was sealed for this game under this name, or WrongKey or BrokenBox."""
        return self._decrypt(f"{game_id}/{name}", box)

    def name_of(self, words: str) -> bytes:
        """A name for what must not be made twice: who has the key finds it again, nobody else."""
        return hmac.digest(self._key, _LABEL + prefixed(words.encode()), "sha256")

    async def keep(self, game_id: str, seed: bytes) -> None:
        """Seal the seed for a game that exists, in place of an earlier one."""
        await self._store.keep_box(game_id, self.seal(game_id, seed))

    async def seed(self, game_id: str) -> bytes:
        """The seed of the game, or NoSecret, WrongKey or BrokenBox."""
        return self.open(game_id, await self._store.box(game_id))


def _name_of(key: bytes) -> bytes:
    if len(key) != KEY_BYTES:
        raise ValueError(f"expected a key of {KEY_BYTES} bytes, got {len(key)}")
    return hashlib.sha256(_LABEL + prefixed(b"name") + key).digest()[:_NAME_BYTES]


def _bound(name: bytes, game_id: str) -> bytes:
    return _LABEL + name + prefixed(game_id.encode())

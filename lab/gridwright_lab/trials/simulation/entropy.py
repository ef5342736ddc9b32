"""Seeded randomness of a server: ids, seeds of games, nonces, times of polls."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random

from gridwright.server.live import watchers


@contextmanager
def seeded_entropy(dice: Random) -> Iterator[None]:
    """Everything random in this program repeats itself while the context lasts."""

    def token_bytes(n_bytes: int | None = None) -> bytes:
        return dice.randbytes(n_bytes or secrets.DEFAULT_ENTROPY)

    nonces = Random(dice.random())

    def urandom(n_bytes: int) -> bytes:
        """Return bytes of a separate stream: other libraries take some at their first use."""
        return nonces.randbytes(n_bytes)

    def token_hex(n_bytes: int | None = None) -> str:
        return token_bytes(n_bytes).hex()

    replaced = (
        (secrets, "token_bytes", token_bytes),
        (secrets, "token_hex", token_hex),
        (os, "urandom", urandom),
        (watchers, "Random", partial(Random, dice.random())),
    )
    before = [getattr(place, name) for place, name, _new in replaced]
    for place, name, new in replaced:
        setattr(place, name, new)
    try:
        yield
    finally:
        for (place, name, _new), old in zip(replaced, before, strict=True):
            setattr(place, name, old)

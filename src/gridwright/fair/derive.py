"""Key derivation: one key per purpose, from the seed and the players' contributions."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Final

from gridwright.fair.commit import LABEL, number, prefixed, verify_seed
from gridwright.fair.draw import Stream

LEAST_CONTRIBUTION: Final = 16
MAX_CONTRIBUTION: Final = 32
"""Maximum bytes of a seat's random contribution to the seed."""


class Keys:
    """One key per purpose. No two share a stream, so a new purpose changes no existing draw."""

    def __init__(self, master: bytes) -> None:
        self._master: Final = master

    def key(self, purpose: str) -> bytes:
        return hmac.digest(self._master, purpose.encode("ascii"), hashlib.sha256)

    def order(self) -> Stream:
        return Stream(self.key("order"))

    def regions(self) -> Stream:
        return Stream(self.key("regions"))

    def trust_region(self) -> Stream:
        return Stream(self.key("trust-region"))

    def trust_city(self, place: int) -> Stream:
        """Return the stream for the city that the Trust blocks after ``place`` others."""
        return Stream(self.key(f"trust-city/{place}"))

    def deck(self) -> Stream:
        return Stream(self.key("deck"))

    def shuffle(self, place: int) -> Stream:
        """Return the stream for the shuffle of the stack with this number, counted from 1."""
        return Stream(self.key(f"step3/{place}"))

    def fuel(self, place: int) -> Stream:
        """Return the stream for the fuel cards: 0 for the first stack, then one per reshuffle."""
        return Stream(self.key(f"fuel/{place}"))

    def bot(self, seat: int) -> Stream:
        """Return the stream of a bot's choices, so that a game with bots can be replayed."""
        return Stream(self.key(f"bot/{seat}"))


def derive_keys(seed: bytes, game_id: str, contributions: Mapping[int, bytes]) -> Keys:
    """Return the keys of a game. ``contributions[seat]``: random bytes from that seat's player."""
    return Keys(derive_master(seed, game_id, contributions))


def derive_master(seed: bytes, game_id: str, contributions: Mapping[int, bytes]) -> bytes:
    """Return HMAC-SHA256 under the seed over the label, the game and all contributions by seat."""
    verify_seed(seed)
    text = LABEL + prefixed(game_id.encode("ascii"))
    for seat in sorted(contributions):
        text += number(seat) + prefixed(contributions[seat])
    return hmac.digest(seed, text, hashlib.sha256)


def verify_contribution(seat: int, contribution: bytes, n_seats: int) -> None:
    """Raise ValueError unless the seat exists and its contribution has a valid length."""
    if not 0 <= seat < n_seats:
        raise ValueError(f"expected a seat from 0 to {n_seats - 1}, got {seat}")
    if not LEAST_CONTRIBUTION <= len(contribution) <= MAX_CONTRIBUTION:
        raise ValueError(
            f"expected {LEAST_CONTRIBUTION} to {MAX_CONTRIBUTION} bytes from seat {seat}, "
            f"got {len(contribution)}"
        )

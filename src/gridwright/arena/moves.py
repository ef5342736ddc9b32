"""Packs the moves of a game into a short text, without chance: the seed of the deal gives it."""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Final

from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.fair.packed_moves import MovesError, add_action, take_action

__all__ = ["MovesError", "Unpacked", "pack_moves"]


def pack_moves(actions: Iterable[Action]) -> str:
    """Return the moves of seats as text. Bots never take an action back."""
    packed = bytearray()
    for action in actions:
        if isinstance(action, TakeBack):
            raise MovesError(f"expected an action of a bot, got {action}")
        add_action(packed, action)
    return b64encode(packed).decode("ascii")


class Unpacked:
    """Reader of packed moves."""

    def __init__(self, text: str) -> None:
        try:
            self._bytes: Final = iter(b64decode(text, validate=True))
        except ValueError as error:
            raise MovesError(f"expected moves, got {text[:40]!r}") from error

    def next_move(self, seat: int) -> Action | None:
        """Return the next move, as an action of this seat; None after the last one."""
        action = take_action(self._bytes, seat)
        if isinstance(action, TakeBack):
            raise MovesError("expected a move of a bot, got one that is taken back")
        return action

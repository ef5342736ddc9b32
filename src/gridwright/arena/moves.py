"""Packs the moves of a game into a short text.

Chance is left out, because the seed of the deal reproduces it; so is the actor, which follows from
the position. The rest is one byte for the kind of an action, and its arguments as variable-length
integers of seven bits per byte.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import Final

from gridwright.engine.fields import LIST, SORTED
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.base import Action, Argument, ChanceAction, build_action
from gridwright.engine.vocabulary.turn import TakeBack

_KIND_BITS: Final = 5
_MAX_ARGUMENTS: Final = 7
"""From this number of arguments on, their number follows separately."""

_KINDS: Final = {
    each.KIND: each
    for each in VOCABULARY.actions.values()
    if not issubclass(each, ChanceAction) and each is not TakeBack
}
"""Actions of bots by their number. Bots never take an action back."""


class MovesError(ValueError):
    """The text is not a packed list of moves."""


def pack_moves(actions: Iterable[Action]) -> str:
    """Return the moves of seats as text."""
    packed = bytearray()
    for action in actions:
        arguments = action.arguments()
        if action.KIND not in _KINDS:
            raise MovesError(f"expected an action of a bot, got {action}")
        n_told = min(len(arguments), _MAX_ARGUMENTS)
        packed.append(action.KIND | n_told << _KIND_BITS)
        if n_told == _MAX_ARGUMENTS:
            _add_number(packed, len(arguments))
        for number in arguments:
            _add_number(packed, number)
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
        head = next(self._bytes, None)
        if head is None:
            return None
        kind = head & (1 << _KIND_BITS) - 1
        n_arguments = head >> _KIND_BITS
        if n_arguments == _MAX_ARGUMENTS:
            n_arguments = _take_number(self._bytes)
        arguments = [_take_number(self._bytes) for _place in range(n_arguments)]
        try:
            return build_action(_KINDS[kind], seat, _values(_KINDS[kind], arguments))
        except (KeyError, TypeError) as error:
            raise MovesError(f"expected a move, got kind {kind} with {arguments}") from error


def _values(kind: type[Action], arguments: list[int]) -> list[Argument]:
    """Return the values of the fields. A list can only be the last; it takes the rest."""
    fields = kind.FIELDS
    values: list[Argument] = [*arguments]
    if fields and fields[-1].kind.shape in (LIST, SORTED):
        n_single = len(fields) - 1
        values[n_single:] = [arguments[n_single:]]
    return values


def _add_number(packed: bytearray, number: int) -> None:
    if number < 0:
        raise MovesError(f"expected no number below 0, got {number}")
    while number > 127:
        packed.append(number & 127 | 128)
        number >>= 7
    packed.append(number)


def _take_number(source: Iterator[int]) -> int:
    number = shift = 0
    for byte in source:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number
    raise MovesError("expected a number, got the end of the moves")

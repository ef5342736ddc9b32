"""Packs actions into bytes.

The actor is left out, because it follows from the position. The rest is one byte for the kind of an
action, and its arguments as variable-length integers of seven bits per byte.
"""

from collections.abc import Iterator
from typing import Final

from gridwright.engine.fields import LIST, SORTED
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.base import Action, Argument, ChanceAction, build_action

_KIND_BITS: Final = 5
_MAX_ARGUMENTS: Final = 7
"""From this number of arguments on, their number follows separately."""
_MAX_SHIFT: Final = 63
"""A number has at most 64 bits."""

_KINDS: Final = {
    each.KIND: each for each in VOCABULARY.actions.values() if not issubclass(each, ChanceAction)
}


class MovesError(ValueError):
    """The bytes are no packed actions."""


def add_action(packed: bytearray, action: Action) -> None:
    """Append an action of a seat."""
    arguments = action.arguments()
    if action.KIND not in _KINDS:
        raise MovesError(f"expected an action of a seat, got {action}")
    n_told = min(len(arguments), _MAX_ARGUMENTS)
    packed.append(action.KIND | n_told << _KIND_BITS)
    if n_told == _MAX_ARGUMENTS:
        add_number(packed, len(arguments))
    for number in arguments:
        add_number(packed, number)


def take_action(source: Iterator[int], seat: int) -> Action | None:
    """Return the next action, as one of this seat; None after the last one."""
    head = next(source, None)
    if head is None:
        return None
    kind = head & (1 << _KIND_BITS) - 1
    n_arguments = head >> _KIND_BITS
    if n_arguments == _MAX_ARGUMENTS:
        n_arguments = take_number(source)
    arguments = [take_number(source) for _place in range(n_arguments)]
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


def add_number(packed: bytearray, number: int) -> None:
    """Append a number from 0."""
    if number < 0:
        raise MovesError(f"expected no number below 0, got {number}")
    while number > 127:
        packed.append(number & 127 | 128)
        number >>= 7
    packed.append(number)


def take_number(source: Iterator[int]) -> int:
    """Return the next number."""
    number = shift = 0
    for byte in source:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number
        if shift > _MAX_SHIFT:
            raise MovesError("expected a number of at most 64 bits")
    raise MovesError("expected a number, got the end of the moves")

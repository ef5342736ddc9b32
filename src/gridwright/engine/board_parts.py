"""The public parts of a board's own rules: named rows of numbers."""

from typing import Final

from gridwright.engine.ids import NONE
from gridwright.engine.parts import NO_PARTS, Parts
from gridwright.engine.rules import PartRules, Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.parts import PartChanged


class BoardParts(Parts):
    """Public rows of numbers, which the board's own phases and policies interpret."""

    def __init__(self, rules: list[PartRules], rows: list[list[int]]) -> None:
        self.rules: Final = rules
        self._rows: Final = rows
        """Rows in the order of the parts in the rules; rows are replaced, never mutated."""

    def copy(self) -> "BoardParts":
        return BoardParts(self.rules, self._rows[:])

    def row(self, place: int) -> list[int]:
        return self._rows[place]

    def put(self, place: int, row: list[int]) -> None:
        self._rows[place] = row

    def names(self) -> list[str]:
        return [part.name for part in self.rules]

    def rows(self) -> list[list[int]]:
        return self._rows[:]

    def restore(self, rows: list[list[int]]) -> None:
        self._rows[:] = rows

    def tokens(self, kind: int) -> int:
        total = 0
        for place in range(len(self.rules)):
            if self.rules[place].holds_tokens:
                total += self._rows[place][kind]
        return total

    def problems(self, fuel: list[list[int]]) -> list[str]:
        return [
            f"{self.rules[place].name}: {self._rows[place]}"
            for place in range(len(self.rules))
            if len(self._rows[place]) != len(self.rules[place].opening)
            or (self.rules[place].holds_tokens and min(self._rows[place]) < 0)
        ]


def opening_parts(rules: Rules) -> Parts:
    """Return the parts of a board before anything was drawn; most boards have none."""
    if not rules.parts:
        return NO_PARTS
    return BoardParts(rules.parts, [part.opening for part in rules.parts])


def board_parts(state: State) -> BoardParts:
    """Return the parts of a position on a board that has some."""
    parts = state.parts
    assert isinstance(parts, BoardParts)
    return parts


def change_part(state: State, place: int, row: list[int], log: EventLog) -> None:
    """Replace the numbers of a part."""
    board_parts(state).put(place, row)
    if log.wanted:
        log.add(PartChanged(NONE, 0, place, row, []))


def change_part_for(
    state: State, seat: int, gained: int, place: int, row: list[int], log: EventLog
) -> None:
    """Replace the numbers of a part, and add ``gained`` to the seat's money."""
    state.money[seat] += gained
    board_parts(state).put(place, row)
    if log.wanted:
        log.add(PartChanged(seat, gained, place, row, []))


def move_tokens(state: State, place: int, to_supply: list[int], log: EventLog) -> None:
    """Move fuel tokens from a part to the supply; negative numbers move them back."""
    parts = board_parts(state)
    row = parts.row(place)[:]
    for kind in range(len(to_supply)):
        row[kind] -= to_supply[kind]
        state.supply[kind] += to_supply[kind]
    parts.put(place, row)
    if log.wanted:
        log.add(PartChanged(NONE, 0, place, row, to_supply))

"""Cells: the table configurations for which strength is measured separately."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gridwright.content.table import (
    TableSpec,
    build_game,
    default_spec,
    list_boards,
    list_editions,
    list_presets,
    list_seats,
)

ALL: Final = "all"


class CellError(ValueError):
    """The text does not describe a cell; the message says what was expected."""


@dataclass(frozen=True, order=True)
class Cell:
    """One edition under one preset, on one board, with a number of seats."""

    edition: str
    preset: str
    board: str
    seats: int

    @property
    def spec(self) -> TableSpec:
        """Return the default table spec of the cell."""
        return default_spec(self.edition, self.preset, self.board, self.seats)

    def __str__(self) -> str:
        return f"{self.edition}/{self.preset}/{self.board}:{self.seats}"


def find_cells(text: str) -> list[Cell]:
    """Parse a text such as ``card:4``, ``classic/original/usa:2-6`` or ``all/all/all:all``.

    Returns the cells that can be played. An omitted preset or board is the default one. Raises
    CellError if the text is invalid.
    """
    path, colon, seats = text.partition(":")
    words = path.split("/")
    if not colon or len(words) > 3 or not all(words):
        raise CellError(f"expected EDITION/PRESET/BOARD:SEATS as in classic:2-4, got {text!r}")
    edition, preset, board = [*words, "", ""][:3]
    cells = [
        Cell(each, spec.preset, spec.board, n_seats)
        for each in (list_editions() if edition == ALL else [edition])
        for spec in _specs(each, preset, board)
        for n_seats in _numbers(seats, list_seats(each))
    ]
    for cell in cells:
        build_game(cell.spec)  # Refuse a cell that cannot be played before any game starts.
    return cells


def gather_cells(texts: Iterable[str]) -> list[Cell]:
    """Return the cells of several texts, each once, in the order of the texts."""
    return list(dict.fromkeys([cell for text in texts for cell in find_cells(text)]))


def _specs(edition: str, preset: str, board: str) -> list[TableSpec]:
    presets = list_presets(edition) if preset == ALL else [preset or None]
    found: list[TableSpec] = []
    for each in presets:
        if board == ALL:
            boards: list[str | None] = [*list_boards(edition, each or list_presets(edition)[0])]
        else:
            boards = [board or None]
        found += [default_spec(edition, each, one) for one in boards]
    return found


def _numbers(text: str, known: list[int]) -> list[int]:
    if text == ALL:
        return known
    first, dash, last = text.partition("-")
    try:
        numbers = list(range(int(first), int(last if dash else first) + 1))
    except ValueError:
        numbers = []
    if not numbers or not set(numbers) <= set(known):
        raise CellError(f"expected seats from {known[0]} to {known[-1]}, got {text!r}")
    return numbers

"""Positions of games as arrays: features of every seat, and who won."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gridwright.bots.value.columns import COLUMNS, N_COLUMNS
from gridwright.bots.value.loading import columns_digest
from gridwright.fair.atomic_file import part_of, put_in_place

Array = npt.NDArray[Any]
MAX_SEATS: Final = 6
BOARD_COLUMN: Final = COLUMNS.index("board")


class SamplesError(ValueError):
    """A file of samples that cannot be used: what was expected and what came."""


@dataclass(frozen=True)
class Samples:
    """Rows of seats, position after position; everything else once for each position."""

    rows: Array
    """``rows[row, column]``, in half precision, which suffices for features."""
    won: Array
    """``won[row]``: what the seat won of the game in the end."""
    seats: Array
    game: Array
    round: Array
    is_changed: Array
    """The game took a detour before the position."""
    cell: Array
    """``cells[cell]`` is where it was played."""
    bot: Array
    cells: Array
    bots: Array

    @property
    def n_positions(self) -> int:
        return len(self.seats)

    def places(self) -> Array:
        """``places[position, seat]``: the row; the number of rows where there is no seat."""
        ends = np.cumsum(self.seats.astype(np.int64))
        numbers = (ends - self.seats)[:, None] + np.arange(MAX_SEATS)[None, :]
        is_seat = np.arange(MAX_SEATS)[None, :] < self.seats[:, None]
        return np.where(is_seat, numbers, len(self.rows))

    def on_board(self) -> Array:
        """Return a mask of the positions from games with a board."""
        firsts = np.cumsum(self.seats.astype(np.int64)) - self.seats
        return np.asarray(self.rows[firsts, BOARD_COLUMN] > 0)

    def chosen(self, wanted: Array) -> "Samples":
        """The positions where ``wanted`` is true."""
        kept = np.repeat(wanted, self.seats)
        whole = {"cells", "bots"}
        by_row = {"rows", "won"}
        parts = {
            each.name: getattr(self, each.name)
            if each.name in whole
            else getattr(self, each.name)[kept if each.name in by_row else wanted]
            for each in fields(self)
        }
        return Samples(**parts)


def save_samples(path: Path, samples: Samples) -> None:
    """Write a file; it has its name only once it is whole."""
    fresh = part_of(path)
    parts = {each.name: getattr(samples, each.name) for each in fields(samples)}
    with fresh.open("wb") as file:
        np.savez_compressed(file, columns=np.array(columns_digest()), **parts)
    put_in_place(fresh, path)


def load_samples(path: Path) -> Samples:
    """The samples of a file, or SamplesError if they have other columns."""
    with np.load(path) as stored:
        if str(stored["columns"]) != columns_digest():
            raise SamplesError(
                f"{path}: expected the columns {columns_digest()}, got {stored['columns']}"
            )
        return Samples(**{each.name: stored[each.name] for each in fields(Samples)})


def joined(parts: Sequence[Samples]) -> Samples:
    """All of them; games of different parts get different numbers."""
    cells = np.array(sorted({str(name) for part in parts for name in part.cells}))
    bots = np.array(sorted({str(name) for part in parts for name in part.bots}))
    first = 0
    games: list[Array] = []
    for part in parts:
        games.append(part.game + first)
        first += int(part.game.max()) + 1 if part.n_positions else 0
    return Samples(
        np.concatenate([part.rows for part in parts]).reshape(-1, N_COLUMNS),
        np.concatenate([part.won for part in parts]),
        np.concatenate([part.seats for part in parts]),
        np.concatenate(games),
        np.concatenate([part.round for part in parts]),
        np.concatenate([part.is_changed for part in parts]),
        np.concatenate([np.searchsorted(cells, part.cells)[part.cell] for part in parts]),
        np.concatenate([np.searchsorted(bots, part.bots)[part.bot] for part in parts]),
        cells,
        bots,
    )

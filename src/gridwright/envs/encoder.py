"""From rows of figures to rows of float32, any number of rows at once."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gridwright.envs.layout import Layout


class Encoder:
    """Spreads the bits of masks and divides amounts, as each viewer counts the seats."""

    def __init__(self, layout: Layout) -> None:
        self.size: Final = layout.size
        self._n_bits: Final = layout.n_bits
        self._n_masks: Final = layout.n_masks
        self._bits: Final = [
            np.array(layout.bits(viewer), dtype=np.intp) for viewer in range(layout.n_seats)
        ]
        self._amounts: Final = [
            np.array(layout.amounts(viewer), dtype=np.intp) for viewer in range(layout.n_seats)
        ]
        self._factors: Final = 1 / np.array(layout.divisors, dtype=np.float64)

    def encode(self, figures: NDArray[np.int64], viewer: int) -> NDArray[np.float32]:
        """What a row of figures is to a viewer."""
        vector = np.empty(self.size, dtype=np.float32)
        vector[: self._n_bits] = self._spread(figures[None, :])[0].take(self._bits[viewer])
        vector[self._n_bits :] = figures.take(self._amounts[viewer]) * self._factors
        return vector

    def _spread(self, figures: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Each bit of the masks as a number, the lowest first."""
        masks = np.ascontiguousarray(figures[:, : self._n_masks], dtype="<i8")
        return np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")


class BatchEncoder:
    """Does the same for a fixed number of rows, each with its own viewer.

    Figures are few, so they are turned to the viewer before they are spread. What is needed on the
    way is kept, because arrays of this size are slow to make anew.
    """

    def __init__(
        self, layout: Layout, figures: NDArray[np.int64], vectors: NDArray[np.float32]
    ) -> None:
        n_rows, n_figures = figures.shape
        n_seats = layout.n_seats
        self._cells: Final = figures.reshape(-1)
        self._bits: Final = np.array(layout.bits(0), dtype=np.intp)
        self._factors: Final = (1 / np.array(layout.divisors)).astype(np.float64)
        self._seat_masks: Final = np.array(layout.seat_masks, dtype=np.intp)
        self._shifts: Final = np.zeros((n_rows, 1), np.int64)
        self._n_seats: Final = n_seats
        self._everybody: Final = (1 << n_seats) - 1
        columns = [_turned_columns(layout, viewer) for viewer in range(n_seats)]
        self._columns: Final = np.array(columns, dtype=np.intp)
        self._row_starts: Final = np.arange(0, n_rows * n_figures, n_figures)[:, None]
        self._places: Final = np.zeros((n_rows, n_figures), np.intp)
        self._turned: Final = np.zeros((n_rows, n_figures), np.int64)
        self._masks: Final = np.zeros((n_rows, layout.n_masks), "<i8")
        self._told: Final = np.zeros((n_rows, layout.n_bits), np.uint8)
        self._turned_masks: Final = self._turned[:, : layout.n_masks]
        self._turned_amounts: Final = self._turned[:, layout.n_masks :]
        self._amounts: Final = np.zeros(self._turned_amounts.shape, np.float64)
        self._bit_vectors: Final = vectors[:, : layout.n_bits]
        self._amount_vectors: Final = vectors[:, layout.n_bits :]

    def encode(self, viewers: NDArray[np.int8]) -> None:
        """Fill the vectors from the figures."""
        self._columns.take(viewers, axis=0, out=self._places, mode="clip")
        np.add(self._places, self._row_starts, out=self._places)
        self._cells.take(self._places, out=self._turned, mode="clip")
        self._shifts[:, 0] = viewers
        seats = self._turned[:, self._seat_masks]
        seats = (seats >> self._shifts | seats << self._n_seats - self._shifts) & self._everybody
        self._turned[:, self._seat_masks] = seats
        self._masks[:] = self._turned_masks
        bits = np.unpackbits(self._masks.view(np.uint8), axis=1, bitorder="little")
        bits.take(self._bits, axis=1, out=self._told, mode="clip")
        self._bit_vectors[:] = self._told
        np.multiply(self._turned_amounts, self._factors, out=self._amounts)
        self._amount_vectors[:] = self._amounts


def _turned_columns(layout: Layout, viewer: int) -> list[int]:
    """The columns of a row as a viewer counts the seats."""
    columns = list(range(layout.n_figures))
    for start, length in layout.by_seat:
        for place in range(layout.n_seats):
            seat = (viewer + place) % layout.n_seats
            for step in range(length):
                columns[start + place * length + step] = start + seat * length + step
    return columns

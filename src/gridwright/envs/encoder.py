"""Encodes rows of features as float32 vectors, any number of rows in one call."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gridwright.envs.layout import WORD, Layout


class Encoder:
    """Spreads the bits of masks and divides amounts, with seats counted from each viewer."""

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

    def encode(self, features: NDArray[np.int64], viewer: int) -> NDArray[np.float32]:
        """Return a row of features as one viewer's vector."""
        vector = np.empty(self.size, dtype=np.float32)
        vector[: self._n_bits] = self._spread(features[None, :])[0].take(self._bits[viewer])
        vector[self._n_bits :] = features.take(self._amounts[viewer]) * self._factors
        return vector

    def _spread(self, features: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return each bit of the masks as a number, the lowest first."""
        masks = np.ascontiguousarray(features[:, : self._n_masks], dtype="<i8")
        return np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")


class BatchEncoder:
    """Encodes a fixed number of rows, each for its own viewer.

    The few features are rotated to the viewer before their bits are spread. Buffers are reused,
    because arrays of this size are slow to allocate.
    """

    def __init__(
        self, layout: Layout, features: NDArray[np.int64], vectors: NDArray[np.float32]
    ) -> None:
        n_rows, n_features = features.shape
        n_masks = layout.n_masks
        n_seats = layout.n_seats
        by_seat = np.zeros(n_features, np.bool_)
        for start, length in layout.by_seat:
            by_seat[start : start + length * n_seats] = True
        moved = np.flatnonzero(by_seat | (np.arange(n_features) < n_masks))
        columns = [_rotated_columns(layout, viewer) for viewer in range(n_seats)]
        self._cells: Final = features.reshape(-1)
        self._columns: Final = np.array(columns, dtype=np.intp)[:, moved]
        self._row_starts: Final = np.arange(0, n_rows * n_features, n_features)[:, None]
        self._places: Final = np.zeros((n_rows, len(moved)), np.intp)
        self._rotated: Final = np.zeros((n_rows, len(moved)), np.int64)
        """Masks, and those amounts whose places depend on the viewer."""
        self._seat_masks: Final = np.array(layout.seat_masks, dtype=np.intp)
        self._shifts: Final = np.zeros((n_rows, 1), np.int64)
        self._n_seats: Final = n_seats
        self._all_seats: Final = (1 << n_seats) - 1
        self._joined: Final = JoinedMasks(layout, self._rotated[:, :n_masks])
        self._divisors: Final = np.array(layout.divisors, dtype=np.float32)
        self._amounts: Final = np.zeros((n_rows, n_features - n_masks), np.float32)
        self._runs: Final[list[tuple[NDArray[np.float32], NDArray[np.int64]]]] = []
        """Runs of adjacent amounts, and their source columns."""
        start = n_masks
        for end in range(n_masks + 1, n_features + 1):
            if end == n_features or by_seat[end] != by_seat[start]:
                source = features[:, start:end]
                if by_seat[start]:
                    place = int(np.searchsorted(moved, start))
                    source = self._rotated[:, place : place + end - start]
                self._runs.append((self._amounts[:, start - n_masks : end - n_masks], source))
                start = end
        self._bit_vectors: Final = vectors[:, : layout.n_bits]
        self._amount_vectors: Final = vectors[:, layout.n_bits :]

    def encode(self, viewers: NDArray[np.int8]) -> None:
        """Fill the vectors from the features."""
        self._columns.take(viewers, axis=0, out=self._places, mode="clip")
        np.add(self._places, self._row_starts, out=self._places)
        self._cells.take(self._places, out=self._rotated, mode="clip")
        self._shifts[:, 0] = viewers
        seats = self._rotated[:, self._seat_masks]
        seats = (seats >> self._shifts | seats << self._n_seats - self._shifts) & self._all_seats
        self._rotated[:, self._seat_masks] = seats
        self._bit_vectors[:] = self._joined.spread()
        for target, source in self._runs:
            target[:] = source
        # Amounts are so small that rounding the quotient once makes no difference.
        np.divide(self._amounts, self._divisors, out=self._amounts)
        self._amount_vectors[:] = self._amounts


class JoinedMasks:
    """Masks of many rows, packed without gaps.

    The bits are then in the order of the vector and need no selection after they are spread.
    """

    def __init__(self, layout: Layout, masks: NDArray[np.int64]) -> None:
        places = np.array(layout.bits(0), dtype=np.intp) // WORD
        columns, starts, widths = np.unique(places, return_index=True, return_counts=True)
        words = starts // WORD
        shifts = starts % WORD
        cut = shifts + widths > WORD
        n_rows = masks.shape[0]
        self._n_bits: Final = layout.n_bits
        self._columns: Final = columns
        self._masks: Final = masks.view(np.uint64).T
        # One row per mask, so that all games are processed in one run.
        self._used: Final = np.zeros((len(columns), n_rows), np.uint64)
        self._shifted: Final = np.zeros_like(self._used)
        self._shifts: Final = shifts.astype(np.uint64)[:, None]
        self._firsts: Final = np.flatnonzero(np.diff(words, prepend=-1))
        """First mask that begins in each word."""
        self._cut: Final = np.flatnonzero(cut)
        """Masks that continue in the next word."""
        self._cut_words: Final = words[cut] + 1
        self._cut_shifts: Final = (WORD - shifts[cut]).astype(np.uint64)[:, None]
        self._words: Final = np.zeros((-(-layout.n_bits // WORD), n_rows), np.uint64)
        self._begun: Final = self._words[: len(self._firsts)]
        self._rows: Final = np.zeros((n_rows, len(self._words)), "<u8")

    def spread(self) -> NDArray[np.uint8]:
        """Return each bit of the masks as a number, in the order of the vector."""
        self._masks.take(self._columns, axis=0, out=self._used, mode="clip")
        np.left_shift(self._used, self._shifts, out=self._shifted)
        self._words[-1] = 0
        np.bitwise_or.reduceat(self._shifted, self._firsts, axis=0, out=self._begun)
        self._words[self._cut_words] |= self._used[self._cut] >> self._cut_shifts
        self._rows[:] = self._words.T
        return np.unpackbits(
            self._rows.view(np.uint8), axis=1, count=self._n_bits, bitorder="little"
        )


def _rotated_columns(layout: Layout, viewer: int) -> list[int]:
    """Return the columns of a row, rotated so that the viewer's seat comes first."""
    columns = list(range(layout.n_features))
    for start, length in layout.by_seat:
        for place in range(layout.n_seats):
            seat = (viewer + place) % layout.n_seats
            for step in range(length):
                columns[start + place * length + step] = start + seat * length + step
    return columns


MOST: Final = 100.0
"""Largest value of an amount after its division: 10,000 in money, 2,000 rounds.

No serious game comes near. The rules set no limit, so wrappers clip amounts there.
"""


def upper_bounds(layout: Layout) -> NDArray[np.float32]:
    """Return the largest value of each number of an observation; the smallest is always 0."""
    highs = np.full(layout.size, MOST, np.float32)
    highs[: layout.n_bits] = 1
    return highs

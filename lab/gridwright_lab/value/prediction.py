"""Networks as arrays, and what they say about samples."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from gridwright.bots.value.columns import N_COLUMNS, SEATS
from gridwright_lab.value.samples import MAX_SEATS, Array, Samples

NO_SEAT: Final = -1e9
CHUNK: Final = 4096
"""Batch size in positions: a single batch would take much memory."""


@dataclass(frozen=True)
class Fitted:
    """Weights for columns with mean 0 and deviation 1; without units it is a linear model."""

    means: Array
    scales: Array
    hidden: Array
    bias: Array
    output: Array
    linear: Array
    temperatures: Array
    """Temperatures in the order of ``SEATS``."""


@dataclass(frozen=True)
class Batches:
    """Samples ready for fitting."""

    rows: Array
    places: Array
    won: Array
    is_seat: Array
    seats: Array

    def part(self, chosen: Array) -> tuple[Array, Array, Array]:
        """Rows, shares won and which of them are seats, of some positions."""
        return self.rows[self.places[chosen]], self.won[chosen], self.is_seat[chosen]


def prepare(samples: Samples, means: Array, scales: Array) -> Batches:
    """Scale the columns; a row of zeros stands where a position has no seat."""
    rows = (samples.rows.astype(np.float32) - means) / scales
    rows = np.vstack([rows, np.zeros((1, N_COLUMNS), np.float32)]).astype(np.float32)
    places = samples.places()
    won = np.append(samples.won.astype(np.float32), np.float32(0))[places]
    return Batches(rows, places, won, places < len(samples.rows), samples.seats)


def scores_of(weights: list[Array], rows: Array) -> tuple[Array, Array]:
    """The hidden units and the score of each seat."""
    hidden, bias, output, linear = weights
    units = np.maximum(rows @ hidden + bias, 0)
    return units, units @ output + rows @ linear


def chances_of(scores: Array, is_seat: Array) -> Array:
    """Softmax over the seats of each position."""
    masked = np.where(is_seat, scores, NO_SEAT)
    raised = np.exp(masked - masked.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def losses(chances: Array, won: Array) -> Array:
    """The cross-entropy of each position."""
    return np.asarray(-(won * np.log(np.maximum(chances, 1e-9))).sum(axis=1))


def weights_of(fitted: Fitted) -> list[Array]:
    return [fitted.hidden, fitted.bias, fitted.output, fitted.linear]


def averaged(members: list[Fitted]) -> Fitted:
    """One network whose scores are the mean of those of its members, fitted to the same games."""
    n_members = len(members)
    return replace(
        members[0],
        hidden=np.concatenate([each.hidden for each in members], axis=1),
        bias=np.concatenate([each.bias for each in members]),
        output=np.concatenate([each.output for each in members]) / n_members,
        linear=np.mean([each.linear for each in members], axis=0),
    )


def predict(fitted: Fitted, samples: Samples) -> Array:
    """``chances[position, seat]``, 0 where there is no seat."""
    batches = prepare(samples, fitted.means, fitted.scales)
    found: list[Array] = []
    for first in range(0, samples.n_positions, CHUNK):
        chosen = np.arange(first, min(first + CHUNK, samples.n_positions))
        rows, _won, is_seat = batches.part(chosen)
        divisor = fitted.temperatures[samples.seats[chosen] - SEATS[0]][:, None]
        found.append(chances_of(scores_of(weights_of(fitted), rows)[1] / divisor, is_seat))
    return np.concatenate(found) if found else np.zeros((0, MAX_SEATS))

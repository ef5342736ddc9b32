"""Fits a network to samples: Adam, batches of positions, cross-entropy to who won."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from gridwright.bots.value.columns import N_COLUMNS, SEATS
from gridwright_lab.value.prediction import (
    CHUNK,
    Batches,
    Fitted,
    chances_of,
    losses,
    prepare,
    scores_of,
    weights_of,
)
from gridwright_lab.value.samples import Array, Samples

BATCH: Final = 256
RATE: Final = 0.002
DECAY: Final = 0.1
"""Weights lose this share at each step, as far as the rate goes."""
LEAST_SCALE: Final = 0.05
"""A column that hardly varies is not blown up."""
TEMPERATURES: Final = np.exp(np.linspace(-1.2, 1.2, 97))
PRIOR: Final = 20.0
"""Prior weight, in games, of temperature 1: a fit to few games is arbitrary."""


def _gradients(weights: list[Array], rows: Array, won: Array, is_seat: Array) -> list[Array]:
    units, scores = scores_of(weights, rows)
    error = (chances_of(scores, is_seat) - won) / len(rows)
    flat_rows = rows.reshape(-1, rows.shape[2])
    flat_units = units.reshape(len(flat_rows), units.shape[2])
    flat_error = error.reshape(-1)
    back = flat_error[:, None] * weights[2][None, :] * (flat_units > 0)
    return [
        flat_rows.T @ back,
        back.sum(axis=0),
        flat_units.T @ flat_error,
        flat_rows.T @ flat_error,
    ]


def _shuffled(n_positions: int, draws: np.random.Generator) -> Iterator[Array]:
    order = draws.permutation(n_positions)
    for first in range(0, n_positions, BATCH):
        yield order[first : first + BATCH]


def _all_chances(weights: list[Array], batches: Batches) -> Array:
    found = [
        chances_of(scores_of(weights, rows)[1], is_seat)
        for rows, _won, is_seat in (
            batches.part(np.arange(first, min(first + CHUNK, len(batches.seats))))
            for first in range(0, len(batches.seats), CHUNK)
        )
    ]
    return np.concatenate(found)


def _start(n_units: int, draws: np.random.Generator) -> list[Array]:
    spread = 1 / np.sqrt(N_COLUMNS)
    return [
        draws.normal(0, spread, (N_COLUMNS, n_units)).astype(np.float32),
        np.zeros(n_units, np.float32),
        draws.normal(0, 0.1, n_units).astype(np.float32),
        np.zeros(N_COLUMNS, np.float32),
    ]


def fit(
    samples: Samples,
    held_out: Samples,
    n_units: int,
    n_epochs: int,
    seed: int = 1,
    used: Array | None = None,
    rate: float = RATE,
) -> tuple[Fitted, list[float]]:
    """The weights after the last epoch, and the loss on held-out games after each.

    ``used``: the columns to look at, all if it is left out.
    """
    draws = np.random.default_rng(seed)
    means = samples.rows.astype(np.float32).mean(axis=0)
    scales = np.maximum(samples.rows.astype(np.float32).std(axis=0), LEAST_SCALE)
    if used is not None:
        scales = np.where(used, scales, np.inf)
    batches = prepare(samples, means, scales)
    judged = prepare(held_out, means, scales)
    weights = _start(n_units, draws)
    first = [np.zeros_like(each) for each in weights]
    second = [np.zeros_like(each) for each in weights]
    curve: list[float] = []
    step = 0
    for epoch in range(n_epochs):
        slower = rate * (1 - epoch / n_epochs)
        for chosen in _shuffled(samples.n_positions, draws):
            step += 1
            gradients = _gradients(weights, *batches.part(chosen))
            for place, gradient in enumerate(gradients):
                first[place] += 0.1 * (gradient - first[place])
                second[place] += 0.001 * (gradient**2 - second[place])
                mean = first[place] / (1 - 0.9**step)
                spread = np.sqrt(second[place] / (1 - 0.999**step))
                weights[place] -= slower * (mean / (spread + 1e-8) + DECAY * weights[place])
        curve.append(float(losses(_all_chances(weights, judged), judged.won).mean()))
    hidden, bias, output, linear = weights
    fitted = Fitted(means, scales, hidden, bias, output, linear, np.ones(len(SEATS)))
    return with_temperatures(fitted, held_out), curve


def with_temperatures(fitted: Fitted, samples: Samples) -> Fitted:
    """Return the network with the temperature of least loss for each number of seats."""
    batches = prepare(samples, fitted.means, fitted.scales)
    found = np.ones(len(SEATS))
    for place, n_seats in enumerate(SEATS):
        chosen = np.flatnonzero(samples.seats == n_seats)
        if not len(chosen):
            continue
        rows, won, is_seat = batches.part(chosen)
        scores = scores_of(weights_of(fitted), rows)[1]
        share = PRIOR / len(np.unique(samples.game[chosen]))
        tried = [
            losses(chances_of(scores / each, is_seat), won).mean() + share * np.log(each) ** 2
            for each in TEMPERATURES
        ]
        found[place] = TEMPERATURES[int(np.argmin(tried))]
    return replace(fitted, temperatures=found)

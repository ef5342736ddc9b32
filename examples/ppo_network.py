"""The network of the training example: two layers, a policy over marked choices and a value.

Plain NumPy, forward and backward by hand, so that every step of the method can be read.
"""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
UNMARKED: Final = np.float32(-1e9)
"""Logit of a choice that the mask forbids: its probability is zero."""


class Network:
    """Parameters by name; ``forward`` keeps what ``backward`` needs."""

    def __init__(self, parameters: dict[str, Floats]) -> None:
        self.parameters: Final = parameters
        self._kept: tuple[Floats, Floats, Floats] | None = None

    def forward(self, seen: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """For each row the log-probabilities of all choices, and the value."""
        own = self.parameters
        first = np.tanh(seen @ own["w1"] + own["b1"])
        second = np.tanh(first @ own["w2"] + own["b2"])
        logits = np.where(masks, second @ own["wp"] + own["bp"], UNMARKED)
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        values = (second @ own["wv"] + own["bv"])[:, 0]
        self._kept = (seen, first, second)
        return logits.astype(np.float32), values.astype(np.float32)

    def backward(self, by_logit: Floats, by_value: Floats) -> dict[str, Floats]:
        """The gradients of all parameters, from those of the last forward's logits and values."""
        assert self._kept is not None
        seen, first, second = self._kept
        own = self.parameters
        column = by_value[:, None]
        inner = (by_logit @ own["wp"].T + column @ own["wv"].T) * (1 - second * second)
        outer = (inner @ own["w2"].T) * (1 - first * first)
        return {
            "wp": second.T @ by_logit,
            "bp": by_logit.sum(axis=0),
            "wv": second.T @ column,
            "bv": column.sum(axis=0),
            "w2": first.T @ inner,
            "b2": inner.sum(axis=0),
            "w1": seen.T @ outer,
            "b1": outer.sum(axis=0),
        }

    def save(self, path: Path) -> None:
        # The types of NumPy know these names as options of its own.
        np.savez_compressed(path, **self.parameters)  # type: ignore[arg-type]


def fresh_network(rng: np.random.Generator, size: int, n_choices: int, width: int) -> Network:
    """Small random weights; the policy starts almost even, the value at almost nothing."""

    def weights(n_in: int, n_out: int, scale: float) -> Floats:
        drawn: Floats = rng.standard_normal((n_in, n_out), np.float32)
        return drawn * np.float32(scale / np.sqrt(n_in))

    return Network(
        {
            "w1": weights(size, width, 1.4),
            "b1": np.zeros(width, np.float32),
            "w2": weights(width, width, 1.4),
            "b2": np.zeros(width, np.float32),
            "wp": weights(width, n_choices, 0.01),
            "bp": np.zeros(n_choices, np.float32),
            "wv": weights(width, 1, 0.1),
            "bv": np.zeros(1, np.float32),
        }
    )


def load_network(path: Path) -> Network:
    with np.load(path) as stored:
        return Network({name: stored[name] for name in stored.files})


class Adam:
    """The optimiser of the same name, with gradients clipped to a length."""

    def __init__(self, network: Network, longest: float = 0.5) -> None:
        self._network: Final = network
        self._longest: Final = longest
        zeros = {name: np.zeros_like(value) for name, value in network.parameters.items()}
        self._mean: Final = zeros
        self._square: Final = {name: value.copy() for name, value in zeros.items()}
        self._n_steps = 0

    def step(self, gradients: dict[str, Floats], rate: float) -> None:
        """Move the parameters against the gradients."""
        self._n_steps += 1
        length = float(np.sqrt(sum(float((each * each).sum()) for each in gradients.values())))
        scale = min(1.0, self._longest / (length + 1e-8))
        correction = np.sqrt(1 - 0.999**self._n_steps) / (1 - 0.9**self._n_steps)
        for name, gradient in gradients.items():
            gradient = gradient * np.float32(scale)
            mean, square = self._mean[name], self._square[name]
            mean += np.float32(0.1) * (gradient - mean)
            square += np.float32(0.001) * (gradient * gradient - square)
            change = np.float32(rate * correction) * mean / (np.sqrt(square) + np.float32(1e-5))
            self._network.parameters[name] -= change

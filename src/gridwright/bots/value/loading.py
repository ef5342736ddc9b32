"""Reads a model from its file, and refuses one with other columns."""

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Final

from gridwright.bots.value.columns import COLUMNS, N_COLUMNS, REVISION, SEATS
from gridwright.bots.value.network import Network, WinChance

ON_BOARD: Final = "board"
AT_CARDS: Final = "cards"
NETWORKS: Final = [ON_BOARD, AT_CARDS]
FILE: Final = "model.json"
UNIT: Final = 1000.0
"""Numbers are stored as whole thousandths."""
HIDDEN_UNIT: Final = 50.0
"""Hidden weights, most of the file, as whole fiftieths: the loss on held-out games is the same."""
N_DIGITS: Final = 12


class ModelError(ValueError):
    """The model is invalid; the message says what was expected."""

    def __init__(self, expected: str, got: object) -> None:
        super().__init__(f"value model: expected {expected}, got {got!r}")


def columns_digest() -> str:
    """Return a digest that differs for other columns of the same revision."""
    return hashlib.sha256("\n".join(COLUMNS).encode()).hexdigest()[:N_DIGITS]


def read_model(text: str) -> WinChance:
    """Parse a model. Raises ModelError if it is invalid."""
    document = json.loads(text)
    if document.get("revision") != REVISION:
        raise ModelError(f"revision {REVISION} of the columns", document.get("revision"))
    if document.get("columns") != columns_digest():
        raise ModelError(f"columns with the digest {columns_digest()}", document.get("columns"))
    on_board = _read_network(document["networks"][ON_BOARD])
    at_cards = _read_network(document["networks"][AT_CARDS])
    digest = hashlib.sha256(text.encode()).hexdigest()[:N_DIGITS]
    return WinChance(f"value-{REVISION}-{digest}", on_board, at_cards)


def _read_network(sheet: dict[str, list[int]]) -> Network:
    """Return a network whose weights apply to unscaled columns.

    The weights in the file are for columns with mean 0 and deviation 1.
    """
    means = _numbers(sheet["means"], N_COLUMNS)
    scales = _numbers(sheet["scales"], N_COLUMNS)
    n_units = len(sheet["bias"])
    bias = _numbers(sheet["bias"], n_units)
    flat = _numbers(sheet["hidden"], N_COLUMNS * n_units, HIDDEN_UNIT)
    linear = _numbers(sheet["linear"], N_COLUMNS)
    hidden: list[list[float]] = []
    for unit in range(n_units):
        row = [flat[column * n_units + unit] / scales[column] for column in range(N_COLUMNS)]
        for column in range(N_COLUMNS):
            bias[unit] -= means[column] * row[column]
        hidden.append(row)
    for column in range(N_COLUMNS):
        linear[column] /= scales[column]
    fewest = SEATS[0]
    temperatures = [1.0] * fewest + _numbers(sheet["temperatures"], len(SEATS))
    return Network(hidden, bias, _numbers(sheet["output"], n_units), linear, temperatures)


def _numbers(stored: list[int], n_numbers: int, unit: float = UNIT) -> list[float]:
    if len(stored) != n_numbers:
        raise ModelError(f"{n_numbers} numbers", len(stored))
    return [number / unit for number in stored]


@cache
def load_model() -> WinChance:
    """Load the model of the package."""
    return read_model(files("gridwright.bots.value").joinpath(FILE).read_text("utf-8"))

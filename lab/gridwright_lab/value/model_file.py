"""Writes fitted networks as the file that the package reads, and reads it back as arrays."""

import json
from dataclasses import fields
from typing import Final

import numpy as np

from gridwright.bots.value.columns import N_COLUMNS, REVISION
from gridwright.bots.value.loading import HIDDEN_UNIT, UNIT, columns_digest, read_model
from gridwright_lab.value.prediction import Fitted
from gridwright_lab.value.samples import Array

NAMES: Final = [each.name for each in fields(Fitted)]


def model_text(networks: dict[str, Fitted]) -> str:
    """The file of a model; all numbers as whole ones of a unit, which packs well."""
    document = {
        "revision": REVISION,
        "columns": columns_digest(),
        "networks": {
            name: {part: _whole(getattr(fitted, part), unit_of(part)) for part in NAMES}
            for name, fitted in networks.items()
        },
    }
    return json.dumps(document, separators=(",", ":")) + "\n"


def unit_of(part: str) -> float:
    """Return the scale of a part's stored integers: this many make 1."""
    return HIDDEN_UNIT if part == "hidden" else UNIT


def _whole(numbers: Array, unit: float) -> list[int]:
    return [round(float(number) * unit) for number in numbers.ravel()]


def read_networks(text: str) -> dict[str, Fitted]:
    """The networks of a file as arrays, or ModelError."""
    read_model(text)  # Refuses other columns.
    found: dict[str, Fitted] = {}
    for name, sheet in json.loads(text)["networks"].items():
        parts = {part: np.array(sheet[part], np.float64) / unit_of(part) for part in NAMES}
        parts["hidden"] = parts["hidden"].reshape(N_COLUMNS, -1)
        found[name] = Fitted(**parts)
    return found

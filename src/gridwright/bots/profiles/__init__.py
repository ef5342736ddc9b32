"""Profiles: how a planner plays, as files beside this one."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from gridwright.bots.profiles.weights import REVISION, Weights

NAMES: Final = ("easy", "normal", "hard")
KEYS: Final = {"revision", "name", "level", "description", "nodes", "weights"}
N_DIGITS: Final = 12
BOARD: Final = "board"
CARDS: Final = "cards"


class ProfileError(ValueError):
    """A profile that cannot be played: what was expected and what came."""

    def __init__(self, name: str, expected: str, got: object) -> None:
        super().__init__(f"profile {name}: expected {expected}, got {got!r}")


@dataclass(frozen=True)
class Profile:
    """A name, a budget and weights by what is played."""

    name: str
    level: int
    description: str
    digest: str
    """Of the file: two profiles that differ in anything have different ones."""
    nodes: int
    """How many sets of cities one question about an extension may look at."""
    sheets: Mapping[str, Weights]
    """Weights of boards and of cards, and where the file says so for one number of seats."""

    def weights(self, n_seats: int, has_board: bool) -> Weights:
        """The weights for a table."""
        kind = BOARD if has_board else CARDS
        return self.sheets.get(f"{kind}-{n_seats}", self.sheets[kind])


def read_profile(name: str, text: str) -> Profile:
    """A profile from its text, or ProfileError."""
    document = tomllib.loads(text)
    if document.get("revision") != REVISION:
        raise ProfileError(name, f"revision {REVISION}", document.get("revision"))
    if document.get("name") != name:
        raise ProfileError(name, f"the name {name}", document.get("name"))
    if set(document) != KEYS:
        raise ProfileError(name, f"the keys {sorted(KEYS)}", sorted(document))
    sheets: dict[str, Weights] = {}
    known = {field.name for field in fields(Weights)}
    for kind in (BOARD, CARDS):
        base = document["weights"].get(kind, {})
        if set(base) != known:
            raise ProfileError(name, f"{kind} weights {sorted(known)}", sorted(base))
        sheets[kind] = _weights(name, base)
        for n_seats in range(2, 7):
            changes = document["weights"].get(f"{kind}-{n_seats}", {})
            if not set(changes) <= known:
                raise ProfileError(name, f"weights of {sorted(known)}", sorted(changes))
            if changes:
                sheets[f"{kind}-{n_seats}"] = _weights(name, {**base, **changes})
    return Profile(
        name,
        document["level"],
        document["description"],
        hashlib.sha256(text.encode()).hexdigest()[:N_DIGITS],
        document["nodes"],
        MappingProxyType(sheets),
    )


def _weights(name: str, numbers: dict[str, object]) -> Weights:
    found: dict[str, float] = {}
    for key, number in numbers.items():
        if not isinstance(number, int | float) or isinstance(number, bool):
            raise ProfileError(name, f"a number for {key}", number)
        found[key] = float(number)
    return Weights(**found)


def load_profile(name: str) -> Profile:
    """A profile of the package."""
    text = files("gridwright.bots.profiles").joinpath(f"{name}.toml").read_text("utf-8")
    return read_profile(name, text)

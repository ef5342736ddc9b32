"""Profiles: the weights of planners, as files next to this module."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from gridwright.bots.profiles.outlook import outlook_text
from gridwright.bots.profiles.weights import NO_TASTE, REVISION, CardWeights, Taste, Weights

NAMES: Final = ("easy", "normal", "hard")
KEYS: Final = {"revision", "name", "level", "description", "nodes", "weights"}
N_DIGITS: Final = 12
BOARD: Final = "board"
CARDS: Final = "cards"
SEATS: Final = range(2, 7)
NO_TASTES: Final = MappingProxyType(dict.fromkeys(SEATS, NO_TASTE))


class ProfileError(ValueError):
    """The profile is invalid; the message says what was expected."""

    def __init__(self, name: str, expected: str, got: object) -> None:
        super().__init__(f"profile {name}: expected {expected}, got {got!r}")


@dataclass(frozen=True)
class Profile:
    """Name, budget, and weights by edition and number of seats."""

    name: str
    level: int
    description: str
    digest: str
    """Digest of the file and the outlook; profiles that differ in anything have different ones."""
    nodes: int
    """Maximum number of sets of cities in the search for one extension."""
    boards: Mapping[int, Weights]
    """Weights on a board by the number of seats."""
    cards: Mapping[int, CardWeights]
    """Weights in card games by the number of seats."""
    board_tastes: Mapping[int, Taste] = field(default_factory=lambda: NO_TASTES)
    """Tastes on a board by the number of seats."""
    card_tastes: Mapping[int, Taste] = field(default_factory=lambda: NO_TASTES)
    """Tastes in card games by the number of seats."""


def read_profile(name: str, text: str) -> Profile:
    """Parse a profile. Raises ProfileError if it is invalid."""
    document = tomllib.loads(text)
    if document.get("revision") != REVISION:
        raise ProfileError(name, f"revision {REVISION}", document.get("revision"))
    if document.get("name") != name:
        raise ProfileError(name, f"the name {name}", document.get("name"))
    if set(document) != KEYS:
        raise ProfileError(name, f"the keys {sorted(KEYS)}", sorted(document))
    boards = _weights_by_seats(
        name, document["weights"], BOARD, {each.name for each in fields(Weights)}
    )
    cards = _weights_by_seats(
        name, document["weights"], CARDS, {each.name for each in fields(CardWeights)}
    )
    return Profile(
        name,
        document["level"],
        document["description"],
        hashlib.sha256((text + outlook_text()).encode()).hexdigest()[:N_DIGITS],
        document["nodes"],
        MappingProxyType({seats: Weights(**sheet) for seats, sheet in boards.items()}),
        MappingProxyType({seats: CardWeights(**sheet) for seats, sheet in cards.items()}),
    )


def _weights_by_seats(
    name: str, tables: Mapping[str, dict[str, object]], kind: str, known: set[str]
) -> dict[int, dict[str, float]]:
    """Return the weights for each number of seats: those of the kind, with their changes."""
    base = tables.get(kind, {})
    if set(base) != known:
        raise ProfileError(name, f"{kind} weights {sorted(known)}", sorted(base))
    found: dict[int, dict[str, float]] = {}
    for n_seats in SEATS:
        changes = tables.get(f"{kind}-{n_seats}", {})
        if not set(changes) <= known:
            raise ProfileError(name, f"weights of {sorted(known)}", sorted(changes))
        found[n_seats] = _numbers(name, {**base, **changes})
    return found


def _numbers(name: str, sheet: dict[str, object]) -> dict[str, float]:
    found: dict[str, float] = {}
    for key, number in sheet.items():
        if not isinstance(number, int | float) or isinstance(number, bool):
            raise ProfileError(name, f"a number for {key}", number)
        found[key] = float(number)
    return found


def load_profile(name: str) -> Profile:
    """Load a profile of the package."""
    text = files("gridwright.bots.profiles").joinpath(f"{name}.toml").read_text("utf-8")
    return read_profile(name, text)

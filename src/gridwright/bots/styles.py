"""Styles of the characters: ``styles.json``, changes of some weights of a character's level."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, TypeVar

from gridwright.bots.characters import LEVELS
from gridwright.bots.profiles import BOARD, CARDS, N_DIGITS, SEATS, Profile
from gridwright.bots.profiles.weights import NO_TASTE, CardWeights, Taste, Weights

MEASURED: Final = "measured"
"""Key of the digest under which a character was measured."""
FIXED: Final = "noise"
"""Weight that makes a level weaker: no matter of style."""
TASTES: Final = frozenset(each.name for each in fields(Taste))
KNOWN: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        BOARD: TASTES.union(each.name for each in fields(Weights)) - {FIXED, "stock"},
        CARDS: TASTES.union(each.name for each in fields(CardWeights)) - {FIXED, "blocking"},
    }
)
"""Weights that a style may change, on boards and in card games."""


Sheet = TypeVar("Sheet", Weights, CardWeights, Taste)


class StyleError(ValueError):
    """The file of styles is invalid; the message says what was expected."""

    def __init__(self, name: str, expected: str, got: object) -> None:
        super().__init__(f"styles.json, {name}: expected {expected}, got {got!r}")


@dataclass(frozen=True)
class Style:
    """Changes of weights, by kind of game and number of seats."""

    changes: Mapping[tuple[str, int], Mapping[str, float]]
    digest: str
    """Digest of the changes."""
    measured: str = ""
    """Digest of the profile that was measured; empty if none was."""

    def applied(self, profile: Profile, name: str) -> Profile:
        """Return the profile of a level in this style, under the name of the character."""
        digest = hashlib.sha256(f"{profile.digest} {self.digest}".encode()).hexdigest()
        return replace(
            profile,
            name=name,
            digest=digest[:N_DIGITS],
            boards=MappingProxyType(
                {seats: self._changed(profile.boards[seats], BOARD, seats) for seats in SEATS}
            ),
            cards=MappingProxyType(
                {seats: self._changed(profile.cards[seats], CARDS, seats) for seats in SEATS}
            ),
            board_tastes=MappingProxyType(
                {seats: self._changed(NO_TASTE, BOARD, seats) for seats in SEATS}
            ),
            card_tastes=MappingProxyType(
                {seats: self._changed(NO_TASTE, CARDS, seats) for seats in SEATS}
            ),
        )

    def _changed(self, sheet: Sheet, kind: str, seats: int) -> Sheet:
        own = {each.name for each in fields(sheet)}
        changes = self.changes[kind, seats]
        return replace(sheet, **{name: changes[name] for name in changes if name in own})


def read_styles(text: str) -> dict[str, Style]:
    """Parse the style of every character. Raises StyleError if one is invalid or missing."""
    document: dict[str, dict[str, Any]] = json.loads(text)
    names = [name for names in LEVELS.values() for name in names]
    if sorted(document) != sorted(names):
        raise StyleError("characters", str(sorted(names)), sorted(document))
    return {name: _read(name, document[name]) for name in names}


def _read(name: str, document: dict[str, Any]) -> Style:
    tables = {f"{kind}-{seats}": kind for kind in KNOWN for seats in SEATS} | {
        kind: kind for kind in KNOWN
    }
    found = {key: table for key, table in document.items() if key != MEASURED}
    if not set(found) <= set(tables):
        raise StyleError(name, f"tables of {sorted(tables)}", sorted(found))
    for key, table in found.items():
        known = KNOWN[tables[key]]
        if not set(table) <= known:
            raise StyleError(f"{name}, {key}", f"weights of {sorted(known)}", sorted(table))
        for weight, number in table.items():
            if not isinstance(number, int | float) or isinstance(number, bool):
                raise StyleError(f"{name}, {key}", f"a number for {weight}", number)
    measured = document.get(MEASURED, "")
    if not isinstance(measured, str):
        raise StyleError(name, "a digest as measured", measured)
    changes = {
        (kind, seats): MappingProxyType(
            {
                weight: float(number)
                for key in (kind, f"{kind}-{seats}")
                for weight, number in found.get(key, {}).items()
            }
        )
        for kind in KNOWN
        for seats in SEATS
    }
    text = json.dumps(found, sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:N_DIGITS]
    return Style(MappingProxyType(changes), digest, measured)


def load_styles() -> dict[str, Style]:
    """Load the styles of the package by character."""
    return read_styles(files("gridwright.bots").joinpath("styles.json").read_text("utf-8"))

"""The measured strength of bots: ``strength.json``, written by ``gridwright arena strength``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib.resources import files
from typing import Final

REVISION: Final = 1


class StrengthError(ValueError):
    """The file of measurements is invalid; the message says what was expected."""

    def __init__(self, expected: str, got: object) -> None:
        super().__init__(f"strength.json: expected {expected}, got {got!r}")


@dataclass(frozen=True)
class Strength:
    """One candidate against copies of another bot: its share of wins, with its bounds."""

    bot: str
    digest: str
    """Digest of the measured profile; another one has to be measured again."""
    against: str
    edition: str
    seats: int
    games: int
    share: float
    low: float
    high: float


def read_strengths(text: str) -> list[Strength]:
    """Parse every measurement of a file. Raises StrengthError if it is invalid."""
    document = json.loads(text)
    if document.get("revision") != REVISION:
        raise StrengthError(f"revision {REVISION}", document.get("revision"))
    known = {field.name for field in fields(Strength)}
    found: list[Strength] = []
    for row in document.get("measured", []):
        if set(row) != known:
            raise StrengthError(f"the keys {sorted(known)}", sorted(row))
        strength = Strength(**row)
        if not 0.0 <= strength.low <= strength.share <= strength.high <= 1.0:
            raise StrengthError("a share between its bounds", row)
        found.append(strength)
    return found


def strengths_of(digests: Mapping[str, str]) -> dict[str, list[Strength]]:
    """Return the measurements of each bot as it is now; those of older profiles are left out."""
    text = files("gridwright.bots").joinpath("strength.json").read_text("utf-8")
    found: dict[str, list[Strength]] = {name: [] for name in digests}
    for strength in read_strengths(text):
        if digests.get(strength.bot) == strength.digest:
            found[strength.bot].append(strength)
    return found

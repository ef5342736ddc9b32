"""Worth of money, plants and fuel in points in the card game, by remaining rounds.

The rates are fitted to games: ``gridwright-lab tune outlook``.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

COLUMNS: Final = [
    "base",
    *["first plant", "second plant", "third plant"],
    *["coal burned", "gas burned", "oil burned", "uranium burned", "burned by hybrids"],
    *["money", "money above 20", "money above 35"],
    *["coal", "gas", "oil", "uranium"],
    "place",
]
"""Columns of a row of rates; outputs of plants from the largest on."""
FIRST_KNOT: Final = 20
SECOND_KNOT: Final = 35
KNOTS: Final = (FIRST_KNOT, SECOND_KNOT)
"""Above each of these amounts money has another rate: it cannot be spent immediately."""
N_PLANTS: Final = 3
MONEY: Final = COLUMNS.index("money")
"""The column of money; those of the knots follow."""
MAX_ROUNDS: Final = 8
"""Earlier rounds use the rates of this number of remaining rounds."""


class OutlookError(ValueError):
    """The table is invalid; the message says what was expected."""

    def __init__(self, expected: str, got: object) -> None:
        super().__init__(f"outlook.toml: expected {expected}, got {got!r}")


def fleet_part(outputs: Sequence[int], needs: Sequence[int]) -> list[float]:
    """Return the columns of plants: outputs, and fuel of one run of all by kind and hybrids."""
    largest = sorted(outputs, reverse=True)[:N_PLANTS]
    free = [0] * (N_PLANTS - len(largest))
    return [1.0, *map(float, largest), *map(float, free), *map(float, needs)]


def purse_part(money: float, held: Sequence[int], place: float) -> list[float]:
    """Return the columns of possessions: money, fuel by kind, and the place in the order.

    ``place``: 0 for the first, 1 for the last.
    """
    above = [max(0.0, money - knot) for knot in KNOTS]
    return [money, *above, *map(float, held), place]


@dataclass(frozen=True)
class Outlook:
    """Rates for one number of seats."""

    draws: float
    """Plants drawn in a round."""
    late: float
    """Remaining rounds are this plus the cards above the end card by ``draws``, at least two."""
    rows: list[list[float]]
    """``rows[n - 1]``: rates at the start of a round with n remaining, including the last one."""

    def rounds(self, n_above: float) -> float:
        """Return the remaining rounds with this number of cards above the end card."""
        return max(2.0, min(float(MAX_ROUNDS), self.late + n_above / self.draws))

    def shares(self, rounds: float) -> tuple[int, float]:
        """Return the row before a number of rounds, and the share of the one after it."""
        rounds = max(1.0, min(float(MAX_ROUNDS), rounds))
        low = min(int(rounds) - 1, MAX_ROUNDS - 2)
        return low, rounds - 1 - low

    def rates(self, rounds: float) -> list[float]:
        """Return the rates for a number of remaining rounds, interpolated between two rows."""
        low, share = self.shares(rounds)
        return mixed(self.rows[low], self.rows[low + 1], share)


def mixed(before: list[float], after: list[float], share: float) -> list[float]:
    """Interpolate between two rows of rates."""
    return [(1.0 - share) * rate + share * other for rate, other in zip(before, after, strict=True)]


def read_outlooks(text: str) -> dict[int, Outlook]:
    """Parse the outlook of each number of seats. Raises OutlookError if the text is invalid."""
    document = tomllib.loads(text)
    if document.get("columns") != COLUMNS:
        raise OutlookError(f"the columns {COLUMNS}", document.get("columns"))
    found: dict[int, Outlook] = {}
    for n_seats in range(2, 7):
        sheet = document.get(f"seats-{n_seats}", {})
        rows = sheet.get("rows", [])
        if [len(row) for row in rows] != [len(COLUMNS)] * MAX_ROUNDS:
            raise OutlookError(f"{MAX_ROUNDS} rows of {len(COLUMNS)} rates", rows)
        found[n_seats] = Outlook(float(sheet["draws"]), float(document["late"]), rows)
    return found


@cache
def outlook_text() -> str:
    """Return the text of the package's table."""
    return files("gridwright.bots.profiles").joinpath("outlook.toml").read_text("utf-8")


@cache
def load_outlooks() -> dict[int, Outlook]:
    """Load the outlooks of the package."""
    return read_outlooks(outlook_text())

"""Numbers of the card game: plants and cards from the content files, tables from the rules."""

import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

KINDS: Final = ("coal", "gas", "oil", "uranium")
SINGLE: Final = "single"
LETTERS: Final = "abcdef"
"""They tell plants of one number apart, in the order of the file."""

START_MONEY: Final = 12
PLANT_LIMIT: Final = 3
FIRST_PAID: Final = (1, 2, 3, 4, 5)
LATER_PAID: Final = (0, 1, 1, 2, 2)

SWITCHES: Final = {
    "reference-removal": "k13.1",
    "fewer-fuel-cards": "k13.2",
    "opening-singles": "k13.3",
    "unsold-always-leaves": "k13.4",
    "shuffle-after-phase": "k13.5",
    "trust-follows-first": "k13.6",
    "third-swaps-with-first": "k13.7",
    "summed-storage": "k13.8",
    "surplus-bars-buying": "k13.9",
    "fuel-slides-one-step": "k13.10",
    "second-pile-waits": "k13.11",
    "three-current-in-last-round": "k13.12",
}
"""House rules of section 13 and their clauses. ``reference`` has all, ``standard`` none."""

SMALL_REMOVED: Final = {False: (1, 2, 1, 0, 0), True: (4, 3, 2, 1, 0)}
BIG_REMOVED: Final = {False: (5, 6, 3, 0, 0), True: (9, 6, 3, 1, 0)}
COLUMN_SIZES: Final = {False: (4, 4, 5, 6, 6), True: (3, 3, 4, 4, 5)}
"""Each by the switch, then by 2 to 6 seats."""


@dataclass(frozen=True)
class Plant:
    """One plant; ``name`` is its number, with a letter if plants share it."""

    name: str
    number: int
    kinds: tuple[str, ...]
    need: int
    income: int
    back: str


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("gridwright.content").joinpath("card", name).read_text("utf-8"))


@cache
def plants() -> dict[str, Plant]:
    """Return all plants by name."""
    found = {}
    rows = _read("plants.toml")["plants"]
    counts = Counter(row["number"] for row in rows)
    used: Counter[int] = Counter()
    for row in rows:
        number = row["number"]
        name = f"{number}{LETTERS[used[number]]}" if counts[number] > 1 else str(number)
        used[number] += 1
        kinds = tuple(row["kinds"])
        found[name] = Plant(name, number, kinds, row["need"], row["output"], row["back"])
    return found


@cache
def fuel_piles(n_seats: int) -> dict[str, list[str]]:
    """Return the names of the fuel cards in the ``stack``, the ``plus`` and the ``aside`` pile."""
    content = _read("fuel_cards.toml")
    named = {
        pile: [(f"{row['kind']}-{row['units']}", row.get("seats", 0)) for row in content[key]]
        for pile, key in (("stack", "cards"), ("plus", "first_pile"), ("aside", "second_pile"))
    }
    # The marks are 2-6, 4-6 and 5-6 seats (k1.13).
    return {
        pile: [name for name, least in rows if least <= n_seats] for pile, rows in named.items()
    }


def kind_of(card: str) -> str:
    return card.split("-", maxsplit=1)[0]


def units_of(card: str) -> int:
    """Return the units printed on a card."""
    units = card.split("-")[1]
    return 1 if units == SINGLE else int(units)


def is_single(card: str) -> bool:
    return card.endswith(SINGLE)


def card_rank(card: str) -> tuple[int, int]:
    """Return the place of a card within a column (k5.5)."""
    return KINDS.index(kind_of(card)), units_of(card)

"""A deck with up to five plants of one number, so that larger groups are tied in the order.

No number of the shipped deck is on more than three plants, and reversing three seats is the same as
exchanging the first and the third: k13.7 never shows. With this deck it does.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from gridwright.content.table import register_overlay
from gridwright_lab.trials.card_reading.figures import Plant, plants

FIRST_NUMBER: Final = {"small": 5, "big": 12}
SAME: Final = 5
"""Plants of one number."""


@cache
def grouped_plants() -> dict[str, Plant]:
    """Return the shipped plants in their order, numbered in groups."""
    found = {}
    counts: Counter[str] = Counter()
    for plant in plants().values():
        group, place = divmod(counts[plant.back], SAME)
        counts[plant.back] += 1
        number = FIRST_NUMBER[plant.back] + 2 * group
        name = f"{number}{'abcde'[place]}"
        found[name] = Plant(name, number, plant.kinds, plant.need, plant.income, plant.back)
    return found


@cache
def register_grouped_deck() -> str:
    """Register the deck in this process; return the digest for a table."""
    rows = [
        f"  {{ number = {plant.number}, twin = {plant.name[-1]!r},"
        f" kinds = {json.dumps(plant.kinds)}, need = {plant.need},"
        f" storage = {2 * plant.need}, output = {plant.income},"
        f" back = {plant.back!r}, confidence = 'reconstruction' }},"
        for plant in grouped_plants().values()
    ]
    text = "\n".join(["replaces = ['plants']", "plants = [", *rows, "]", ""])
    with TemporaryDirectory(prefix="gridwright-deck-") as folder:
        file = Path(folder) / "card" / "plants.toml"
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
        return register_overlay(folder)

"""The public parts of a board's own rules, each in a line with its words."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.names import Names
from gridwright.content.board_texts import board_words
from gridwright.engine.observation import Observation

LANGUAGE: Final = "en"
LONGEST: Final = 12
"""Rows with a number for each city are for the board's own rules, not for reading."""


def part_name(place: int, names: Names) -> str:
    """Return a board's name of one of its parts."""
    part = names.game.rules.parts[place].name
    return board_words(names.spec, LANGUAGE).get(f"part.{part}", part)


def draw_parts(seen: Observation, names: Names) -> Text | None:
    """One line for each part; a second fuel market is drawn as a market, so not here."""
    second = names.game.rules.market.second
    drawn = () if second is None else (second.part, second.sides)
    lines = [
        f"{part_name(place, names)}: {' '.join(map(str, row))}"
        for place, row in enumerate(seen.parts.rows()[: len(names.game.rules.parts)])
        if place not in drawn and len(row) <= LONGEST
    ]
    return Text("\n".join(lines)) if lines else None

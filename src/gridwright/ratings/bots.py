"""Measured ratings of our bots: ``bots.json``, written by ``gridwright-lab tune ratings``.

They are anchors: no game of people changes them, so the scale stays fixed.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Final

from gridwright.ratings.plackett_luce import GRAIN, Skill

REVISION: Final = 1
ANCHOR: Final = "normal"
"""The bot with a rating of 1500 in every edition, at which people begin."""


@cache
def load_bots() -> dict[str, dict[str, Skill]]:
    """Return ``load_bots()[edition][bot]``, without bots that were not measured."""
    text = files("gridwright.ratings").joinpath("bots.json").read_text("utf-8")
    return read_bots(text)


def read_bots(text: str) -> dict[str, dict[str, Skill]]:
    """Parse the bots of a file. Raises ValueError if it is invalid."""
    document = json.loads(text)
    if document.get("revision") != REVISION:
        problem = f"bots.json: expected revision {REVISION}, got {document.get('revision')!r}"
        raise ValueError(problem)
    found: dict[str, dict[str, Skill]] = {}
    for row in document["rated"]:
        skill = Skill(round(row["points"] * GRAIN), round(row["deviation"] * GRAIN))
        found.setdefault(row["edition"], {})[row["bot"]] = skill
    return found

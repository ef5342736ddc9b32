"""Measured ratings of our bots: ``bots.json``, written by ``gridwright-lab tune ratings``.

They are anchors: no game of people moves them, so the scale stays where it is.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Final

from gridwright.ratings.plackett_luce import GRAIN, Skill

REVISION: Final = 1
ANCHOR: Final = "normal"
"""The bot that is at 1500 in every edition: where people begin."""


@cache
def load_bots() -> dict[str, dict[str, Skill]]:
    """``load_bots()[edition][bot]``; a bot that was not measured is not in it."""
    text = files("gridwright.ratings").joinpath("bots.json").read_text("utf-8")
    return read_bots(text)


def read_bots(text: str) -> dict[str, dict[str, Skill]]:
    """The bots of a file, or ValueError."""
    document = json.loads(text)
    if document.get("revision") != REVISION:
        problem = f"bots.json: expected revision {REVISION}, got {document.get('revision')!r}"
        raise ValueError(problem)
    found: dict[str, dict[str, Skill]] = {}
    for row in document["rated"]:
        skill = Skill(round(row["points"] * GRAIN), round(row["deviation"] * GRAIN))
        found.setdefault(row["edition"], {})[row["bot"]] = skill
    return found

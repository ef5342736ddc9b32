"""Rate the bots by what the arena measured: ``gridwright-lab tune ratings``.

Each row of ``bots/strength.json`` is one bot among copies of another and how often it won. By the
model of ratings its chance is ``e / (e + n - 1)`` with ``e = exp(lead / (beta * sqrt(n)))`` at a
table of n. The leads that make all rows of an edition most likely are found by Newton's method; the
deviation of a bot is that of the fit, against the anchor.
"""

import argparse
import json
from collections.abc import Sequence
from importlib.resources import files
from math import exp, sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np

from gridwright.bots.registry import BOTS
from gridwright.bots.strength import Strength, strengths_of
from gridwright.ratings.bots import ANCHOR, REVISION
from gridwright.ratings.plackett_luce import BETA, FIRST, GRAIN

STEPS: Final = 60
LEAST_DEVIATION: Final = 15.0
"""Minimum deviation in points: arena games are not games of people."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    place = Path(str(files("gridwright.ratings").joinpath("bots.json")))
    parser.add_argument("--out", type=Path, default=place, help="the file to write")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    told = parser.parse_args(arguments)
    measured = strengths_of({name: bot.digest for name, bot in BOTS.items()})
    rows = [row for of_bot in measured.values() for row in of_bot]
    text = json.dumps({"revision": REVISION, "rated": rate_bots(rows)}, indent=1) + "\n"
    if told.check:
        is_same = told.out.read_text("utf-8") == text
        print("the same" if is_same else f"{told.out}: expected what the measurements give")
        return 0 if is_same else 1
    told.out.write_text(text, "utf-8")
    print(text, end="")
    return 0


def rate_bots(measured: Sequence[Strength]) -> list[dict[str, Any]]:
    """A row for each bot and edition that is linked with the anchor."""
    found: list[dict[str, Any]] = []
    by_edition: dict[str, list[Strength]] = {}
    for row in measured:
        by_edition.setdefault(row.edition, []).append(row)
    for edition, played in sorted(by_edition.items()):
        rows = _linked(played)
        names = sorted({ANCHOR, *[row.bot for row in rows], *[row.against for row in rows]})
        leads, deviations = fit(names, rows)
        games = {name: sum([r.games for r in rows if name in (r.bot, r.against)]) for name in names}
        found += [
            {
                "edition": edition,
                "bot": name,
                "points": round(FIRST / GRAIN + leads[name], 1),
                "deviation": round(max(LEAST_DEVIATION, deviations[name]), 1),
                "games": games[name],
            }
            for name in sorted(names, key=lambda name: leads[name])
        ]
    return found


def fit(
    names: Sequence[str], rows: Sequence[Strength]
) -> tuple[dict[str, float], dict[str, float]]:
    """Return each bot's lead over the anchor in points, and the deviations of the leads."""
    free = [name for name in names if name != ANCHOR]
    place = {name: number for number, name in enumerate(free)}
    leads = np.zeros(len(free))
    information = np.eye(len(free))
    for _step in range(STEPS):
        slope = np.zeros(len(free))
        information = np.zeros((len(free), len(free)))
        for row in rows:
            spread = BETA / GRAIN * sqrt(row.seats)
            sides = np.zeros(len(free))
            if row.bot in place:
                sides[place[row.bot]] += 1 / spread
            if row.against in place:
                sides[place[row.against]] -= 1 / spread
            ratio = exp(float(sides @ leads))
            chance = ratio / (ratio + row.seats - 1)
            slope += row.games * (row.share - chance) * sides
            information += row.games * chance * (1 - chance) * np.outer(sides, sides)
        leads = leads + np.clip(np.linalg.solve(information, slope), -200, 200)
    spreads = np.sqrt(np.diag(np.linalg.inv(information)))
    found = {name: float(leads[place[name]]) for name in free}
    deviations = {name: float(spreads[place[name]]) for name in free}
    return {ANCHOR: 0.0, **found}, {ANCHOR: 0.0, **deviations}


def _linked(rows: Sequence[Strength]) -> list[Strength]:
    """The rows of bots that some chain of matches links with the anchor."""
    reached = {ANCHOR}
    while True:
        more = {
            name
            for row in rows
            if {row.bot, row.against} & reached
            for name in (row.bot, row.against)
        }
        if more <= reached:
            return [row for row in rows if row.bot in reached]
        reached |= more

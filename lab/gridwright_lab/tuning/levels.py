"""Compare levels of weights: ``gridwright-lab tune levels --cell classic:4 --games 2000 W=a,b,c``.

In each game every seat draws a level of every weight that is named, so that each game
measures all of them. Printed is the win share of the seats with each level above the fair share, in
points, with its 95 % interval. Levels act apart from each other: look again around the best ones.
With ``--against`` one seat draws and the others are copies of a bot.
"""

import argparse
import json
import math
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.arena.cells import Cell, find_cells
from gridwright.arena.deals import DEVELOPMENT, deal_keys, deal_seed
from gridwright.arena.runners.pool import work_through
from gridwright.bots.bot_games import play_game
from gridwright.bots.contract import Bot
from gridwright.bots.planner import PlannerBot
from gridwright.bots.profiles import BOARD, CARDS, Profile, load_profile
from gridwright.bots.profiles import NAMES as PROFILES
from gridwright.bots.registry import UnknownBotError, find_bot
from gridwright.bots.value.network import won_shares
from gridwright.content.table import build_game
from gridwright.fair.draw import Stream
from gridwright_lab.tuning.evaluation import NAMES, read_point, with_point

SERIES: Final = f"{DEVELOPMENT}/levels"
Levels = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Task:
    """One game."""

    cell: Cell
    profile: str
    levels: Levels
    number: int
    against: str | None = None
    """Bot of all seats but one; without it every seat draws its levels."""


@dataclass(frozen=True)
class Played:
    """The level of each weight at each drawing seat, and what it won above its fair share."""

    drawn: list[dict[str, int]]
    gains: list[float]


def play(task: Task) -> Played:
    """One game with a level of each weight drawn for each seat."""
    game = build_game(task.cell.spec)
    n_seats = task.cell.seats
    stream = Stream(deal_seed(task.cell, f"{SERIES}/drawn", task.number))
    drawing = range(n_seats) if task.against is None else [task.number % n_seats]
    drawn = [
        {name: stream.below(len(levels)) for name, levels in task.levels.items()}
        for _seat in drawing
    ]
    profile = load_profile(task.profile)
    kind = BOARD if game.rules.board.n_cities else CARDS
    bots: list[Bot] = [find_bot(task.against or task.profile) for _seat in range(n_seats)]
    for seat, each in zip(drawing, drawn, strict=True):
        weights = {name: task.levels[name][place] for name, place in each.items()}
        bots[seat] = PlannerBot(changed(profile, kind, n_seats, weights))
    ranking = play_game(game, deal_keys(task.cell, SERIES, task.number), bots).ranking
    won = won_shares(ranking) if ranking else [1.0 / n_seats] * n_seats
    return Played(drawn, [won[seat] - 1.0 / n_seats for seat in drawing])


def changed(profile: Profile, kind: str, n_seats: int, weights: Mapping[str, float]) -> Profile:
    """A profile with some weights of a table changed."""
    point = read_point(profile, kind, n_seats)
    named = dict(zip(NAMES[kind], point, strict=True)) | dict(weights)
    return with_point(profile, kind, n_seats, [named[name] for name in NAMES[kind]])


def effects(games: Sequence[Played], levels: Levels) -> dict[str, dict[str, tuple[float, float]]]:
    """The mean gain of each level of each weight and half of its interval, in points."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for name, values in levels.items():
        found[name] = {}
        for place, value in enumerate(values):
            gains = [
                gain
                for game in games
                for drawn, gain in zip(game.drawn, game.gains, strict=True)
                if drawn[name] == place
            ]
            n_gains = max(1, len(gains))
            mean = sum(gains) / n_gains
            spread = math.sqrt(sum([(gain - mean) ** 2 for gain in gains]) / n_gains)
            found[name][f"{value:g}"] = (100 * mean, 196 * spread / math.sqrt(n_gains))
    return found


def read_levels(texts: Sequence[str]) -> dict[str, list[float]]:
    """``patience=0.5,1`` as a weight and its levels, or ValueError."""
    found: dict[str, list[float]] = {}
    for text in texts:
        name, _equals, values = text.partition("=")
        if name not in {*NAMES[BOARD], *NAMES[CARDS]}:
            raise ValueError(f"expected a weight, got {name!r}")
        found[name] = [float(value) for value in values.split(",")]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("levels", nargs="+", help="WEIGHT=VALUE,VALUE,...")
    parser.add_argument("--cell", default="classic:4", help="EDITION:SEATS, as in the arena")
    parser.add_argument("--profile", choices=PROFILES, default="hard")
    parser.add_argument("--against", metavar="BOT", help="all seats but one are this bot")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    if chosen.games < 1:
        parser.error("expected at least one game")
    try:
        levels = read_levels(chosen.levels)
        if chosen.against is not None:
            find_bot(chosen.against)
    except (ValueError, UnknownBotError) as error:
        parser.error(str(error))
    cells = find_cells(chosen.cell)
    tasks = [
        Task(
            cells[number % len(cells)],
            chosen.profile,
            levels,
            number // len(cells),
            chosen.against,
        )
        for number in range(chosen.games)
    ]
    found = effects(list(work_through(play, tasks, chosen.workers)), levels)
    if chosen.json:
        print(json.dumps({"games": chosen.games, "effects": found}))
        return 0
    for name, by_level in found.items():
        told = [f"{level}: {gain:+.1f} ± {half:.1f}" for level, (gain, half) in by_level.items()]
        print(f"{name:16} {'  '.join(told)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

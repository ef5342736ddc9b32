"""Naming a character from games: the nearest mean, with the spread that all characters share."""

from collections.abc import Mapping, Sequence
from typing import Final

from gridwright.engine.dice import Dice
from gridwright_lab.trials.characters.games import Statistics

GAMES_SHOWN: Final = 20
"""Games from which a character is named."""
DRAWS: Final = 50
"""Sets of games that are drawn for each character."""


def halves(games: Sequence[Statistics]) -> tuple[list[Statistics], list[Statistics]]:
    """Return the games to learn from and those to name from: no deal is in both."""
    half = len(games) // 2
    return list(games[:half]), list(games[half:])


def hits(
    known: Mapping[str, Sequence[Statistics]],
    shown: Mapping[str, Sequence[Statistics]],
    among: Sequence[str],
) -> float:
    """Return the part of sets of games of these characters that get the right name, in per cent.

    ``known`` are the games to learn from, ``shown`` the others.
    """
    statistics = sorted(next(iter(known.values()))[0])
    means = {name: _means(known[name], statistics) for name in among}
    spreads = [
        sum((game[statistic] - means[name][place]) ** 2 for name in among for game in known[name])
        / sum(len(known[name]) for name in among)
        for place, statistic in enumerate(statistics)
    ]
    used = [place for place, spread in enumerate(spreads) if spread > 0.0]

    def named(games: Sequence[Statistics]) -> str:
        seen = _means(games, statistics)
        return min(
            among,
            key=lambda name: sum(
                (seen[place] - means[name][place]) ** 2 / spreads[place] for place in used
            ),
        )

    dice = Dice(20)
    right = 0
    for name in among:
        for _draw in range(DRAWS):
            drawn = _drawn(dice, shown[name])
            right += named(drawn) == name
    return 100 * right / (DRAWS * len(among))


def _means(games: Sequence[Statistics], statistics: Sequence[str]) -> list[float]:
    return [sum(game[name] for game in games) / len(games) for name in statistics]


def _drawn(dice: Dice, games: Sequence[Statistics]) -> list[Statistics]:
    """Return some of the games, each once."""
    left = list(games)
    return [left.pop(dice.below(len(left))) for _ in range(min(GAMES_SHOWN, len(left)))]

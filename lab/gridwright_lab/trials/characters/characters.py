"""Shares and styles of the characters: ``gridwright-lab trial characters --deals 30``.

Each character plays among three plain bots of its own level, every deal from every seat. Counted
are its share of wins, what it does more or less often than the others in the same games, and how
often a nearest mean, learned from other deals, names it from 20 of its games. ``--state`` appends
the games to a file and plays only those that are missing there; games of other weights are ignored.
"""

import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from gridwright.arena.runners.pool import work_through
from gridwright.bots.characters import LEVELS, level_of
from gridwright.bots.styles import Style, load_styles, read_styles
from gridwright_lab.trials.characters.claims import CLAIMS, Claim
from gridwright_lab.trials.characters.games import (
    CELLS,
    Played,
    Task,
    character_bot,
    play_deal,
)
from gridwright_lab.trials.characters.telling import GAMES_SHOWN, halves, hits
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.thresholds import Threshold, Verdict

MAX_COST: Final = 5
"""Percentage points by which a style may miss the fair share, either way."""
LEAST_ERRORS: Final = 3
"""Standard errors by which a character must differ from the others in what its line says."""
TIMES_CHANCE: Final = 3
LEAST_GAMES: Final = 2 * GAMES_SHOWN
"""Games of a character without which nothing is said about it."""
FAIR: Final = 25.0

Key = tuple[str, str]
"""Character and cell."""
Games = Mapping[Key, Sequence[Played]]


def with_error(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error; numbers of the same deal are one number."""
    mean = sum(numbers) / len(numbers)
    spread = sum((each - mean) ** 2 for each in numbers)
    return mean, math.sqrt(spread / (len(numbers) * max(1, len(numbers) - 1)))


def by_deal(games: Sequence[float]) -> list[float]:
    """Return the means over the four seats of each deal."""
    return [sum(games[first : first + 4]) / 4 for first in range(0, len(games), 4)]


def difference(games: Sequence[Played], statistic: str) -> tuple[float, float, float]:
    """Return a character's mean, its difference from the others and the error of that."""
    own = sum(game.own[statistic] for game in games) / len(games)
    apart = by_deal([game.own[statistic] - game.field[statistic] for game in games])
    return own, *with_error(apart)


def evaluate(games: Games, names: Sequence[str], cells: Sequence[str]) -> Verdict:
    """Return the shares, the claims and the naming beside their thresholds."""
    thresholds: list[Threshold] = []
    figures: dict[str, Any] = {}
    for cell in cells:
        for name in names:
            played = games.get((name, cell), ())
            where = f"{cell}, {name}"
            if len(played) < LEAST_GAMES:
                thresholds.append(Threshold(f"{where}: games", len(played), least=LEAST_GAMES))
                continue
            share, error = with_error(by_deal([100 * game.won for game in played]))
            cost = round(abs(share - FAIR), 1)
            thresholds.append(Threshold(f"{where}: points off the share", cost, most=MAX_COST))
            figures[where] = {
                "games": len(played),
                "share": f"{share:.1f} ± {error:.1f}",
                "more or less than the others": _apart(played),
            }
            thresholds += [
                _checked(where, claim, played) for claim in CLAIMS[name] if claim.is_about(cell)
            ]
        thresholds += _named(games, names, cell, figures)
    return Verdict(thresholds, figures)


def _apart(played: Sequence[Played]) -> dict[str, str]:
    """Return the statistics in which a character clearly differs, the clearest first."""
    found: list[tuple[float, str, str]] = []
    for statistic in played[0].own:
        own, apart, error = difference(played, statistic)
        if error and abs(apart) >= LEAST_ERRORS * error:
            found.append((abs(apart) / error, statistic, f"{own:.2f}, {apart:+.2f} ± {error:.2f}"))
    return {statistic: text for _errors, statistic, text in sorted(found, reverse=True)}


def _checked(where: str, claim: Claim, played: Sequence[Played]) -> Threshold:
    _own, apart, error = difference(played, claim.statistic)
    errors = claim.sign * apart / error if error else 0.0
    word = "more" if claim.sign > 0 else "fewer"
    name = f"{where}: {word} {claim.statistic}, standard errors"
    return Threshold(name, round(errors, 1), least=LEAST_ERRORS)


def _named(
    games: Games, names: Sequence[str], cell: str, figures: dict[str, Any]
) -> list[Threshold]:
    """Return how often characters are named from their games, among all and in each level."""
    known: dict[str, Any] = {}
    shown: dict[str, Any] = {}
    for name in names:
        played = games.get((name, cell), ())
        if len(played) >= LEAST_GAMES:
            known[name], shown[name] = halves([game.own for game in played])
    if len(known) < len(names) or len(names) < 2:
        return [Threshold(f"{cell}: characters to name", len(known), least=max(2, len(names)))]
    for level, own in LEVELS.items():
        if set(own) <= set(known):
            figures[f"{cell}, named among {level}, %"] = round(hits(known, shown, own), 1)
    least = math.ceil(100 * TIMES_CHANCE / len(names))
    right = round(hits(known, shown, names), 1)
    return [Threshold(f"{cell}: named among {len(names)}, %", right, least=least)]


def play(
    styles: Mapping[str, Style],
    names: Sequence[str],
    cells: Sequence[str],
    n_deals: int,
    n_workers: int,
    state: Path | None,
) -> dict[Key, list[Played]]:
    """Return the games of all characters, in the order of deals; play those not in the file."""
    digests = {name: character_bot(name, styles[name]).digest for name in names}
    kept = _kept(state, digests)
    tasks = [
        Task(name, styles[name], cell, deal)
        for deal in range(n_deals)
        for cell in cells
        for name in names
        if (name, cell, deal) not in kept
    ]
    for task, games in zip(tasks, work_through(play_deal, tasks, n_workers), strict=True):
        kept[task.name, task.cell, task.deal] = games
        if state is not None:
            row = {
                "digest": digests[task.name],
                "name": task.name,
                "cell": task.cell,
                "deal": task.deal,
                "games": [asdict(game) for game in games],
            }
            with state.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    found: dict[Key, list[Played]] = {}
    for name, cell, deal in sorted(kept):
        found.setdefault((name, cell), []).extend(kept[name, cell, deal])
    return found


def _kept(
    state: Path | None, digests: Mapping[str, str]
) -> dict[tuple[str, str, int], list[Played]]:
    """Return the games in the file that these characters played as they are now."""
    if state is None or not state.exists():
        return {}
    rows = map(json.loads, state.read_text("utf-8").splitlines())
    return {
        (row["name"], row["cell"], row["deal"]): [Played(**game) for game in row["games"]]
        for row in rows
        if digests.get(row["name"]) == row["digest"]
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print results next to thresholds; return 1 if a threshold is missed."""
    everyone = [name for names in LEVELS.values() for name in names]
    parser = trial_parser(__doc__)
    parser.add_argument("--character", action="append", choices=everyone, help="repeatable")
    parser.add_argument("--level", choices=list(LEVELS), action="append", help="repeatable")
    parser.add_argument("--cell", action="append", choices=CELLS, help="repeatable")
    parser.add_argument("--deals", type=int, default=30, help="four games each")
    parser.add_argument("--state", type=Path, help="file to which games are appended")
    parser.add_argument("--styles", type=Path, help="other styles than those of the package")
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args(arguments)
    names = chosen.character or everyone
    names = [name for name in names if level_of(name) in (chosen.level or LEVELS)]
    cells = chosen.cell or list(CELLS)
    styles = load_styles() if chosen.styles is None else read_styles(chosen.styles.read_text())
    games = play(styles, names, cells, max(0, chosen.deals), chosen.workers, chosen.state)
    return evaluate(games, names, cells).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

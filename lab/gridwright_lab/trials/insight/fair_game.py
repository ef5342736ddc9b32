"""Whether chances are a fair game: ``gridwright-lab trial fair-game``.

If all seats play the estimator's policy, luck, own and others' decisions average 0. By symmetry the
sums of any seat do so for many estimators; those of the seat that leads at the beginning of a round
do not. In a fair game a chance of 30 % wins 30 of 100 games.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any, Final

from gridwright.arena.cells import Cell, find_cells
from gridwright.bots.value.loading import load_model
from gridwright.insight.course import CARDS, Course
from gridwright.insight.estimator import Estimator
from gridwright.insight.moves import walk
from gridwright_lab.trials.command import pool_map, trial_parser
from gridwright_lab.trials.insight.games import play_policy
from gridwright_lab.trials.thresholds import Threshold, Verdict

CELLS: Final = "classic:2,classic:4,classic:6,deluxe:2,deluxe:4,deluxe:6,card:2,card:4,card:6"
GAMES: Final = 300
WORLDS: Final = 8
"""Few are enough: a bias shows in the mean over games."""
PARTS: Final = ("luck", "own", "others")
MAX_ERRORS: Final = 2
"""Standard errors by which an average may differ from 0."""
N_BINS: Final = 10
LEAST_CASES: Final = 200
MAX_OFF: Final = 3
"""Points by which the share of wins may differ from the chances of a decile."""


@dataclass(frozen=True)
class Played:
    """What one game contributes."""

    seat: dict[str, float]
    """Sums of steps by part, of one seat."""
    leader: dict[str, float]
    """The same of the seat with the best chance at the beginning of each round, in that round."""
    cases: list[tuple[float, float]]
    """Chance at the beginning of a round, and share of the win, by round and seat."""


def measure(cell: Cell, deal: int, n_worlds: int) -> Played:
    """Play and evaluate one game of the estimator's policy."""
    policy, log = play_policy(cell, deal)
    course = Course(Estimator(policy, load_model(), deal, n_worlds), walk(policy.game, log))
    account = course.accounts()[deal % cell.seats]
    seat = {part: float(getattr(account, part)) for part in PARTS}
    leader = dict.fromkeys(PARTS, 0.0)
    cases: list[tuple[float, float]] = []
    first = 0
    for place, point in enumerate(course.points):
        before, after = point.values.means, course.caused(place).means
        if point.opening is not None:
            # By the opening, in which no world was drawn: a seat that leads by noise falls back.
            first = point.opening.means.index(max(point.opening.means))
            cases += zip(before, course.result, strict=True)
            leader["others"] += before[first] - point.opening.means[first]
        actor = point.stretch.actor
        part = "luck" if actor == CARDS else "own" if actor == first else "others"
        leader[part] += after[first] - before[first]
    return Played(seat, leader, cases)


def sum_up(sums: Iterable[float]) -> tuple[float, float]:
    """Return the mean and its standard error, in points."""
    values = [100 * value for value in sums]
    mean = sum(values) / len(values)
    spread = sum([(value - mean) ** 2 for value in values]) / max(1, len(values) - 1)
    return mean, sqrt(spread / len(values))


def evaluate(played: dict[str, list[Played]], n_wanted: int) -> Verdict:
    """``played``: games by cell."""
    thresholds: list[Threshold] = []
    figures: dict[str, Any] = {}
    for name, games in played.items():
        thresholds.append(Threshold(f"{name}: games", len(games), n_wanted))
        for of in ("seat", "leader"):
            for part in PARTS:
                mean, error = sum_up([getattr(game, of)[part] for game in games])
                key = f"{name}: {of}'s {part}"
                figures[key] = f"{mean:+.2f} ± {error:.2f}"
                n_errors = abs(mean) / error if error else 0.0
                thresholds.append(Threshold(f"{key}, errors", round(n_errors, 2), most=MAX_ERRORS))
    cases = [case for games in played.values() for game in games for case in game.cases]
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for chance, share in cases:
        bins[min(N_BINS - 1, int(chance * N_BINS))].append((chance, share))
    for place in sorted(bins):
        found = bins[place]
        chance = 100 * sum([case[0] for case in found]) / len(found)
        share = 100 * sum([case[1] for case in found]) / len(found)
        figures[f"decile {place}"] = f"{chance:.1f} wins {share:.1f} ({len(found)} cases)"
        if len(found) >= LEAST_CASES:
            name = f"decile {place}: points off"
            thresholds.append(Threshold(name, round(abs(chance - share), 2), most=MAX_OFF))
    return Verdict(thresholds, figures)


def _job(cell: Cell, deal: int, n_worlds: int) -> dict[str, Any]:
    found = measure(cell, deal, n_worlds)
    cases = [[round(number, 6) for number in case] for case in found.cases]
    return {
        "cell": str(cell),
        "deal": deal,
        "worlds": n_worlds,
        "seat": found.seat,
        "leader": found.leader,
        "cases": cases,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games in each cell")
    parser.add_argument("--cells", default=CELLS)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, help="file of games; those it holds are not repeated")
    chosen = parser.parse_args(arguments)
    cells = [cell for part in chosen.cells.split(",") for cell in find_cells(part)]
    records: list[dict[str, Any]] = []
    if chosen.out is not None and chosen.out.exists():
        lines = chosen.out.read_text("utf-8").splitlines()
        records = [json.loads(line) for line in lines]
    done = {(record["cell"], record["deal"], record["worlds"]) for record in records}
    tasks = [
        (cell, deal, chosen.worlds)
        for deal in range(chosen.games)
        for cell in cells
        if (str(cell), deal, chosen.worlds) not in done
    ]
    for record in pool_map(chosen.jobs, _job, tasks):
        records.append(record)
        if chosen.out is not None:
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")
    played: dict[str, list[Played]] = {str(cell): [] for cell in cells}
    for record in records:
        is_wanted = record["worlds"] == chosen.worlds and record["deal"] < chosen.games
        if is_wanted and record["cell"] in played:
            cases = [(case[0], case[1]) for case in record["cases"]]
            played[record["cell"]].append(Played(record["seat"], record["leader"], cases))
    return evaluate(played, chosen.games).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

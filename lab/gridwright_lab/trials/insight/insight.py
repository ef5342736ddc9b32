"""An analysis against solved endings and against itself: ``gridwright-lab trial insight``.

Endings of bots' games in which a choice decides the winner are solved by brute force, and the best
turn of the analysis is compared. Whole games are analysed with two seeds: the costliest decision of
a seat must be the same. A seat with a finding in one run alone counts as different; seats without
any are not counted. The chart after a move is the figure of the played line, accounts add up, no
reason speaks for the played line, and a table of four has a time limit.
"""

import sys
from collections.abc import Sequence
from typing import Final

from gridwright.arena.cells import Cell, find_cells
from gridwright.content.table import build_game
from gridwright.insight.settings import WORLDS
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.insight.agreement import Twice, analyse_twice
from gridwright_lab.trials.insight.endings import Checked, check, endings
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

LEAST_RIGHT: Final = 95
LEAST_SAME: Final = 85
MAX_NOISE: Final = 4
MAX_LARGE_NOISE: Final = 10
"""Points by which a part of an account may differ between seeds: median, and 95 of 100."""
MAX_SECONDS: Final = 20
FOUR: Final = 4
MAX_DEALS: Final = 400
"""Limit per table before the next table is used."""
CELLS: Final = "classic:2-6,deluxe:2-6,card:2-6"


def check_endings(cells: Sequence[Cell], n_positions: int) -> list[Checked]:
    """Return `n_positions` endings that a choice decides, equally many from each cell."""
    found: list[Checked] = []
    for place, cell in enumerate(cells):
        game = build_game(cell.spec)
        n_wanted = (n_positions * (place + 1)) // len(cells)
        for deal in range(MAX_DEALS):
            for ending in endings(cell, deal):
                checked = check(game, ending) if len(found) < n_wanted else None
                if checked is not None:
                    found.append(checked)
            if len(found) >= n_wanted:
                break
    return found


def evaluate_endings(checked: Sequence[Checked], n_wanted: int) -> Verdict:
    n_right = sum(each.is_right for each in checked)
    by_cell: dict[str, str] = {}
    for name in sorted({each.ending.cell for each in checked}):
        here = [each for each in checked if each.ending.cell == name]
        by_cell[name] = f"{sum(each.is_right for each in here)} of {len(here)}"
    return Verdict(
        [
            Threshold("solved endings", len(checked), n_wanted),
            Threshold("best move is a best move, %", _percent(n_right, len(checked)), LEAST_RIGHT),
        ],
        {"right by table": by_cell},
        [
            f"{each.ending.cell} deal {each.ending.deal}: seat {each.ending.state.actor} gets "
            f"{each.found:.2f} of {each.best:.2f}"
            for each in checked
            if not each.is_right
        ],
    )


def evaluate_games(games: Sequence[Twice]) -> Verdict:
    pairs = [pair for game in games for pair in game.costliest]
    told = [pair for pair in pairs if pair != (None, None)]
    n_same = sum(first == second for first, second in told)
    differences = [each for game in games for each in game.differences] or [1.0]
    seconds = [each for game in games if game.n_seats == FOUR for each in game.seconds]
    return Verdict(
        [
            Threshold(
                "seats with the same costliest decision, %", _percent(n_same, len(told)), LEAST_SAME
            ),
            Threshold("findings", sum([game.n_findings for game in games]), 1),
            Threshold(
                "findings that contradict the chart", sum([game.n_contradicted for game in games])
            ),
            Threshold(
                "reasons that speak for the played line", sum([game.n_senseless for game in games])
            ),
            Threshold("accounts that do not add up", sum([game.n_wrong for game in games])),
            Threshold(
                "difference of an account between seeds, points, median",
                round(100 * share(differences, 50), 2),
                most=MAX_NOISE,
            ),
            Threshold(
                "difference of an account between seeds, points, 95 of 100",
                round(100 * share(differences, 95), 2),
                most=MAX_LARGE_NOISE,
            ),
            Threshold(
                "CPU seconds for a table of four, most",
                round(max(seconds, default=1000.0), 1),
                most=MAX_SECONDS,
            ),
        ],
        {
            "games": len(games),
            "seats": len(pairs),
            "seats with a finding": len(told),
            "with a finding in one run alone": sum(None in pair for pair in told),
        },
    )


def _percent(some: int, all_: int) -> float:
    return round(100 * some / all_, 1) if all_ else 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--positions", type=int, default=500, help="solved endings; 0: none")
    parser.add_argument("--games", type=int, default=60, help="games analysed twice; 0: none")
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--cells", default=CELLS)
    chosen = parser.parse_args(arguments)
    cells = [cell for part in chosen.cells.split(",") for cell in find_cells(part)]
    verdicts: list[Verdict] = []
    if chosen.positions:
        checked = check_endings(cells, chosen.positions)
        verdicts.append(evaluate_endings(checked, chosen.positions))
    if chosen.games:
        # Every second game is at a table of four, which has its own threshold.
        fours = [cell for cell in cells if cell.spec.seats == FOUR] or cells
        games = []
        for deal in range(chosen.games):
            among = fours if deal % 2 else cells
            games.append(analyse_twice(among[deal // 2 % len(among)], deal, chosen.worlds))
        verdicts.append(evaluate_games(games))
    return joined(verdicts).print(chosen.json)


def joined(verdicts: Sequence[Verdict]) -> Verdict:
    """Return one verdict with all thresholds."""
    found = Verdict([])
    for verdict in verdicts:
        found.thresholds += verdict.thresholds
        found.figures |= verdict.figures
        found.findings += verdict.findings
    return found


if __name__ == "__main__":
    sys.exit(main())

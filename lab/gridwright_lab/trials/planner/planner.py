"""Forecasts and purchases of a planner: ``gridwright-lab trial planner --games 40``.

A planner plays against itself on development deals. Counted are how far its forecast of the end
was off, what it paid above the lowest bid, and how often a plant of equal or larger output went
cheaper later in the same phase. Cities without power and fuel left at the end have no threshold.
"""

import sys
from collections.abc import Sequence
from typing import Any, Final

from gridwright.arena.cells import find_cells
from gridwright.bots.planner import PlannerBot
from gridwright.bots.profiles import NAMES, load_profile
from gridwright.content.table import build_game, list_editions
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.planner.games import PlayedGame, play_observed
from gridwright_lab.trials.thresholds import Threshold, Verdict

MAX_ERROR: Final = 1
"""Rounds by which the end may be forecast wrongly, on average."""
MAX_ABOVE: Final = 10
"""Per cent of the money for plants that may be paid above the lowest bids."""
MAX_CHEAPER: Final = 8
"""Per cent of sales after which as large a plant may go cheaper in the same phase."""
NOTHING: Final = 100.0
"""Value of a mean of no numbers: it meets no threshold."""


def evaluate(games: Sequence[PlayedGame], output_of: Sequence[int]) -> Verdict:
    """Figures of the games beside their thresholds."""
    errors = [abs(end - (game.n_rounds - at)) for game in games for at, end in game.forecasts]
    paid = sum([sale.price for game in games for sale in game.sales])
    above = sum([sale.price - sale.lowest for game in games for sale in game.sales])
    n_sales = sum([len(game.sales) for game in games])
    n_cheaper = sum([_n_cheaper(game, output_of) for game in games])
    n_cities = sum([game.n_cities for game in games])
    fuel_money = sum([money for game in games for money, _amount in game.fuel.values()])
    return Verdict(
        [
            Threshold(
                "error of the forecast end, rounds",
                _part(sum(errors), len(errors)),
                most=MAX_ERROR,
            ),
            Threshold(
                "plant money above the lowest bids, %", _part(100 * above, paid), most=MAX_ABOVE
            ),
            Threshold(
                "as large a plant cheaper later, %",
                _part(100 * n_cheaper, n_sales),
                most=MAX_CHEAPER,
            ),
        ],
        {
            "games": len(games),
            "forecasts": len(errors),
            "sales": n_sales,
            "forecast by rounds to go": _by_rounds(games),
            "cities without power, %": _part(
                100 * sum([game.n_unsupplied for game in games]), n_cities
            ),
            "fuel money left over, %": _part(
                100 * sum([game.fuel_wasted for game in games]), fuel_money
            ),
        },
    )


def _part(some: float, all_: float) -> float:
    return round(some / all_, 2) if all_ else NOTHING


def _n_cheaper(game: PlayedGame, output_of: Sequence[int]) -> int:
    """Sales after which a plant of no less output went for less in the same phase."""
    return sum(
        any(
            later.round == sale.round
            and later.price < sale.price
            and output_of[later.plant] >= output_of[sale.plant]
            for later in game.sales[place + 1 :]
        )
        for place, sale in enumerate(game.sales)
    )


def _by_rounds(games: Sequence[PlayedGame]) -> dict[str, Any]:
    """The mean forecast and its mean error, by how many rounds there really were to go."""
    found: dict[int, list[int]] = {}
    for game in games:
        for at, end in game.forecasts:
            found.setdefault(game.n_rounds - at, []).append(end)
    return {
        str(to_go): {
            "mean": _part(sum(ends), len(ends)),
            "error": _part(sum([abs(end - to_go) for end in ends]), len(ends)),
        }
        for to_go, ends in sorted(found.items())
    }


def run(profile: str, edition: str, n_seats: int, n_games: int) -> Verdict:
    """Play the games and evaluate them."""
    cell = find_cells(f"{edition}:{n_seats}")[0]
    bot = PlannerBot(load_profile(profile))
    games = [play_observed(bot, cell, number) for number in range(n_games)]
    return evaluate(games, build_game(cell.spec).rules.fuel.output_of)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print figures beside thresholds; 1 if a threshold is missed."""
    boards = [name for name in list_editions() if name != "card"]
    parser = trial_parser(__doc__)
    parser.add_argument("--bot", choices=NAMES, default="hard")
    parser.add_argument("--edition", choices=boards, default="classic")
    parser.add_argument("--seats", type=int, choices=range(2, 7), default=4)
    parser.add_argument("--games", type=int, default=40)
    chosen = parser.parse_args(arguments)
    verdict = run(chosen.bot, chosen.edition, chosen.seats, max(0, chosen.games))
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

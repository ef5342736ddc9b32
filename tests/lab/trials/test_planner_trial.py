"""The experiment of the planner counts what it says, and fails on games that show nothing."""

import json

import pytest

from gridwright_lab.trials.planner.games import PlayedGame, Sale
from gridwright_lab.trials.planner.planner import evaluate, main, run

OUTPUT_OF = [1, 2, 2]
ERROR = "error of the forecast end, rounds"
ABOVE = "plant money above the lowest bids, %"
CHEAPER = "as large a plant cheaper later, %"


def figure(games: list[PlayedGame], name: str) -> float:
    return next(
        threshold.figure
        for threshold in evaluate(games, OUTPUT_OF).thresholds
        if threshold.name == name
    )


def test_errors_are_counted_from_the_last_round() -> None:
    game = PlayedGame(forecasts=[(1, 5), (2, 2), (3, 0)], n_rounds=3)
    assert figure([game], ERROR) == pytest.approx(1.33)


def test_money_above_the_lowest_bid_is_a_share_of_all() -> None:
    game = PlayedGame(sales=[Sale(1, 0, 10, 10), Sale(1, 1, 30, 20)])
    assert figure([game], ABOVE) == 25


def test_only_later_sales_of_the_same_phase_are_cheaper() -> None:
    dear_first = PlayedGame(sales=[Sale(1, 1, 30, 20), Sale(1, 2, 20, 20)])
    dear_last = PlayedGame(sales=[Sale(1, 2, 20, 20), Sale(1, 1, 30, 20)])
    next_round = PlayedGame(sales=[Sale(1, 1, 30, 20), Sale(2, 2, 20, 20)])
    smaller = PlayedGame(sales=[Sale(1, 1, 30, 20), Sale(1, 0, 10, 10)])
    figures = [figure([game], CHEAPER) for game in (dear_first, dear_last, next_round, smaller)]
    assert figures == [50, 0, 0, 0]


def test_no_games_meet_no_threshold() -> None:
    assert evaluate([], OUTPUT_OF).missed() == [ERROR, ABOVE, CHEAPER]
    assert main(["--games", "0"]) == 1


def test_a_game_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    verdict = run("hard", "classic", 3, 1)
    assert verdict.figures["sales"] >= 9
    assert verdict.figures["forecasts"] >= 5
    assert 0 <= verdict.figures["fuel money left over, %"] < 50
    assert verdict.print(as_json=True) in (0, 1)
    assert json.loads(capsys.readouterr().out)["figures"]["games"] == 1

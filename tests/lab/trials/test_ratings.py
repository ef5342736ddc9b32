"""The experiment of ratings: it holds on a few games, and finds a rating that was changed."""

import asyncio
from pathlib import Path

import pytest

from gridwright_lab.trials.ratings.calibration import Calibration
from gridwright_lab.trials.ratings.played_games import predict_played
from gridwright_lab.trials.ratings.ratings import try_ratings


def test_the_logs_give_the_stored_ratings(tmp_path: Path) -> None:
    picture = tmp_path / "calibration.svg"
    verdict = asyncio.run(try_ratings("", 60, 12, 3, svg=str(picture)))
    assert verdict.missed() == [], verdict.findings
    assert picture.read_text().startswith("<svg")


@pytest.mark.meta
def test_a_rating_that_was_changed_is_found() -> None:
    verdict = asyncio.run(try_ratings("", 40, 8, 3, is_forged=True))
    assert "games or ratings stored otherwise than the logs give them" in verdict.missed()


def test_chances_that_come_true_have_no_error() -> None:
    found = Calibration()
    for number in range(100):
        found.add([0.75, 0.25], [1.0, 0.0] if number % 4 else [0.0, 1.0])
    assert found.error() < 1e-9
    assert (found.n_first, round(found.expected_first)) == (75, 75)
    wrong = Calibration()
    wrong.add([0.9, 0.1], [0.0, 1.0])
    assert wrong.error() > 0.8


def test_games_of_bots_are_rated_in_their_order_and_the_last_ones_predicted() -> None:
    found = predict_played(8, 1)
    assert found.n_games == 4
    assert sum([each["predictions"] for each in found.rows()]) >= 2 * found.n_games
    assert found.figures() == predict_played(8, 1).figures()

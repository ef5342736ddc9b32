"""The experiment of analyses."""

import pytest

from gridwright.arena.cells import find_cells
from gridwright.content.table import build_game
from gridwright_lab.trials.insight.agreement import Twice, n_wrong
from gridwright_lab.trials.insight.endings import check, endings
from gridwright_lab.trials.insight.insight import evaluate_endings, evaluate_games
from gridwright_lab.trials.insight.solver import Solver, TooLargeError, is_last_turn


def test_nothing_tried_is_nothing_proven() -> None:
    assert not evaluate_endings([], 0).ok
    assert not evaluate_games([]).ok


def test_a_seat_with_a_finding_in_one_run_alone_counts_as_different() -> None:
    game = Twice(4, [(5, 5), (7, None), (None, None), (9, 9)], [3.0, 4.0], 0)
    verdict = evaluate_games([game])
    assert verdict.thresholds[0].figure == pytest.approx(66.7)
    assert verdict.thresholds[2].figure == 4.0
    assert verdict.figures["seats with a finding"] == 3
    assert not verdict.ok


def test_accounts_that_do_not_add_up_are_counted() -> None:
    sound = {"start": 0.5, "luck": 0.0, "own": -0.1, "others": 0.1, "rest": 0.5, "result": 1.0}
    other = {**sound, "rest": -0.5, "result": 0.0}
    assert n_wrong([sound, other]) == 0
    assert n_wrong([sound, {**other, "rest": -0.4}]) == 2


def test_endings_of_a_game_are_solved() -> None:
    cell = find_cells("card:2")[0]
    game = build_game(cell.spec)
    found = list(endings(cell, 0))
    assert found
    assert all(is_last_turn(game, ending.state) for ending in found)
    checked = [each for each in (check(game, ending) for ending in found[:6]) if each]
    assert all(each.is_right for each in checked)
    with pytest.raises(TooLargeError):
        Solver(game, 0).turns(found[0].state)

"""The experiment of analyses."""

import pytest

from gridwright.arena.cells import find_cells
from gridwright.content.table import build_game
from gridwright_lab.trials.insight.agreement import Twice, n_contradicted, n_senseless, n_wrong
from gridwright_lab.trials.insight.endings import check, endings
from gridwright_lab.trials.insight.fair_game import PARTS, Played, evaluate, measure
from gridwright_lab.trials.insight.findings import evaluate as evaluate_findings
from gridwright_lab.trials.insight.findings import judge
from gridwright_lab.trials.insight.insight import evaluate_endings, evaluate_games
from gridwright_lab.trials.insight.solver import Solver, TooLargeError, is_last_turn


def test_nothing_tried_is_nothing_proven() -> None:
    assert not evaluate_endings([], 0).ok
    assert not evaluate_games([]).ok


def test_a_seat_with_a_finding_in_one_run_alone_counts_as_different() -> None:
    seats: list[tuple[int | None, int | None]] = [(5, 5), (7, None), (None, None), (9, 9)]
    game = Twice(4, seats, [3.0, 4.0], 0, [0.01], 5, 0, 0)
    verdict = evaluate_games([game])
    assert verdict.thresholds[0].figure == pytest.approx(66.7)
    assert verdict.thresholds[-1].figure == 4.0
    assert verdict.figures["seats with a finding"] == 3
    assert not verdict.ok


def test_accounts_that_do_not_add_up_are_counted() -> None:
    sound = {"start": 0.5, "luck": 0.0, "own": -0.1, "others": 0.6, "result": 1.0}
    other = {**sound, "others": -0.4, "result": 0.0}
    assert n_wrong([sound, other]) == 0
    assert n_wrong([sound, {**other, "others": -0.3}]) == 2


def test_a_finding_that_contradicts_the_chart_is_counted() -> None:
    course = [
        {"move": 3, "chances": [0.5, 0.5]},
        {"move": 4, "chances": [0.4, 0.6]},
    ]
    finding = {"seat": 0, "move": 3, "better": {"chance": 0.5}, "played": {"chance": 0.4}}
    assert n_contradicted({"course": course, "findings": [finding]}) == 0
    assert (
        n_contradicted({"course": course, "findings": [{**finding, "better": {"chance": 0.6}}]})
        == 1
    )


def test_a_reason_for_the_played_line_is_counted() -> None:
    reasons = [
        {"kind": "place", "better": 1, "played": 2},
        {"kind": "money", "better": 9, "played": 8},
    ]
    assert n_senseless({"findings": [{"reasons": reasons}]}) == 0
    turned = [{**each, "better": each["played"], "played": each["better"]} for each in reasons]
    assert n_senseless({"findings": [{"reasons": turned}]}) == 2


def test_a_leader_that_loses_on_average_is_no_fair_game() -> None:
    fair = [Played(dict.fromkeys(PARTS, s), dict.fromkeys(PARTS, s), []) for s in (0.1, -0.1) * 4]
    assert evaluate({"card:2": fair}, 8).ok
    worse = [
        Played(each.seat, {**each.leader, "luck": s}, [])
        for each, s in zip(fair, (-0.1, -0.11) * 4, strict=True)
    ]
    assert evaluate({"card:2": worse}, 8).missed() == ["card:2: leader's luck, errors"]
    assert not evaluate({}, 1).ok


def test_chances_that_do_not_win_as_often_are_found() -> None:
    parts = dict.fromkeys(PARTS, 0.0)
    cases = [(0.55, float(number % 2)) for number in range(400)]
    verdict = evaluate({"card:2": [Played(parts, parts, cases)]}, 1)
    assert verdict.missed() == ["decile 5: points off"]


def test_one_game_of_the_policy_is_measured() -> None:
    found = measure(find_cells("card:2")[0], 0, 2)
    assert sum(found.seat.values()) in (pytest.approx(0.5), pytest.approx(-0.5))
    assert len(found.cases) > 4


def test_findings_are_judged_by_another_bot() -> None:
    found = judge(find_cells("card:2")[0], 1, 4, 8)
    assert all(each["told"] >= 0.04 for each in found)
    refuted = {
        "cell": "",
        "deal": 0,
        "move": 0,
        "kind": "",
        "told": 0.1,
        "loss": -0.1,
        "error": 0.01,
    }
    assert evaluate_findings([refuted], 1).missed() == [
        "findings that keep their sign, %",
        "median difference of the loss, points",
    ]
    assert not evaluate_findings([], 0).ok


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

"""The tuner finds better weights, continues where it stopped, and prints a profile's table."""

import json
import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest

from gridwright.arena.cells import find_cells
from gridwright.bots.profiles import load_profile
from gridwright.content.table import default_spec
from gridwright_lab.tuning import levels
from gridwright_lab.tuning.evaluation import NAMES, Evaluation, read_point, with_point
from gridwright_lab.tuning.evolution import Evolution
from gridwright_lab.tuning.weights import main


def _search(n_generations: int, search: Evolution | None = None) -> Evolution:
    search = search or Evolution([3.0, -2.0, 1.0, 5.0], 1.0, 10)
    while search.generation < n_generations:
        points = search.ask()
        search.tell(points, [-sum([(x - 1) ** 2 * 10**i for i, x in enumerate(p)]) for p in points])
    return search


def test_the_best_point_is_found() -> None:
    assert all(abs(number - 1.0) < 0.01 for number in _search(150).mean)


def test_a_search_continues_where_it_stopped() -> None:
    half = Evolution(**json.loads(json.dumps(asdict(_search(10)))))
    assert _search(20, half) == _search(20)


def test_a_point_is_weights() -> None:
    hard = load_profile("hard")
    for kind in NAMES:
        point = read_point(hard, kind, 4)
        assert with_point(hard, kind, 4, point) == hard
    board = with_point(hard, "board", 4, [-1.0] * len(NAMES["board"]))
    assert board.boards[4].growth == board.boards[4].rivalry == 0.0
    assert (board.boards[3], board.cards) == (hard.boards[3], hard.cards)
    cards = with_point(hard, "cards", 4, [9.0] * len(NAMES["cards"]))
    assert (cards.cards[4].patience, cards.cards[4].rivalry) == (1.0, 9.0)
    assert (cards.cards[3], cards.boards) == (hard.cards[3], hard.boards)


def test_the_same_weights_score_the_same() -> None:
    evaluation = Evaluation(default_spec("card", None, None, 2), "l0", 1)
    assert (
        evaluation.score(load_profile("hard"), 0) == evaluation.score(load_profile("hard"), 0) > 0.5
    )


def test_the_command_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--edition", "card", "--seats", "2", "--deals", "1", "--candidates", "4"]
    options += ["--against", "l0", "--state", str(tmp_path / "state.json")]
    assert main([*options, "--generations", "1"]) == 0
    capsys.readouterr()
    assert main([*options, "--generations", "2"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("generation 2 of 2")
    assert set(tomllib.loads(printed.out)["weights"]["cards-2"]) == set(NAMES["cards"])


def test_levels_of_weights_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--cell", "card:2", "--games", "8", "--workers", "1", "--json"]
    assert levels.main([*arguments, "rivalry=0,0.5", "patience=0.2,0.6,1"]) == 0
    found = json.loads(capsys.readouterr().out)["effects"]
    assert list(found["patience"]) == ["0.2", "0.6", "1"]
    assert levels.main([*arguments, "rivalry=0,0.5", "patience=0.2,0.6,1"]) == 0
    assert json.loads(capsys.readouterr().out)["effects"] == found


def test_levels_are_compared_among_copies_of_a_bot() -> None:
    cell = find_cells("card:3")[0]
    played = [
        levels.play(levels.Task(cell, "hard", {"rivalry": [0.0, 0.5]}, number, "l1"))
        for number in range(3)
    ]
    assert [len(game.drawn) for game in played] == [1, 1, 1]
    assert {round(game.gains[0], 3) for game in played} <= {0.667, -0.333, 0.167}


def test_wins_of_seats_count_for_their_levels() -> None:
    games = [
        levels.Played([{"rivalry": 0}, {"rivalry": 1}], [0.5, -0.5]),
        levels.Played([{"rivalry": 1}, {"rivalry": 0}], [-0.5, 0.5]),
    ]
    found = levels.effects(games, {"rivalry": [0.0, 0.5]})
    assert found == {"rivalry": {"0": (50.0, 0.0), "0.5": (-50.0, 0.0)}}


def test_an_unknown_weight_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        levels.main(["courage=1,2"])
    with pytest.raises(SystemExit):
        levels.main(["--against", "unknown", "rivalry=0,1"])
    assert "expected a weight, got 'courage'" in capsys.readouterr().err

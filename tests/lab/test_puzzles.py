"""Puzzles are checked before they ship."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gridwright.bots.search.lines import Line
from gridwright.content.spec import TableSpec
from gridwright.content.table import load_game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.puzzles.collection import unpack
from gridwright_lab.puzzles.games import EDITIONS, pick_table, tables
from gridwright_lab.puzzles.make import Shares
from gridwright_lab.puzzles.pack import choose, fault_of, main, shares_of
from gridwright_lab.puzzles.solvers import BOTS, MAX_SHARES, bot_turn, distance, solved_by

PUZZLE = json.loads(Path(__file__).with_name("puzzle.json").read_text("utf-8"))
WORSE = next(place for place in range(2) if place != PUZZLE["best"])


def spoilt(place: int, **fields: Any) -> dict[str, Any]:
    """Return the puzzle with one option changed."""
    record = deepcopy(PUZZLE)
    record["options"][place].update(fields)
    return dict(record)


def test_a_sound_puzzle_has_no_fault() -> None:
    assert fault_of(PUZZLE) == ""


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ({**PUZZLE, "seat": PUZZLE["seat"] + 1}, "expected seat"),
        ({**PUZZLE, "options": [PUZZLE["options"][PUZZLE["best"]]], "best": 0}, "two options"),
        (spoilt(WORSE, reasons=[]), "expected a reason"),
        (spoilt(WORSE, checks={"quick": [0.3, 0.2]}), "not clear: quick"),
        (spoilt(WORSE, checks={"planned": [0.02, 0.001]}), "not clear: planned"),
        (spoilt(WORSE, lines=["1 pass"]), "cannot be played"),
    ],
)
def test_faults_are_found(record: dict[str, Any], fault: str) -> None:
    assert fault in fault_of(record)


def record_solved_by(name: str, *solvers: str) -> dict[str, Any]:
    solved = {solver: float(solver in solvers) for solver in MAX_SHARES}
    return {**PUZZLE, "id": name, "solved": solved}


def test_puzzles_that_simple_solvers_find_are_left_out() -> None:
    easy = [record_solved_by(f"easy {number}", *BOTS, "most") for number in range(20)]
    hard = [record_solved_by(f"hard {number}") for number in range(10)]
    chosen = choose([*easy, *hard])
    assert all(record in chosen for record in hard)
    assert 6 <= len(chosen) - len(hard) < 10
    assert all(100 * share <= MAX_SHARES[solver] for solver, share in shares_of(chosen).items())


def test_a_search_leaves_what_most_solve(tmp_path: Path) -> None:
    shares = Shares(tmp_path / "found.jsonl")
    solved = record_solved_by("one", "hard")["solved"]
    for _number in range(40):
        shares.add({**PUZZLE, "solved": solved})
    assert not shares.wants(solved)
    assert shares.wants(record_solved_by("two", "most")["solved"])
    assert str(Shares(tmp_path / "found.jsonl")) == str(shares)


def test_simple_solvers_choose_by_amount_cost_and_their_own_turn() -> None:
    game = load_game(TableSpec.from_json(PUZZLE["spec"]), PUZZLE["rules"])
    notation = Notation(game.rules)
    history = History(game)
    for line in PUZZLE["lines"]:
        history.play(notation.parse(line))
    options = [
        Line([notation.parse(line) for line in option["lines"]]) for option in PUZZLE["options"]
    ]
    options.insert(0, options.pop(PUZZLE["best"]))
    turns = {name: bot_turn(game, history.state, name) for name in BOTS}
    found = solved_by(game, history.state, turns, options)
    assert found == {name: pytest.approx(PUZZLE["solved"][name], abs=0.001) for name in found}
    own = {"own": options[-1].actions}
    assert solved_by(game, history.state, own, options)["own"] == 0.0
    assert distance(options[0].actions, options[0].actions) == 0
    assert distance(options[0].actions, options[-1].actions) > 0


def test_too_few_puzzles_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = tmp_path / "found.jsonl"
    record = record_solved_by("one")
    found.write_text(json.dumps(record) + "\n" + json.dumps(record) + "\n", encoding="utf-8")
    out = tmp_path / "puzzles.jsonl.gz"
    assert main(["--found", str(found), "--out", str(out), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["bars"][0]["figure"] == 1
    assert unpack(out.read_bytes()) == [record]


def test_games_come_from_every_edition() -> None:
    specs = tables()
    assert {pick_table(specs, number).edition for number in range(3)} == set(EDITIONS)
    assert len({spec.board for spec in specs}) > 10

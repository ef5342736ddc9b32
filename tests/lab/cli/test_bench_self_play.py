"""Games of bots against themselves, beside those of another tree."""

import json
import os
from pathlib import Path

import gridwright
from gridwright.bots.registry import BOTS, SEARCHING
from gridwright_lab.bench.measure import engine_kind
from gridwright_lab.bench.other_bots import SelfPlay
from gridwright_lab.bench.self_play import Speed, TreeSpeeds, bots_kind, measured_bots
from tests.cli.conftest import Run, is_one_line

QUICK = ("bench", "self-play", "--seconds", "0.01", "--turns", "1", "--bot", "l1")
KINDS = ["games", "one-round playouts", "whole-game playouts"]
TREE = Path(gridwright.__file__).resolve().parent.parent


def test_games_and_playouts_are_counted(run: Run) -> None:
    told = json.loads(run(*QUICK, "--edition", "card", "--json").out)
    assert (told["engine"], told["bots"]) == (engine_kind(), bots_kind())
    assert [each["what"] for each in told["speeds"]] == KINDS
    games, rounds, playouts = (each["per_second"] for each in told["speeds"])
    # A round is a part of a game, and a playout on the average half of one.
    assert 0 < games < playouts < rounds


def test_only_l1_has_playouts(run: Run) -> None:
    told = json.loads(run(*QUICK, "--bot", "easy", "--edition", "card", "--json").out)
    found = [(each["bot"], each["what"]) for each in told["speeds"]]
    planned = [("easy", what) for what in ("games", "planner play-outs")]
    assert found == [*[("l1", what) for what in KINDS], *planned]


def test_every_bot_but_the_random_one_is_measured() -> None:
    assert measured_bots() == [name for name in BOTS if name not in SEARCHING][1:]


def test_another_tree_is_measured_in_turns(run: Run) -> None:
    outcome = run(*QUICK, "--edition", "card", "--beside", str(TREE), "--json")
    told = json.loads(outcome.out)
    assert told["beside"]["bots"] == told["bots"]
    assert [each["what"] for each in told["beside"]["speeds"]] == KINDS
    for ratio, here, beside in zip(
        told["ratios"], told["speeds"], told["beside"]["speeds"], strict=True
    ):
        assert abs(ratio - here["per_second"] / beside["per_second"]) < 0.01


def test_a_folder_without_the_product_is_refused(run: Run, tmp_path: Path) -> None:
    outcome = run(*QUICK, "--beside", str(tmp_path))
    assert outcome.code == 2
    assert is_one_line(outcome.err)


def test_a_failing_tree_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "gridwright").mkdir()
    (tmp_path / "gridwright" / "__init__.py").write_text("raise OSError('torn')\n")
    outcome = run(*QUICK, "--edition", "card", "--beside", str(tmp_path))
    assert outcome.code == 2
    assert "torn" in outcome.err


def test_a_slower_tree_or_another_game_is_below_a_threshold() -> None:
    def tree(rate: float, digest: str) -> TreeSpeeds:
        speed = Speed("hard", "card", "games", rate, digest)
        return TreeSpeeds("compiled", "compiled", "3.11.7", [speed])

    assert SelfPlay(tree(20.0, "a"), tree(10.0, "a"), 2.0).ok
    assert not SelfPlay(tree(19.9, "a"), tree(10.0, "a"), 2.0).ok
    assert not SelfPlay(tree(20.0, "a"), tree(10.0, "b"), 2.0).ok
    assert SelfPlay(tree(5.0, "a"), tree(10.0, "b")).ok


def test_a_threshold_is_of_two_trees(run: Run) -> None:
    outcome = run(*QUICK, "--least", "2")
    assert outcome.code == 2
    assert is_one_line(outcome.err)


def test_a_missed_threshold_ends_with_one(run: Run) -> None:
    outcome = run(*QUICK, "--edition", "card", "--beside", str(TREE), "--least", "1000", "--json")
    told = json.loads(outcome.out)
    assert (outcome.code, told["ok"], told["same_games"]) == (1, False, True)


def test_the_best_turn_counts() -> None:
    slow, fast = (
        TreeSpeeds("compiled", "compiled", "3.11.7", [Speed("l1", "card", "games", rate)])
        for rate in (10.0, 20.0)
    )
    assert slow.better(fast) == fast.better(slow) == fast
    assert SelfPlay(fast, slow).ratios == [2.0]


def test_the_table_names_both_trees(run: Run) -> None:
    outcome = run(*QUICK, "--edition", "card", "--beside", str(TREE))
    assert outcome.code == 0
    assert "l1, card, one-round playouts" in outcome.out
    assert f"{bots_kind()} bots" in " ".join(outcome.out.split())


def test_the_bots_are_of_the_kind_of_the_engine() -> None:
    assert bots_kind() == engine_kind() == os.environ.get("GRIDWRIGHT_ENGINE", engine_kind())

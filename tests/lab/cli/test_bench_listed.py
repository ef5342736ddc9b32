"""Decisions with every legal action listed, beside those of another tree."""

import json
from pathlib import Path

import pytest

import gridwright
from gridwright.cli.errors import CommandFailed
from gridwright.content.table import build_game, default_spec
from gridwright_lab.bench import other_listings
from gridwright_lab.bench.listing import Listed, Listings, play_listed
from gridwright_lab.bench.measure import engine_kind
from gridwright_lab.bench.other_listings import Compared, compare_listings
from gridwright_lab.cli.bench import listed as bench
from tests.cli.conftest import Run, is_one_line

QUICK = ("bench", "engine", "--seconds", "0.05", "--turns", "1", "--edition", "card")
TREE = Path(gridwright.__file__).resolve().parent.parent


def listings(rate: float, digest: str = "d1") -> Listings:
    return Listings("compiled", "3.11.7", [Listed("card", rate, digest)])


def test_decisions_are_counted(run: Run) -> None:
    outcome = run(*QUICK, "--listed", "--json")
    told = json.loads(outcome.out)
    assert outcome.code == 0
    assert told["engine"] == engine_kind()
    (found,) = told["listed"]
    assert found["edition"] == "card"
    assert found["decisions_per_second"] > 0
    assert Listings.from_json(told).to_json()["listed"] == told["listed"]


def test_a_game_has_the_same_decisions_again() -> None:
    game = build_game(default_spec("card", seats=4))
    assert play_listed(game, 1) == play_listed(game, 1) > 50


def test_another_tree_plays_the_same_games(run: Run) -> None:
    outcome = run(*QUICK, "--beside", str(TREE), "--json")
    told = json.loads(outcome.out)
    assert outcome.code == (0 if told["ok"] else 1)
    assert told["ok"] is (told["ratios"][0] >= told["bar"] == 1.5)
    assert told["beside"]["listed"][0]["digest"] == told["listed"][0]["digest"]


@pytest.mark.parametrize(("rate", "code"), [(15.0, 0), (14.9, 1)])
def test_the_ratio_has_a_threshold(
    run: Run, monkeypatch: pytest.MonkeyPatch, rate: float, code: int
) -> None:
    found = Compared(listings(rate), listings(10.0))
    monkeypatch.setattr(bench, "compare_listings", lambda *_arguments: found)
    outcome = run(*QUICK, "--beside", str(TREE))
    assert outcome.code == code
    assert outcome.out.count("MISSED") == code
    assert "≥ 1.50" in outcome.out
    assert max(len(line) for line in outcome.lines) <= 80


def test_other_games_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_listings, "measure_listings", lambda *_arguments: listings(10.0))
    monkeypatch.setattr(other_listings, "_turn_in", lambda *_arguments: listings(10.0, "d2"))
    with pytest.raises(CommandFailed, match="other games: card"):
        compare_listings(["card"], 0.05, 1, TREE)


def test_the_best_turn_counts() -> None:
    assert listings(10.0).better(listings(20.0)) == listings(20.0).better(listings(10.0))
    assert Compared(listings(20.0), listings(10.0)).ratios == [2.0]


@pytest.mark.parametrize(
    "words",
    [
        ("--listed", "--both"),
        ("--listed", "--edition", "chess"),
        ("--edition", "deluxe"),
        ("--beside", "missing-folder"),
    ],
)
def test_bad_bench_options_are_refused(run: Run, words: tuple[str, ...]) -> None:
    outcome = run(*QUICK, *words)
    assert outcome.code == 2
    assert is_one_line(outcome.err)

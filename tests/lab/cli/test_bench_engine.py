"""Values are printed next to their thresholds."""

import json
import os
import platform
import sys
from pathlib import Path

import pytest

import gridwright
from gridwright.cli.errors import CommandFailed
from gridwright_lab.bench import editions, other_engine
from gridwright_lab.bench import measure as measuring
from gridwright_lab.bench.editions import Compared
from gridwright_lab.bench.measure import Measured, engine_kind
from gridwright_lab.bench.thresholds import (
    COMPILED,
    COPY,
    FIGURES,
    GAMES,
    GOALS,
    INTERPRETED,
    goal_of,
    is_reached,
)
from gridwright_lab.cli.bench import engine as bench
from tests.cli.conftest import Run, is_one_line

FAST = {
    "games_per_second": 5000.0,
    "moves_per_second": 3e6,
    "actions_per_second": 2e6,
    "copy_microseconds": 1.0,
    "replay_milliseconds": 0.5,
}


EQUAL = Compared(INTERPRETED, "3.11.7", "deluxe", {"classic": 100_000.0, "deluxe": 100_000.0})


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer games of record, so that a test of the form takes no time."""
    monkeypatch.setattr(measuring, "N_RECORDS", 2)


@pytest.mark.usefixtures("briefly")
def test_measures_the_loaded_engine(run: Run) -> None:
    outcome = run("bench", "engine", "--seconds", "0.05", "--json")
    told = json.loads(outcome.out)
    (found,) = told["engines"]
    assert outcome.code == (0 if told["ok"] else 1)
    assert found["engine"] == engine_kind() == os.environ.get("GRIDWRIGHT_ENGINE", engine_kind())
    assert found["python"] == platform.python_version()
    assert set(found["figures"]) == {figure.key for figure in FIGURES}
    assert found["edition"] == "classic"
    assert found["bars"] == GOALS["classic"].thresholds[found["engine"]]
    assert all(value > 0 for value in found["figures"].values())
    figures = found["figures"]
    assert figures["games_per_second"] < figures["actions_per_second"]
    assert figures["actions_per_second"] < figures["moves_per_second"]


def test_prints_values_next_to_thresholds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = Measured(INTERPRETED, "3.11.7", "classic", FAST)
    monkeypatch.setattr(bench, "measure", lambda _edition, _seconds: fast)
    outcome = run("bench", "engine")
    assert outcome.code == 0
    assert "≥ 100" in outcome.out
    assert "5,000" in outcome.out
    assert "Best of 3 runs" in outcome.out
    assert max(len(line) for line in outcome.lines) <= 80


@pytest.mark.parametrize(
    ("engine", "key", "value"),
    [
        (INTERPRETED, "games_per_second", 99.9),
        (INTERPRETED, "moves_per_second", 59_999.0),
        (INTERPRETED, "copy_microseconds", 40.1),
        (INTERPRETED, "replay_milliseconds", 10.1),
        (COMPILED, "games_per_second", 599.0),
        (COMPILED, "moves_per_second", 399_999.0),
        (COMPILED, "copy_microseconds", 5.1),
    ],
)
def test_a_missed_threshold_fails(
    run: Run, monkeypatch: pytest.MonkeyPatch, engine: str, key: str, value: float
) -> None:
    slow = Measured(engine, "3.11.7", "classic", {**FAST, key: value})
    monkeypatch.setattr(bench, "measure", lambda _edition, _seconds: slow)
    outcome = run("bench", "engine")
    assert outcome.code == 1
    assert outcome.out.count("MISSED") == 1


def test_a_compiled_replay_has_no_threshold() -> None:
    assert Measured(COMPILED, "3.11.7", "classic", {**FAST, "replay_milliseconds": 99.0}).ok


def test_bars_have_a_right_side() -> None:
    assert is_reached(GAMES, 100, 100)
    assert not is_reached(GAMES, 99, 100)
    assert is_reached(COPY, 5, 5)
    assert not is_reached(COPY, 5.01, 5)
    assert is_reached(COPY, 1e9, None)


def test_an_edition_beside_the_classic_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "N_TURNS", 1)
    outcome = run("bench", "engine", "--edition", "deluxe", "--seconds", "0.05", "--json")
    told = json.loads(outcome.out)
    (found,) = told["engines"]
    assert outcome.code == (0 if told["ok"] else 1)
    assert found["engine"] == engine_kind()
    assert list(found["moves_per_second"]) == ["classic", "deluxe"]
    moves = found["moves_per_second"]
    assert found["ratio"] == round(moves["deluxe"] / moves["classic"], 3)
    assert found["ok"] is (found["ratio"] >= found["bar"] == 0.75)


@pytest.mark.parametrize(("moves", "code"), [(75_000.0, 0), (74_999.0, 1)])
def test_an_edition_must_keep_up(
    run: Run, monkeypatch: pytest.MonkeyPatch, moves: float, code: int
) -> None:
    slower = Compared(COMPILED, "3.11.7", "deluxe", {"classic": 100_000.0, "deluxe": moves})
    monkeypatch.setattr(bench, "compare", lambda _edition, _seconds: slower)
    monkeypatch.setattr(bench, "other_tree", Path)
    monkeypatch.setattr(bench, "compare_other", lambda _tree, _edition, _seconds: EQUAL)
    for words in ([], ["--both"]):
        outcome = run("bench", "engine", "--edition", "deluxe", *words)
        assert outcome.code == code
        assert outcome.out.count("MISSED") == code
        assert "0.75" in outcome.out
    assert outcome.out.index("interpreted") < outcome.out.index("compiled")
    assert max(len(line) for line in outcome.lines) <= 80


@pytest.mark.usefixtures("briefly")
def test_measures_whole_card_games(run: Run) -> None:
    outcome = run("bench", "engine", "--edition", "card", "--seconds", "0.05", "--json")
    told = json.loads(outcome.out)
    (found,) = told["engines"]
    assert outcome.code == (0 if told["ok"] else 1)
    assert found["edition"] == "card"
    assert set(found["figures"]) == {figure.key for figure in FIGURES}
    assert found["bars"] == {"games_per_second": {INTERPRETED: 100, COMPILED: 600}[engine_kind()]}


@pytest.mark.parametrize(
    ("engine", "games", "code"),
    [(INTERPRETED, 100.0, 0), (INTERPRETED, 99.9, 1), (COMPILED, 600.0, 0), (COMPILED, 599.9, 1)],
)
def test_card_games_have_separate_thresholds(
    run: Run, monkeypatch: pytest.MonkeyPatch, engine: str, games: float, code: int
) -> None:
    """Moves, copies and replays are printed without one."""
    values = {**FAST, "moves_per_second": 1.0, "copy_microseconds": 99.0, GAMES.key: games}
    found = Measured(engine, "3.11.7", "card", values)
    monkeypatch.setattr(bench, "measure", lambda _edition, _seconds: found)
    outcome = run("bench", "engine", "--edition", "card")
    assert outcome.code == code
    assert outcome.out.count("≥") == 1
    assert outcome.out.count("MISSED") == code


def test_an_edition_without_a_goal_must_keep_up() -> None:
    assert goal_of("new") == goal_of("deluxe")
    assert Compared(COMPILED, "3.11.7", "new", {"classic": 4.0, "new": 3.0}).ok


def test_an_edition_that_is_not_there(run: Run) -> None:
    outcome = run("bench", "engine", "--edition", "chess")
    assert outcome.code == 2
    assert is_one_line(outcome.err)


def test_both_engines_and_their_ratio(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Measured(INTERPRETED, "3.11.7", "classic", FAST)
    fast = Measured(COMPILED, "3.11.7", "classic", {**FAST, "games_per_second": 15000.0})
    monkeypatch.setattr(bench, "measure", lambda _edition, _seconds: fast)
    monkeypatch.setattr(bench, "other_tree", Path)
    monkeypatch.setattr(bench, "measure_other", lambda _tree, _edition, _seconds: slow)
    outcome = run("bench", "engine", "--both")
    assert outcome.code == 0
    assert "3.0 ×" in outcome.out
    assert outcome.out.index("interpreted") < outcome.out.index("compiled")
    assert max(len(line) for line in outcome.lines) <= 80


def test_both_needs_the_other_tree(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "a" / "b" / "gridwright" / "__init__.py"
    monkeypatch.setattr(gridwright, "__file__", str(elsewhere))
    outcome = run("bench", "engine", "--both")
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    wanted = f"compiled-{version}" if engine_kind() == INTERPRETED else "src"
    assert wanted in outcome.err


def test_the_other_engine_must_be_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    same = Measured(engine_kind(), "3.11.7", "classic", FAST)
    monkeypatch.setattr(other_engine, "read_engine", lambda _out, _err: same.to_json())
    (tmp_path / "gridwright").mkdir()
    (tmp_path / "gridwright" / "__init__.py").touch()
    with pytest.raises(CommandFailed, match="same kind of engine"):
        other_engine.measure_other(tmp_path, "classic", 0.05)


def test_output_of_the_other_engine_is_parsed() -> None:
    fast = Measured(COMPILED, "3.11.7", "classic", FAST)
    text = json.dumps({"ok": True, "engines": [fast.to_json()]})
    assert Measured.from_json(other_engine.read_engine(text, "")) == fast
    text = json.dumps({"ok": True, "engines": [EQUAL.to_json()]})
    assert Compared.from_json(other_engine.read_engine(text, "")) == EQUAL


def test_a_failing_engine_is_reported(tmp_path: Path) -> None:
    (tmp_path / "gridwright").mkdir()
    (tmp_path / "gridwright" / "__init__.py").write_text("raise ImportError('nothing here')")
    with pytest.raises(CommandFailed, match="failed: ImportError: nothing here"):
        other_engine.measure_other(tmp_path, "classic", 0.05)

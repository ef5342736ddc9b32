"""The comparison of the two wheels can fail, and says why."""

import json
from pathlib import Path

import pytest

from tools import try_compiled_wheel
from tools.fresh_install import Failed
from tools.try_compiled_wheel import NATIVE, PURE, RATIOS, Compared, bench_in_turns, verify_engine

SLOW = dict.fromkeys(RATIOS, 100.0)
FAST = {key: 700.0 if key.endswith("_per_second") else 10.0 for key in RATIOS}
GAMES = json.dumps({"games": [{"digest": str(number)} for number in range(200)]}).encode()


def compared(fast: dict[str, float], replayed: bytes = GAMES, of_pure: bytes = GAMES) -> Compared:
    figures = {PURE: SLOW, NATIVE: fast}
    replays = {PURE: of_pure, NATIVE: replayed}
    return Compared("3.11", {PURE: 1.9, NATIVE: 3.3}, figures, replays)


def test_a_fast_engine_with_the_same_games_is_good() -> None:
    assert compared(FAST).complaints() == []
    told = compared(FAST).to_json()
    assert told["ok"]
    assert told["ratios"] == {
        "games_per_second": 7.0,
        "moves_per_second": 7.0,
        "copy_microseconds": 10.0,
        "replay_milliseconds": 10.0,
    }


def test_an_engine_below_the_bar_is_reported() -> None:
    (told,) = compared({**FAST, "games_per_second": 490.0}).complaints()
    assert told == "Python 3.11: games_per_second: expected 5 ×, got 4.9 ×"


def test_other_digests_are_reported() -> None:
    (told,) = compared(FAST, GAMES.replace(b'"17"', b'"71"')).complaints()
    assert "expected the same digests" in told


def test_too_few_games_are_reported() -> None:
    few = b'{"games": []}'
    (told,) = compared(FAST, few, few).complaints()
    assert "expected at least 200 games, got 0" in told


def test_the_best_of_each_turn_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = iter([SLOW, FAST, FAST, SLOW])
    monkeypatch.setattr(try_compiled_wheel, "bench", lambda _programs, _seconds: next(runs))
    found = bench_in_turns({PURE: Path("a"), NATIVE: Path("b")}, 1.0)
    assert found == {PURE: FAST, NATIVE: FAST}


def test_a_wheel_that_runs_the_other_engine_is_reported(tmp_path: Path) -> None:
    program = tmp_path / "gridwright"
    program.write_text("#!/bin/sh\necho 'gridwright 0.1.0 (interpreted engine)'\n")
    program.chmod(0o755)
    verify_engine(tmp_path, PURE)
    with pytest.raises(Failed, match="expected the compiled engine, got 'gridwright"):
        verify_engine(tmp_path, NATIVE)

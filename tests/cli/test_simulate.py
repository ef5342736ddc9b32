"""Many games, stopped and gone on with."""

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gridwright.fair.transcript import parse_transcript
from tests.cli.conftest import Run, is_one_line, start

N_GAMES = 12
TABLE = ["--board", "germany", "--seats", "2"]


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of a run that was never stopped: a folder and a file."""
    folder = tmp_path_factory.mktemp("whole")
    for out in ("games", "games.jsonl"):
        process = start(folder, "simulate", "--out", out, "--games", str(N_GAMES), *TABLE)
        process.communicate()
        assert process.returncode == 0
    return folder


def stop_after(folder: Path, out: str, signal_number: int, is_time: Callable[[], bool]) -> int:
    """Stop a run as soon as some games are there; returns its exit code."""
    process = start(folder, "simulate", "--out", out, "--games", str(N_GAMES), *TABLE)
    deadline = time.monotonic() + 60
    while not is_time() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal_number)
    _out, err = process.communicate()
    if signal_number == signal.SIGINT:
        assert "Traceback" not in err
    return process.returncode


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_folder_continues_to_the_same_bytes(
    run: Run, tmp_path: Path, whole: Path, signal_number: int
) -> None:
    games = tmp_path / "games"
    code = stop_after(
        tmp_path, "games", signal_number, lambda: len(list(games.glob("game-*.txt"))) >= 3
    )
    assert code == (130 if signal_number == signal.SIGINT else -signal.SIGKILL)
    kept = {name: text for name, text in contents(games).items() if name.startswith("game-")}
    assert 3 <= len(kept) < N_GAMES
    for text in kept.values():
        assert parse_transcript(text.decode()).closing is not None
    times = {name: (games / name).stat().st_mtime_ns for name in kept}
    outcome = run("simulate", "--out", "games", "--games", str(N_GAMES), *TABLE)
    assert outcome.code == 0, outcome.err
    assert f"{len(kept)} of {N_GAMES} games were there already." in outcome.out
    assert contents(games) == contents(whole / "games")
    assert times == {name: (games / name).stat().st_mtime_ns for name in kept}


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_file_continues_to_the_same_bytes(
    run: Run, tmp_path: Path, whole: Path, signal_number: int
) -> None:
    file = tmp_path / "games.jsonl"
    stop_after(
        tmp_path,
        "games.jsonl",
        signal_number,
        lambda: file.exists() and file.read_bytes().count(b"\n") >= 3,
    )
    reference = (whole / "games.jsonl").read_bytes()
    assert reference.startswith(file.read_bytes())
    assert run("simulate", "--out", "games.jsonl", "--games", str(N_GAMES), *TABLE).code == 0
    assert file.read_bytes() == reference


def test_a_line_that_was_cut_off_is_played_again(run: Run, tmp_path: Path, whole: Path) -> None:
    file = tmp_path / "games.jsonl"
    reference = (whole / "games.jsonl").read_bytes()
    file.write_bytes(reference[: len(reference) // 2])
    outcome = run("simulate", "--out", "games.jsonl", "--games", str(N_GAMES), "--json", *TABLE)
    assert outcome.code == 0, outcome.err
    assert 0 < json.loads(outcome.out)["kept"] < N_GAMES
    assert file.read_bytes() == reference


def test_workers_change_nothing(run: Run, tmp_path: Path, whole: Path) -> None:
    outcome = run("simulate", "--out", "games", "--games", "5", "--workers", "2", *TABLE)
    assert outcome.code == 0, outcome.err
    expected = contents(whole / "games")
    assert contents(tmp_path / "games") == {name: expected[name] for name in sorted(expected)[:5]}


def test_more_games_and_other_numbers(run: Run, tmp_path: Path, whole: Path) -> None:
    expected = contents(whole / "games")
    assert run("simulate", "--out", "games", "--first", "4", "--games", "2", *TABLE).code == 0
    assert run("simulate", "--out", "games", "--first", "3", "--games", "4", *TABLE).code == 0
    found = contents(tmp_path / "games")
    assert sorted(found) == [f"game-00000{number}.txt" for number in (3, 4, 5, 6)]
    assert all(found[name] == expected[name] for name in found)


def test_the_summary_counts(run: Run, tmp_path: Path, whole: Path) -> None:
    out = str(whole / "games")
    plain = run("simulate", "--out", out, "--games", str(N_GAMES), *TABLE)
    assert plain.code == 0
    told = json.loads(run("simulate", "--out", out, "--games", str(N_GAMES), "--json", *TABLE).out)
    closings = [
        parse_transcript(text.decode()).closing for text in contents(whole / "games").values()
    ]
    first = [closing is not None and closing.ranking[0] == 1 for closing in closings]
    assert told["games"] == told["kept"] == N_GAMES
    assert told["wins"][0] == sum(first)
    assert sum(told["wins"]) == N_GAMES + told["shared_wins"]
    assert sum(told["endings"].values()) == N_GAMES
    assert told["rounds"]["least"] > 0
    assert told["table"]["board"] == "germany"
    for words in ("12 games", "rounds", "actions", "won by", "seat 1", "by cities"):
        assert words in plain.out
    assert max(len(line) for line in plain.lines) <= 80


def test_another_table_does_not_go_into_the_same_place(run: Run, whole: Path) -> None:
    for out in (str(whole / "games"), str(whole / "games.jsonl")):
        outcome = run("simulate", "--out", out, "--games", str(N_GAMES), "--seats", "3")
        assert outcome.code == 2
        assert is_one_line(outcome.err)
        assert "holds another game" in outcome.err
    outcome = run("simulate", "--out", str(whole / "games.jsonl"), "--games", "2", *TABLE)
    assert "holds more games" in outcome.err


def test_a_failed_simulation_leaves_no_file(run: Run, tmp_path: Path) -> None:
    assert run("simulate", "--out", "games", "--seats", "9").code == 2
    assert run("simulate", "--out", "games", "--games", "0").code == 2
    (tmp_path / "taken").write_text("x")
    outcome = run("simulate", "--out", "taken", "--games", "1")
    assert outcome.code == 2
    assert "is a file" in outcome.err
    assert [file.name for file in tmp_path.iterdir()] == ["taken"]

"""A run on disk: the same on any runner, continued after a stop, and checked line by line."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gridwright.arena.execution import execute_plan
from gridwright.arena.fixtures import MATCH, match, self_play
from gridwright.arena.plan import Plan
from gridwright.arena.records import Record, read_record
from gridwright.arena.runners import RUNNERS, RunnerError, open_runner
from gridwright.arena.runners.pool import PoolRunner
from gridwright.arena.sprt import Hypotheses
from gridwright.arena.store import GAMES, HEADER, RunWriter, StoreError, open_store
from gridwright.arena.verifying import verify_run
from tests.arena.matches import SERIES, cell_of, plan_of


@cache
def small_plan() -> Plan:
    return plan_of(
        match(cell_of("card:2"), "l1", "l0"), self_play(cell_of("card:3"), "l0"), deals=12
    )


def _play(folder: Path, plan: Plan | None = None, workers: int = 1) -> bytes:
    with PoolRunner(workers) as runner:
        execute_plan(plan or small_plan(), folder, runner)
    return (folder / GAMES).read_bytes()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "whole"
    _play(folder)
    return folder


@pytest.fixture
def whole(played: Path) -> bytes:
    return (played / GAMES).read_bytes()


@pytest.fixture
def run(tmp_path: Path, played: Path) -> Path:
    """A copy of the whole run, to be damaged."""
    return shutil.copytree(played, tmp_path / "run")


def _bad_lines(folder: Path, again: bool = False) -> list[tuple[int, str]]:
    found = verify_run(open_store(folder), PoolRunner(1), again)
    return [(number, problem) for number, problem in found if problem]


def test_workers_change_nothing(tmp_path: Path, whole: bytes) -> None:
    assert _play(tmp_path / "two", workers=2) == whole
    lines = whole.splitlines(keepends=True)
    assert len(lines) == small_plan().n_games == 36
    places = [(game.fixture, game.deal, game.place) for game in map(read_record, lines)]
    assert places == sorted(places)


@pytest.mark.slow
def test_ray_changes_nothing(tmp_path: Path, whole: bytes) -> None:
    """Ray runs in a process of its own, because its warnings would be errors in the tests'."""
    code = (
        "from pathlib import Path\n"
        "from gridwright.arena.execution import execute_plan\n"
        "from gridwright.arena.runners import open_runner\n"
        "from tests.arena.test_store import small_plan\n"
        "with open_runner('ray', 2) as runner:\n"
        f"    execute_plan(small_plan(), Path({str(tmp_path / 'ray')!r}), runner)\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), root])
    environment = {**os.environ, "PYTHONPATH": path}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, timeout=200)
    assert (tmp_path / "ray" / GAMES).read_bytes() == whole


@pytest.mark.parametrize("n_bytes", [0, 10, 9_000, -1, -700])
def test_a_run_that_was_cut_off_continues(run: Path, whole: bytes, n_bytes: int) -> None:
    (run / GAMES).write_bytes(whole[:n_bytes])
    assert _play(run) == whole


def test_a_run_that_is_complete_is_not_played(run: Path, whole: bytes) -> None:
    before = (run / GAMES).stat().st_mtime_ns
    assert _play(run) == whole
    assert (run / GAMES).stat().st_mtime_ns == before


def _children(pid: int) -> list[int]:
    """The processes that a process started; none where that cannot be read."""
    file = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in file.read_text().split()] if file.exists() else []


def test_a_killed_process_loses_no_whole_deal(tmp_path: Path) -> None:
    words = ["arena", "match", "--bot", "l0", "--against", "l0", "--cell", "card:2"]
    words += ["--deals", "250", "--out", str(tmp_path / "run"), "--workers", "2", "--json"]
    command = [sys.executable, "-P", "-m", "gridwright.cli", *words]
    games = tmp_path / "run" / GAMES
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while not (games.exists() and games.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.02)
        workers = _children(process.pid)
        process.send_signal(signal.SIGKILL)
    stopped = games.read_bytes()
    assert 0 < stopped.count(b"\n") < 500
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
    games.write_bytes(stopped + b'{"fixture":0,"deal":')
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert told["matches"][0]["deals"] == 250
    assert games.read_bytes().startswith(stopped)
    assert games.read_bytes().count(b"\n") == 500


def test_the_test_ends_a_match_at_the_same_deal(tmp_path: Path) -> None:
    fixtures = (match(cell_of("card:2"), "l0", "l0"), match(cell_of("card:3"), "l0", "l0"))
    plan = Plan("test", SERIES, fixtures, (70, 70), Hypotheses(0.5, 0.7))
    alone = _play(tmp_path / "alone", plan)
    assert _play(tmp_path / "shared", plan, workers=2) == alone
    assert 5 * 16 <= alone.count(b"\n") < 5 * 60
    (tmp_path / "alone" / GAMES).write_bytes(alone[: len(alone) // 2])
    assert _play(tmp_path / "alone", plan) == alone


def test_every_stored_game_is_verified(run: Path, whole: bytes) -> None:
    assert _bad_lines(run) == []
    assert _bad_lines(run, again=True) == []


@pytest.mark.parametrize("field", ["money", "ranking", "moves", "rounds", "digest"])
def test_a_changed_game_is_found(run: Path, whole: bytes, field: str) -> None:
    lines = whole.splitlines(keepends=True)
    plain = json.loads(lines[6])
    other = json.loads(lines[9])
    plain[field] = [7, 7] if field == "money" else [2, 2] if field == "ranking" else other[field]
    if plain[field] == json.loads(lines[6])[field]:
        plain[field] += 1
    lines[6] = Record(**plain).to_line()
    (run / GAMES).write_bytes(b"".join(lines))
    assert [number for number, _problem in _bad_lines(run)] == [7]


def test_another_plan_is_refused(tmp_path: Path, run: Path) -> None:
    with pytest.raises(StoreError, match="another run"):
        _play(run, plan_of(*small_plan().fixtures, deals=13))
    (tmp_path / "file").mkdir()
    (tmp_path / "file" / "note.txt").write_text("mine")
    with pytest.raises(StoreError, match="something else"):
        _play(tmp_path / "file")


@pytest.mark.parametrize("part", ["bots", "code"])
def test_what_is_not_todays_is_refused(run: Path, part: str) -> None:
    header = json.loads((run / HEADER).read_text())
    header[part] = "another"
    (run / HEADER).write_text(json.dumps(header))
    with pytest.raises(StoreError, match=f"another run: other {part}"):
        _play(run)
    with pytest.raises(StoreError, match=f"other {part} than today's"):
        _bad_lines(run, again=True)
    # Moves can be checked for any bot.
    assert _bad_lines(run) == []


@pytest.mark.parametrize(
    ("rules", "problem"), [({}, "no rules of"), ({"version": 2, "identity": "0" * 64}, "expected")]
)
def test_unknown_rules_are_refused(run: Path, rules: dict[str, Any], problem: str) -> None:
    header = json.loads((run / HEADER).read_text())
    header["rules"] = dict.fromkeys(header["rules"], rules)
    (run / HEADER).write_text(json.dumps(header))
    with pytest.raises(StoreError, match="another run: other rules"):
        _play(run)
    for again in (False, True):
        with pytest.raises(StoreError, match=problem):
            _bad_lines(run, again)


def test_damage_is_named(run: Path, whole: bytes) -> None:
    games = run / GAMES
    lines = whole.splitlines(keepends=True)
    for damaged in (
        [lines[0], b"{}\n", *lines[1:]],
        [b"no json\n", *lines],
        [*lines[:4], *lines[5:]],
        [*lines[:4], *lines[6:]],
        [*lines[:8], *lines[30:]],
        [*lines, lines[-1]],
        [lines[0].replace(b":", b": ", 1), *lines[1:]],
    ):
        games.write_bytes(b"".join(damaged))
        with pytest.raises(StoreError):
            _play(run)


def test_one_process_writes(run: Path) -> None:
    with RunWriter(open_store(run)), pytest.raises(StoreError, match="another process"):
        _play(run)


def test_no_run_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no run here"):
        open_store(tmp_path)
    (tmp_path / HEADER).write_text('{"form": "gridwright arena run 99"}')
    with pytest.raises(StoreError, match="revision"):
        open_store(tmp_path)


def test_runners_have_names() -> None:
    assert set(RUNNERS) == {"pool", "ray"}
    with pytest.raises(RunnerError, match="expected a runner"):
        open_runner("dask", 1)
    assert small_plan().fixtures[0].kind == MATCH

"""The arena's two runners side by side."""

import json

import pytest

from gridwright.arena.cells import find_cells
from gridwright.arena.runners import POOL, RAY, open_runner
from gridwright_lab.bench import arena as speed
from gridwright_lab.bench.arena import ArenaFigures, Pace
from tests.cli.conftest import Run, is_one_line


def _figures(ray_seconds: float) -> ArenaFigures:
    (cell,) = find_cells("card:2")
    paces = {POOL: Pace(POOL, 100, 50.0, 49.0, 1.0), RAY: Pace(RAY, 100, ray_seconds, 51.0, 9.0)}
    return ArenaFigures("hard", cell, 2, 60.0, paces)


def test_the_bench_prints_both_runners(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "measure_arena", lambda *_options: _figures(55.0))
    outcome = run("bench", "arena")
    assert outcome.code == 0
    assert "games / core-second" in outcome.out
    assert "0.909" in outcome.out
    told = json.loads(run("bench", "arena", "--json").out)
    assert told["ratio"] == 0.909
    assert told["runners"]["pool"]["games_per_second"] == 2.0
    monkeypatch.setattr(speed, "measure_arena", lambda *_options: _figures(70.0))
    assert run("bench", "arena").code == 1


def test_other_bytes_fail_the_bench() -> None:
    figures = _figures(50.0)
    assert figures.ok
    figures.paces[RAY].digest.update(b"another game")
    assert not figures.ok


def test_the_bench_plays_the_same_batch_by_each_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray's place is taken by the pool: starting it is proven elsewhere."""
    opened: list[str] = []

    def note(name: str, workers: int) -> object:
        opened.append(name)
        return open_runner(POOL, workers)

    monkeypatch.setattr(speed, "open_runner", note)
    (cell,) = find_cells("card:2")
    figures = speed.measure_arena(cell, "l0", 1, 0.1)
    assert opened == [POOL, RAY]
    assert figures.same_bytes
    assert figures.paces[POOL].games == figures.paces[RAY].games > 2
    assert all(pace.cpu > 0 and pace.start > 0 for pace in figures.paces.values())


@pytest.mark.parametrize("words", [("--cell", "card:2-3"), ("--cell", "x"), ("--bot", "hal")])
def test_the_bench_refuses_nonsense(run: Run, words: tuple[str, ...]) -> None:
    outcome = run("bench", "arena", *words)
    assert outcome.code == 2
    assert is_one_line(outcome.err)

"""The replay matrix notices every kind of difference."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tools.replay_matrix import (
    HASH_SEEDS,
    MODES,
    NEWEST,
    REPLAY,
    VERSIONS,
    WASM,
    Cell,
    MatrixError,
    Outcome,
    all_cells,
    build_command,
    count_games,
    evaluate,
    find_python,
    folders_of,
    is_installed,
    replay_in_wasm,
    some_cells,
    table,
    version_of,
    wasm_cell,
)

FIRST = Cell("3.11", "interpreted", "0")
OTHER = Cell("3.13", "compiled", "random")
GOOD = Outcome(b"g01 abc\ng02 def\n", b"", 0, 1.0)


def test_equal_outputs_pass() -> None:
    outcomes = {FIRST: GOOD, OTHER: GOOD}
    assert evaluate(outcomes, at_least=2) == []
    assert table(outcomes).count("same") == 2


def test_a_different_line_is_shown() -> None:
    outcomes = {FIRST: GOOD, OTHER: Outcome(b"g01 abc\ng02 dee\n", b"", 0, 1.0)}
    (complaint,) = evaluate(outcomes, at_least=2)
    assert complaint.startswith("Python 3.13, compiled, PYTHONHASHSEED=random: differs")
    assert "line 2: expected b'g02 def', got b'g02 dee'" in complaint
    assert "DIFFERS" in table(outcomes)


def test_a_part_is_compared_with_its_own_games() -> None:
    part = Cell("3.12", "interpreted", "1", part=2, parts=2)
    assert evaluate({FIRST: GOOD, part: Outcome(b"g02 def\n", b"", 0, 1.0)}, at_least=2) == []
    for wrong in (b"g01 abc\n", b"g02 dee\n", b"", GOOD.output):
        outcomes = {FIRST: GOOD, part: Outcome(wrong, b"", 0, 1.0)}
        (complaint,) = evaluate(outcomes, at_least=2)
        assert "differs" in complaint
        assert "DIFFERS" in table(outcomes)


def test_a_failed_run_is_shown() -> None:
    outcomes = {FIRST: GOOD, OTHER: Outcome(GOOD.output, b"g02: digest", 1, 1.0)}
    (complaint,) = evaluate(outcomes, at_least=2)
    assert "exit code 1\ng02: digest" in complaint
    assert "failed" in table(outcomes)


def test_the_long_matrix_replays_on_the_tree_that_wheels_have() -> None:
    python = Path(sys.executable)
    assert build_command(python, is_quick=True)[2:] == ["--quick", "--cached"]
    assert build_command(python, is_quick=False)[2:] == []


def test_too_few_games_are_refused() -> None:
    assert evaluate({FIRST: GOOD}, at_least=3) == ["expected at least 3 games, got 2"]


@pytest.mark.parametrize(
    ("output", "n_games"),
    [
        (b"", 0),
        (b"g01 abc\n\ng02 def\n", 2),
        (b'[{"name": "g01"}]', 1),
        (b'{"games": [1, 2, 3], "ok": true}', 3),
        (b'{"g01": "abc", "g02": "def"}', 2),
        (b'{"name": "g01"}\n{"name": "g02"}\n', 2),
    ],
)
def test_games_are_counted(output: bytes, n_games: int) -> None:
    assert count_games(output) == n_games


def test_interpreters_are_found_by_version() -> None:
    own = version_of(sys.executable)
    assert own is not None
    assert version_of(find_python(own)) == own
    assert version_of("/nonexistent/python") is None
    with pytest.raises(MatrixError, match=r"expected Python 3\.99"):
        find_python("3.99")


def test_the_short_form_has_every_python_both_engines_of_this_one_and_every_seed() -> None:
    cells = some_cells(VERSIONS, HASH_SEEDS)
    own = version_of(sys.executable)
    assert [cell.version for cell in cells if cell.mode == "interpreted"] == VERSIONS
    assert [cell.version for cell in cells if cell.mode == "compiled"] == [own]
    assert {cell.hash_seed for cell in cells} == set(HASH_SEEDS)


def test_the_short_form_replays_each_game_on_both_engines() -> None:
    games = b"".join(b"g%02d\n" % number for number in range(10))
    whole, *parts = some_cells(VERSIONS, HASH_SEEDS)
    assert whole.lines_of(games) == games
    shared = b"".join(cell.lines_of(games) for cell in parts)
    assert sorted(shared.splitlines()) == sorted(games.splitlines())


def test_the_long_form_has_every_cell_and_those_of_the_short_one() -> None:
    cells = all_cells(VERSIONS, HASH_SEEDS)
    assert len(set(cells)) == len(cells) == len(VERSIONS) * len(MODES) * len(HASH_SEEDS) == 24
    short = [replace(cell, part=1, parts=1) for cell in some_cells(VERSIONS, HASH_SEEDS)]
    assert set(short) < set(cells)


def test_the_pages_python_has_a_row_that_says_what_it_is() -> None:
    cell = wasm_cell()
    assert cell.version in NEWEST
    assert table({FIRST: GOOD, cell: GOOD}).splitlines()[-1].split()[:2] == [cell.version, WASM]
    assert folders_of(REPLAY) == ["tests/golden", "tests/recorded"]


def test_a_python_that_is_not_there_is_known() -> None:
    assert is_installed(f"{sys.version_info.major}.{sys.version_info.minor}")
    assert not is_installed("3.99")


def test_a_page_with_another_python_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "other.mjs"
    script.write_text("console.error('Python 3.13.1 on emscripten')")
    monkeypatch.setattr("tools.replay_matrix.WASM_SCRIPT", str(script))
    monkeypatch.setattr("tools.replay_matrix.search_path", lambda: os.environ["PATH"])
    with pytest.raises(MatrixError, match=r"expected that Python in the page \(make play\)"):
        replay_in_wasm(wasm_cell(), [])

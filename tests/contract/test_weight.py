"""Files, recorded lines and the size of a clone are measured, and refused above their limits."""

import subprocess
from pathlib import Path

import pytest

from tools import check_weight
from tools.check_weight import (
    Measure,
    count_lines,
    is_recorded,
    is_small_module,
    main,
    tracked_files,
)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one module and a recorded game of four lines."""
    (tmp_path / "tests" / "recorded").mkdir(parents=True)
    (tmp_path / "tests" / "recorded" / "a.txt").write_text("1\n2\n3\n4\n")
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "untracked.txt").write_text("")
    author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "tests", "a.py"], [*author, "commit", "-qm", "a"]):
        subprocess.run(["git", "-C", tmp_path, *words], check=True)
    return tmp_path


def test_tracked_files_leave_out_others(repository: Path) -> None:
    assert tracked_files(repository) == ["a.py", "tests/recorded/a.txt"]


def test_a_light_tree_passes(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], repository) == 0
    out = capsys.readouterr().out
    assert "tracked files                           2" in out
    assert "recorded and generated lines            4" in out
    assert "TOO MUCH" not in out


def test_small_modules_are_counted(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "small.py").write_text("x = 1\n" * 39)
    (tmp_path / "src" / "large.py").write_text("x = 1\n" * 40)
    (tmp_path / "src" / "__init__.py").touch()
    names = ["src/small.py", "src/large.py", "src/__init__.py"]
    assert [name for name in names if is_small_module(tmp_path, name)] == ["src/small.py"]


@pytest.mark.parametrize("limit", ["MAX_FILES", "MAX_RECORDED_LINES", "MAX_CLONE_BYTES"])
def test_each_limit_is_enforced(
    repository: Path,
    limit: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(check_weight, limit, 1)
    assert main([], repository) == 1
    assert capsys.readouterr().out.count("TOO MUCH") == 1


def test_the_list_names_recorded_files(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--list"], repository)
    assert capsys.readouterr().out.startswith("      4 tests/recorded/a.txt\n")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tests/recorded/a-2.txt", True),
        ("tests/boards/usa/golden/a.txt", True),
        ("tests/golden/index.toml", True),
        ("web/src/protocol/api.ts", True),
        ("web/src/map/data/usa.json", True),
        ("tests/recorded/test_recorded.py", False),
        ("docs/strength/README.md", False),
        ("docs/reference/README.md", False),
        ("src/gridwright/engine/game.py", False),
        ("web/src/words/en/table.json", False),
    ],
)
def test_recorded_files_are_known_by_path(name: str, expected: bool) -> None:
    assert is_recorded(name) is expected


def test_binary_files_have_no_lines(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\n\0\n")
    assert count_lines(tmp_path / "a.bin") == 0


def test_a_measure_at_its_limit_is_accepted() -> None:
    assert "TOO MUCH" not in str(Measure("files", 5, 5))
    assert "TOO MUCH" in str(Measure("files", 6, 5))

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
    measure,
    measure_packages,
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
    figures = [" ".join(line.split()) for line in out.splitlines()]
    assert "tracked files 2 (limit 3,200)" in figures
    assert "recorded and generated lines 4 (limit 30,000)" in figures
    assert "TOO MUCH" not in out


def test_small_modules_are_counted(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "small.py").write_text("x = 1\n" * 39)
    (tmp_path / "src" / "large.py").write_text("x = 1\n" * 40)
    (tmp_path / "src" / "__init__.py").touch()
    names = ["src/small.py", "src/large.py", "src/__init__.py"]
    assert [name for name in names if is_small_module(tmp_path, name)] == ["src/small.py"]


def exceeded(root: Path, names: list[str]) -> list[str]:
    return [each.name for each in measure(root, names) if each.is_exceeded]


def test_a_package_is_measured_without_its_subpackages(repository: Path) -> None:
    package = repository / "src" / "gridwright" / "wide"
    (package / "deep").mkdir(parents=True)
    names = [f"src/gridwright/wide/{folder}m{n}.py" for n in range(30) for folder in ("", "deep/")]
    for name in names:
        (repository / name).write_text("x = 1\n" * 100)
    assert exceeded(repository, names) == []
    (package / "one_more.py").write_text("x = 1\n" * 1_001)
    names.append("src/gridwright/wide/one_more.py")
    assert exceeded(repository, names) == ["files of gridwright/wide", "lines of gridwright/wide"]


def test_larger_packages_are_above_the_usual_limits() -> None:
    names = tracked_files(check_weight.ROOT)
    sizes = {each.name: each.value for each in measure_packages(check_weight.ROOT, names)}
    for package in check_weight.LARGER_PACKAGES:
        short = package.partition("/")[2]
        n_files, n_lines = sizes[f"files of {short}"], sizes[f"lines of {short}"]
        assert n_files > check_weight.MAX_PACKAGE_FILES or n_lines > check_weight.MAX_PACKAGE_LINES


def test_a_server_is_put_together_in_few_lines(repository: Path) -> None:
    names = list(check_weight.ASSEMBLY)
    for name, n_lines in zip(names, (100, 151), strict=True):
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text("x = 1\n" * n_lines)
    assert exceeded(repository, names) == ["lines of app.py and node.py"]


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
        ("tests/boards/golden.txt.xz", True),
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

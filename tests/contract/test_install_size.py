"""The size of an install is printed next to its threshold; above it the check fails."""

import json
from pathlib import Path

import pytest

from tools import install_size
from tools.fresh_install import Failed, make_environment, packages_folder
from tools.install_size import Size, heaviest, measure


def test_a_bar_is_the_most_that_is_allowed() -> None:
    assert not Size("wheel", 2.0, 2.0).is_above
    assert Size("wheel", 2.01, 2.0).told() == "wheel: 2.01 MB (ABOVE the bar 2 MB)"
    assert Size("wheel", 1.5, 2.0).told() == "wheel: 1.50 MB (bar 2 MB)"


def test_everything_below_the_packages_is_weighed(tmp_path: Path) -> None:
    wheel, packages = tmp_path / "a.whl", tmp_path / "packages"
    (packages / "deep" / "__pycache__").mkdir(parents=True)
    (packages / "deep" / "__pycache__" / "a.pyc").write_bytes(bytes(2_000_000))
    (packages / "light.py").write_bytes(bytes(500_000))
    wheel.write_bytes(bytes(3_200_000))
    assert [size.megabytes for size in measure(wheel, packages)] == [3.2, 2.5]
    assert [size.is_above for size in measure(wheel, packages)] == [True, False]
    assert heaviest(packages) == {"deep": 2.0, "light.py": 0.5}


def test_an_install_above_the_bar_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fakes replace the build: a file is the wheel, and the environment stays as it was made."""

    def build_wheel(folder: Path) -> Path:
        (folder / "a.whl").write_bytes(bytes(3_200_000))
        packages_folder(folder / "venv").mkdir(parents=True)
        return folder / "a.whl"

    monkeypatch.setattr(install_size, "build_wheel", build_wheel)
    monkeypatch.setattr(install_size, "make_environment", lambda home: home / "bin" / "python")
    monkeypatch.setattr(install_size, "install", lambda *_words: None)
    assert install_size.main(["--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["ok"]
    assert told["sizes"][0] == {"name": "wheel", "megabytes": 3.2, "bar": 3.1}
    assert install_size.main([]) == 1
    assert "ABOVE" in capsys.readouterr().out


def test_a_build_that_fails_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build_wheel(_folder: Path) -> Path:
        raise Failed("the browser client is not built")

    monkeypatch.setattr(install_size, "build_wheel", build_wheel)
    assert install_size.main([]) == 1
    assert "the browser client is not built" in capsys.readouterr().err


def test_an_empty_environment_has_its_packages_where_they_are_looked_for(tmp_path: Path) -> None:
    python = make_environment(tmp_path / "venv")
    assert python.exists()
    assert packages_folder(tmp_path / "venv").is_dir()
    assert list(packages_folder(tmp_path / "venv").iterdir()) == []

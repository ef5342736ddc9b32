"""An environment is made once, and made again when its requirements change."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import install
from tools.install import InstallError, fill, make_environment, python_of, stands

Commands = list[list[str]]


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Commands:
    """Return what would be run; making an environment only makes its interpreter's file."""
    ran: Commands = []

    def run(command: Sequence[str | Path]) -> None:
        words = list(map(str, command))
        ran.append(words)
        if words[0].endswith("no-uv"):
            raise InstallError("no such program")
        if "venv" in words:
            python_of(Path(words[-1])).parent.mkdir(parents=True)
            python_of(Path(words[-1])).touch()

    monkeypatch.setattr(install, "run", run)
    return ran


def test_an_environment_that_stands_is_left_alone(tmp_path: Path, commands: Commands) -> None:
    home, file, uv = tmp_path / "venv", tmp_path / "some.txt", tmp_path / "uv"
    file.write_text("six==1.16.0\n")
    assert make_environment(home, sys.executable, file, uv)
    assert [command[0] for command in commands] == [sys.executable, str(uv)]
    assert "--require-hashes" in commands[1]
    assert not make_environment(home, sys.executable, file, uv)
    assert len(commands) == 2
    file.write_text("six==1.17.0\n")
    python_of(home).unlink()
    python_of(home).parent.rmdir()
    assert make_environment(home, sys.executable, file, uv)


def test_pip_installs_where_uv_cannot(
    tmp_path: Path, commands: Commands, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path, tmp_path / "some.txt", tmp_path / "no-uv")
    assert commands[1][1:3] == ["-m", "pip"]
    assert "--require-hashes" in commands[1]
    assert "pip takes longer" in capsys.readouterr().err


def test_a_command_that_fails_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="ended with 3:\nno wheel"):
        install.run(["sh", "-c", "echo no wheel; exit 3"])
    assert not stands(tmp_path, "x")

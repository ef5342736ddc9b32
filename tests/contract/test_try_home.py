"""The trial of a server at home can fail, and says why."""

from pathlib import Path

import pytest

from tools import try_home
from tools.fresh_install import run


@pytest.fixture(autouse=True)
def no_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Programs of ours in place of those that take minutes to install."""
    monkeypatch.setattr(try_home, "build_wheel", lambda folder: folder / "none.whl")
    monkeypatch.setattr(try_home, "play_alone", lambda _wheel, _folder: None)
    monkeypatch.setattr(try_home, "install_at_home", lambda _wheel, _folder: tmp_path)


def test_a_command_that_fails_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build_wheel(_folder: Path) -> str:
        return run(["sh", "-c", "echo no such wheel >&2; exit 3"])

    monkeypatch.setattr(try_home, "build_wheel", build_wheel)
    assert try_home.main([]) == 1
    told = capsys.readouterr().err
    assert "ended with 3" in told
    assert "no such wheel" in told


def test_a_server_that_does_not_answer_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "gridwright"
    program.write_text("#!/bin/sh\necho out of order\n")
    program.chmod(0o755)
    assert try_home.main(["--json"]) == 1
    assert "expected the address of the server, got 'out of order" in capsys.readouterr().err

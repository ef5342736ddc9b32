"""The trial of a server at home can fail, and says why."""

from pathlib import Path

import pytest

from tools import try_home


def test_a_command_that_fails_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def install(folder: Path) -> Path:
        try_home._run(["sh", "-c", "echo no such wheel >&2; exit 3"])
        return folder

    monkeypatch.setattr(try_home, "install", install)
    assert try_home.main([]) == 1
    told = capsys.readouterr().err
    assert "ended with 3" in told
    assert "no such wheel" in told


def test_a_server_that_does_not_answer_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "gridwright"
    program.write_text("#!/bin/sh\necho out of order\n")
    program.chmod(0o755)
    monkeypatch.setattr(try_home, "install", lambda _folder: tmp_path)
    assert try_home.main(["--json"]) == 1
    assert "expected the address of the server, got 'out of order" in capsys.readouterr().err

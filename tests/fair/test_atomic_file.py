"""Writing a file as a whole."""

import os
import stat
from pathlib import Path

import pytest

from gridwright.fair.atomic_file import write_atomically


def test_replaces_a_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "t.txt"
    write_atomically(file, b"one")
    write_atomically(file, b"two", keep=False)
    assert file.read_bytes() == b"two"
    assert [each.name for each in tmp_path.iterdir()] == ["t.txt"]


def test_a_secret_is_never_readable_by_others(tmp_path: Path) -> None:
    file = tmp_path / "seed"
    stale = tmp_path / ".seed.part"
    stale.write_text("left by a run that was killed")
    stale.chmod(0o644)
    write_atomically(file, b"secret", 0o600)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_failure_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "t.txt"
    write_atomically(file, b"old")

    def no_space(_descriptor: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="no space left"):
        write_atomically(file, b"new")
    assert file.read_bytes() == b"old"

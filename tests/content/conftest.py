"""A copy of the content that a test may damage."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gridwright.content.library import CONTENT_ROOT

Edit = Callable[[str, str, str], Path]


@pytest.fixture
def content_root(tmp_path: Path) -> Path:
    """A root with a copy of the classic edition."""
    shutil.copytree(CONTENT_ROOT / "classic", tmp_path / "classic")
    return tmp_path


@pytest.fixture
def edit(content_root: Path) -> Edit:
    """Replaces the first occurrence of a text in a file of the copy and returns the root."""

    def replace(file: str, old: str, new: str) -> Path:
        path = content_root / "classic" / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} holds no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return content_root

    return replace

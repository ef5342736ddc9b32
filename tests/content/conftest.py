"""A copy of the content that a test may damage."""

import shutil
from pathlib import Path
from typing import Protocol

import pytest

from gridwright.content.shelf import CONTENT_ROOT
from tests.content.files import EDITIONS


class Edit(Protocol):
    """Replaces the first occurrence of a text in a file of the copy and returns the root."""

    def __call__(self, file: str, old: str, new: str, edition: str = "classic") -> Path: ...


class Write(Protocol):
    """Puts texts in files of an overlay, by file or board, and returns its folder."""

    def __call__(self, folder: str = "overlay", **texts: str) -> Path: ...


@pytest.fixture
def content_root(tmp_path: Path) -> Path:
    """A root with a copy of every edition."""
    for edition in EDITIONS:
        shutil.copytree(CONTENT_ROOT / edition, tmp_path / "content" / edition)
    return tmp_path / "content"


@pytest.fixture
def edit(content_root: Path) -> Edit:
    def replace(file: str, old: str, new: str, edition: str = "classic") -> Path:
        path = content_root / edition / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} holds no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return content_root

    return replace


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Corrects the deluxe edition."""
    return writer(tmp_path, "deluxe")


@pytest.fixture
def write_card(tmp_path: Path) -> Write:
    """Corrects the card game."""
    return writer(tmp_path, "card")


def writer(tmp_path: Path, edition: str) -> Write:
    def put(folder: str = "overlay", **texts: str) -> Path:
        for name, text in texts.items():
            board = name not in ("edition", "plants", "decks", "presets", "fuel_cards")
            file = f"boards/{name.replace('_', '-')}/board.toml" if board else f"{name}.toml"
            path = tmp_path / folder / edition / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path / folder

    return put

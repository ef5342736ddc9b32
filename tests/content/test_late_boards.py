"""Shipped boards are read when they are used, and say the same as all files together."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gridwright.content.errors import ContentError
from gridwright.content.library import load_library, read_files, read_library
from gridwright.content.shelf import CONTENT_ROOT, editions_of, load_shelf


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for edition in editions_of(CONTENT_ROOT, None):
        shutil.copytree(CONTENT_ROOT / edition, tmp_path / edition)
    return tmp_path


def test_each_board_is_what_a_reading_of_all_files_finds(copied: Path) -> None:
    for edition in editions_of(CONTENT_ROOT, None):
        late, whole = load_library(edition), load_library(edition, copied)
        assert late.presets == whole.presets
        assert dict(late.boards) == dict(whole.boards)


def test_a_start_reads_the_board_that_it_uses() -> None:
    library = read_library("classic", CONTENT_ROOT, None)
    shelf = load_shelf("classic", CONTENT_ROOT, None)
    assert library.boards["usa"].id == "usa"
    assert list(library.boards) == list(shelf.boards)
    assert [name for name in library.boards if name in library.boards._values] == ["usa"]  # type: ignore[attr-defined]
    assert "atlantis" not in library.boards
    with pytest.raises(KeyError):
        library.boards["atlantis"]


def test_presets_must_be_in_the_head_of_a_file() -> None:
    """Only heads are read to list the boards of a preset."""
    shelf = load_shelf("classic", CONTENT_ROOT, None)
    boards = read_files(replace(shelf, heads={**shelf.heads, "italy": {}})).boards
    assert boards["france"].presets
    with pytest.raises(ContentError, match="above the first empty line"):
        boards["italy"]

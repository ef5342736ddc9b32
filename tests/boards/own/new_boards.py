"""Boards as ``gridwright board new`` makes them, with one edit each."""

from collections.abc import Callable
from pathlib import Path

from gridwright.cli.boards.new_board import write_board

Edit = Callable[[str], str]


def new_board(inside: Path, name: str = "Moorland") -> Path:
    return write_board(name, inside)


def replaced(old: str, new: str) -> Edit:
    """Replaces a piece of text that must be there."""

    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return edit


def without_lines(*pieces: str) -> Edit:
    """Removes every line that contains one of the pieces."""

    def edit(text: str) -> str:
        lines = text.splitlines(keepends=True)
        kept = [line for line in lines if not any(piece in line for piece in pieces)]
        assert len(kept) < len(lines), pieces
        return "".join(kept)

    return edit


def edited_board(inside: Path, *edits: Edit) -> Path:
    folder = new_board(inside)
    path = folder / "board.toml"
    text = path.read_text(encoding="utf-8")
    for edit in edits:
        text = edit(text)
    path.write_text(text, encoding="utf-8")
    return folder

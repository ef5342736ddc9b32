"""A host's own figures in a process beside the server, which does not know them yet."""

from pathlib import Path

from gridwright.content.overlay import register_overlay
from gridwright.content.own_board import is_own_board, load_own_board
from gridwright.content.registry import OVERLAYS


def figures_of(content: str) -> str:
    """The folder of a table's own figures; empty for a table with the shipped ones."""
    overlay = OVERLAYS.find(content)
    return "" if overlay is None else str(overlay.folder.resolve())


def register_figures(figures: str) -> None:
    """Know a host's own figures as the server does."""
    if not figures:
        return
    folder = Path(figures)
    if is_own_board(folder):
        OVERLAYS.add(load_own_board(folder))
    else:
        register_overlay(folder)

"""The signs of a drawing, in Unicode or for terminals that know only ASCII."""

from dataclasses import dataclass
from typing import Final

from rich.console import Console


@dataclass(frozen=True)
class Glyphs:
    """Each sign is one column wide."""

    token: str
    free: str
    arrow: str
    turn: str
    dot: str
    corners: str
    """Top left, top right, bottom left, bottom right."""
    line: str
    side: str


UNICODE: Final = Glyphs("●", "·", "→", "▶", "·", "╭╮╰╯", "─", "│")
ASCII: Final = Glyphs("#", ".", ">", ">", "-", "++++", "-", "|")


def glyphs_of(console: Console) -> Glyphs:
    return ASCII if console.options.ascii_only else UNICODE

"""Text as outlines of the page's own typeface: no system font is used."""

import json
import lzma
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

DATA: Final = Path(__file__).parent / "data"
MISSING: Final = "·"
"""Replaces letters that the typeface lacks."""
CUT: Final = "…"

Glyph = tuple[int, str]
"""Width in thousandths of the size, and outline relative to the start of the letter."""


class _Letters(msgspec.Struct, frozen=True):
    styles: dict[str, dict[str, Glyph]]


@cache
def _letters() -> _Letters:
    packed = (DATA / "letters.json.xz").read_bytes()
    return msgspec.json.decode(lzma.decompress(packed), type=_Letters)


class Style(msgspec.Struct, frozen=True):
    """Style of a text."""

    name: str
    size: float
    fill: str
    anchor: str = "start"
    spacing: float = 0
    """Space between letters, as a fraction of the size."""
    halo: str = ""
    """Attributes of a line around the letters."""


def printable(text: str) -> str:
    """Return one line of known letters; unknown ones lose their accent or are replaced."""
    known = _letters().styles["text"]
    found: list[str] = []
    for letter in unicodedata.normalize("NFC", text):
        if letter in known:
            found.append(letter)
        elif letter.isspace():
            found.append(" ")
        elif unicodedata.combining(letter) or unicodedata.category(letter) in {"Cf", "Cc"}:
            continue
        else:
            plain = unicodedata.normalize("NFKD", letter)[0]
            found.append(plain if plain in known else MISSING)
    return " ".join("".join(found).split())


def width_of(text: str, style: Style) -> float:
    glyphs = _letters().styles[style.name]
    units = sum([glyphs[letter][0] for letter in text if letter in glyphs])
    return style.size * (units / 1000 + style.spacing * max(0, len(text) - 1))


def shorten(text: str, style: Style, width: float) -> str:
    """Return the text, cut to the width."""
    if width_of(text, style) <= width:
        return text
    while text and width_of(text + CUT, style) > width:
        text = text[:-1].rstrip()
    return text + CUT


def write(text: str, x: float, y: float, style: Style) -> str:
    """Return the text as one path with its baseline at y."""
    return write_all([(text, x, y)], style)


def write_all(texts: Iterable[tuple[str, float, float]], style: Style) -> str:
    """Return many texts of one style as one path, which is drawn in half the time."""
    glyphs = _letters().styles[style.name]
    begin = {"start": 0.0, "middle": 0.5, "end": 1.0}[style.anchor]
    unit = style.size / 1000
    drawn: list[str] = []
    for text, x, y in texts:
        at = (x - begin * width_of(text, style)) / unit
        for letter in text:
            width, outline = glyphs.get(letter) or (0, "")
            if outline:
                drawn.append(f"M{at:.0f} {y / unit:.0f}{outline}")
            at += width + style.spacing * 1000
    if not drawn:
        return ""
    place = f'transform="scale({unit:g})" fill="{style.fill}"{style.halo}'
    return f'<path {place} d="{"".join(drawn)}"/>'


def halo(colour: str, opacity: float, width: float, size: float) -> str:
    """Return attributes of a line around letters."""
    around = (
        f'stroke="{colour}" stroke-opacity="{opacity}" stroke-width="{width / size * 1000:.0f}"'
    )
    return f' paint-order="stroke" stroke-linejoin="bevel" {around}'


def symbols() -> dict[str, dict[str, str]]:
    """Return the page's light colours, patterns of networks and symbols."""
    return _symbols()


@cache
def _symbols() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((DATA / "symbols.json").read_text("utf-8"))
    return found


def colour(name: str) -> str:
    return _symbols()["colours"][name]


def symbol(name: str, x: float, y: float, size: float, fill: str, cut: str = "#ffffff") -> str:
    """Return a symbol of the page in a square."""
    drawn = _symbols()["symbols"][name]
    drawn = drawn.replace("currentColor", fill).replace("var(--cut,#fff)", cut)
    place = f"translate({x:.1f} {y:.1f}) scale({size / 24:.4f})"
    return f'<g transform="{place}" fill="{fill}">{drawn}</g>'


def marker(seat: int, x: float, y: float, size: float) -> str:
    """Return the shape of a seat in its colour, from the upper left corner."""
    return symbol(f"m{seat + 1}", x, y, size, colour(f"p{seat + 1}"))

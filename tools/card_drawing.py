"""Write what link previews are drawn with, out of the files that the page is drawn with.

    python -m tools.card_drawing           # compare the symbols, and the digests of the fonts
    python -m tools.card_drawing --write   # write src/gridwright/server/share/data

Colours and symbols come from ``tokens.css`` and ``Sprite.svelte``. Letters are outlines out of the
page's font files: a card is drawn without a browser and without the fonts of the machine, so it
looks the same everywhere. Writing needs fontTools with brotli, and the packages of the page.
"""

import argparse
import hashlib
import json
import lzma
import re
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
DESIGN: Final = WEB / "src/design"
FONTS: Final = (
    WEB / "node_modules/@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2",
    DESIGN / "archivo-latin-extended-a.woff2",
)
"""The files that ``tokens.css`` names, in its order."""
DATA: Final = ROOT / "src/gridwright/server/share/data"
LETTERS: Final = DATA / "letters.json.xz"
SYMBOLS: Final = DATA / "symbols.json"

STYLES: Final = {
    "brand": (800, 112),
    "title": (800, 100),
    "strong": (650, 96),
    "text": (480, 96),
    "narrow": (620, 82),
    "wide": (600, 112),
}
"""Weight and width of each style."""
_LATIN: Final = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA1, 0x100), *range(0x100, 0x180))))
_SIGNS: Final = "".join(map(chr, (0x2013, 0x2014, *range(0x2018, 0x201F), 0x2026, 0x2212)))
ONLY: Final = {
    "brand": "Gridwright",
    "wide": "".join(sorted({letter.upper() for letter in _LATIN if len(letter.upper()) == 1})),
}
WANTED_SYMBOLS: Final = re.compile(
    r"m[1-6]|i-(?:logo|money|house|coal|oil|gas|garbage|uranium|eco|hyb-[lgr])"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true")
    if parser.parse_args().write:
        DATA.mkdir(parents=True, exist_ok=True)
        LETTERS.write_bytes(
            lzma.compress(_text(build_letters()).encode(), preset=9 | lzma.PRESET_EXTREME)
        )
        SYMBOLS.write_text(_text(build_symbols()), "utf-8")
    elif problem := find_drift():
        sys.exit(f"{problem}: python -m tools.card_drawing --write")


def find_drift() -> str:
    """Return the part of the data that differs from the page's, empty if there is none."""
    if SYMBOLS.read_text("utf-8") != _text(build_symbols()):
        return "the symbols of cards are not those of the page"
    sources = json.loads(lzma.decompress(LETTERS.read_bytes()))["sources"]
    for file in FONTS:
        # The packages of the page are not everywhere; the file of our own is.
        if file.is_file() and sources[file.name] != _digest(file):
            return f"the letters of cards are not those of {file.name}"
    return ""


def build_symbols() -> dict[str, dict[str, str]]:
    """The light colours, and the symbols as in the sprite."""
    light = (DESIGN / "tokens.css").read_text("utf-8").partition("[data-theme='dark']")[0]
    sprite = (DESIGN / "Sprite.svelte").read_text("utf-8")
    found = re.findall(r'<symbol id="([a-z0-9-]+)"[^>]*>(.*?)</symbol\s*>', sprite, re.DOTALL)
    return {
        "colours": dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", light)),
        "dashes": dict(re.findall(r"--(net\d): ([0-9. ]+);", light)),
        "trust": {"marker": _trust_marker()},
        "symbols": {
            name: " ".join(drawn.split()) for name, drawn in found if WANTED_SYMBOLS.fullmatch(name)
        },
    }


def _trust_marker() -> str:
    markers = (WEB / "src/map/markers.ts").read_text("utf-8")
    found = re.search(r"TRUST_MARKER =\s+'([^']+)'", markers)
    assert found is not None
    return found[1]


def build_letters() -> dict[str, Any]:
    """All styles: for each letter its width and its outline, in thousandths of the size."""
    return {
        "sources": {file.name: _digest(file) for file in FONTS},
        "styles": {
            name: _style(*axes, ONLY.get(name, _LATIN + _SIGNS)) for name, axes in STYLES.items()
        },
    }


def _style(weight: int, width: int, wanted: str) -> dict[str, list[Any]]:
    from fontTools.pens.basePen import BasePen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    class RelativePen(BasePen):  # type: ignore[misc]
        """Whole numbers from the last place: half as long as places, and letters can be joined."""

        def __init__(self, glyphs: Any) -> None:
            super().__init__(glyphs)
            self.told = ""
            self._at = self._start = (0, 0)

        def _step(self, sign: str, *points: tuple[float, float]) -> None:
            steps = [(round(x) - self._at[0], round(y) - self._at[1]) for x, y in points]
            numbers = " ".join([f"{x} {y}" for x, y in steps])
            self.told += sign + numbers.replace(" -", "-")
            self._at = (round(points[-1][0]), round(points[-1][1]))

        def _moveTo(self, point: tuple[float, float]) -> None:
            self._step("m", point)
            self._start = self._at

        def _lineTo(self, point: tuple[float, float]) -> None:
            self._step("l", point)

        def _qCurveToOne(self, *points: tuple[float, float]) -> None:
            self._step("q", *points)

        def _curveToOne(self, *points: tuple[float, float]) -> None:
            self._step("c", *points)

        def _closePath(self) -> None:
            self.told += "z"
            self._at = self._start

    found: dict[str, list[Any]] = {}
    for file in FONTS:
        font = instantiateVariableFont(TTFont(file), {"wght": weight, "wdth": width})
        unit = 1000 / font["head"].unitsPerEm
        glyphs, names = font.getGlyphSet(), font.getBestCmap()
        for letter in wanted:
            if ord(letter) in names and letter not in found:
                pen = RelativePen(glyphs)
                glyph = glyphs[names[ord(letter)]]
                # Up is up in a font, and down in a picture.
                glyph.draw(TransformPen(pen, (unit, 0, 0, -unit, 0, 0)))
                found[letter] = [round(glyph.width * unit), pen.told]
    return dict(sorted(found.items()))


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _text(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    main()

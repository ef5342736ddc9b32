"""The look of the site: the client's tokens and typeface, the templates, and its own styles."""

import re
import shutil
from pathlib import Path
from typing import Final

THEME: Final = Path("tools/docs/theme")
TOKENS: Final = Path("web/src/design/tokens.css")
PAGE: Final = Path("src/gridwright/server/page/built")
"""The built client, which holds the typeface and its licence."""
LICENCES: Final = "licences.md"
ICON: Final = "icon.svg"
DARK: Final = ("[data-theme='dark']", "[data-md-color-scheme='slate']")
"""Names of the dark theme in the client and on the site."""
_FACE = re.compile(r"@font-face \{.*?\n\}\n", re.DOTALL)
_SOURCE = re.compile(r"url\('(?P<path>[^']+)'\)")
_ASSETS: Final = "assets"


class FaceError(Exception):
    """The look of the site lacks a part."""


def copy_face(root: Path, pages: Path, theme: Path) -> tuple[list[str], list[str]]:
    """Copy templates and assets; returns the style sheets and the scripts of every page."""
    shutil.rmtree(theme, ignore_errors=True)
    shutil.copytree(root / THEME, theme, ignore=shutil.ignore_patterns(_ASSETS, "cell"))
    assets = pages / _ASSETS
    shutil.copytree(root / THEME / _ASSETS, assets)
    tokens, fonts = adapt_tokens((root / TOKENS).read_text("utf-8"))
    for font in fonts:
        shutil.copyfile(_find_built(root, font), assets / f"{font}.woff2")
    (assets / "tokens.css").write_text(tokens, "utf-8")
    shutil.copyfile(root / PAGE / ICON, assets / ICON)
    shutil.copyfile(root / PAGE / LICENCES, pages / "licences.txt")
    styles = [f"{_ASSETS}/tokens.css", f"{_ASSETS}/gridwright.css"]
    return styles, [f"{_ASSETS}/gridwright.js"]


def adapt_tokens(text: str) -> tuple[str, list[str]]:
    """Return the client's tokens as the site reads them, and the names of their typefaces.

    The sizes of text stay: the theme sets the size of the root element, which they are counted in.
    """
    if DARK[0] not in text:
        raise FaceError(f"expected {DARK[0]} in {TOKENS}, found none")
    fonts: list[str] = []

    def change(found: re.Match[str]) -> str:
        fonts.append(Path(found["path"]).stem)
        return f"url('{fonts[-1]}.woff2')"

    adapted = _FACE.sub(lambda face: _SOURCE.sub(change, face[0]), text)
    return adapted.replace(*DARK), fonts


def _find_built(root: Path, font: str) -> Path:
    """Return a typeface of the built client, whose file names end with a digest."""
    found = sorted((root / PAGE).rglob(f"{font}*.woff2"))
    if not found:
        raise FaceError(f"expected {font} in the built client; run `make web` first")
    return found[0]

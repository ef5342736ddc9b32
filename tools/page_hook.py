"""A step of hatchling: no wheel and no sdist without the built browser client.

The page is built by ``make web`` and ignored by git, so a build in a fresh checkout would leave it
out without a word. Editable installs come first in development and need none.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src", "gridwright", "server", "page", "built")
NEEDED = ("index.html", "sw.js", "licences.md")
"""The page itself, its service worker, and the licences of what others wrote in it."""


class PageMissing(Exception):
    """The browser client is not built, or not as a whole."""


def verify_page(root: Path) -> None:
    """Raise PageMissing unless the client stands below this folder."""
    missing = [name for name in NEEDED if not (root / PAGE / name).is_file()]
    if missing:
        raise PageMissing(
            f"the browser client is not built, {PAGE.as_posix()} has no {', '.join(missing)}. "
            "Run `make web` first; it needs Node 20.19 or newer with npm. "
            "For development, `pip install -e .` works without it."
        )


class PageHook(BuildHookInterface[BuilderConfig]):
    """Runs before every build; hatchling finds it by pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if version != "editable":
            verify_page(Path(self.root))

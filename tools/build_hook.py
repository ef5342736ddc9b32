"""Steps of hatchling: the browser client must stand, and the engine is compiled where asked for.

The page is built by ``make web`` and ignored by git, so a build in a fresh checkout would leave it
out without a word. Editable installs come first in development and need none.

With ``GRIDWRIGHT_COMPILED=1`` a wheel carries the engine and the bots compiled by mypyc beside
their sources, and is for one Python and one system. Without it the wheel is pure and runs
everywhere.
"""

import importlib.machinery
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src", "gridwright", "server", "page", "built")
NEEDED = ("index.html", "sw.js", "licences.md")
"""The page itself, its service worker, and the licences of what others wrote in it."""
COMPILED = "GRIDWRIGHT_COMPILED"
COMPILER = ["mypy>=2,<3", "setuptools>=77"]
"""Requirements of the compiler; an isolated build installs them only on request."""
OUT = Path("build", "wheel")
"""Apart from the tree that tests use: that one holds boards of tests and frozen bots."""


class PageMissing(Exception):
    """The browser client is not built, or not as a whole."""


class BadSwitch(Exception):
    """The environment says neither yes nor no."""


class NotCompiled(Exception):
    """The engine could not be compiled."""


def verify_page(root: Path) -> None:
    """Raise PageMissing unless the client is below this folder."""
    missing = [name for name in NEEDED if not (root / PAGE / name).is_file()]
    if missing:
        raise PageMissing(
            f"the browser client is not built, {PAGE.as_posix()} has no {', '.join(missing)}. "
            "Run `make web` first; it needs Node 20.19 or newer with npm. "
            "For development, `pip install -e .` works without it."
        )


def wants_compiled(environment: "os._Environ[str] | dict[str, str]") -> bool:
    """Return whether to compile the engine; a mistyped value must not give a slow wheel."""
    told = environment.get(COMPILED, "0")
    if told not in {"", "0", "1"}:
        raise BadSwitch(f"{COMPILED}: expected 1 or 0, got {told!r}")
    return told == "1"


def compile_engine(root: Path) -> Path:
    """Compile with the Python that builds; returns the tree with the results."""
    command = [sys.executable, str(root / "tools" / "build_compiled.py"), "--out", str(root / OUT)]
    done = subprocess.run(
        [*command, "--no-boards", "--no-frozen"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NotCompiled(done.stderr or done.stdout)
    return root / OUT / f"compiled-{sys.version_info.major}.{sys.version_info.minor}"


def libraries(tree: Path) -> dict[str, str]:
    """Return the path of each compiled file, and its place in the wheel."""
    suffixes = tuple(importlib.machinery.EXTENSION_SUFFIXES)
    return {
        str(path): path.relative_to(tree).as_posix()
        for path in sorted(tree.rglob("*"))
        if path.name.endswith(suffixes)
    }


class BuildHook(BuildHookInterface[BuilderConfig]):
    """Runs before every build; hatchling finds it by pyproject.toml."""

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and wants_compiled(os.environ)

    def dependencies(self) -> list[str]:
        return COMPILER if self._compiles() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        verify_page(Path(self.root))
        if self._compiles():
            build_data["force_include"].update(libraries(compile_engine(Path(self.root))))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

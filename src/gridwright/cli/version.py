"""The version of the program, with the engine in use."""

import importlib.util
from typing import Final

import gridwright

COMPILED_HINT: Final = """\
The compiled engine plays about seven times as many games per second. To get it you need a C
compiler and the sources in a folder (a checkout after `make web`, or the unpacked sdist):
  GRIDWRIGHT_COMPILED=1 pip install --force-reinstall --no-deps FOLDER"""


def engine_kind() -> str:
    """``compiled`` or ``interpreted``, by the file that the engine would be loaded from.

    Nothing of the engine is imported for it but the package itself, which is empty.
    """
    found = importlib.util.find_spec("gridwright.engine.game")
    origin = (found.origin if found is not None else None) or ""
    return "compiled" if origin.endswith((".so", ".pyd")) else "interpreted"


def version_line(program: str = "gridwright") -> str:
    """Return the line for ``--version``."""
    return f"{program} {gridwright.__version__} ({engine_kind()} engine)"


def version_hint() -> str:
    """Return how to get the compiled engine, or nothing where it runs."""
    return COMPILED_HINT if engine_kind() == "interpreted" else ""

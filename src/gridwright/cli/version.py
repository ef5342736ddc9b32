"""The version of the program, with the engine in use."""

import importlib.util

import gridwright


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

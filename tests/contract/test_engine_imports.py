"""Allowed imports and calls of the engine, read from its source text."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src"
ENGINE = "gridwright.engine"
EDITIONS = f"{ENGINE}.editions"
# `__future__` directs the compiler and imports nothing that runs.
ALLOWED = {"typing", "enum", "abc", "__future__"}
# Each of these reaches outside the engine without an import.
FORBIDDEN_CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}


def engine_modules() -> dict[str, Path]:
    """Map the name of each module of the engine to its file."""
    modules = {}
    for path in sorted((SOURCE / "gridwright" / "engine").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return modules


def imported(module: str, is_package: bool, text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of everything that the text imports."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = module.split(".")
                keep = len(parents) - node.level + (1 if is_package else 0)
                base = ".".join([*parents[:keep], *([base] if base else [])])
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"


def is_inside(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def foreign_imports(module: str, is_package: bool, text: str) -> list[str]:
    """Describe each import of anything but the allowed modules and the engine."""
    return [
        f"{module}:{line}: {name}"
        for line, name in imported(module, is_package, text)
        if name.split(".")[0] not in ALLOWED and not is_inside(name, ENGINE)
    ]


def edition_of(name: str) -> str | None:
    """Name the edition that a module belongs to, if it belongs to one."""
    return name.split(".")[3] if name.startswith(EDITIONS + ".") else None


def crossing_imports(module: str, is_package: bool, text: str) -> list[str]:
    """Describe each import of one edition by another."""
    own = edition_of(module)
    if own is None:
        return []
    return [
        f"{module}:{line}: {name}"
        for line, name in imported(module, is_package, text)
        if edition_of(name) not in (None, own)
    ]


def outside_calls(module: str, text: str) -> list[str]:
    """Describe each use of a builtin that reads, writes or runs something."""
    return [
        f"{module}:{node.lineno}: {node.id}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Name) and node.id in FORBIDDEN_CALLS
    ]


def test_the_engine_is_found() -> None:
    assert ENGINE in engine_modules()


def test_engine_imports_only_itself_and_three_modules() -> None:
    found = [
        complaint
        for module, path in engine_modules().items()
        for complaint in foreign_imports(module, path.name == "__init__.py", path.read_text())
    ]
    assert found == []


def test_engine_reaches_nothing_outside() -> None:
    found = [
        complaint
        for module, path in engine_modules().items()
        for complaint in outside_calls(module, path.read_text())
    ]
    assert found == []


def test_editions_do_not_import_each_other() -> None:
    found = [
        complaint
        for module, path in engine_modules().items()
        for complaint in crossing_imports(module, path.name == "__init__.py", path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "import os.path",
        "import typing, time",
        "from collections import deque",
        "from gridwright.content import load",
        "from gridwright import fair",
        "from gridwright import __version__",
        "def late():\n    import json",
        "if TYPE_CHECKING:\n    import decimal",
        "from ..content import load",
    ],
)
def test_a_foreign_import_is_noticed(text: str) -> None:
    assert foreign_imports(f"{ENGINE}.state", False, text) != []


@pytest.mark.parametrize(
    "text",
    [
        "from __future__ import annotations",
        "import abc\nfrom enum import IntEnum\nfrom typing import Final",
        "from gridwright.engine import ids",
        "import gridwright.engine.ids",
        "from gridwright.engine.phases.auction import Auction",
        "from . import ids",
        "from .ids import Seat",
    ],
)
def test_an_allowed_import_passes(text: str) -> None:
    assert foreign_imports(f"{ENGINE}.state", False, text) == []


@pytest.mark.parametrize(
    ("module", "is_package", "text", "crosses"),
    [
        (f"{EDITIONS}.classic", False, "from gridwright.engine.editions import deluxe", True),
        (f"{EDITIONS}.classic", False, "from gridwright.engine.editions.deluxe import A", True),
        (f"{EDITIONS}.classic", False, "from . import deluxe", True),
        (f"{EDITIONS}.classic", True, "from ..deluxe import A", True),
        (f"{EDITIONS}.classic.trust", False, "import gridwright.engine.editions.card", True),
        (f"{EDITIONS}.classic", True, "from .trust import Trust", False),
        (f"{EDITIONS}.classic.trust", False, "from . import contractor", False),
        (f"{EDITIONS}.classic", False, "from gridwright.engine import editions", False),
        (EDITIONS, True, "from . import classic, deluxe", False),
        (f"{ENGINE}.game", False, "from gridwright.engine.editions import classic", False),
    ],
)
def test_a_crossing_import_is_noticed(
    module: str, is_package: bool, text: str, crosses: bool
) -> None:
    assert bool(crossing_imports(module, is_package, text)) is crosses


@pytest.mark.parametrize("text", ["print(1)", "open('x')", "read = open", "eval('1')"])
def test_an_outside_call_is_noticed(text: str) -> None:
    assert outside_calls(f"{ENGINE}.state", text) != []

"""Imports that the code of bots may have: an allowed list, because a forbidden one has gaps."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.check_no_names import find_questions, known_names

ROOT = Path(__file__).resolve().parents[2] / "src"
PACKAGE = ROOT / "gridwright" / "bots"
LABORATORY = ROOT.parent / "lab" / "gridwright_lab"
FROZEN = LABORATORY.with_name("gridwright_frozen")

RUNNERS = {"bot_games", "seated_bot"}
"""Modules that hold games and dealers. They are the tables, not the bots."""

LOADERS = {"characters", "loading", "outlook", "outside", "profiles", "strength", "styles"}
"""Modules that read files or load code of others, once, before any bot is seated."""
READING = {"hashlib", "importlib", "json", "pathlib", "tomllib"}

STANDARD = {
    "abc",
    "collections",
    "dataclasses",
    "functools",
    "itertools",
    "math",
    "types",
    "typing",
}
MODULES = (
    "gridwright.bots",
    "gridwright.engine.dice",
    "gridwright.engine.editions.card.vocabulary",
    "gridwright.engine.fuel",
    "gridwright.engine.fuel_cards",
    "gridwright.engine.ids",
    "gridwright.engine.masks",
    "gridwright.engine.network",
    "gridwright.engine.resources",
    "gridwright.engine.rules",
    "gridwright.engine.vocabulary",
    "gridwright_frozen",
)
NAMES = {
    "gridwright.engine.editions.card.depot.Depot",
    "gridwright.engine.observation.HIDDEN",
    "gridwright.engine.observation.Observation",
    "gridwright.engine.observe.behind_seen",
    "gridwright.engine.observe.ladders_seen",
    "gridwright.engine.observe.stock_seen",
    "gridwright.fair.draw.Stream",
}
"""Single names from modules that also hold what no bot may have."""
IMAGINING = {"rollout", "search", "value"}
"""Folders that read positions. They are given imagined ones only, never the one at the table."""
POSITIONS = {
    "gridwright.engine.game.Game",
    "gridwright.engine.observe.observe",
    "gridwright.engine.state.State",
}
FORBIDDEN = {"__import__", "compile", "eval", "exec", "getattr", "globals", "open", "vars"}


def parts_of(path: Path) -> tuple[str, ...]:
    """The folders and the name of a module below its package."""
    package = FROZEN if path.is_relative_to(FROZEN) else PACKAGE
    return path.relative_to(package).with_suffix("").parts


def bot_modules() -> list[Path]:
    modules = [*sorted(PACKAGE.rglob("*.py")), *sorted(FROZEN.rglob("*.py"))]
    return [path for path in modules if parts_of(path)[0] not in RUNNERS]


def imported(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module}.{alias.name}" for alias in node.names)


def is_allowed(name: str, loads: bool, imagines: bool) -> bool:
    package = name.split(".", maxsplit=1)[0]
    if imagines and name in POSITIONS:
        return True
    if name in NAMES or package in STANDARD or (loads and package in READING):
        return True
    if any(name.startswith(f"gridwright.bots.{runner}") for runner in RUNNERS):
        return False
    return any(name.startswith(module + ".") for module in MODULES)


def complaints(text: str, loads: bool = False, imagines: bool = False) -> list[str]:
    """Everything by which a bot would reach more than it is given."""
    found = [name for name in imported(text) if not is_allowed(name, loads, imagines)]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name) and node.id in FORBIDDEN:
            found.append(node.id)
        is_inner = isinstance(node, ast.Attribute) and node.attr.startswith("__")
        if isinstance(node, ast.Attribute) and is_inner and node.attr != "__init__":
            found.append(node.attr)
    return found


def test_the_bots_are_found() -> None:
    names = {path.stem for path in bot_modules()}
    assert {"contract", "registry", "random_bot", "auction", "fuel", "building"} <= names
    assert FROZEN / "hard_2026_11" / "auction.py" in bot_modules()
    assert not names & RUNNERS
    there = {path.stem for path in PACKAGE.iterdir()}
    assert there >= RUNNERS


@pytest.mark.parametrize("path", bot_modules(), ids=lambda path: path.stem)
def test_bots_import_no_state_and_no_dealer(path: Path) -> None:
    parts = parts_of(path)
    loads = not LOADERS.isdisjoint(parts)
    imagines = parts[0] in IMAGINING
    assert complaints(path.read_text("utf-8"), loads, imagines) == []


@pytest.mark.parametrize(
    "path",
    [
        *sorted(PACKAGE.rglob("*.py")),
        *sorted(FROZEN.rglob("*.py")),
        LABORATORY / "honesty.py",
        *sorted((LABORATORY / "tuning").glob("*.py")),
        *sorted((LABORATORY / "value").glob("*.py")),
    ],
    ids=lambda path: path.stem,
)
def test_bots_do_not_ask_which_edition_they_play(path: Path) -> None:
    assert list(find_questions(path.read_text("utf-8"), known_names())) == []


@pytest.mark.parametrize(
    "text",
    [
        "from gridwright.engine.state import State",
        "from gridwright.engine.game import Game",
        "from gridwright.engine import game",
        "from gridwright.engine.history import History",
        "from gridwright.engine.observe import observe",
        "from gridwright.engine.editions.card.depot import depot_of",
        "from gridwright.fair.dealer import Dealer",
        "from gridwright.fair.hidden import resample",
        "from gridwright.fair.record import Recorder",
        "from gridwright.fair.derive import Keys",
        "from gridwright.fair import dealer",
        "from gridwright.content.table import build_game",
        "from gridwright.bots.bot_games import play_game",
        "from gridwright.bots.seated_bot import SeatedBot",
        "import gridwright.fair.dealer",
        "import sqlite3",
        "import random",
        "import os",
        "import gc",
        "import json",
        "import importlib.resources",
        "from ..fair import dealer",
        "def late():\n    from gridwright.engine.state import State",
        "open('x')",
        "getattr(x, 'y')",
        "x.__globals__",
    ],
)
def test_reaching_further_is_noticed(text: str) -> None:
    assert complaints(text) != []


def test_only_what_imagines_positions_may_read_them() -> None:
    text = "from gridwright.engine.state import State"
    assert complaints(text, imagines=True) == []
    assert complaints(text) != []
    assert complaints("from gridwright.fair.dealer import Dealer", imagines=True) != []
    read = {
        parts_of(path)[0]
        for path in bot_modules()
        if not POSITIONS.isdisjoint(imported(path.read_text("utf-8")))
    }
    assert read <= IMAGINING

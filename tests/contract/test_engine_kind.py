"""The engine under test is wholly interpreted or wholly compiled, as the run says."""

import importlib
import os
import pkgutil
from types import ModuleType

import pytest

import gridwright.bots
import gridwright.engine
import gridwright_frozen

KINDS = {".py": "interpreted", ".so": "compiled"}
EXTENDED_BOTS = {"contract", "greedy", "planner", "random_bot", "search.players"}
"""Classes that third-party bots and the analysis extend."""
LOADING_BOTS = {
    *("characters", "outside", "profiles", "registry"),
    *("rollout", "search", "search.expert", "solvers", "strength", "styles", "value"),
}
"""Modules that only load, or are empty."""
PLAIN_BOTS = EXTENDED_BOTS | LOADING_BOTS
"""Plain Python in either tree."""
PLAIN_FROZEN = {"capped", "hard_2026_11"}
"""Plain Python in either tree: one is called once in a turn, the other seats the bot."""


def kind_of(module: str) -> str:
    return KINDS[os.path.splitext(importlib.import_module(module).__file__ or "")[1]]


def test_every_module_is_of_the_expected_kind() -> None:
    names = [gridwright.engine.__name__]
    for module in pkgutil.walk_packages(gridwright.engine.__path__, "gridwright.engine."):
        names.append(module.name)
    origins = {name: importlib.import_module(name).__file__ or "" for name in names}
    # Tests of made-up boards add modules of their own, which are never compiled.
    (home,) = gridwright.engine.__path__
    kinds = {name: origin for name, origin in origins.items() if origin.startswith(home)}
    assert len(kinds) > 50
    found = {KINDS[os.path.splitext(origin)[1]] for origin in kinds.values()}
    expected = os.environ.get("GRIDWRIGHT_ENGINE")
    assert found == ({expected} if expected else found), kinds
    assert len(found) == 1, kinds


@pytest.mark.parametrize(
    ("package", "plain"),
    [(gridwright.bots, PLAIN_BOTS), (gridwright_frozen, PLAIN_FROZEN)],
    ids=["bots", "frozen"],
)
def test_the_bots_that_play_are_of_the_kind_of_the_engine(
    package: ModuleType, plain: set[str]
) -> None:
    """A new module of a bot must not stay behind without a word."""
    home = package.__name__ + "."
    names = [module.name for module in pkgutil.walk_packages(package.__path__, home)]
    kinds = {name.removeprefix(home): kind_of(name) for name in names}
    assert set(kinds) > plain
    engine = kind_of("gridwright.engine.game")
    for name, kind in kinds.items():
        assert kind == ("interpreted" if name in plain else engine), name

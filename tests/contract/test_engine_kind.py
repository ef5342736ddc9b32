"""The engine under test is wholly interpreted or wholly compiled, as the run says."""

import importlib
import os
import pkgutil

import gridwright.bots
import gridwright.engine

KINDS = {".py": "interpreted", ".so": "compiled"}
EXTENDED_BOTS = {"contract", "greedy", "planner", "random_bot", "search.players"}
"""Classes that third-party bots and the analysis extend."""
LOADING_BOTS = {
    *("frozen", "frozen.capped", "frozen.hard_2026_11", "outside", "profiles", "registry"),
    *("rollout", "search", "search.expert", "solvers", "strength", "value"),
}
"""Modules that only load, or are empty."""
PLAIN_BOTS = EXTENDED_BOTS | LOADING_BOTS
"""Plain Python in either tree."""


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


def test_the_bots_that_play_are_of_the_kind_of_the_engine() -> None:
    """A new module of a bot must not stay behind without a word."""
    home = gridwright.bots.__name__ + "."
    names = [module.name for module in pkgutil.walk_packages(gridwright.bots.__path__, home)]
    kinds = {name.removeprefix(home): kind_of(name) for name in names}
    assert set(kinds) >= PLAIN_BOTS
    engine = kind_of("gridwright.engine.game")
    for name, kind in kinds.items():
        assert kind == ("interpreted" if name in PLAIN_BOTS else engine), name

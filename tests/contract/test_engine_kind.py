"""The engine under test is wholly interpreted or wholly compiled, as the run says."""

import importlib
import os
import pkgutil

import gridwright.engine

KINDS = {".py": "interpreted", ".so": "compiled"}


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

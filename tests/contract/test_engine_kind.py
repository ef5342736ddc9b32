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
    kinds = {name: importlib.import_module(name).__file__ or "" for name in names}
    found = {KINDS[os.path.splitext(origin)[1]] for origin in kinds.values()}
    expected = os.environ.get("GRIDWRIGHT_ENGINE")
    assert found == ({expected} if expected else found)
    assert len(found) == 1, kinds

"""Aids import no server, and of other packages only msgspec."""

import os
import subprocess
import sys

PROGRAM = """
import importlib, pkgutil, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        top, _dot, rest = name.partition(".")
        is_ours = top == "gridwright" and rest.split(".")[0] not in {
            "cli", "client", "envs", "arena", "puzzles", "server", "study"
        }
        is_compiled = top.endswith("__mypyc")  # All compiled modules are in one library.
        is_known = top == "msgspec" or top in sys.stdlib_module_names - {"asyncio"}
        if is_ours or is_compiled or is_known:
            return None
        if any(each.find_spec(name, path, target) for each in FINDERS):
            raise ImportError(f"aids may not import {name}")

FINDERS = sys.meta_path[:]
sys.meta_path.insert(0, Absent())
import gridwright.aids

names = [each.name for each in pkgutil.iter_modules(gridwright.aids.__path__)]
for name in names:
    importlib.import_module(f"gridwright.aids.{name}")
for absent in ABSENT:
    try:
        importlib.import_module(absent)
    except ImportError as error:
        assert "aids may not import" in str(error), absent
    else:
        raise AssertionError(f"{absent} could be imported")
print(len(names))
"""
ABSENT = [
    "starlette",
    "cryptography",
    "asyncio",
    "gridwright.server.node",
    "gridwright.study.table",
]


def test_aids_import_nothing_else() -> None:
    program = f"ABSENT = {ABSENT!r}\n{PROGRAM}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10

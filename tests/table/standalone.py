"""Run a program with every import blocked that a table does not need.

python standalone.py PROGRAM ARGUMENTS
"""

import runpy
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

LAYERS = {
    "local",
    "puzzles",
    "insight",
    "table",
    "aids",
    "bots",
    "protocol",
    "fair",
    "content",
    "engine",
    "ratings",
}
BLOCKED = {"asyncio", "concurrent", "multiprocessing", "selectors", "socket", "sqlite3", "ssl"}
"""Modules of the standard library that no table needs."""
ALLOWED = (sys.stdlib_module_names - BLOCKED) | {"gridwright", "msgspec"}


class Refuser(MetaPathFinder):
    """Refuses modules of third parties, of layers above the table, and of event loops."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        top, *below = fullname.split(".")
        if top.endswith("__mypyc"):  # All compiled modules are in one library.
            return None
        if top not in ALLOWED or (top == "gridwright" and below and below[0] not in LAYERS):
            raise ImportError(f"a table needs no {fullname}")
        return None


if __name__ == "__main__":
    sys.meta_path.insert(0, Refuser())
    loaded = {name.split(".")[0] for name in sys.modules}
    if early := loaded & BLOCKED:
        raise SystemExit(f"expected a process without {', '.join(sorted(early))}")
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")

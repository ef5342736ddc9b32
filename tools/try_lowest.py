"""Run the tests of all parts with dependencies with the lowest declared versions.

    python -m tools.try_lowest                        # makes .venv-lowest, then runs the tests
    python -m tools.try_lowest tests/cli -k verify    # some of them

uv chooses the lowest release that each line of pyproject.toml allows. Tools for tests have the
versions of ``requirements/dev.txt``.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from tools.install import PIP, REQUIREMENTS, ROOT, InstallError, make_environment, python_of, run

HOME = ROOT / ".venv-lowest"
BUILD = ROOT / "build" / "lowest"
TESTED = (
    *("tests/cli", "tests/server", "tests/protocol", "tests/arena", "tests/envs", "tests/study"),
    "tests/lab/test_data_set.py",
)
TOOLS = frozenset(
    {
        "cbor2",
        "hatchling",
        "httpx",
        "hypothesis",
        "jsonschema-rs",
        "networkx",
        "requests",
        "schemathesis",
    }
    | {"pytest", "pytest-timeout", "pytest-xdist"}
)
"""Imports of the tests other than the product; the rest of ``dev.in`` builds and checks."""
EDITABLE = (*PIP, "--no-deps", "--no-build-isolation", "-e")
COMPILE = (
    *("pip", "compile", "-q", "--system-certs", "--generate-hashes", "--no-emit-index-url"),
    *("--resolution", "lowest-direct", "--upgrade"),
)
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(==[^\s;\\]+(?:\s*;[^\\]+)?)", re.MULTILINE)


def declared() -> list[str]:
    """Every requirement of the product, with those of all extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [line for extra in project["optional-dependencies"].values() for line in extra]
    named = {*project["dependencies"], *lines}
    return sorted(line for line in named if not line.startswith(f"{project['name']}["))


def tools() -> list[str]:
    """The tools of the tests, with the versions that developers have."""
    pins = PINNED.findall((REQUIREMENTS / "dev.txt").read_text("utf-8"))
    return sorted(f"{name}{rest.strip()}" for name, rest in pins if name in TOOLS)


def compile_lowest(uv: Path) -> Path:
    """A hashed file with the lowest versions."""
    BUILD.mkdir(parents=True, exist_ok=True)
    wanted, chosen = BUILD / "lowest.in", BUILD / "lowest.txt"
    wanted.write_text("".join(f"{line}\n" for line in [*declared(), *tools()]), "utf-8")
    run([uv, *COMPILE, "--python", sys.executable, wanted, "-o", chosen])
    return chosen


def main(arguments: Sequence[str]) -> int:
    uv = Path(sys.executable).parent / "uv"
    try:
        make_environment(HOME, sys.executable, compile_lowest(uv), uv)
        # Commands find frozen bots by the entry points of an installed laboratory.
        run([python_of(HOME), *EDITABLE, ROOT / "lab"])
    except InstallError as error:
        print(f"try_lowest: {error}", file=sys.stderr)
        return 1
    known = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "lab")])}
    # Old releases warn about what Python has changed since; that is not tested here.
    words = ["-m", "pytest", "-q", "-n", "2", "-W", "default", *(arguments or TESTED)]
    return subprocess.run([python_of(HOME), *words], cwd=ROOT, env=known, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Generate the browser's types from the OpenAPI document, or fail if the committed ones differ.

    python tools/wire_types.py            # compare, then let the compiler read them
    python tools/wire_types.py --write    # after a change of the protocol

It needs Node 20.19 or newer with npm. What npm installs is fixed by web/package-lock.json.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
TYPES = WEB / "src" / "protocol" / "api.ts"
TRIED = WEB / "tests" / "protocol.ts"
MOST_SHOWN = 40
LOOSE = "export type Frame = any;"
"""What types that check nothing look like: the compiler must not be content with them."""


def fail(problem: str) -> NoReturn:
    print(f"wire types: {problem}", file=sys.stderr)
    sys.exit(1)


def run(arguments: Sequence[str | Path], folder: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(arguments, cwd=folder, capture_output=True, text=True, check=False)


def run_well(arguments: Sequence[str | Path], folder: Path = ROOT) -> str:
    """What a program prints; if it fails, so do we, with its words."""
    done = run(arguments, folder)
    if done.returncode != 0:
        fail(f"{arguments[0]} failed\n{done.stdout}{done.stderr}")
    return done.stdout


def install() -> Path:
    """The folder of the programs that npm installs, brought up to date with the lock file."""
    npm = shutil.which("npm")
    if npm is None:
        fail("expected Node with npm on the path, found none")
    lock = WEB / "package-lock.json"
    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        run_well([npm, "ci", "--silent"], WEB)
        os.utime(installed)
    return WEB / "node_modules" / ".bin"


def generate(programs: Path, folder: Path) -> str:
    """The types of the document that this checkout serves."""
    document = folder / "openapi.json"
    document.write_text(run_well([sys.executable, "-m", "gridwright.server.app"]), "utf-8")
    types = folder / "api.ts"
    options = ["--root-types", "--root-types-no-schema-prefix", "--default-non-nullable", "false"]
    run_well([programs / "openapi-typescript", document, "--output", types, *options])
    return types.read_text("utf-8")


def verify_same(types: str) -> None:
    committed = TYPES.read_text("utf-8") if TYPES.exists() else ""
    if types != committed:
        lines = unified_diff(committed.splitlines(), types.splitlines(), "committed", "now", n=1)
        shown = "\n".join(list(lines)[:MOST_SHOWN])
        fail(f"{TYPES.relative_to(ROOT)} is out of date; run `make wire-types-write`\n{shown}")


def verify_compiled(programs: Path, folder: Path) -> None:
    """The compiler takes the types, and does not take types that say nothing."""
    run_well([programs / "tsc", "--noEmit", "--project", WEB])
    loose = folder / "loose"
    for path in (TYPES, TRIED, WEB / "tsconfig.json"):
        copy = loose / path.relative_to(WEB)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text("utf-8"), "utf-8")
    spelled = "export type Frame = components['schemas']['Frame'];"
    types = loose / TYPES.relative_to(WEB)
    if spelled not in types.read_text("utf-8"):
        fail(f"expected {spelled!r} among the types")
    types.write_text(types.read_text("utf-8").replace(spelled, LOOSE), "utf-8")
    if run([programs / "tsc", "--noEmit", "--project", loose]).returncode == 0:
        fail("the compiler took types that say nothing: it checks nothing")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="change the committed types")
    chosen = parser.parse_args(arguments)
    programs = install()
    with tempfile.TemporaryDirectory(prefix="gridwright-types-") as folder:
        types = generate(programs, Path(folder))
        if chosen.write:
            TYPES.parent.mkdir(parents=True, exist_ok=True)
            TYPES.write_text(types, "utf-8")
        verify_same(types)
        verify_compiled(programs, Path(folder))
    print(f"wire types: {TYPES.relative_to(ROOT)} is what the document says, and compiles")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Build, check or try the browser client.

    python tools/web.py build         # into src/gridwright/server/page/built, unless it stands
    python tools/web.py check         # format, lint, types, build, tests
    python tools/web.py run e2e usa   # a script of web/package.json with its arguments

It needs npm. Where Node is older than the build tools take, a newer one is installed from npm into
build/node, for these programs alone.
"""

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
OWN_NODE = ROOT / "build" / "node"
OLDEST = (20, 19)
NEWER = "22"
BUILT = ROOT / "src" / "gridwright" / "server" / "page" / "built"
STAMP = ROOT / "build" / "page.sha256"
ASIDE = {"node_modules", "tests", "e2e", "test-results"}
"""Folders of the client that the built page does not depend on."""
BOARD_WORDS = "src/gridwright/content/*/boards/*/words.*.json"
CHARACTERS = "src/gridwright/bots/characters.json"
"""Sources of the client outside of its folder, below the root."""
SCRIPTS = {"build": ["build"], "check": ["format:check", "lint", "check", "build", "test"]}


def fail(problem: str) -> NoReturn:
    print(f"web: {problem}", file=sys.stderr)
    sys.exit(1)


def run_well(arguments: Sequence[str | Path], folder: Path, path: str) -> None:
    # By its whole name: on Windows npm is a script, which is not found by the first word alone.
    program = shutil.which(arguments[0], path=path) or arguments[0]
    command = [program, *arguments[1:]]
    done = subprocess.run(command, cwd=folder, env={**os.environ, "PATH": path}, check=False)
    if done.returncode != 0:
        fail(f"{' '.join(map(str, arguments))} ended with {done.returncode}")


def node_version(program: str | Path) -> tuple[int, int]:
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    found = re.match(r"v(\d+)\.(\d+)\.", told.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def search_path() -> str:
    """The search path with a Node that is new enough in front."""
    path = os.environ.get("PATH", os.defpath)
    npm = shutil.which("npm")
    node = shutil.which("node")
    if npm is None or node is None:
        fail("expected Node with npm on the path, found none")
    if node_version(node) >= OLDEST:
        return path
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine())
    if sys.platform != "linux" or machine is None:
        fail(f"expected Node {OLDEST[0]}.{OLDEST[1]} or newer")
    package = f"node-linux-{machine}"
    programs = OWN_NODE / "node_modules" / package / "bin"
    if not (programs / "node").exists():
        OWN_NODE.mkdir(parents=True, exist_ok=True)
        wanted = f"{package}@{NEWER}"
        options = ["--silent", "--no-save", "--prefix", str(OWN_NODE)]
        run_well([npm, "install", *options, wanted], OWN_NODE, path)
    return f"{programs}{os.pathsep}{path}"


def install(path: str) -> None:
    """Bring what npm installs up to date with the lock file."""
    lock = WEB / "package-lock.json"
    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        run_well(["npm", "ci", "--silent"], WEB, path)
        os.utime(installed)


def sources(web: Path = WEB) -> list[Path]:
    """The files that the built page is made from."""
    tops = [each for each in sorted(web.iterdir()) if each.name not in ASIDE]
    own = [file for top in tops for file in ([top] if top.is_file() else sorted(top.rglob("*")))]
    outside = [*web.parent.glob(BOARD_WORDS), *web.parent.glob(CHARACTERS)]
    return [*own, *sorted(outside)]


def digest(web: Path = WEB) -> str:
    whole = hashlib.sha256()
    for file in sources(web):
        if file.is_file():
            whole.update(f"{file.relative_to(web.parent)}\0{file.stat().st_size}\0".encode())
            whole.update(file.read_bytes())
    return whole.hexdigest()


def stands(wanted: str) -> bool:
    """Return whether the page was built from these sources; then it is kept for its readers."""
    return (BUILT / "index.html").is_file() and STAMP.is_file() and STAMP.read_text() == wanted


def build(path: str) -> None:
    wanted = digest()
    if stands(wanted):
        print("web: the page stands as it was built")
        return
    run_well(["npm", "run", "--silent", "build"], WEB, path)
    STAMP.parent.mkdir(exist_ok=True)
    STAMP.write_text(wanted)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=[*SCRIPTS, "run"])
    parser.add_argument("script", nargs=argparse.REMAINDER, help="with run: its name and arguments")
    chosen = parser.parse_args(arguments)
    if bool(chosen.script) != (chosen.what == "run"):
        parser.error("a script is named with run, and only then")
    if chosen.what == "build" and stands(digest()):
        print("web: the page stands as it was built")  # Nothing to do, so no Node to ask for.
        return 0
    path = search_path()
    install(path)
    for script in SCRIPTS.get(chosen.what, []):
        if script == "build":
            build(path)
        else:
            run_well(["npm", "run", "--silent", script], WEB, path)
    if chosen.script:
        name, *given = chosen.script
        run_well(["npm", "run", "--silent", name, "--", *given], WEB, path)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Build the page without a server: static files for any folder of any host.

    python -m tools.play            # into build/play
    python -m tools.play --serve    # at http://127.0.0.1:8601/play/
    python -m tools.play --replay   # recorded games in its Python and in this one: equal digests

The page and its worker are built from `web`, Python comes from the npm package `pyodide`, `msgspec`
from the requirements, the engine from `src`. Nothing is fetched from elsewhere when it runs.
"""

import argparse
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools import web

ROOT = Path(__file__).resolve().parent.parent
PLAY = ROOT / "build" / "play"
ENGINE = PLAY / "engine"
SOURCE = ROOT / "src" / "gridwright"
RULES = ROOT / "docs" / "rules"
WHEELS = ROOT / "build" / "play-wheels"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
REQUIREMENTS = ROOT / "requirements" / "serve.txt"
PLATFORM = ("pyemscripten_2026_0_wasm32", "314")
"""Platform and Python of the pinned Pyodide."""
PACKAGES = (
    *("engine", "content", "fair", "ratings", "bots", "protocol", "insight", "aids", "table"),
    "local",
)
"""What `gridwright.local` imports; a test runs a game on exactly these."""
PARTS = {"puzzles": ("puzzles", "local/puzzle_routes.py")}
"""Folders and modules of what a page loads when it is first needed, by the name of its archive."""
NOT_PLAYED = {"atlas.json", "__pycache__"}
"""Files of boards that only the drawings are made from."""
MAX_BYTES = 8_000_000
"""Limit of what a visitor loads before the first table, compressed."""
RECORDED = ("tests/golden", "tests/recorded")
PORT = 8601
SERVICE_WORKER = "sw.js"
LIST = "__FILES__"
"""Place of the list of files in the service worker."""
MOMENT = (1980, 1, 1, 0, 0, 0)
"""Time of every file in an archive, so that equal sources make equal archives."""

NOTICES = """\
# Notices

The page's own scripts are listed in ../licences.md. This folder also holds:

{python}
- msgspec.zip: msgspec, BSD 3-Clause; its licence is in the archive.
"""
PYTHON_NOTICES = """\
- pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm: Pyodide {version}, Mozilla Public License 2.0
  (https://www.mozilla.org/MPL/2.0/); its source is at https://github.com/pyodide/pyodide.
- CPython with its standard library, compiled into these files and python_stdlib.zip: Python
  Software Foundation License 2 (https://docs.python.org/3/license.html).\
"""


def python_notices() -> str:
    """Return the licences of the files of Pyodide, for each folder that holds them."""
    version = json.loads((PYODIDE / "package.json").read_text("utf-8"))["version"]
    return PYTHON_NOTICES.format(version=version)


def part_files(part: str) -> dict[str, Path]:
    """Return the files of a part that is loaded later, by their names in its archive."""
    found: list[Path] = []
    for name in PARTS[part]:
        path = SOURCE / name
        found += [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return _named(found)


def engine_files() -> dict[str, Path]:
    """Return the files of the engine by their names in the archive, as a wheel has them."""
    found = [SOURCE / "__init__.py"]
    for name in PACKAGES:
        found += [path for path in (SOURCE / name).rglob("*") if path.is_file()]
    late = {path for part in PARTS for path in part_files(part).values()}
    named = _named([path for path in found if path not in late])
    for path in RULES.rglob("*.md"):
        named[f"gridwright/content/rules/{path.relative_to(RULES).as_posix()}"] = path
    return dict(sorted(named.items()))


def _named(found: Sequence[Path]) -> dict[str, Path]:
    kept = [path for path in found if not NOT_PLAYED & set(path.parts) and path.suffix != ".so"]
    return {path.relative_to(SOURCE.parent).as_posix(): path for path in sorted(kept)}


def write_archive(path: Path, files: Mapping[str, Path]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, source in files.items():
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, source.read_bytes())


def msgspec_wheel() -> Path:
    """Return the wheel of msgspec for the browser, fetched once and verified by its hash."""
    pinned = re.search(
        r"^msgspec==\S+ \\\n(?: +--hash=\S+(?: \\)?\n)+", REQUIREMENTS.read_text(), re.M
    )
    if pinned is None:
        raise SystemExit(f"play: expected msgspec in {REQUIREMENTS}")
    version = pinned[0].split()[0].removeprefix("msgspec==")
    wheels = list(WHEELS.glob(f"msgspec-{version}-*{PLATFORM[0]}.whl"))
    if not wheels:
        platform, python = PLATFORM
        with tempfile.TemporaryDirectory() as folder:
            wanted = Path(folder) / "wanted.txt"
            wanted.write_text(pinned[0], "utf-8")
            command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps"]
            command += ["--disable-pip-version-check", "--require-hashes", "-r", str(wanted)]
            command += ["--platform", platform, "--python-version", python]
            command += ["--implementation", "cp", "--only-binary=:all:", "-d", str(WHEELS)]
            subprocess.run(command, check=True)
        wheels = list(WHEELS.glob(f"msgspec-{version}-*{PLATFORM[0]}.whl"))
    return wheels[0]


def write_engine() -> None:
    """Write the folder of the engine, with the list of its files and their sizes."""
    ENGINE.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        shutil.copy(PYODIDE / name, ENGINE)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    # Packages of the distribution are not offered.
    (ENGINE / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    shutil.copy(PYODIDE / "python_stdlib.zip", ENGINE)
    shutil.copy(msgspec_wheel(), ENGINE / "msgspec.zip")
    write_archive(ENGINE / "gridwright.zip", engine_files())
    for part in PARTS:
        write_archive(ENGINE / f"{part}.zip", part_files(part))
    wasm = (PYODIDE / "pyodide.asm.wasm").read_bytes()
    (ENGINE / "pyodide.asm.wasm.packed").write_bytes(gzip.compress(wasm, 9, mtime=0))
    (ENGINE / "NOTICES.md").write_text(NOTICES.format(python=python_notices()), "utf-8")
    counted = [
        {"name": name, "bytes": (ENGINE / sent).stat().st_size, "isPacked": sent != name}
        for name, sent in (
            ("pyodide.asm.wasm", "pyodide.asm.wasm.packed"),
            ("python_stdlib.zip", "python_stdlib.zip"),
            ("msgspec.zip", "msgspec.zip"),
            ("gridwright.zip", "gridwright.zip"),
        )
    ]
    (ENGINE / "files.json").write_text(json.dumps(counted), "utf-8")


def write_list() -> None:
    """Write the list of all files with their digests into the service worker."""
    left_out = {SERVICE_WORKER, "licences.md", "engine/NOTICES.md"}
    files = {
        path.relative_to(PLAY).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted(PLAY.rglob("*"))
        if path.is_file()
    }
    kept = {name: digest for name, digest in files.items() if name not in left_out}
    worker = PLAY / SERVICE_WORKER
    text = worker.read_text("utf-8")
    build = hashlib.sha256(f"{text}{kept}".encode()).hexdigest()[:12]
    if text.count(LIST) != 1:
        raise SystemExit(f"play: expected {LIST} once in {worker}")
    listed = json.dumps({"build": build, "files": kept}, separators=(",", ":"))
    worker.write_text(text.replace(LIST, listed), "utf-8")


def sizes() -> dict[str, int]:
    """Return the compressed bytes by part: the page's first files, and the engine's."""
    page = (PLAY / "index.html").read_text("utf-8")
    first = {"index.html", *re.findall(r"(?:src|href)=\"\./(assets/[^\"]+)\"", page)}
    found = {"page": sum(len(gzip.compress((PLAY / name).read_bytes(), 9)) for name in first)}
    for path in sorted(ENGINE.iterdir()):
        is_packed = path.suffix in {".zip", ".packed"}
        content = path.read_bytes()
        if path.name != "NOTICES.md" and path.stem not in PARTS:
            found[path.name] = len(content) if is_packed else len(gzip.compress(content, 9))
    return found


def build() -> int:
    path = web.search_path()
    web.install(path)
    web.run_well(["npm", "run", "--silent", "build", "--", "--mode", "play"], web.WEB, path)
    write_engine()
    write_list()
    found = sizes()
    for name, n_bytes in found.items():
        print(f"play: {n_bytes:>9,} bytes  {name}")
    total = sum(found.values())
    print(f"play: {total:>9,} bytes before the first table, at most {MAX_BYTES:,}; in {PLAY}")
    return 0 if total <= MAX_BYTES else 1


def serve() -> int:
    if not (ENGINE / "files.json").is_file():
        raise SystemExit("play: expected a build; run make play first")
    handler = partial(SimpleHTTPRequestHandler, directory=str(PLAY.parent))
    with ThreadingHTTPServer(("127.0.0.1", PORT), handler) as server:
        print(f"play: http://127.0.0.1:{PORT}/{PLAY.name}/", flush=True)
        server.serve_forever()
    return 0


def replay() -> int:
    """Compare the digests of recorded games in the browser's Python and in this one."""
    arguments = ["-m", "gridwright_lab.conformance.replay.replay", *RECORDED, "--json"]
    path = os.pathsep.join(str(ROOT / folder) for folder in ("src", "lab"))
    here = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "GRIDWRIGHT_ENGINE": "interpreted"},
        capture_output=True,
        check=True,
    )
    command = ["node", "web/tools/replay-in-wasm.mjs", *RECORDED]
    node = {**os.environ, "PATH": web.search_path()}
    there = subprocess.run(command, cwd=ROOT, env=node, capture_output=True, check=False)
    games = here.stdout.splitlines()
    equal = there.stdout.splitlines()
    n_equal = sum(one == other for one, other in zip(games, equal, strict=False))
    print(f"play: {n_equal} of {len(games)} recorded games end with the digest of this Python")
    sys.stderr.buffer.write(there.stderr)
    return 0 if games and games == equal else 1


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--serve", action="store_true", help="serve the built folder")
    parser.add_argument("--replay", action="store_true", help="compare recorded games")
    chosen = parser.parse_args(arguments)
    if chosen.serve:
        return serve()
    return replay() if chosen.replay else build()


if __name__ == "__main__":
    sys.exit(main())

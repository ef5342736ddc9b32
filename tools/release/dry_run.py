"""Make a release in build/release, check all of it, and publish nothing.

    python -m tools.release.dry_run                       # the version that the sources name
    python -m tools.release.dry_run --tag v0.2.0          # fails unless they name this one
    python -m tools.release.dry_run --compiled --tests    # with compiled wheels and all tests

The commit at HEAD is released, never the working tree. See RELEASING.md.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tools.fresh_install import Failed, install, make_environment, run
from tools.release.notes import (
    ReleaseError,
    named_versions,
    notes_of,
    tag_is_set,
    verify_version,
    version_of,
)
from tools.release.provenance import verify_release, write_checksums, write_statement
from tools.release.sbom import installed, write_sbom
from tools.release.source_archive import run_tests, unpack, verify_complete
from tools.try_docs import clone
from tools.web import BUILT

ROOT = Path(__file__).resolve().parent.parent.parent
RELEASE = ROOT / "build" / "release"
SBOM = "sbom.cdx.json"
NOTES = "notes.md"


def build(source: Path, folder: Path, *kinds: str, compiled: bool = False) -> list[Path]:
    """Build a distribution; returns what is new in the folder."""
    before = set(folder.glob("*"))
    # Compiled wheels come from the same build, which asks this variable.
    given = {**os.environ, **({"GRIDWRIGHT_COMPILED": "1"} if compiled else {})}
    command = [sys.executable, "-m", "build", "--no-isolation", *kinds, "-o", str(folder)]
    done = subprocess.run(
        [*command, str(source)], env=given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ReleaseError(f"building {source.name} failed:\n{done.stdout[-2000:]}{done.stderr}")
    return sorted(set(folder.glob("*")) - before)


def build_all(source: Path, compiled: bool) -> tuple[Path, Path]:
    """Every file that is published; returns the sdist and the pure wheel of the product."""
    build(source, RELEASE, "--sdist", "--wheel")
    (sdist,), (wheel,) = RELEASE.glob("*.tar.gz"), RELEASE.glob("*.whl")
    build(source / "lab", RELEASE, "--sdist", "--wheel")
    if compiled:
        made = build(source, RELEASE, "--wheel", compiled=True)
        if len(made) != 1 or "none-any" in made[0].name:
            raise ReleaseError(f"expected a wheel for this system, got {made or 'none'}")
    return sdist, wheel


def describe_parts(wheel: Path, folder: Path) -> int:
    """Write the bill of materials of a plain install; returns how many parts it has."""
    python = make_environment(folder / "venv")
    install(python, str(wheel))
    licences = (BUILT / "licences.md").read_text("utf-8")
    bill = write_sbom("gridwright", installed(python), licences)
    (RELEASE / SBOM).write_text(json.dumps(bill, indent=1, sort_keys=True) + "\n", "utf-8")
    told = run([str(python.parent / "gridwright"), "--version"])
    print(f"installed: {told.strip()}")
    return len(bill["components"])


def release(tag: str, compiled: bool, all_tests: bool, folder: Path) -> None:
    """Each step in order; raises ReleaseError at the first that does not hold."""
    version = version_of(tag)
    verify_version(ROOT, version)
    is_tagged = tag_is_set(ROOT, tag)
    notes = notes_of((ROOT / "CHANGELOG.md").read_text("utf-8"), version, is_tagged)
    where = "is on HEAD" if is_tagged else "is not set yet"
    print(f"version: {version}, tag {where}, {len(notes.splitlines())} lines of changelog")
    shutil.rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    source = clone(folder / "source", page=True)
    sdist, wheel = build_all(source, compiled)
    unpacked = unpack(sdist, folder / "unpacked")
    print(f"sdist: all {verify_complete(source, unpacked)} files of the commit")
    (folder / "again").mkdir()
    (again,) = build(unpacked, folder / "again", "--wheel")
    if again.read_bytes() != wheel.read_bytes():
        raise ReleaseError("expected the wheel that the sdist builds to be the same, byte for byte")
    print("wheel: the sdist builds the same, byte for byte")
    print(f"tests from the sdist: {run_tests(unpacked, all_tests)}")
    print(f"bill of materials: {describe_parts(wheel, folder)} parts")
    (RELEASE / NOTES).write_text(f"# {version}\n\n{notes}\n", "utf-8")
    names = [path.name for path in RELEASE.iterdir()]
    write_checksums(RELEASE, names)
    write_statement(RELEASE, source, tag, names)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tag", default="", help="the tag; else that of the sources' version")
    parser.add_argument("--compiled", action="store_true", help="with a wheel for this system")
    parser.add_argument("--tests", action="store_true", help="run all tests of the sdist")
    parser.add_argument("--json", action="store_true", help="print one JSON document at the end")
    chosen = parser.parse_args(arguments)
    began = time.monotonic()
    try:
        tag = chosen.tag or f"v{named_versions(ROOT)['src/gridwright/__init__.py']}"
        with tempfile.TemporaryDirectory(prefix="gridwright-release-") as folder:
            release(tag, chosen.compiled, chosen.tests, Path(folder))
        n_files = verify_release(RELEASE)
    except (ReleaseError, Failed) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    seconds = time.monotonic() - began
    sizes = {path.name: path.stat().st_size for path in sorted(RELEASE.iterdir())}
    for name, size in sizes.items():
        print(f"  {size:>10,}  {name}")
    print(f"release: {n_files} files as both lists say, in {seconds:.0f} s; nothing was published")
    if chosen.json:
        print(json.dumps({"ok": True, "tag": tag, "files": sizes, "seconds": seconds}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())

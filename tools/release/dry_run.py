"""Make a release in build/release, check all of it, and publish nothing.

    python -m tools.release.dry_run                  # the version that the sources name
    python -m tools.release.dry_run --tag v0.2.0     # fails unless they name this one
    python -m tools.release.dry_run --tests          # with all tests of the sdist
    python -m tools.release.dry_run --short          # without compiled wheels, image and pages
    python -m tools.release.dry_run --python 3.11    # compiled wheels for this one alone

The commit at HEAD is released, never the working tree. See RELEASING.md.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

from tools.build_hook import COMPILED
from tools.check_workflows import check_workflows
from tools.fresh_install import Failed, bare_environment
from tools.release.distributions import compiled_for, pythons
from tools.release.files import (
    PAGES,
    RELEASE,
    ROOT,
    describe,
    try_wheels,
    verify_all_metadata,
    verify_pages,
    verify_tag,
)
from tools.release.notes import ReleaseError, named_versions
from tools.release.provenance import verify_release
from tools.release.source_archive import run_tests, unpack, verify_complete
from tools.replay_matrix import MatrixError, find_python
from tools.try_compiled_wheel import build_for
from tools.try_docs import clone
from tools.try_image import CACHE, try_image


class Times:
    """The seconds of each part, in the order in which they ended."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def of(self, part: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.seconds[part] = time.monotonic() - began


def build(source: Path, folder: Path, *kinds: str) -> list[Path]:
    """Build pure distributions; returns what is new in the folder."""
    before = set(folder.glob("*"))
    command = [sys.executable, "-m", "build", "--no-isolation", *kinds, "-o", str(folder)]
    given = bare_environment({COMPILED: "0"})
    done = subprocess.run(
        [*command, str(source)], env=given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ReleaseError(f"building {source.name} failed:\n{done.stdout[-2000:]}{done.stderr}")
    return sorted(set(folder.glob("*")) - before)


def build_pure(source: Path) -> tuple[Path, Path]:
    """Build what runs everywhere; returns the sdist and the wheel of the product."""
    build(source, RELEASE, "--sdist", "--wheel")
    (sdist,), (wheel,) = RELEASE.glob("*.tar.gz"), RELEASE.glob("*.whl")
    build(source / "lab", RELEASE, "--sdist", "--wheel")
    return sdist, wheel


def found_pythons(wanted: Sequence[str]) -> dict[str, str]:
    """Return the wanted Pythons that this machine has, with their interpreters."""
    found = {}
    for version in wanted:
        try:
            found[version] = find_python(version)
        except MatrixError:
            print(f"not on this machine: Python {version}; CI builds and tries its wheels")
    return found


def build_compiled(source: Path, wanted: Sequence[str], folder: Path) -> list[str]:
    """Build a compiled wheel for each Python of this machine; returns their versions."""
    made = []
    for version, python in found_pythons(wanted).items():
        wheel = build_for(python, folder / f"compiled-{version}", source)
        if compiled_for(wheel)[0] != version:
            raise ReleaseError(f"expected a wheel for Python {version}, got {wheel.name}")
        wheel.rename(RELEASE / wheel.name)
        made.append(version)
    return made


def verify_sources(source: Path, sdist: Path, wheel: Path, all_tests: bool, folder: Path) -> None:
    """The sdist holds every file, builds the same wheel, and its tests pass."""
    unpacked = unpack(sdist, folder / "unpacked")
    print(f"sdist: all {verify_complete(source, unpacked)} files of the commit")
    (folder / "again").mkdir()
    (again,) = build(unpacked, folder / "again", "--wheel")
    if again.read_bytes() != wheel.read_bytes():
        raise ReleaseError("expected the wheel that the sdist builds to be the same, byte for byte")
    print("wheel: the sdist builds the same, byte for byte")
    print(f"tests from the sdist: {run_tests(unpacked, all_tests)}")


def verify_clean() -> None:
    """Raise ReleaseError if image and pages would be of something else than HEAD."""
    asked = ["git", "status", "--porcelain"]
    changed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    if changed:
        raise ReleaseError(f"expected a checkout without changes, git status says:\n{changed}")


def make_image(folder: Path) -> str:
    """Build the image, play a game on it, and return what it says of itself."""
    seen = try_image(CACHE / "storage", folder)
    labels = {name.rpartition(".")[2]: value for name, value in seen["labels"].items()}
    return (
        f"{seen['engine']}, user {seen['user']}, healthy by its own check, "
        f"version {labels['version']} of {labels['revision'][:12]}; a game of "
        f"{seen['game']['orders']} orders"
    )


def make_pages() -> str:
    """Build the static site by the same target as CI."""
    settings = {"VENV": str(Path(sys.executable).parent.parent)}
    command = ["make", "--no-print-directory", *(f"{k}={v}" for k, v in settings.items()), "pages"]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        raise ReleaseError(f"make pages failed:\n{done.stdout[-3000:]}")
    return verify_pages(PAGES)


def release(
    tag: str, is_short: bool, wanted: Sequence[str], all_tests: bool, folder: Path, times: Times
) -> None:
    """Each step in order; raises ReleaseError at the first that does not hold."""
    version, notes = verify_tag(tag)
    if not is_short:
        verify_clean()
    with times.of("workflows"):
        print(f"workflows: {check_workflows()}")
    rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    with times.of("pure distributions"):
        source = clone(folder / "source", page=True)
        sdist, wheel = build_pure(source)
    with times.of("sdist and its tests"):
        verify_sources(source, sdist, wheel, all_tests, folder)
    if not is_short:
        with times.of("compiled wheels"):
            print(
                f"compiled wheels: for Python {', '.join(build_compiled(source, wanted, folder))}"
            )
    print(f"metadata: {verify_all_metadata(version)} distributions")
    with times.of("a game on each wheel"):
        for told in try_wheels(folder):
            print(f"a game on {told}")
    if not is_short:
        with times.of("image"):
            print(f"image: {make_image(folder)}")
        with times.of("pages"):
            print(f"pages: {make_pages()}")
    with times.of("lists"):
        describe(source, tag, version, notes, folder)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tag", default="", help="the tag; else that of the sources' version")
    parser.add_argument(
        "--short", action="store_true", help="without compiled wheels, image and pages"
    )
    parser.add_argument(
        "--python", nargs="+", default=[], metavar="X.Y", help="compiled wheels for these alone"
    )
    parser.add_argument("--tests", action="store_true", help="run all tests of the sdist")
    parser.add_argument("--json", action="store_true", help="print one JSON document at the end")
    chosen = parser.parse_args(arguments)
    began = time.monotonic()
    times = Times()
    try:
        tag = chosen.tag or f"v{named_versions(ROOT)['src/gridwright/__init__.py']}"
        with tempfile.TemporaryDirectory(prefix="gridwright-release-") as folder:
            wanted = chosen.python or pythons()
            release(tag, chosen.short, wanted, chosen.tests, Path(folder), times)
        n_files = verify_release(RELEASE)
    except (ReleaseError, Failed) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    seconds = time.monotonic() - began
    sizes = {path.name: path.stat().st_size for path in sorted(RELEASE.iterdir())}
    for name, size in sizes.items():
        print(f"  {size:>10,}  {name}")
    for part, taken in times.seconds.items():
        print(f"  {taken:>8.0f} s  {part}")
    print(f"release: {n_files} files as both lists say, in {seconds:.0f} s; nothing was published")
    if chosen.json:
        print(json.dumps({"ok": True, "tag": tag, "files": sizes, "seconds": seconds}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Refuse a tree that outgrows its limits: files, packages, recorded lines, size of a clone.

    python tools/check_weight.py          # the committed or staged tree; exits 1 above a limit
    python tools/check_weight.py --list   # also lists the recorded and generated files by lines

What can be generated is not committed, and recordings are packed (``gridwright-lab recordings``).
A module has at least `SMALL_LINES` lines or is merged into one of its folder; a package has at most
`MAX_PACKAGE_FILES` modules and `MAX_PACKAGE_LINES` lines, those of its subpackages not counted.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

MAX_FILES: Final = 3_200
"""3,000 until the page without a server, the doors of the documents, releases and the outbox."""
MAX_RECORDED_LINES: Final = 30_000
MAX_CLONE_BYTES: Final = 20_000_000
SMALL_LINES: Final = 40
MAX_SMALL_MODULES: Final = 50
MAX_PACKAGE_FILES: Final = 30
MAX_PACKAGE_LINES: Final = 4_000
LARGER_PACKAGES: Final = {
    "src/gridwright/content": (43, 5_600),
    "src/gridwright/engine": (32, 4_300),
}
"""Limits of the packages that are above the usual ones. Lower them; add none."""
MAX_ASSEMBLY_LINES: Final = 250
ASSEMBLY: Final = ("src/gridwright/server/app.py", "src/gridwright/server/node.py")
"""The modules that put a server together: its features are derived from one list."""
N_SHOWN: Final = 6
"""Figures of packages that are printed even if none is above its limit."""

RECORDED: Final = (
    # Games and positions.
    "tests/golden/*",
    "tests/recorded/*",
    "tests/corpus/*",
    "tests/boards/golden*",
    "tests/*.json",
    "tests/*.jsonl",
    "tests/fair/*.txt",
    "web/tests/*.json",
    # Measurements and their drawings.
    "docs/strength/*.csv",
    "docs/strength/*.json",
    "docs/strength/*.svg",
    "docs/data/*",
    "examples/*.csv",
    "examples/*.svg",
    "src/gridwright/bots/*.json",
    "src/gridwright/ratings/*.json",
    # Generated from the program or from other files.
    "docs/reference/*",
    "requirements/*.txt",
    "src/gridwright/content/archive/*",
    "src/gridwright/content/*/drawing.json",
    "src/gridwright/puzzles/*.json*",
    "web/package-lock.json",
    "web/src/map/*.json",
    "web/src/protocol/api.ts",
)
"""Patterns of recorded and generated files; a star stands for folders too."""
WRITTEN: Final = ("*.py", "*.md", "*.toml")
"""Patterns of files that are written by hand even in the folders above."""


@dataclass(frozen=True)
class Measure:
    """A measured value and its limit."""

    name: str
    value: int
    limit: int

    @property
    def is_exceeded(self) -> bool:
        return self.value > self.limit

    def __str__(self) -> str:
        excess = "  TOO MUCH" if self.is_exceeded else ""
        return f"{self.name:40}{self.value:>12,}  (limit {self.limit:,}){excess}"


def is_recorded(name: str) -> bool:
    """Return whether a file is recorded or generated, by its path."""
    if any(fnmatchcase(name, pattern) for pattern in WRITTEN) and name != "tests/golden/index.toml":
        return False
    return any(fnmatchcase(name, pattern) for pattern in RECORDED)


def count_lines(file: Path) -> int:
    """Return the number of lines of a text file, 0 for a binary one."""
    content = file.read_bytes()
    return 0 if b"\0" in content else len(content.splitlines())


def tracked_files(root: Path) -> list[str]:
    """Return the path of each file in git's index that is also in the work tree."""
    listed = _git(root, "ls-files", "-z").decode().split("\0")
    return [name for name in listed if name and (root / name).is_file()]


def clone_bytes(root: Path) -> int:
    """Return the compressed size of the objects of HEAD, which a clone of depth 1 transfers."""
    objects = _git(root, "rev-list", "--objects", "--no-walk", "--no-object-names", "HEAD")
    sizes = _git(root, "cat-file", "--batch-check=%(objectsize:disk)", stdin=objects)
    return sum(int(size) for size in sizes.split())


def _git(root: Path, *words: str, stdin: bytes | None = None) -> bytes:
    done = subprocess.run(
        ["git", "-C", root, *words], input=stdin, stdout=subprocess.PIPE, check=True
    )
    return done.stdout


def is_small_module(root: Path, name: str) -> bool:
    """Return whether a file is a module of the product or the laboratory with few lines."""
    path = Path(name)
    return (
        path.suffix == ".py"
        and path.parts[0] in ("src", "lab")
        and path.name != "__init__.py"
        and count_lines(root / name) < SMALL_LINES
    )


def measure_packages(root: Path, names: Iterable[str]) -> list[Measure]:
    """Measure files and lines of each package of the product."""
    sizes: dict[str, tuple[int, int]] = {}
    for name in names:
        path = Path(name)
        if path.suffix == ".py" and path.parts[0] == "src":
            n_files, n_lines = sizes.get(path.parent.as_posix(), (0, 0))
            sizes[path.parent.as_posix()] = n_files + 1, n_lines + count_lines(root / name)
    usual = MAX_PACKAGE_FILES, MAX_PACKAGE_LINES
    return [
        Measure(f"{what} of {package.partition('/')[2]}", size, limit)
        for package, found in sizes.items()
        for what, size, limit in zip(
            ("files", "lines"), found, LARGER_PACKAGES.get(package, usual), strict=True
        )
    ]


def measure(root: Path, names: Iterable[str]) -> list[Measure]:
    """Measure a tree."""
    names = list(names)
    packages = sorted(measure_packages(root, names), key=lambda each: each.limit / each.value)
    n_assembly = sum(count_lines(root / name) for name in names if name in ASSEMBLY)
    n_small = sum(is_small_module(root, name) for name in names)
    n_lines = sum(count_lines(root / name) for name in names if is_recorded(name))
    return [
        Measure("tracked files", len(names), MAX_FILES),
        Measure(f"modules below {SMALL_LINES} lines", n_small, MAX_SMALL_MODULES),
        Measure("recorded and generated lines", n_lines, MAX_RECORDED_LINES),
        Measure("clone of depth 1, in bytes", clone_bytes(root), MAX_CLONE_BYTES),
        Measure("lines of app.py and node.py", n_assembly, MAX_ASSEMBLY_LINES),
        # The fullest packages, and all above a limit.
        *[each for place, each in enumerate(packages) if place < N_SHOWN or each.is_exceeded],
    ]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--list", action="store_true", help="list recorded files by lines")
    chosen = parser.parse_args(arguments)
    names = tracked_files(root)
    if chosen.list:
        recorded = [(count_lines(root / name), name) for name in names if is_recorded(name)]
        for n_lines, name in sorted(recorded, reverse=True):
            print(f"{n_lines:>7} {name}")
    measures = measure(root, names)
    for each in measures:
        print(each)
    return 1 if any(each.is_exceeded for each in measures) else 0


if __name__ == "__main__":
    sys.exit(main())

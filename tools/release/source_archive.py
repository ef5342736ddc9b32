"""The sdist: it holds every file of the commit, builds the same wheel, and its tests pass."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

from tools.release.notes import ReleaseError

SHORT = (
    "tests/contract/test_engine_kind.py",
    "tests/contract/test_vocabulary.py",
    "tests/contract/test_image.py",
    "tests/content/test_boards.py",
    "tests/fair",
)
"""Tests for the short form: engine, figures, dealing, and files outside of the package."""
ASIDE = (".gitattributes", ".gitignore")
"""Files that mean something in a clone alone; hatchling adds the last one automatically."""


def tracked(root: Path) -> set[str]:
    """The files of the commit."""
    asked = ["git", "ls-tree", "-r", "--name-only", "-z", "HEAD"]
    listed = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=True)
    return {name for name in listed.stdout.split("\0") if name}


def unpack(archive: Path, folder: Path) -> Path:
    """The archive's single folder."""
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    return root


def verify_complete(root: Path, unpacked: Path) -> int:
    """Every file of the commit is there, byte for byte; returns how many."""
    names = tracked(root) - set(ASIDE)
    missing = sorted(name for name in names if not (unpacked / name).is_file())
    if missing:
        shown = ", ".join(missing[:5])
        raise ReleaseError(f"expected the sdist to hold {len(missing)} more files: {shown}")
    for name in names:
        if (unpacked / name).read_bytes() != (root / name).read_bytes():
            raise ReleaseError(f"expected {name} in the sdist as in the commit")
    return len(names)


def run_tests(unpacked: Path, everything: bool) -> str:
    """The closing line of the tests, run on what was unpacked."""
    given = {**os.environ, "PYTHONPATH": f"{unpacked / 'src'}:{unpacked / 'lab'}"}
    given["GRIDWRIGHT_ENGINE"] = "interpreted"
    chosen = [] if everything else [name for name in SHORT if (unpacked / name).exists()]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", *chosen]
    done = subprocess.run(
        command, cwd=unpacked, env=given, capture_output=True, text=True, check=False
    )
    closing = (done.stdout.strip().splitlines() or [""])[-1]
    if done.returncode or "passed" not in closing:
        raise ReleaseError(f"tests of the sdist failed:\n{done.stdout[-3000:]}{done.stderr[-500:]}")
    return closing

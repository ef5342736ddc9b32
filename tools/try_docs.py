"""Do what the README and the tutorials say, each in an empty place, and tell what did not work.

    python -m tools.try_docs           # the README on one Python, with the page that stands here
    python -m tools.try_docs --long    # tutorials too, on each Python, with nothing built before

The commit at HEAD is tried, never the working tree. A tutorial begins in an empty folder, and
the README in a clone. `pip install gridwright` gets the wheel of this commit. A page that installs
much says so by a comment, `<!-- on one Python: REASON -->`, and is tried on the first one.
"""

import argparse
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tools.docs.console import Commands, File, PageError, read_page
from tools.docs.empty_place import EmptyPlace, can_change_root
from tools.docs.shell import CommandFailed, Shell
from tools.fresh_install import Failed, build_wheel
from tools.replay_matrix import MatrixError, find_python
from tools.web import BUILT, STAMP, digest

ROOT = Path(__file__).resolve().parent.parent
README = "README.md"
TUTORIALS = "docs/tutorials"
PYTHONS = ("3.11", "3.12", "3.13")
SHORT_BAR = 60.0
"""Seconds that the short form may take: it is a step of every commit."""
PORT = 8600
"""Default port of a server; pages name it."""
_ONE = re.compile(r"^<!-- on one Python: (?P<why>.+) -->$", re.MULTILINE)


@dataclass
class Tried:
    """Result of a page on one Python."""

    page: str
    python: str
    n_blocks: int = 0
    n_run: int = 0
    excuses: list[str] = field(default_factory=list)
    seconds: float = 0.0
    problem: str = ""
    seconds_of: dict[str, float] = field(default_factory=dict)
    """Seconds of each command."""

    def told(self) -> str:
        word = f"FAILED: {self.problem}" if self.problem else "ran"
        run = f"{self.n_run} of {self.n_blocks} blocks"
        return f"{self.page} on Python {self.python}: {run} {word} ({self.seconds:.0f} s)"


def clone(folder: Path, page: bool) -> Path:
    """HEAD in a folder of its own; with the built page of this checkout if it is the same."""
    command = ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(folder)]
    subprocess.run(command, check=True)
    if page:
        if not STAMP.is_file() or STAMP.read_text() != digest(folder / "web"):
            raise Failed("expected the browser client of HEAD as built; run `make web` first")
        shutil.copytree(BUILT, folder / BUILT.relative_to(ROOT))
        stamp = folder / STAMP.relative_to(ROOT)
        stamp.parent.mkdir()
        shutil.copyfile(STAMP, stamp)
    return folder


def try_page(tried: Tried, text: str, place: EmptyPlace, begin: Path) -> Tried:
    """Do what a page says, from its first block to its last."""
    began = time.monotonic()
    try:
        steps = read_page(text)
        blocks = [step for step in steps if isinstance(step, Commands)]
        tried.n_blocks = len(blocks)
        tried.excuses = [block.excuse for block in blocks if block.excuse]
        if any(block.until for block in blocks):
            verify_port_is_free()
        with Shell(place, begin) as shell:
            tried.seconds_of = shell.seconds
            for step in steps:
                shell.run(step)
                tried.n_run += not isinstance(step, File) and not step.excuse
            shell.close_well()
        if not tried.n_run:
            tried.problem = "expected blocks of commands that run, found none"
    except (CommandFailed, PageError, Failed) as error:
        tried.problem = str(error)
    tried.seconds = time.monotonic() - began
    return tried


def verify_port_is_free() -> None:
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", PORT)) == 0:
            raise Failed(f"expected port {PORT} to be free for a page that serves, it is taken")


def pages_to_try(wanted: Sequence[str], long: bool) -> list[str]:
    """Return the requested pages: only the README in the short form."""
    tutorials = sorted((ROOT / TUTORIALS).glob("*.md"))
    known = [README, *(str(path.relative_to(ROOT)) for path in tutorials)]
    if wanted:
        return [page for page in known if any(word in page for word in wanted)]
    return known if long else [README]


def pythons_of(text: str, pythons: Sequence[str]) -> Sequence[str]:
    """Return the Pythons on which a page is tried: all, or the first."""
    return pythons[:1] if _ONE.search(text) else pythons


def try_all(pages: Sequence[str], pythons: Sequence[str], long: bool) -> list[Tried]:
    """Each page on each Python, in a place of its own."""
    results: list[Tried] = []
    with tempfile.TemporaryDirectory(prefix="gridwright-docs-") as name:
        folder = Path(name)
        source = clone(folder / "source", page=True)
        wheel = build_wheel(folder / "wheels", source)
        for version in pythons:
            python = Path(find_python(version))
            for page in pages:
                text = (source / page).read_text("utf-8")
                if version not in pythons_of(text, pythons):
                    continue
                home = folder / f"{version}-{page.replace('/', '-')}"
                place = EmptyPlace(home, python, can_change_root())
                (home / "wheels").mkdir()
                shutil.copy(wheel, home / "wheels")
                begin = home / "gridwright"
                if page == README:
                    clone(begin, page=not long)
                else:
                    begin.mkdir()
                results.append(try_page(Tried(page, version), text, place, begin))
                print(results[-1].told(), flush=True)
                shutil.rmtree(home)
    return results


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--long", action="store_true", help="every page on every Python")
    parser.add_argument("--page", action="append", default=[], help="pages with this in their name")
    parser.add_argument("--python", action="append", default=[], help="on this Python alone")
    parser.add_argument("--json", action="store_true", help="print one JSON document at the end")
    chosen = parser.parse_args(arguments)
    pages = pages_to_try(chosen.page, chosen.long)
    pythons = chosen.python or (PYTHONS if chosen.long else PYTHONS[:1])
    began = time.monotonic()
    try:
        results = try_all(pages, pythons, chosen.long)
    except (Failed, MatrixError) as failed:
        print(f"try_docs: {failed}", file=sys.stderr)
        return 1
    seconds = time.monotonic() - began
    for excuse in sorted({excuse for each in results for excuse in each.excuses}):
        print(f"not run: {excuse}")
    n_failed = sum(bool(each.problem) for each in results)
    n_blocks = sum(each.n_run for each in results)
    kind = "a root of its own" if can_change_root() else "an empty environment"
    print(
        f"{n_blocks} blocks of {len(results)} pages ran in {kind}, {n_failed} pages failed (bar: 0)"
    )
    is_short = not (chosen.long or chosen.page or chosen.python)
    if is_short:
        print(f"{seconds:.0f} s (bar: {SHORT_BAR:.0f})")
    if chosen.json:
        rows = [asdict(each) for each in results]
        print(json.dumps({"ok": not n_failed, "seconds": seconds, "pages": rows}, indent=1))
    return 1 if n_failed or not n_blocks else 0


if __name__ == "__main__":
    sys.exit(main())

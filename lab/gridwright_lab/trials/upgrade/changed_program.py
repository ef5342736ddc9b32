"""A copy of this program with another number in each edition, as in a later version."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import gridwright
import gridwright_lab
from gridwright.content.clauses import find_document
from gridwright.content.recorded_figures import ARCHIVE, archived_file, tree_digest

CONTENT: Final = "content"
_START: Final = re.compile(r"^start = (\d+)$", re.MULTILINE)
"""Starting money: every game of the edition depends on it."""


def start_money(text: str) -> int:
    """The figure that is changed, in the file of an edition."""
    return int(_START.findall(text)[0])


class ChangedProgram:
    """The package in another place. All but the content is linked, compiled modules as well."""

    def __init__(self, place: Path) -> None:
        package = Path(gridwright.__file__).parent
        self._place: Final = place
        self._paths: Final = [place, package.parent, Path(gridwright_lab.__file__).parents[1]]
        self.content: Final = place / package.name / CONTENT
        self.content.parent.mkdir(parents=True)
        for child in package.iterdir():
            if child.name not in (CONTENT, "__pycache__"):
                (place / package.name / child.name).symlink_to(child)
        shutil.copytree(
            package / CONTENT, self.content, ignore=shutil.ignore_patterns("__pycache__")
        )
        if not (self.content / "rules").exists():
            # An installed program has the documents here, a checkout has them elsewhere.
            (self.content / "rules").symlink_to(find_document("classic").parent)

    def change_figures(self) -> dict[str, int]:
        """Raise the starting money of every edition by one; returns the new amounts.

        The earlier file goes into the archive, where ``make content-archive`` puts it.
        """
        amounts: dict[str, int] = {}
        for file in sorted(self.content.glob("*/edition.toml")):
            text = file.read_text(encoding="utf-8")
            kept = archived_file(self.content, tree_digest(tomllib.loads(text)))
            kept.write_text(text, encoding="utf-8")
            amount = start_money(text) + 1
            file.write_text(_START.sub(f"start = {amount}", text, count=1), encoding="utf-8")
            amounts[file.parent.name] = amount
        return amounts

    def forget_figures(self) -> None:
        """Sabotage: remove the files of earlier versions."""
        for file in (self.content / ARCHIVE).glob("*.toml"):
            file.unlink()

    def run(self, arguments: Sequence[str]) -> str:
        """Run Python with this program (``-m MODULE …`` or ``-c SCRIPT …``); return its output."""
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(path) for path in self._paths]),
        }
        done = subprocess.run(
            [sys.executable, *arguments],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(
                f"{arguments[:2]} ended with {done.returncode}: {done.stderr[-2_000:]}"
            )
        return done.stdout

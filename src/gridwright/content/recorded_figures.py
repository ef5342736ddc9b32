"""Earlier figures: the files of every recorded state, so that games begun under it continue.

``archive/states.json`` lists for each state its files by digest. A file that is still today's is
read there; one that has changed since is in the archive under its digest. ``make
content-archive`` records a state and keeps what a change would lose.
"""

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from gridwright.content.document import Tree, load_tree
from gridwright.content.errors import ContentError

ARCHIVE: Final = "archive"
"""The folder of earlier figures, below the folder of today's."""
STATES: Final = "states.json"


@dataclass(frozen=True)
class RecordedFigures:
    """The figure files of a recorded state. Equal files are equal figures under any name."""

    name: str = field(compare=False)
    today: Path
    """The folder of today's files, with the archive in it."""
    files: tuple[tuple[str, str], ...]
    """Each file, such as ``deluxe/edition.toml``, and its digest."""

    def names(self) -> frozenset[str]:
        return frozenset([file for file, _digest in self.files])

    def of_edition(self, edition: str) -> "RecordedFigures":
        """The same without the files of other editions."""
        own = [each for each in self.files if each[0].startswith(f"{edition}/")]
        return RecordedFigures(self.name, self.today, tuple(own))

    def load_tree(self, file: str) -> Tree:
        """A file as the state had it, or ContentError."""
        digest = dict(self.files).get(file)
        if digest is None:
            raise ContentError(file, "", f"expected a file of {self.name}; there is none")
        archived = archived_file(self.today, digest)
        if archived.is_file():
            tree = load_tree(archived.parent, archived.name)
        else:
            tree = load_tree(self.today, file)
        if tree_digest(tree) != digest:
            problem = f"expected the file of {self.name} here or as {ARCHIVE}/{archived.name}"
            raise ContentError(file, "", f"{problem}; `make content-archive` takes it from git")
        return tree


def archived_file(root: Path, digest: str) -> Path:
    return root / ARCHIVE / f"{digest}.toml"


def tree_digest(tree: Tree) -> str:
    """SHA-256 over what a file says, in its order; comments and line ends do not count."""
    # A date has no place in JSON, and the loader refuses it.
    text = json.dumps(tree, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@cache
def load_states(root: Path) -> tuple[RecordedFigures, ...]:
    """The recorded states below a folder of figures, the newest first."""
    file = root / ARCHIVE / STATES
    if not file.is_file():
        return ()
    states = json.loads(file.read_text(encoding="utf-8"))["states"]
    return tuple(
        RecordedFigures(state["name"], root, tuple(sorted(state["files"].items())))
        for state in reversed(states)
    )

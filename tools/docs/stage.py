"""Stage the pages of the site: the documents of the repository and the generated references.

The documents stay where developers read them. The site has its own layout, so a link to a file
outside of ``docs`` would be dead there: the file is copied, and the link is changed.
"""

import json
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from tools.docs.markdown import change_links, change_prose
from tools.docs.references import resolve_heading

DOCS = "docs"
HOME = "index.md"
PROJECT = {
    "README.md": HOME,
    "CHANGELOG.md": "project/changelog.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "RELEASING.md": "project/releasing.md",
    "SECURITY.md": "project/security.md",
    "lab/README.md": "project/laboratory.md",
}
"""Documents outside of ``docs``, and their places on the site."""
FILES = "files"
"""Folder for other files that a document links to."""
_CLAUSE = re.compile(r"^- \*\*([a-z]+\d+\.\d+)\*\*")


class StageError(Exception):
    """A document links to something that is not there."""


@dataclass
class Stage:
    """Writes the pages below ``folder``, with every file that they link to."""

    root: Path
    folder: Path
    generated: Mapping[str, str] = field(default_factory=dict)
    """Text of the pages that are not in the repository, by the path that they would have."""
    places: dict[str, str] = field(default_factory=dict)
    """Place of each file on the site, by its path in the repository."""

    def lay_out(self) -> list[str]:
        """Write every page and what it links to; returns the pages in the order of their names."""
        shutil.rmtree(self.folder, ignore_errors=True)
        waiting = sorted(
            str(path.relative_to(self.root)) for path in (self.root / DOCS).rglob("*.md")
        )
        waiting += self.generated
        waiting += [name for name in PROJECT if name != "README.md" and self._has(name)]
        while waiting:
            name = waiting.pop()
            if name not in self.places:
                self.places[name] = place_of(name)
                waiting += self._write(name)
        return sorted(place for place in self.places.values() if place.endswith(".md"))

    def describe(self, given: Mapping[str, Mapping[str, Any]]) -> None:
        """Write above each page what its template is given."""
        for place, values in given.items():
            page = self.folder / place
            lines = [f"{name}: {json.dumps(value)}" for name, value in values.items()]
            page.write_text("\n".join(["---", *lines, "---", "", page.read_text("utf-8")]), "utf-8")

    def _has(self, name: str) -> bool:
        return (self.root / name).exists()

    def _write(self, name: str) -> list[str]:
        """Write one file; returns the files that it links to."""
        source, target = self.root / name, self.folder / self.places[name]
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix != ".md":
            shutil.copyfile(source, target)
            return []
        linked: list[str] = []

        def change(link: str) -> str:
            path, hash_sign, anchor = link.partition("#")
            meant = self._meant(name, path) if path else name
            if page := resolve_heading(meant, anchor):
                meant, hash_sign, anchor = page, "", ""
            elif not path:
                return link
            if meant != "README.md":
                linked.append(meant)
            here = PurePosixPath(self.places[name]).parent
            return os.path.relpath(place_of(meant), here) + hash_sign + anchor

        text = change_links(self.generated.get(name) or source.read_text("utf-8"), change)
        if "rules" in source.parts:
            text = change_prose(text, name_clause)
        target.write_text(change_prose(text, indent_list), "utf-8")
        return linked

    def _meant(self, name: str, path: str) -> str:
        """The file of the repository that a link of a document means."""
        meant = os.path.normpath(os.path.join(os.path.dirname(name), path))
        if (self.root / meant).is_dir():
            meant = os.path.join(meant, "README.md")
        if meant in self.generated:
            return meant
        if meant.startswith("..") or not (self.root / meant).is_file():
            raise StageError(f"{name}: expected a file at {path}, found none")
        return meant


def place_of(name: str) -> str:
    """Return the place of a file of the repository on the site."""
    if name in PROJECT:
        return PROJECT[name]
    path = PurePosixPath(name)
    path = path.relative_to(DOCS) if path.parts[0] == DOCS else FILES / path
    return str(path.with_name(HOME) if path.name == "README.md" else path)


def name_clause(line: str) -> str:
    """A clause of the rules with an anchor, so that others can link to it."""
    return _CLAUSE.sub(r'- <span id="\1"></span>**\1**', line)


def indent_list(line: str) -> str:
    """A list within a list, which the site knows by four spaces and not by two."""
    return re.sub(r"^ {2,3}(?=(?:-|\d+\.) )", "    ", line)

"""The rules documents by clause."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from gridwright.content.errors import ContentError

CLAUSE: Final = re.compile(r"- \*\*([a-z]+[0-9]+\.[0-9]+)\*\* ")

FOLDERS: Final = (
    Path(__file__).resolve().parent / "rules",
    Path(__file__).resolve().parents[3] / "docs" / "rules",
)
"""Where an installed package carries the documents, and where a source checkout does."""


@cache
def load_clauses(edition: str) -> dict[str, str]:
    """The Markdown of each clause of an edition by its number, in the order of the document."""
    file = f"{edition}.md"
    for folder in FOLDERS:
        if (folder / file).is_file():
            return parse_clauses((folder / file).read_text(encoding="utf-8"), file)
    raise ContentError(file, "", f"expected a rules document in {FOLDERS[-1]}; there is none")


def parse_clauses(document: str, file: str) -> dict[str, str]:
    """Clauses by number: the bullet and its indented lines, tables and remarks included."""
    clauses: dict[str, str] = {}
    for number, lines in _bullets(document):
        if number in clauses:
            raise ContentError(file, number, "expected each number once; came again")
        clauses[number] = "\n".join(lines).rstrip()
    return clauses


def _bullets(document: str) -> Iterator[tuple[str, list[str]]]:
    number = ""
    lines: list[str] = []
    for line in document.splitlines():
        found = CLAUSE.match(line)
        if found or (line and not line.startswith(" ")):
            # A heading or a paragraph ends the clause above it.
            if number:
                yield number, lines
            number = found.group(1) if found else ""
            lines = []
        if number:
            lines.append(line)
    if number:
        yield number, lines

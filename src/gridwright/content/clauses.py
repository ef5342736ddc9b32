"""The rules documents by clause."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from gridwright.content.errors import ContentError

NUMBER: Final = r"(?:[a-z]+[0-9]+|b-[a-z0-9-]+)\.[0-9]+"
"""Of a clause: ``c3.4``, or ``b-korea.2`` for one of a board alone."""
CLAUSE_NUMBER: Final = re.compile(NUMBER)
CLAUSE: Final = re.compile(rf"- \*\*({NUMBER})\*\* ")

HERE: Final = Path(__file__).resolve().parent
BOARD_CLAUSES: Final = "clauses.md"
"""The document of a board with clauses of its own."""

FOLDERS: Final = (
    HERE / "rules",
    Path(__file__).resolve().parents[3] / "docs" / "rules",
)
"""Where an installed package carries the documents, and where a source checkout does."""


@cache
def load_clauses(edition: str) -> dict[str, str]:
    """The Markdown of each clause of an edition by its number, in the order of the document."""
    file = f"{edition}.md"
    for folder in FOLDERS:
        if (folder / file).is_file():
            clauses = parse_clauses((folder / file).read_text(encoding="utf-8"), file)
            return clauses | _board_clauses(edition)
    raise ContentError(file, "", f"expected a rules document in {FOLDERS[-1]}; there is none")


def _board_clauses(edition: str) -> dict[str, str]:
    """The clauses of the edition's boards, each of which may have a document in its folder."""
    clauses: dict[str, str] = {}
    for document in sorted((HERE / edition).glob(f"boards/*/{BOARD_CLAUSES}")):
        clauses |= load_board_clauses(document)
    return clauses


def load_board_clauses(document: Path) -> dict[str, str]:
    """The clauses of one board. They are numbered with its name: ``b-korea.1``."""
    board = document.parent.name
    clauses = parse_clauses(document.read_text(encoding="utf-8"), str(document))
    for place, number in enumerate(clauses, 1):
        if number != f"b-{board}.{place}":
            raise ContentError(str(document), number, f"expected b-{board}.{place}")
    return clauses


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

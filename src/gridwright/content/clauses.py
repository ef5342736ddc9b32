"""The rules documents by clause, in each available language."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from gridwright.content.errors import ContentError

NUMBER: Final = r"(?:[a-z]+[0-9]+|b-[a-z0-9-]+)\.[0-9]+"
"""Number of a clause: ``c3.4``, or ``b-korea.2`` for one of a board alone."""
CLAUSE_NUMBER: Final = re.compile(NUMBER)
CLAUSE: Final = re.compile(rf"- \*\*({NUMBER})\*\* ")

HERE: Final = Path(__file__).resolve().parent
ENGLISH: Final = "en"
"""Language of the binding documents. Documents in other languages are translations."""

FOLDERS: Final = (
    HERE / "rules",
    Path(__file__).resolve().parents[3] / "docs" / "rules",
)
"""The folders of the documents: in an installed package, and in a source checkout."""


def document_name(edition: str, language: str) -> str:
    """Return an edition's document below its folder: ``classic.md``, ``de/classic.md``."""
    return f"{edition}.md" if language == ENGLISH else f"{language}/{edition}.md"


def board_document_name(language: str) -> str:
    """Return the name of a board's document: ``clauses.md``, ``clauses.de.md``."""
    return "clauses.md" if language == ENGLISH else f"clauses.{language}.md"


def find_document(edition: str, language: str = ENGLISH) -> Path:
    """Return the document of an edition in a language. Raises ContentError if there is none."""
    name = document_name(edition, language)
    for folder in FOLDERS:
        if (folder / name).is_file():
            return folder / name
    raise ContentError(name, "", f"expected a rules document in {FOLDERS[-1]}; there is none")


def board_documents(edition: str, language: str = ENGLISH) -> list[Path]:
    """Return the documents of the edition's boards, each of which may have one in its folder."""
    return sorted((HERE / edition).glob(f"boards/*/{board_document_name(language)}"))


def list_languages(edition: str) -> list[str]:
    """Return the languages of an edition's document; the binding one comes first."""
    folder = find_document(edition).parent
    return [ENGLISH, *sorted(path.parent.name for path in folder.glob(f"*/{edition}.md"))]


@cache
def load_clauses(edition: str, language: str = ENGLISH) -> dict[str, str]:
    """Return the Markdown of each clause of an edition by number, in the order of the document."""
    document = find_document(edition, language)
    name = document_name(edition, language)
    clauses = parse_clauses(document.read_text(encoding="utf-8"), name)
    for each in board_documents(edition, language):
        clauses |= load_board_clauses(each)
    return clauses


def load_board_clauses(document: Path) -> dict[str, str]:
    """Return the clauses of one board. Their numbers contain its name: ``b-korea.1``."""
    board = document.parent.name
    clauses = parse_clauses(document.read_text(encoding="utf-8"), str(document))
    for place, number in enumerate(clauses, 1):
        if number != f"b-{board}.{place}":
            raise ContentError(str(document), number, f"expected b-{board}.{place}")
    return clauses


def parse_clauses(document: str, file: str) -> dict[str, str]:
    """Return clauses by number: the bullet and its indented lines, with tables and remarks."""
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

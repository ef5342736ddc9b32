"""The rules document of an edition by clause and section."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from gridwright.content.clauses import (
    ENGLISH,
    NUMBER,
    board_documents,
    find_document,
    load_clauses,
)

_SECTION: Final = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
_MARK: Final = re.compile(r"((?:`[a-z-]+`(?:, )?)+):")
"""Presets or boards, as a clause names them that holds for these alone."""
_BEGINNING: Final = re.compile(rf"^- \*\*{NUMBER}\*\* ")
_TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)
_OF_A_BOARD: Final = "b-"


@dataclass(frozen=True)
class Clause:
    """One numbered rule."""

    number: str
    markdown: str
    """Its text without the number; tables and remarks included."""

    @property
    def board(self) -> str:
        """The board that alone has it; empty if it is one of the edition."""
        if self.number.startswith(_OF_A_BOARD):
            return self.number.removeprefix(_OF_A_BOARD).rpartition(".")[0]
        return ""

    @property
    def section(self) -> str:
        """The number of the section it is in; each board is its own section."""
        if self.board:
            return f"{_OF_A_BOARD}{self.board}"
        return self.number.split(".")[0].lstrip("abcdefghijklmnopqrstuvwxyz")

    def sentence(self) -> str:
        """The rule itself in one line: no remarks, no tables, no marks."""
        return _plain(re.split(r"\n\s*(?:-|\||\n)", self.markdown)[0])

    def only(self) -> list[str]:
        """The presets or boards that it is for; none named: it is for all."""
        rule = re.split(r"\n\s*(?:-|\||\n)", self.markdown)[0]
        if not _MARK.match(rule):
            return []
        return [name for mark in _MARK.findall(rule) for name in re.findall(r"[a-z-]+", mark)]

    def contains(self, words: str) -> bool:
        """Return whether the words occur in it, remarks and tables included, in any case."""
        return words.casefold() in _plain(self.markdown).casefold()


@dataclass(frozen=True)
class Rulebook:
    """The clauses of an edition in order, and the titles of its sections."""

    edition: str
    clauses: dict[str, Clause]
    sections: dict[str, str]

    @property
    def example(self) -> str:
        """A clause to show how they are named."""
        names = [number for number in self.clauses if number.endswith("3.4")]
        return names[0] if names else next(iter(self.clauses), "")

    def of_section(self, section: str) -> list[Clause]:
        return [clause for clause in self.clauses.values() if clause.section == section]

    def containing(self, words: str) -> list[Clause]:
        return [clause for clause in self.clauses.values() if clause.contains(words)]


def read_clauses(markdown: Mapping[str, str]) -> dict[str, Clause]:
    """Clauses by number, from the Markdown of each."""
    return {number: Clause(number, _unindented(text)) for number, text in markdown.items()}


@cache
def load_rulebook(edition: str, language: str = ENGLISH) -> Rulebook:
    """The rules of an edition in a language, or ContentError if it has no such document."""
    document = find_document(edition, language)
    clauses = read_clauses(load_clauses(edition, language))
    sections = dict(_SECTION.findall(document.read_text(encoding="utf-8")))
    return Rulebook(edition, clauses, sections | _board_titles(edition, language))


def _board_titles(edition: str, language: str) -> dict[str, str]:
    """The boards that have clauses of their own, as sections."""
    titles: dict[str, str] = {}
    for document in board_documents(edition, language):
        found = _TITLE.search(document.read_text(encoding="utf-8"))
        board = document.parent.name
        titles[f"{_OF_A_BOARD}{board}"] = found[1] if found else board
    return titles


def _plain(markdown: str) -> str:
    return " ".join(re.sub(r"[`*]", "", markdown).split())


def _unindented(markdown: str) -> str:
    lines = _BEGINNING.sub("", markdown).splitlines()
    return "\n".join(line.removeprefix("  ") for line in lines)

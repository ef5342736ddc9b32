"""The rules of an edition by clause, and the clauses for each phase."""

from typing import Final

import msgspec


class RuleClause(msgspec.Struct, frozen=True):
    """One numbered rule."""

    number: str
    text: str
    """Markdown: a paragraph, then tables and remarks."""
    only: list[str]
    """Presets or boards to which it applies; empty for all."""
    german: str = ""
    """German text of the same form; empty if there is none. ``text`` is the binding one."""


class RuleSection(msgspec.Struct, frozen=True):
    """A section of the document."""

    number: str
    title: str
    clauses: list[RuleClause]
    german: str = ""
    """German title; empty if there is none."""


class PhaseClauses(msgspec.Struct, frozen=True):
    """Clauses to read in a phase, and additional ones depending on the players."""

    phase: str
    clauses: list[str]
    trust: list[str]
    contractor: list[str]


class EditionRules(msgspec.Struct, frozen=True):
    """The rules document of an edition."""

    edition: str
    language: str
    """Language of titles and texts."""
    sections: list[RuleSection]
    phases: list[PhaseClauses]


ENCODER: Final = msgspec.json.Encoder(order="deterministic")

"""The rules of an edition by clause, and which of them to read in which phase."""

from typing import Final

import msgspec


class RuleClause(msgspec.Struct, frozen=True):
    """One numbered rule."""

    number: str
    text: str
    """Markdown: a paragraph, then tables and remarks."""
    only: list[str]
    """The presets or boards that it is for; empty: all."""
    german: str = ""
    """The text in German, of the same form; empty: there is none. ``text`` is the binding one."""


class RuleSection(msgspec.Struct, frozen=True):
    """A section of the document."""

    number: str
    title: str
    clauses: list[RuleClause]
    german: str = ""
    """The title in German; empty: there is none."""


class PhaseClauses(msgspec.Struct, frozen=True):
    """The numbers of what to read in a phase, and what is added by who plays with."""

    phase: str
    clauses: list[str]
    trust: list[str]
    contractor: list[str]


class EditionRules(msgspec.Struct, frozen=True):
    """The document of an edition."""

    edition: str
    language: str
    """The language of titles and texts."""
    sections: list[RuleSection]
    phases: list[PhaseClauses]


ENCODER: Final = msgspec.json.Encoder(order="deterministic")

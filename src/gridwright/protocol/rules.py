"""The rule book of one table: the clauses that are played there, and no other."""

from typing import Any, Final

import msgspec


class PlayedClause(msgspec.Struct, frozen=True):
    """One numbered rule with the figures of the table."""

    number: str
    section: str
    phases: list[str]
    """Phases in which it is read; ``end`` for the end of the game."""
    switch: str
    """The setting or option under which it holds; empty if it always does."""
    text: str
    """Markdown: paragraphs and tables. It binds."""
    remarks: list[str]
    """Where it comes from, and what is unsure about it."""
    german: str
    """German text of the same form; empty if there is none."""
    german_remarks: list[str]
    replaces: list[str]
    """Clauses that do not hold on the board, because this one does."""
    changes: list[str]
    sure: str
    """``certain``, ``unsure`` or ``reconstruction``."""


class RuleTitle(msgspec.Struct, frozen=True):
    """The title of a section; each board is its own."""

    section: str
    title: str
    german: str


class RuleBook(msgspec.Struct, frozen=True):
    """The rules of one table."""

    clauses: list[PlayedClause]
    """In the order of the document; the board's own come last."""
    replaced: list[PlayedClause]
    """Clauses that would hold without the board."""
    sections: list[RuleTitle]


class RulesAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table whose rules to return; it need not have been made."""

    spec: dict[str, Any]


ENCODER: Final = msgspec.json.Encoder(order="deterministic")

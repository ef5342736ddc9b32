"""The rule book of a table, to read while playing and before."""

from typing import Final

from gridwright.content.clauses import ENGLISH
from gridwright.content.shelf import Root
from gridwright.content.spec import TableSpec
from gridwright.content.table_rules import Saying, TableClause, resolve_rules
from gridwright.protocol.rules import PlayedClause, RuleBook, RuleTitle

GERMAN: Final = "de"
_NOTHING: Final = Saying("", ())


def build_rule_book(spec: TableSpec, figures: Root | None = None) -> RuleBook:
    """Return the rules of a table as they are sent."""
    found = resolve_rules(spec) if figures is None else resolve_rules(spec, figures)
    return RuleBook(
        [_clause(each) for each in found.clauses],
        [_clause(each) for each in found.replaced.values()],
        [
            RuleTitle(section, titles[ENGLISH], titles.get(GERMAN, ""))
            for section, titles in found.titles.items()
        ],
    )


def _clause(clause: TableClause) -> PlayedClause:
    english, german = clause.said[ENGLISH], clause.said.get(GERMAN, _NOTHING)
    return PlayedClause(
        clause.number,
        clause.section,
        list(clause.phases),
        clause.switch,
        english.text,
        list(english.remarks),
        german.text,
        list(german.remarks),
        list(clause.replaces),
        list(clause.changes),
        clause.sure,
    )

"""What an edition says about its clauses: phases, switches, figures, and the code that plays them.

Each edition has a file ``help/<edition>.toml``:

- ``phases``: clauses to read in a phase, single ones or whole sections;
- ``switches``: the settings or options under which a clause holds, ``"c3.18" = "discount_token"``;
- ``behind``: clauses that depend in another way on a setting, a table of figures or a method of a
  policy; a board that changes one of these must say which clause it replaces or changes;
- ``filled``: the sentence of a clause with the figures of one table, in each language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from gridwright.content.document import Node, load_document
from gridwright.content.library import load_library
from gridwright.content.presets import LATER_TABLES, TABLES
from gridwright.content.rule_texts import names_in
from gridwright.content.rulebook import Rulebook, load_rulebook
from gridwright.content.shelf import CONTENT_ROOT
from gridwright.engine.rules import Settings

FOLDER: Final = "help"
END: Final = "end"
"""Name for the end of the game among the phases."""

TABLE_SWITCHES: Final = (
    *("board", "trust", "no_trust_for_two", "contractor", "hidden_money"),
    *("regions", "order", "house_rules"),
)
"""Switches that follow from the choices at a table. All others are settings of a preset."""

SETTING_SWITCHES: Final = (*Settings._fields, *TABLES, *LATER_TABLES)


@dataclass(frozen=True)
class Switch:
    """What decides whether a clause holds, and which of its texts."""

    name: str
    value: str = ""
    """The value that it must have; empty for any that is not off."""


@dataclass(frozen=True)
class ClauseIndex:
    """The file of an edition."""

    phases: Mapping[str, list[str]]
    """The numbers of clauses by phase, in the order in which they are read."""
    switches: Mapping[str, tuple[Switch, ...]]
    """By clause; all of them must hold."""
    behind: Mapping[str, list[str]]
    """Clauses by setting, table of figures or method of a policy; maybe none."""
    filled: Mapping[str, Mapping[str, str]]
    """Text with the figures of a table by clause and language."""

    def phases_of(self, number: str) -> list[str]:
        return [phase for phase, numbers in self.phases.items() if number in numbers]

    def clauses_behind(self, key: str) -> list[str]:
        """Return the clauses that depend on a setting, a table of figures or a method."""
        switched = [
            number
            for number, switches in self.switches.items()
            if any(each.name == key for each in switches)
        ]
        return [*switched, *self.behind.get(key, [])]


def names_of_presets(edition: str) -> frozenset[str]:
    """Return the presets and boards of an edition, as a clause may name them."""
    library = load_library(edition)
    return frozenset([*library.presets.presets, *library.boards])


@cache
def load_clause_index(edition: str) -> ClauseIndex:
    """Return the file of an edition. Raises ContentError if it is invalid."""
    document = load_document(CONTENT_ROOT, f"{FOLDER}/{edition}.toml")
    return read_clause_index(document, load_rulebook(edition))


def read_clause_index(document: Node, rulebook: Rulebook) -> ClauseIndex:
    """Return the file of an edition whose document has every clause that it names."""
    known = names_of_presets(rulebook.edition)
    nodes = document.table(["phases", "switches", "behind", "filled"])
    switches = {
        number: tuple(_read_switch(node, each) for each in node.text().split(", "))
        for number, node in nodes["switches"].table([], rulebook.clauses).items()
    }
    for clause in rulebook.clauses.values():
        if clause.number not in switches and not clause.board and known & names_in(clause.markdown):
            nodes["switches"].fail(
                f"expected a switch of {clause.number}, which names some presets"
            )
    return ClauseIndex(
        _read_lists(nodes["phases"], rulebook),
        switches,
        _read_lists(nodes["behind"], rulebook),
        {
            number: {language: text.text() for language, text in node.entries().items()}
            for number, node in nodes["filled"].table([], rulebook.clauses).items()
        },
    )


def _read_switch(node: Node, text: str) -> Switch:
    name, _, value = text.partition("=")
    if name not in (*TABLE_SWITCHES, *SETTING_SWITCHES):
        node.fail(f"expected a setting or an option; came {name!r}")
    return Switch(name, value)


def _read_lists(node: Node, rulebook: Rulebook) -> dict[str, list[str]]:
    return {
        key: [number for item in named.items() for number in _numbers(item, rulebook)]
        for key, named in node.entries().items()
    }


def _numbers(item: Node, rulebook: Rulebook) -> list[str]:
    """Return a clause, or the clauses of a section."""
    name = item.text()
    if name in rulebook.clauses:
        return [name]
    if name not in rulebook.sections:
        item.fail(f"expected a clause or a section of {rulebook.edition}; came {name!r}")
    return [clause.number for clause in rulebook.of_section(name)]

"""The clauses to read in each phase of an edition."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from gridwright.content.document import Node, load_document
from gridwright.content.rulebook import Rulebook, load_rulebook
from gridwright.content.shelf import CONTENT_ROOT

FOLDER: Final = "help"


@dataclass(frozen=True)
class PhaseRules:
    """The numbers of clauses by phase, in the order in which they are read."""

    phases: Mapping[str, list[str]]
    trust: Mapping[str, list[str]]
    """Rules that are added where the Trust plays."""
    contractor: Mapping[str, list[str]]
    """Rules that are added where the Demolition Contractor pays."""
    only: Mapping[str, list[str]]
    """The presets of clauses that do not name them themselves."""


@cache
def load_phase_rules(edition: str) -> PhaseRules:
    """Return the clauses by phase of an edition. Raises ContentError if its file is invalid."""
    document = load_document(CONTENT_ROOT, f"{FOLDER}/{edition}.toml")
    return read_phase_rules(document, load_rulebook(edition))


def read_phase_rules(document: Node, rulebook: Rulebook) -> PhaseRules:
    """The file of an edition whose document has everything that it names."""
    nodes = document.table(["phases", "trust", "contractor", "only"])
    phases = nodes["phases"].entries()
    return PhaseRules(
        _read(phases, rulebook),
        _read(nodes["trust"].table([], phases), rulebook),
        _read(nodes["contractor"].table([], phases), rulebook),
        {
            number: [item.name() for item in presets.items()]
            for number, presets in nodes["only"].table([], rulebook.clauses).items()
        },
    )


def _read(phases: Mapping[str, Node], rulebook: Rulebook) -> dict[str, list[str]]:
    return {
        phase: [number for item in named.items() for number in _numbers(item, rulebook)]
        for phase, named in phases.items()
    }


def _numbers(item: Node, rulebook: Rulebook) -> list[str]:
    """A clause, or the clauses of a section."""
    name = item.text()
    if name in rulebook.clauses:
        return [name]
    if name not in rulebook.sections:
        item.fail(f"expected a clause or a section of {rulebook.edition}; came {name!r}")
    return [clause.number for clause in rulebook.of_section(name)]

"""The rules of an edition, for whoever wants to know while playing."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from gridwright.content.errors import ContentError
from gridwright.content.phase_rules import load_phase_rules
from gridwright.content.rulebook import Clause, load_rulebook
from gridwright.content.table import list_editions
from gridwright.protocol.rules import (
    ENCODER,
    EditionRules,
    PhaseClauses,
    RuleClause,
    RuleSection,
)
from gridwright.server.api.orders import refused

KEPT: Final = {"cache-control": "public, max-age=3600"}
"""Rules are the same for all, but an upgrade of the server may word them better."""

LANGUAGE: Final = "en"
"""The documents are written in it."""


async def edition_rules(request: Request) -> Response:
    """Every clause of an edition, and which of them to read in which phase."""
    edition = request.path_params["edition"]
    try:
        if edition not in list_editions():
            raise ContentError("rules", edition, "unknown edition")
        encoded = _encoded(edition)
    except ContentError:
        # A host's own edition has no document.
        return refused(404, "unknown_edition", "there are no rules of such an edition")
    return Response(encoded, 200, KEPT, "application/json")


@cache
def _encoded(edition: str) -> bytes:
    return ENCODER.encode(build_rules(edition))


def build_rules(edition: str) -> EditionRules:
    """The document of an edition in parts, or ContentError."""
    rulebook = load_rulebook(edition)
    help_ = load_phase_rules(edition)
    sections = [
        RuleSection(
            number,
            title,
            [_clause(clause, help_.only) for clause in rulebook.of_section(number)],
        )
        for number, title in rulebook.sections.items()
    ]
    phases = [
        PhaseClauses(phase, clauses, help_.trust.get(phase, []), help_.contractor.get(phase, []))
        for phase, clauses in help_.phases.items()
    ]
    return EditionRules(edition, LANGUAGE, sections, phases)


def _clause(clause: Clause, only: Mapping[str, list[str]]) -> RuleClause:
    presets = only.get(clause.number) or clause.only()
    return RuleClause(clause.number, clause.markdown, presets)

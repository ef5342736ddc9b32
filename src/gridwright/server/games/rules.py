"""Rules of an edition, to read while playing."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gridwright.content.clauses import ENGLISH, list_languages
from gridwright.content.errors import ContentError
from gridwright.content.phase_rules import load_phase_rules
from gridwright.content.rulebook import Clause, Rulebook, load_rulebook
from gridwright.content.table import list_editions
from gridwright.protocol.rules import ENCODER, EditionRules, PhaseClauses, RuleClause, RuleSection
from gridwright.server.wire.operation import Answer, Group, Tag
from gridwright.server.wire.page_headers import ANSWER_SAFETY
from gridwright.server.wire.refusals import JSON, Refused
from gridwright.server.wire.scopes import Scope

KEPT: Final = {**ANSWER_SAFETY, "cache-control": "public, max-age=3600"}
"""The same for all clients, but an upgrade of the server may change the wording."""

GERMAN: Final = "de"
"""Language of the translation next to the binding text."""


class RuleRoutes:
    """Public routes of the rules' clauses."""

    async def rules(self, _request: Request, edition: str) -> Response:
        try:
            if edition not in list_editions():
                raise ContentError("rules", edition, "unknown edition")
            encoded = _encoded(edition)
        except ContentError as error:
            # A host's own edition has no document.
            problem = "there are no rules of such an edition"
            raise Refused(problem, "unknown_edition") from error
        return Response(encoded, 200, KEPT, JSON)


@cache
def _encoded(edition: str) -> bytes:
    return ENCODER.encode(build_rules(edition))


def build_rules(edition: str) -> EditionRules:
    """Return the rules of an edition in parts. Raises ContentError for an unknown one."""
    rulebook = load_rulebook(edition)
    help_ = load_phase_rules(edition)
    german = _german(edition)
    sections = [
        RuleSection(
            number,
            title,
            [_clause(clause, help_.only, german) for clause in rulebook.of_section(number)],
            german.sections.get(number, ""),
        )
        for number, title in rulebook.sections.items()
    ]
    phases = [
        PhaseClauses(phase, clauses, help_.trust.get(phase, []), help_.contractor.get(phase, []))
        for phase, clauses in help_.phases.items()
    ]
    return EditionRules(edition, ENGLISH, sections, phases)


def _german(edition: str) -> Rulebook:
    """Return the translation of an edition, or its English rules if it has none."""
    if GERMAN in list_languages(edition):
        return load_rulebook(edition, GERMAN)
    return Rulebook(edition, {}, {})


def _clause(clause: Clause, only: Mapping[str, list[str]], german: Rulebook) -> RuleClause:
    presets = only.get(clause.number) or clause.only()
    translated = german.clauses.get(clause.number)
    text = translated.markdown if translated else ""
    return RuleClause(clause.number, clause.markdown, presets, text)


EditionName = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=64, description="The edition, as the choices name it."),
]

_AUCTION: Final = RuleSection(
    "3", "Auctions", [RuleClause("c3.1", "Bid.", [], "Bieten.")], "Auktionen"
)

OPERATIONS: Final = (
    Group(Tag.LOBBY, errors=("unknown_edition",), scope=Scope.READ).get(
        "/api/rules/{edition}",
        RuleRoutes.rules,
        "The clauses of an edition, and which of them to read in which phase",
        Answer(
            "The rules.",
            EditionRules(
                "classic", ENGLISH, [_AUCTION], [PhaseClauses("auction", ["c3.1"], [], [])]
            ),
        ),
        path_params={"edition": EditionName},
    ),
)

"""Rule books, to read while playing and before."""

from functools import lru_cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from gridwright.aids.rule_book import build_rule_book
from gridwright.content.errors import ContentError
from gridwright.content.spec import TableSpec
from gridwright.content.table import default_spec, find_figures, rules_identity
from gridwright.protocol.refusals import Refused
from gridwright.protocol.rules import ENCODER, RuleBook, RulesAsked
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import Answer, Group, Tag
from gridwright.server.wire.page_headers import ANSWER_SAFETY
from gridwright.server.wire.refusals import JSON
from gridwright.server.wire.scopes import Scope
from gridwright.table.room import verified_spec

KEPT: Final = {**ANSWER_SAFETY, "cache-control": "private, max-age=3600"}
"""A table's rules never change, but an upgrade of the server may change the wording."""


class RuleRoutes:
    """Public routes of rule books."""

    def __init__(self, service: TableService) -> None:
        self._service: Final = service

    async def rules_of_table(self, _request: Request, game_id: str) -> Response:
        table = await self._service.load(game_id)
        return Response(_encoded(table.spec, table.rules), 200, KEPT, JSON)

    async def rules(self, _request: Request, body: RulesAsked) -> Response:
        spec = verified_spec(body.spec)
        return Response(_encoded(spec, rules_identity(spec)), 200, KEPT, JSON)


@lru_cache(maxsize=256)
def _encoded(spec: TableSpec, identity: str) -> bytes:
    try:
        return ENCODER.encode(build_rule_book(spec, find_figures(spec, identity)))
    except ContentError as error:
        # A host's own edition has no document.
        raise Refused("there are no rules of such a table", "unknown_edition") from error


def _example() -> RuleBook:
    """Return a rule book with its first clauses."""
    found: Any = build_rule_book(default_spec(board="china", seats=4))
    return RuleBook(found.clauses[:2], found.replaced[:1], found.sections[:2])


OPERATIONS: Final = (
    Group(
        Tag.PLAY,
        errors=("unknown_table", "unknown_edition", "set_aside", "store_away"),
        scope=Scope.READ,
    ).get(
        "/api/tables/{game_id}/rules",
        RuleRoutes.rules_of_table,
        "The clauses that are played at a table, with its figures",
        Answer("The rule book.", _example, RuleBook),
    ),
    Group(Tag.LOBBY, errors=("bad_table", "unknown_edition"), scope=Scope.READ).post(
        "/api/rules",
        RuleRoutes.rules,
        "The clauses that would be played at a table",
        Answer("The rule book.", _example, RuleBook),
        request_example=RulesAsked(
            {"edition": "classic", "preset": "original", "board": "china", "seats": 4}
        ),
    ),
)

"""Immutable data: the sheet of a table, and the choices of a host."""

from typing import Final

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from gridwright.aids.sheet import build_sheet
from gridwright.content.own_board import OFFERED
from gridwright.content.table import default_spec, rules_identity
from gridwright.protocol.sheet import Choices, TableSheet
from gridwright.server.feature import Feature, Parts, Routes
from gridwright.server.sheets import own_boards, rules
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import Answer, Group, Tag
from gridwright.server.wire.page_headers import ANSWER_SAFETY
from gridwright.server.wire.routing import reply
from gridwright.server.wire.scopes import Scope
from gridwright.table.choices import build_choices

KEPT: Final = {**ANSWER_SAFETY, "cache-control": "private, max-age=3600"}
"""A sheet is immutable for clients, but an upgrade of the server may add fields."""

KEPT_SHORTLY: Final = {**KEPT, "cache-control": "private, max-age=60"}
"""Short, so that a new board appears soon after a restart."""


class SheetRoutes:
    """Public routes of sheets and choices."""

    def __init__(self, service: TableService) -> None:
        self._service: Final = service

    async def sheet(self, _request: Request, game_id: str) -> Response:
        table = await self._service.load(game_id)
        return reply(build_sheet(table.spec, table.rules), head=KEPT)

    async def choices(self, _request: Request) -> Response:
        return reply(build_choices(OFFERED.all()), head=KEPT_SHORTLY)


def _sheet_example() -> TableSheet:
    """Return a sheet with shortened lists."""
    spec = default_spec(seats=2)
    sheet = build_sheet(spec, rules_identity(spec))
    few = {"plants": sheet.plants[:2], "cities": sheet.cities[:2], "links": sheet.links[:2]}
    return replace(sheet, rules={}, **few)


def _choices_example() -> Choices:
    """Return the choices of the first edition."""
    choices = build_choices()
    return replace(choices, editions=choices.editions[:1])


OF_TABLE: Final = (
    Group(Tag.PLAY, errors=("unknown_table", "set_aside", "store_away"), scope=Scope.READ).get(
        "/api/tables/{game_id}/sheet",
        SheetRoutes.sheet,
        "Names and figures of the table's parts, which never change",
        Answer("The sheet.", _sheet_example, TableSheet),
    ),
)
OF_ALL: Final = (
    Group(Tag.LOBBY, scope=Scope.READ).get(
        "/api/choices",
        SheetRoutes.choices,
        "The editions, presets, boards and numbers of seats that a host may choose from",
        Answer("The choices.", _choices_example, Choices),
    ),
)


def _routes(parts: Parts) -> SheetRoutes:
    return SheetRoutes(parts[TableService])


def _rule_routes(parts: Parts) -> rules.RuleRoutes:
    return rules.RuleRoutes(parts[TableService])


SHEETS: Final = Feature(
    "sheets",
    routes=(
        Routes(_routes, orders=OF_ALL, reads=OF_TABLE),
        Routes(_rule_routes, orders=rules.OPERATIONS),
        Routes(lambda _parts: own_boards.OwnBoardRoutes(), orders=own_boards.OPERATIONS),
    ),
)

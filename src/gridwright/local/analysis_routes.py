"""Requests about a finished game: its analysis, and a table that begins at one of its positions."""

from typing import Final

from gridwright.engine.ids import SPECTATOR
from gridwright.local.route import CREATED, Request, Route, seat_of
from gridwright.local.tables import LocalTables
from gridwright.protocol.analysis import AnalysisView
from gridwright.protocol.refusals import Refused
from gridwright.table.positions.tries import Try, Trying, actor_after, begun_spec
from gridwright.table.table import Table
from gridwright.table.terms import Terms


def _table(tables: LocalTables, request: Request, game_id: str) -> tuple[Table, bool]:
    """Return the table, and True if the request has a ticket of a seat."""
    local = tables.load(game_id)
    return local.table, seat_of(local, request.ticket) != SPECTATOR


def _show(tables: LocalTables, request: Request, game_id: str) -> AnalysisView:
    return tables.analyses.look(_table(tables, request, game_id)[0])


def _ask(tables: LocalTables, request: Request, game_id: str) -> AnalysisView:
    return tables.analyses.ask(_table(tables, request, game_id)[0])


def _cancel(tables: LocalTables, request: Request, game_id: str) -> AnalysisView:
    table, is_seated = _table(tables, request, game_id)
    if not is_seated and any(holder.is_person for holder in table.seats):
        raise Refused("expected the ticket of a seat", "bad_ticket")
    return tables.analyses.cancel(table)


def _try(tables: LocalTables, request: Request, game_id: str, body: Trying) -> Try:
    table, _is_seated = _table(tables, request, game_id)
    seat = actor_after(table, body.move)
    spec = begun_spec(table.spec, table.rules, table.lines[: body.move])
    again = tables.create(spec, Terms())
    return Try(again, f"/api/tables/{again}", seat)


_ANALYSIS: Final = "/api/tables/{game_id}/analysis"
ANALYSIS_ROUTES: Final = (
    Route("GET", _ANALYSIS, _show),
    Route("POST", _ANALYSIS, _ask),
    Route("DELETE", _ANALYSIS, _cancel),
    Route("POST", "/api/tables/{game_id}/tries", _try, CREATED, body=Trying),
)

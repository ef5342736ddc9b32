"""HTTP routes of analyses of finished games."""

from typing import Final

from starlette.requests import Request

from gridwright.protocol.analysis import EXAMPLE, AnalysisView
from gridwright.server.analysis.service import Analyses, try_game
from gridwright.server.analysis.store import AnalysisStore
from gridwright.server.analysis.sweep import AnalysisSweep
from gridwright.server.auth.tickets import BadTicket
from gridwright.server.feature import Feature, Job, Parts, Reader, Routes
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.storage.append import EventKind
from gridwright.server.tables.seat_auth import READ_ERRORS, SeatAuth
from gridwright.server.tables.service import TableService
from gridwright.server.tables.tries import MADE, Tries
from gridwright.server.wire.operation import Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope
from gridwright.table.positions.tries import Try, Trying
from gridwright.table.table import Table


class AnalysisRoutes:
    """Routes of analyses. Viewers of a finished game may read them, and play on from a position."""

    def __init__(
        self, service: TableService, analyses: Analyses, seats: SeatAuth, limiter: RateLimiter
    ) -> None:
        self._service: Final = service
        self._analyses: Final = analyses
        self._seats: Final = seats
        self._limiter: Final = limiter
        self._tries: Final = Tries(service)

    async def show_analysis(self, request: Request, game_id: str) -> AnalysisView:
        table, _is_seated = await self._look(request, game_id)
        return await self._analyses.look(table)

    async def ask_for_analysis(self, request: Request, game_id: str) -> AnalysisView:
        table, _is_seated = await self._look(request, game_id)
        # Costs as much as a table and is requested as rarely.
        await self._limiter.make_table(request)
        return await self._analyses.ask(table)

    async def cancel_analysis(self, request: Request, game_id: str) -> AnalysisView:
        table, is_seated = await self._look(request, game_id)
        if not is_seated and any(holder.is_person for holder in table.seats):
            raise BadTicket("expected the ticket of a seat")
        return await self._analyses.cancel(table)

    async def try_position(self, request: Request, game_id: str, body: Trying) -> Try:
        table, _is_seated = await self._look(request, game_id)
        await self._limiter.make_table(request)
        return await try_game(self._tries, table, body.move)

    async def _look(self, request: Request, game_id: str) -> tuple[Table, bool]:
        table = await self._service.load(game_id)
        return table, await self._seats.ticket(request, table) is not None


_ANALYSIS: Final = "/api/tables/{game_id}/analysis"
_READ: Final = Group(Tag.PLAY, Audience.VIEWER, (*READ_ERRORS, "not_over"))
_QUEUED: Final = AnalysisView("queued", "", 0, 0, True, [], None)
_CANCELLED: Final = AnalysisView("cancelled", "", 0, 0, True, [], None)

OPERATIONS: Final = (
    _READ.get(
        _ANALYSIS,
        AnalysisRoutes.show_analysis,
        "The analysis of a game that is over, or how far it is",
        Answer("Where it stands; the record once it is done.", EXAMPLE),
        scope=Scope.READ,
    ),
    _READ.post(
        _ANALYSIS,
        AnalysisRoutes.ask_for_analysis,
        "Let the analysis of a game that is over be made, once",
        Answer("It waits, is being made, or is there.", _QUEUED),
        errors=("no_analyses", "too_many"),
    ),
    _READ.delete(
        _ANALYSIS,
        AnalysisRoutes.cancel_analysis,
        "Cancel a queued or running analysis; for players of the table",
        Answer("What became of it.", _CANCELLED),
    ),
    _READ.post(
        "/api/tables/{game_id}/tries",
        AnalysisRoutes.try_position,
        "Make a table that begins in a position of this game, which is over",
        MADE,
        errors=("bad_table", "too_many"),
        request_example=Trying(153),
    ),
)


def _store(parts: Parts) -> AnalysisStore:
    return AnalysisStore(parts.store)


def _analyses(parts: Parts) -> Analyses:
    return Analyses(parts[AnalysisStore], parts[TableService], parts.options.analyses)


def _sweep(parts: Parts) -> AnalysisSweep:
    return AnalysisSweep(parts.store, parts[AnalysisStore], parts[TableService], parts.clock)


def _routes(parts: Parts) -> AnalysisRoutes:
    return AnalysisRoutes(parts[TableService], parts[Analyses], parts[SeatAuth], parts.limiter)


ANALYSIS: Final = Feature(
    "analysis",
    parts={AnalysisStore: _store, Analyses: _analyses, AnalysisSweep: _sweep},
    routes=(Routes(_routes, orders=OPERATIONS),),
    jobs=(Job(AnalysisSweep, is_on=lambda parts: parts[Analyses].is_on),),
    readers=(
        Reader(
            "analysis",
            frozenset({EventKind.ENDED}),
            lambda parts: parts[Analyses].read_event,
            is_on=lambda parts: parts[Analyses].is_on,
        ),
    ),
)

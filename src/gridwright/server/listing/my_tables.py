"""Tables of the signed-in person."""

from typing import Annotated, Any, Final

import msgspec
from starlette.requests import Request

from gridwright.server.auth.service import Auth
from gridwright.server.listing.summary_store import SummaryStore
from gridwright.server.listing.table_summary import TableSummary, summarise
from gridwright.server.storage.errors import UnknownGame
from gridwright.server.tables.held_seats import LAST_MOMENT, HeldSeat, HeldSeats
from gridwright.server.tables.loading import QUARANTINED, QuarantinedTable
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope
from gridwright.table.terms import ClockName

PAGE: Final = 50
"""Tables per response."""


class MyTable(msgspec.Struct, frozen=True):
    """A table at which the signed-in person has a seat."""

    game_id: str
    path: str
    seat: int
    status: str
    """Status of the table, or ``set_aside`` if this server cannot read it."""
    version: int
    spec: dict[str, Any]
    seats: list[str]
    waits: bool
    """True if the game cannot continue until this seat acts."""
    left: str
    """Reason why a bot plays the seat; empty if none does."""
    deadline_at: int | None
    sat_down_at: int
    round: int
    """Number of the round; 0 before the first one."""
    phase: str
    """Current phase; empty before the game and after it."""
    actor: int
    """Seat that must act, or -1."""
    following: list[int]
    """Seats that act after it in this phase, unless an action changes the order."""
    clock: ClockName
    """Clock terms of the table."""


class Before(msgspec.Struct, frozen=True):
    """Cursor of a page: ``sat_down_at`` of the last table that the client has."""

    before: Annotated[int, msgspec.Meta(ge=0, le=LAST_MOMENT)] = LAST_MOMENT


class MyTableRoutes:
    """Tables at which the signed-in person holds a seat."""

    def __init__(
        self, service: TableService, held_seats: HeldSeats, summaries: SummaryStore, auth: Auth
    ) -> None:
        self._service: Final = service
        self._held_seats: Final = held_seats
        self._summaries: Final = summaries
        self._auth: Final = auth

    async def my_tables(self, request: Request, asked: Before) -> list[MyTable]:
        session = await self._auth.person(request)
        page = await self._held_seats.of(session.person_id, PAGE, asked.before)
        told = await self._summaries.current([held.game_id for held in page])
        missing = [held.game_id for held in page if held.game_id not in told]
        await self._service.fetch(missing)
        made: list[TableSummary] = []
        found: list[MyTable] = []
        for held in page:
            summary = told.get(held.game_id)
            if summary is None:
                try:
                    summary = summarise(await self._service.load(held.game_id))
                except UnknownGame:
                    await self._held_seats.release(held)
                    continue
                except QuarantinedTable as aside:
                    found.append(_unreadable(aside, held))
                    continue
                made.append(summary)
            mine = await self._my_table(summary, held)
            if mine is not None:
                found.append(mine)
        if made:
            await self._summaries.keep(made)
        return found

    async def _my_table(self, table: TableSummary, held: HeldSeat) -> MyTable | None:
        """Return the table of a seat; None after removing an index row that is no longer valid."""
        seat = table.seat_of(held.person_id)
        if seat is None:
            # Before that version the person may be about to sit down.
            if table.version >= held.since:
                await self._held_seats.release(held)
            return None
        return MyTable(
            game_id=table.game_id,
            path=f"/api/tables/{table.game_id}",
            seat=seat,
            status=table.status,
            version=table.version,
            spec=table.spec,
            seats=[each.name for each in table.seats],
            waits=table.seats[seat].waits,
            left=table.seats[seat].left,
            deadline_at=table.deadline_at,
            sat_down_at=held.at,
            round=table.round,
            phase=table.phase,
            actor=table.actor,
            following=table.following,
            clock=table.clock,
        )


def _unreadable(aside: QuarantinedTable, held: HeldSeat) -> MyTable:
    """Return a quarantined table, from its row and the index of seats."""
    return MyTable(
        game_id=held.game_id,
        path=f"/api/tables/{held.game_id}",
        seat=held.seat,
        status=QUARANTINED,
        version=aside.record.version,
        spec=aside.spec,
        seats=[],
        waits=False,
        left="",
        deadline_at=None,
        sat_down_at=held.at,
        round=0,
        phase="",
        actor=-1,
        following=[],
        clock="none",
    )


_SPEC: Final = {"edition": "classic", "preset": "recharged", "board": "germany", "seats": 2}
_MINE: Final = MyTable(
    game_id="dGhl",
    path="/api/tables/dGhl",
    seat=0,
    status="running",
    version=31,
    spec=_SPEC,
    seats=["Ada", "Grace"],
    waits=True,
    left="",
    deadline_at=None,
    sat_down_at=1_790_000,
    round=2,
    phase="auction",
    actor=0,
    following=[1],
    clock="none",
)

OPERATIONS: Final = (
    Group(Tag.ACCOUNTS, Audience.PERSON, ("signed_out", "invalid", "store_away"), Scope.READ).get(
        "/api/me/tables",
        MyTableRoutes.my_tables,
        "The tables at which one sits, those taken last first",
        Answer("A page of them.", [_MINE], list[MyTable]),
        asked=Before,
    ),
)

"""The tables of whoever is signed in."""

from typing import Annotated, Any, Final, Literal

import msgspec
from starlette.requests import Request

from gridwright.server.auth.service import Auth
from gridwright.server.games.held_seats import LAST_MOMENT, HeldSeat, HeldSeats
from gridwright.server.games.outlook import following
from gridwright.server.games.service import TableService
from gridwright.server.games.set_aside import SET_ASIDE, SetAside
from gridwright.server.games.table import Table
from gridwright.server.games.terms import BankClock, Terms, TurnClock
from gridwright.server.storage.errors import UnknownGame
from gridwright.server.storage.games import Status
from gridwright.server.wire.operation import Answer, Group, Tag, Who
from gridwright.server.wire.scopes import Scope

PAGE: Final = 50
"""Tables in one answer."""


class MyTable(msgspec.Struct, frozen=True):
    """A table at which one has a seat."""

    game_id: str
    path: str
    seat: int
    status: str
    """As of the table, or ``set_aside`` if this server cannot read it."""
    version: int
    spec: dict[str, Any]
    seats: list[str]
    waits: bool
    """Whether nothing goes on without this seat."""
    left: str
    """Why a bot plays for one; empty if none does."""
    deadline_at: int | None
    sat_down_at: int
    round: int
    """0 before the first one."""
    phase: str
    """The running phase; empty before the game and after it."""
    actor: int
    """The seat that is to act, or -1."""
    following: list[int]
    """The seats that act in this phase after it, unless somebody changes it."""
    clock: Literal["none", "bank", "turns"]
    """How time runs at the table."""


class Before(msgspec.Struct, frozen=True):
    """From where to go on: ``sat_down_at`` of the last one."""

    before: Annotated[int, msgspec.Meta(ge=0, le=LAST_MOMENT)] = LAST_MOMENT


class MyTableRoutes:
    """One's own tables."""

    def __init__(self, service: TableService, held_seats: HeldSeats, auth: Auth) -> None:
        self._service: Final = service
        self._held_seats: Final = held_seats
        self._auth: Final = auth

    async def my_tables(self, request: Request, asked: Before) -> list[MyTable]:
        session = await self._auth.person(request)
        found: list[MyTable] = []
        page = await self._held_seats.of(session.person_id, PAGE, asked.before)
        await self._service.fetch([held.game_id for held in page])
        for held in page:
            mine = await _my_table(self._service, self._held_seats, held)
            if mine is not None:
                found.append(mine)
        return found


async def _my_table(service: TableService, held_seats: HeldSeats, held: HeldSeat) -> MyTable | None:
    """The table of a seat; a note that holds no longer is forgotten."""
    try:
        table = await service.table(held.game_id)
    except UnknownGame:
        await held_seats.release(held)
        return None
    except SetAside as aside:
        return _set_aside(aside, held)
    seat = table.seat_of(held.person_id)
    if seat is None:
        # Before that version the person may be about to sit down.
        if table.version >= held.since:
            await held_seats.release(held)
        return None
    state = table.state
    is_on = table.status in (Status.RUNNING, Status.PAUSED) and not table.is_over()
    return MyTable(
        game_id=table.game_id,
        path=f"/api/tables/{table.game_id}",
        seat=seat,
        status=table.status.value,
        version=table.version,
        spec=table.spec.to_json(),
        seats=[holder.name for holder in table.seats],
        waits=waits_for(table, seat),
        left=table.seats[seat].left.value,
        deadline_at=table.clocks.deadline(),
        sat_down_at=held.at,
        round=state.round if is_on else 0,
        phase=table.game.phases[state.phase].NAME if is_on else "",
        actor=state.actor if is_on and state.actor >= 0 else -1,
        following=following(table.game, state) if is_on and state.round else [],
        clock=clock_name(table.terms),
    )


def _set_aside(aside: SetAside, held: HeldSeat) -> MyTable:
    """What is known of a table that cannot be read: its row, and the note of the seat."""
    return MyTable(
        game_id=held.game_id,
        path=f"/api/tables/{held.game_id}",
        seat=held.seat,
        status=SET_ASIDE,
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


def clock_name(terms: Terms) -> Literal["none", "bank", "turns"]:
    """The kind of a table's clock."""
    if isinstance(terms.clock, TurnClock):
        return "turns"
    return "bank" if isinstance(terms.clock, BankClock) else "none"


def waits_for(table: Table, seat: int) -> bool:
    """Whether nothing goes on at a table before the person of a seat does something."""
    if table.status is Status.GATHERING:
        return not table.seats[seat].is_ready
    return table.awaited() == seat


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
    Group(Tag.ACCOUNTS, Who.PERSON, ("signed_out", "invalid", "store_away"), Scope.READ).get(
        "/api/me/tables",
        MyTableRoutes.my_tables,
        "The tables at which one sits, those taken last first",
        Answer("A page of them.", [_MINE], list[MyTable]),
        asked=Before,
    ),
)

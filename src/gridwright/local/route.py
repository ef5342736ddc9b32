"""Requests of the client, their answers, and the tickets of seats on a device."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from gridwright.engine.ids import SPECTATOR
from gridwright.protocol.refusals import Code, Refused
from gridwright.table.local_table import LocalTable

JSON: Final = "application/json"
TEXT: Final = "text/plain; charset=ascii"
CREATED: Final = 201


class Request(msgspec.Struct, frozen=True):
    """A request of the client."""

    method: str
    path: str
    """Path without the query."""
    query: Mapping[str, str] = {}
    ticket: str = ""
    """Ticket of a seat; empty for a spectator."""
    body: str = ""


class Reply(msgspec.Struct, frozen=True):
    """The answer to a request."""

    status: int
    body: bytes
    media_type: str = JSON


@dataclass(frozen=True)
class Route:
    """One method of one path, as the server declares it."""

    method: str
    path: str
    answer: Callable[..., Any]
    """Gets the tables, the request, and by name the values of the path, ``body`` and ``asked``.

    Returns a record, or a whole reply.
    """
    status: int = 200
    body: Any = None
    """Type of the body."""
    asked: type[msgspec.Struct] | None = None
    """Type of the query."""
    bad_query: Code = "invalid"
    is_hot: bool = False
    """True for a handler that reads the body itself."""


def write_ticket(game_id: str, seat: int, since: int) -> str:
    """Return the ticket of a seat. It is not signed: the device belongs to the people who play."""
    return f"{game_id}.{seat}.{since}"


def seat_of(local: LocalTable, ticket: str) -> int:
    """Return the seat of a ticket, SPECTATOR without one. Raises Refused for an invalid ticket."""
    if not ticket:
        return SPECTATOR
    for seat, holder in enumerate(local.table.seats):
        if holder.is_person and ticket == write_ticket(local.header.game_id, seat, holder.since):
            return seat
    raise Refused("the ticket is another table's, or another player has the seat", "bad_ticket")


def player_of(local: LocalTable, request: Request) -> int:
    """Return the seat of a request's ticket. Raises Refused without one."""
    seat = seat_of(local, request.ticket)
    if seat == SPECTATOR:
        raise Refused("expected the ticket of a seat", "bad_ticket")
    return seat

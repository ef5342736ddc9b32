"""What a command comes to, and how one is refused."""

import msgspec

from gridwright.engine.vocabulary.base import Event
from gridwright.protocol.refusals import Code
from gridwright.server.games.errors import RefusedCommand
from gridwright.server.games.log_entries import LogEntry
from gridwright.server.games.table import Table


class Decided(msgspec.Struct, frozen=True):
    """What a command comes to."""

    log_entry: LogEntry
    seat: int | None
    lines: tuple[str, ...]
    events: tuple[Event, ...]


def plain(log_entry: LogEntry, seat: int | None) -> Decided:
    """Something that happens beside the game."""
    return Decided(log_entry, seat, (), ())


def require(holds: bool, code: Code, problem: str) -> None:
    """Raise RefusedCommand unless it holds."""
    if not holds:
        raise RefusedCommand(code, problem)


def verify_seat(table: Table, seat: int) -> None:
    """Raise RefusedCommand unless the table has such a seat."""
    n_seats = table.spec.seats
    require(0 <= seat < n_seats, "no_such_seat", f"expected a seat from 0 to {n_seats - 1}")

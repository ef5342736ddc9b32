"""Build the frames that are sent to the viewers of a table."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from gridwright.content.clauses import load_clauses
from gridwright.engine.codec import Json
from gridwright.engine.errors import IllegalAction
from gridwright.protocol.frames import HappenedFrame, RefusedFrame, TableFrame
from gridwright.protocol.records import event_record
from gridwright.protocol.table import TableNow, TableView, TakenOrder
from gridwright.server.tables.loading import Happened
from gridwright.server.tables.view import standing, taken_order, view
from gridwright.table.entries import Entry
from gridwright.table.log_entries import UNDONE, Acted, Undone, log_entry_of
from gridwright.table.table import Table

T = TypeVar("T")


def table_frame(table: Table, viewer: int) -> TableFrame:
    """Return the whole table for a viewer."""
    return TableFrame(table.version, _typed(view(table, viewer), TableView))


def happened_frames(table: Table, happened: Sequence[Happened], viewer: int) -> list[HappenedFrame]:
    """Return entries with their events. The last one includes the table after it."""
    frames: list[HappenedFrame] = []
    for each in happened:
        entry = each.logged.entry
        now = None
        if each.logged.version == table.version:
            now = _typed(standing(table, viewer), TableNow)
        frames.append(
            HappenedFrame(
                each.logged.version,
                entry.kind,
                entry.at,
                entry.seat,
                list(entry.lines),
                [event_record(event) for event in each.events],
                now,
                _undone(table, entry),
                _is_by_limit(entry, viewer),
            )
        )
    return frames


def _undone(table: Table, entry: Entry) -> TakenOrder | None:
    if entry.kind != UNDONE:
        return None
    undone = log_entry_of(entry)
    assert isinstance(undone, Undone)
    return _typed(taken_order(table, undone.since, undone.lines), TakenOrder)


def _is_by_limit(entry: Entry, viewer: int) -> bool:
    """Return True if a limit acted for the viewer; the limits of others stay secret."""
    if entry.seat != viewer or not entry.lines:
        return False
    log_entry = log_entry_of(entry)
    return isinstance(log_entry, Acted) and log_entry.by_limit


def _typed(record: dict[str, Json], kind: type[T]) -> T:
    """Convert a record to its protocol type.

    Raises TypeError, because an invalid record is a server error, not an invalid request.
    """
    try:
        return msgspec.convert(record, kind)
    except msgspec.ValidationError as error:
        raise TypeError(f"expected a {kind.__name__}: {error}") from error


def refused_frame(
    table_edition: str, illegal: IllegalAction, version: int, place: int = 0
) -> RefusedFrame:
    """Return the frame of an illegal action: the clause in words, and the numbers behind it."""
    problem = load_clauses(table_edition).get(illegal.clause, illegal.code)
    return RefusedFrame(illegal.code, problem, illegal.clause, illegal.numbers, version, place)

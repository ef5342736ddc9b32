"""From a table to what is sent about it."""

from gridwright.content.clauses import load_clauses
from gridwright.engine.codec import event_values
from gridwright.engine.errors import IllegalAction
from gridwright.protocol.frames import HappenedFrame, Record, RefusedFrame, TableFrame
from gridwright.server.service import Happened
from gridwright.server.tables.table import Table
from gridwright.server.tables.view import view


def table_frame(table: Table, viewer: int) -> TableFrame:
    """The whole table for a viewer."""
    return TableFrame(table.version, view(table, viewer))


def happened_frames(table: Table, happened: list[Happened], viewer: int) -> list[HappenedFrame]:
    """Entries with their events. The last one says how the table stands then."""
    frames: list[HappenedFrame] = []
    for each in happened:
        entry = each.logged.entry
        now: Record = {}
        if each.logged.version == table.version:
            now = {**view(table, viewer)}
            del now["observation"]
        frames.append(
            HappenedFrame(
                each.logged.version,
                entry.kind,
                entry.at,
                entry.seat,
                list(entry.lines),
                [event_values(event) for event in each.events],
                now,
            )
        )
    return frames


def refused_frame(table_edition: str, illegal: IllegalAction, version: int) -> RefusedFrame:
    """Why the rules refuse: the clause in words, and the numbers that decided."""
    problem = load_clauses(table_edition).get(illegal.clause, illegal.code)
    return RefusedFrame(illegal.code, problem, illegal.clause, illegal.numbers, version)

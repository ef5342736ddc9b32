"""Reasons why a table is not idle: it must end, or wait for a person whose page knows that."""

from collections.abc import Iterator

from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright_lab.trials.simulation.audit import Audit
from gridwright_lab.trials.simulation.seated_table import SeatedTable
from gridwright_lab.trials.table_driver import is_at_rest

ENDED = (Status.FINISHED, Status.ABANDONED, Status.ARCHIVED)


def unrest(seated: SeatedTable, audit: Audit) -> Iterator[str]:
    """Yield the reasons why a table is not idle yet."""
    if seated.asker.n_open:
        yield f"table {seated.plan.number}: a request is open"
    if not seated.game_id:
        return
    known = audit.games[seated.game_id]
    table = known.table()
    name = f"{seated.game_id} at {table.version}"
    if not _is_settled(table):
        yield f"{name}: {table.status}, no player continues"
    for person in seated.people:
        if person.asker.n_open:
            yield f"{name}: an order of seat {person.seat} is open"
        if person.version != known.version or not person.is_watching:
            yield f"{name}: the page of seat {person.seat} is at {person.version}"
        if person.gives_up and not _has_agreed(table, person.seat):
            yield f"{name}: seat {person.seat} wants to end it"


def _is_settled(table: Table) -> bool:
    if table.status in ENDED or (table.status is not Status.GATHERING and table.is_over()):
        return bool(table.revealed)
    return is_at_rest(table)


def _has_agreed(table: Table, seat: int) -> bool:
    """Return whether no vote is open."""
    is_on = table.status in (Status.RUNNING, Status.PAUSED) and not table.is_over()
    return not is_on or seat in table.absences.agreed

"""When a table that everybody may watch begins and ends."""

from typing import Final

from gridwright.server.games.table import Table
from gridwright.server.storage.append import ListingChange
from gridwright.server.storage.games import Status

_OVER: Final = {Status.FINISHED: ListingChange.ENDED, Status.ABANDONED: ListingChange.GONE}


def shown_change(before: Status, table: Table) -> ListingChange | None:
    """What the last entry changed for those who look for games; None at private tables.

    The host decides whether a table is listed, until it begins.
    """
    if not table.listed or table.status is before:
        return None
    if table.status is Status.RUNNING:
        return ListingChange.BEGAN if before is Status.GATHERING else None
    return _OVER.get(table.status)

"""One line about a table for its host, with the information that any spectator has."""

from gridwright.content.errors import ContentError
from gridwright.content.spec import TableSpec
from gridwright.protocol.hosting import HostTable
from gridwright.server.tables.loading import QUARANTINED, QuarantinedTable
from gridwright.server.tables.service import TableService
from gridwright.table.entries import Status
from gridwright.table.table import Table


async def table_line(service: TableService, game_id: str, moved_at: int) -> HostTable:
    """Return the line of a table; raise UnknownGame."""
    try:
        return _line(await service.load(game_id), moved_at)
    except QuarantinedTable as aside:
        return _quarantined(aside, moved_at)


def _line(table: Table, moved_at: int) -> HostTable:
    has_begun = table.status is not Status.GATHERING
    seat = table.waiting_for()
    return HostTable(
        game_id=table.game_id,
        status=table.status.value,
        edition=table.spec.edition,
        board=table.spec.board,
        clock=table.terms.clock_name,
        round=table.state.round if has_begun else 0,
        seats=[holder.name for holder in table.seats],
        bots=[bool(holder.bot) for holder in table.seats],
        phase=table.game.phases[table.state.phase].NAME if has_begun else "",
        waits_for="" if seat is None else table.seats[seat].name,
        deadline_at=table.clocks.deadline(),
        moved_at=moved_at,
    )


def _quarantined(aside: QuarantinedTable, moved_at: int) -> HostTable:
    """Return the data in the row of an unreadable table."""
    try:
        spec = TableSpec.from_json(aside.spec)
        edition, board = spec.edition, spec.board
    except ContentError:
        edition = board = ""
    game_id = aside.record.game_id
    return HostTable(game_id, QUARANTINED, edition, board, "", 0, [], [], "", "", None, moved_at)

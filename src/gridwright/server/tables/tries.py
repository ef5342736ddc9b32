"""Tables that begin at a position of a finished game or a puzzle, made for a request."""

from collections.abc import Sequence
from typing import Final

from gridwright.content.spec import TableSpec
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import Answer
from gridwright.table.positions.tries import Try, begun_spec
from gridwright.table.terms import Terms

_AGAIN: Final = "dGhlIG5leHQgdGFibGU"
MADE: Final = Answer(
    "Where it is, and which seat decides first.",
    Try(_AGAIN, f"/api/tables/{_AGAIN}", 1),
    status=201,
)


class Tries:
    """Creates tables that begin at a given position; hidden cards are shuffled by a new seed."""

    def __init__(self, service: TableService) -> None:
        self._service: Final = service

    async def make(self, spec: TableSpec, rules: str, lines: Sequence[str], seat: int) -> Try:
        """Create an empty table that begins after these lines with a decision of a seat.

        Raises RefusedCommand as ``begun_spec`` does.
        """
        game_id = await self._service.create(begun_spec(spec, rules, lines), Terms())
        return Try(game_id, f"/api/tables/{game_id}", seat)

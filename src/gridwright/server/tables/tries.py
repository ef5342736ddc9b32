"""New tables that begin at a position of a finished game or a puzzle."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from gridwright.content.errors import ContentError
from gridwright.content.spec import TableSpec
from gridwright.content.table import rules_identity
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import Answer
from gridwright.table.commands import RefusedCommand
from gridwright.table.terms import Terms

MAX_LINES: Final = 950
"""Limit of lines, because they share one log entry with the cards dealt after them."""


class Try(msgspec.Struct, frozen=True):
    """The id of the new table, and the seat to take."""

    game_id: str
    path: str
    seat: int
    """Seat that decides first; bots may take the others."""


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

        ``rules`` is the identity under which they were played. Raises RefusedCommand if this server
        plays other rules by now, or if there are too many lines.
        """
        try:
            is_todays = rules_identity(spec) == rules
        except ContentError:
            is_todays = False
        if not is_todays or len(lines) > MAX_LINES:
            raise RefusedCommand("bad_table", "the game cannot be played on today")
        game_id = await self._service.create(replace(spec, begins=tuple(lines)), Terms())
        return Try(game_id, f"/api/tables/{game_id}", seat)

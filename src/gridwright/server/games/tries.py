"""A new table that begins in a position of a game that is over."""

from dataclasses import replace
from typing import Final

import msgspec

from gridwright.content.errors import ContentError
from gridwright.content.table import rules_identity
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.server.analysis.service import verify_over
from gridwright.server.games.errors import RefusedCommand
from gridwright.server.games.service import TableService
from gridwright.server.games.table import Table
from gridwright.server.games.terms import Terms
from gridwright.server.wire.refusals import Refused

MOST_LINES: Final = 950
"""They stand in one entry of the log, with what is dealt after them."""


class Try(msgspec.Struct, frozen=True):
    """Where to play on, and on which seat."""

    game_id: str
    path: str
    seat: int
    """The seat that decides first; bots may take the others."""


class Tries:
    """Makes such tables. What was hidden in the position is shuffled anew, by a seed of its own."""

    def __init__(self, service: TableService) -> None:
        self._service: Final = service

    async def make(self, table: Table, move: int) -> Try:
        """A table that nobody sits at, which begins before a decision of the first one.

        ``move`` is how many actions and outcomes of chance come before it.
        """
        verify_over(table)
        seat = _actor_after(table, move)
        spec = replace(table.spec, begins=tuple(table.lines[:move]))
        try:
            is_todays = rules_identity(table.spec) == table.rules
        except ContentError:
            is_todays = False
        if not is_todays or move > MOST_LINES:
            raise RefusedCommand("bad_table", "the game cannot be played on today")
        game_id = await self._service.create(spec, Terms())
        return Try(game_id, f"/api/tables/{game_id}", seat)


def _actor_after(table: Table, move: int) -> int:
    """The seat that must decide after so many actions, or Refused."""
    if not 0 < move < len(table.lines):
        raise Refused(f"body.move: expected 1 to {len(table.lines) - 1}, got {move}", "invalid")
    history = History(table.game)
    for line in table.lines[:move]:
        history.play(table.notation.parse(line))
    if history.state.actor == CHANCE:
        raise Refused("body.move: expected a decision of a seat", "invalid")
    return history.state.actor

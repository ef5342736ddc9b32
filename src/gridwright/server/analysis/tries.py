"""Playing on from a position of a game that is over."""

from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.server.analysis.service import verify_over
from gridwright.server.games.table import Table
from gridwright.server.games.tries import Tries, Try
from gridwright.server.wire.refusals import Refused


async def try_game(tries: Tries, table: Table, move: int) -> Try:
    """A new table that begins before a decision of this one.

    ``move`` is how many actions and outcomes of chance come before it.
    """
    verify_over(table)
    seat = _actor_after(table, move)
    return await tries.make(table.spec, table.rules, table.lines[:move], seat)


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

"""The result of a table: the ranking of the game, and what became of those who left.

The rules rank seats and know nothing of people. Whoever resigned is last, whatever the bot that
played on made of the seat; the others move up.
"""

from typing import Literal

from gridwright.protocol.table import SeatResult, TableResult
from gridwright.server.games.departures import Ending
from gridwright.server.games.seats import Left
from gridwright.server.games.table import Table


def result_of(table: Table) -> TableResult | None:
    """How the table ended; None before."""
    ending = table.departures.ending
    resigned = {seat for seat, each in enumerate(table.seats) if each.left is Left.RESIGNED}
    if ending is None and not table.game.is_over(table.state):
        return None
    if ending is Ending.ABANDONED:
        places = [0] * table.spec.seats
    elif ending is Ending.RESIGNED:
        places = [table.spec.seats if seat in resigned else 1 for seat in range(table.spec.seats)]
    else:
        places = _without(table.state.ranking, resigned)
    seats = [SeatResult(place, _how(table, seat)) for seat, place in enumerate(places)]
    return TableResult("played" if ending is None else ending.value, seats)


def _without(ranking: list[int], resigned: set[int]) -> list[int]:
    """The places of a finished game with those who resigned in the last place."""
    stayed = [place for seat, place in enumerate(ranking) if seat not in resigned]
    return [
        len(ranking) if seat in resigned else 1 + sum(other < place for other in stayed)
        for seat, place in enumerate(ranking)
    ]


def _how(table: Table, seat: int) -> Literal["played", "left", "resigned"]:
    left = table.seats[seat].left
    if left is Left.RESIGNED:
        return "resigned"
    return "played" if left is Left.NOT else "left"

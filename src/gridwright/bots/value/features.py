"""Features of a position for the chance to win: one row of numbers per seat.

Numbers are scaled to about one, so that a model needs no further scaling.
"""

from gridwright.bots.value.columns import COMPARED_PLACES, PHASES
from gridwright.bots.value.seat_row import end_cities, seat_row
from gridwright.bots.value.table_row import table_row
from gridwright.bots.value.tariff import read_tariffs
from gridwright.engine.game import Game
from gridwright.engine.state import State


def features(game: Game, state: State) -> list[list[float]]:
    """Return one row per seat, by ``columns.COLUMNS``. The game must not be over."""
    rules = game.rules
    n_seats = rules.n_seats
    tariffs = read_tariffs(rules, state)
    places = [0] * n_seats
    for place in range(len(state.order)):
        places[state.order[place]] = place
    phase = phase_place(game, state)
    end = end_cities(rules, state)
    on_board = 1.0 if rules.board.n_cities > 0 else 0.0
    own = [
        seat_row(game, state, seat, tariffs[seat], places[seat], phase, end, on_board)
        for seat in range(n_seats)
    ]
    table = table_row(rules, state, phase, end, on_board, own)
    rows: list[list[float]] = []
    for seat in range(n_seats):
        row = table + own[seat]
        ranks: list[float] = []
        for place in COMPARED_PLACES:
            mine = own[seat][place]
            best = -1000.0
            n_above = 0
            for other in range(n_seats):
                if other != seat:
                    theirs = own[other][place]
                    if theirs > best:
                        best = theirs
                    if theirs > mine:
                        n_above += 1
            row.append(mine - best)
            ranks.append(n_above / (n_seats - 1))
        rows.append(row + ranks)
    return rows


def phase_place(game: Game, state: State) -> int:
    """Return the index of the phase in PHASES; -1 for another."""
    name = game.phases[state.phase].NAME
    for place in range(len(PHASES)):
        if PHASES[place] == name:
            return place
    return -1

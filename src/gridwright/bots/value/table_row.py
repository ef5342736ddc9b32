"""The columns that all seats of a position share."""

from typing import Final

from gridwright.bots.value.columns import PHASES, SEAT_COLUMNS, SEATS, STEPS
from gridwright.bots.value.tariff import cards_above
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.rules import Rules
from gridwright.engine.state import State

CAN_END: Final = SEAT_COLUMNS.index("can end")
PROSPECT: Final = SEAT_COLUMNS.index("prospect")


def table_row(
    rules: Rules, state: State, phase: int, end: int, on_board: float, own: list[list[float]]
) -> list[float]:
    """Return the numbers that all seats share, by ``columns.TABLE_COLUMNS``.

    ``on_board`` is 1 or 0; ``own`` has the row of each seat.
    """
    settings = rules.settings
    row = [1.0 if rules.n_seats == n_seats else 0.0 for n_seats in SEATS]
    row.append(on_board)
    row.append(1.0 if settings.discount_token else 0.0)
    row.append(1.0 if settings.obsolete_plants else 0.0)
    row.append(1.0 if settings.step_two_replaces else 0.0)
    row.append(state.round / 10.0)
    for step in STEPS:
        row.append(1.0 if state.step == step else 0.0)
    for place in range(len(PHASES)):
        row.append(1.0 if place == phase else 0.0)
    row.append((end - max(state.grid.n_cities)) / 10.0 * on_board)
    n_ending = 0.0
    largest = 0.0
    for each in own:
        n_ending += each[CAN_END]
        if each[PROSPECT] > largest:
            largest = each[PROSPECT]
    row.append(n_ending)
    row.append(largest)
    above = cards_above(rules, state)
    row.append(above / 20.0 if above >= 0 else 0.0)
    row.append(1.0 if above < 0 else 0.0)
    parts = state.parts
    is_last = isinstance(parts, Depot) and parts.last_round == state.round
    row.append(1.0 if is_last else 0.0)
    row.append(state.stack.size() / 30.0)
    best_current = 0
    best_shown = 0
    n_current = 0
    total = 0
    for place in range(len(state.market)):
        card = state.market[place]
        if card != rules.deck.step_card:
            output = rules.fuel.output_of[card]
            if output > best_shown:
                best_shown = output
            if place < state.current_size:
                n_current += 1
                total += output
                if output > best_current:
                    best_current = output
    row.append(best_current / 5.0)
    row.append(best_shown / 5.0)
    row.append(total / n_current / 5.0 if n_current else 0.0)
    row.append(rules.fuel.output_of[state.auction.lot] / 5.0 if state.auction.lot >= 0 else 0.0)
    return row

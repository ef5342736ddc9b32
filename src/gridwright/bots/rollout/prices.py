"""Approximate cost of a unit of each kind of fuel, for the estimate of plants."""

from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.rules import Rules
from gridwright.engine.state import State

SOLD_OUT = 1.5
"""Price of fuel that is not on sale, as a multiple of its highest price."""
AHEAD = 2
"""The price is that of the third unit from now: others buy too."""


def unit_prices(rules: Rules, state: State) -> list[float]:
    """Return the price of a unit by kind, at the printed prices for all seats."""
    parts = state.parts
    if isinstance(parts, Depot):
        return _card_prices(rules, parts)
    found: list[float] = []
    for kind in range(rules.fuel.n_kinds):
        ladder = rules.market.ladders[kind]
        place = ladder.n_spaces - state.tokens[kind] + AHEAD
        if place < ladder.n_spaces:
            found.append(float(ladder.prices[place]))
        else:
            found.append(SOLD_OUT * ladder.prices[-1])
    return found


def _card_prices(rules: Rules, depot: Depot) -> list[float]:
    cards = rules.cards
    found: list[float] = []
    for kind in range(cards.n_kinds):
        least = float(cards.prices[-1])
        for column in range(cards.n_columns):
            row = depot.columns[column]
            for card in range(cards.n_cards):
                if row[card] and cards.kind_of[card] == kind:
                    least = min(least, cards.prices[column] / cards.units_of[card])
        found.append(least)
    return found

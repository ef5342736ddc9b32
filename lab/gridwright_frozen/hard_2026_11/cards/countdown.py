"""Estimates the rounds to go from the stack."""

from typing import Final

from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright_frozen.hard_2026_11.outlook import Outlook, mixed

AUCTION_SPREAD: Final = 1.5
"""Deviation of the number of cards drawn in a round before its auctions are over."""
LATE_SPREAD: Final = 0.5
"""The same after them."""


def next_rates(rules: Rules, seen: Observation, depot: Depot, outlook: Outlook) -> list[float]:
    """The rates at the start of the next round; those of the last one if it is not known."""
    if depot.last_round:
        return outlook.rates(depot.last_round - seen.round)
    n_above = cards_above_end(rules, seen)
    if n_above < 0:
        return outlook.rates(1)
    every = (1 << rules.n_seats) - 1
    n_out = sum([seen.out >> seat & 1 for seat in range(rules.n_seats)])
    n_left = n_above - max(1.0, outlook.draws * (1.0 - n_out / rules.n_seats))
    spread = LATE_SPREAD if seen.out & every == every else AUCTION_SPREAD
    # The end card comes in this round if more cards are drawn than lie above it.
    is_last = max(0.0, min(1.0, 0.5 - (n_left + 0.5) / (2.0 * spread)))
    rates = outlook.rates(outlook.rounds(max(0.0, n_left)))
    return mixed(rates, outlook.rates(1), is_last) if is_last > 0.0 else rates


def cards_above_end(rules: Rules, seen: Observation) -> int:
    """Return the number of cards above the end card; -1 once it was drawn."""
    stack = seen.stack
    n_cards = 0
    for layer, pool in enumerate(stack.pools):
        if pool >> rules.deck.step_card & 1:
            return n_cards
        n_cards += sum(stack.counts[layer * stack.n_backs : (layer + 1) * stack.n_backs])
    return -1

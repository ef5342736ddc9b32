"""Estimates the fuel cards left when it is a seat's turn to buy."""

from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.prices import cheapest_cards
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.ids import NONE


def depot_on_turn(view: SeatView, depot: Depot) -> Depot:
    """Return the depot after all seats before this one took the fuel that their runs lack.

    They take whole cards, the cheapest sufficient ones. Units beyond the room return as singles
    (k5.8); before the last round there is room for them.
    """
    rules = view.rules
    seen = view.seen
    place = seen.order.index(view.seat)
    left = depot.copy()
    is_last = depot.last_round == seen.round
    for rival in reversed(seen.order[place + 1 :]):
        held = view.held(rival)
        lacks = [need - held[kind] for kind, need in enumerate(view.run_needs(rival))]
        _take(left, rival, lacks, view.purse(rival), is_last)
    if rules.trust.plays and place == 0:
        needs = rules.fuel.needs(seen.trust_plants)
        hybrids = needs.pop()
        needs[rules.fuel.first] += hybrids // 2
        needs[rules.fuel.second] += hybrids - hybrids // 2
        # The Trust pays nothing and stores no more than a run (k10.8, k10.10).
        _take(left, rules.n_seats, needs, NONE, True)
    return left


def _take(depot: Depot, owner: int, lacks: list[int], purse: int, spills: bool) -> None:
    """Take the missing fuel for an owner, as far as the money goes; NONE: it need not pay."""
    cards = depot.cards
    for kind, lack in enumerate(lacks):
        places = [
            (column, card)
            for column in range(cards.n_columns)
            for card in range(cards.n_cards)
            if cards.kind_of[card] == kind and depot.columns[column][card] > 0
        ]
        shown: list[tuple[int, int]] = []
        for column, card in places:
            count = depot.columns[column][card]
            shown += [(cards.prices[column], cards.units_of[card])] * count
        lack = min(lack, sum([units for _price, units in shown]))
        if lack <= 0:
            continue
        for price, units in cheapest_cards(shown, lack):
            if purse != NONE:
                if price > purse:
                    break
                purse -= price
            column = cards.column_at(price)
            for where, card in places:
                if where == column and cards.units_of[card] == units:
                    depot.take(owner, card, column, min(units, lack) if spills else units)
                    break
            lack = max(1, lack - units)

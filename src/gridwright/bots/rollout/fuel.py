"""Fuel in a play-out: for the plants to run in this round."""

from gridwright.bots.rollout.fleets import Table
from gridwright.engine.editions.card.vocabulary import BuyCard, MayBuyCard
from gridwright.engine.fuel import best_run
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.engine.vocabulary.fuel import BuyResources, MayBuy


def lacking(table: Table, seat: int) -> list[int]:
    """Return the units of each kind that a profitable run lacks."""
    state = table.state
    fuel = table.rules.fuel
    held = state.fuel[seat]
    left = held[:]
    missing = [0] * fuel.n_kinds
    demand = table.demand(seat)
    money = float(state.money[seat])
    output = 0
    for plant in _by_cost(table, state.plants[seat]):
        if output >= demand:
            break
        kind = fuel.kind_of[plant]
        supplied = min(demand, output + fuel.output_of[plant])
        cost = 0.0
        lack_first = 0
        lack = 0
        if kind < fuel.n_kinds:
            lack = max(0, fuel.need_of[plant] - left[kind])
            cost = lack * table.prices[kind]
        elif kind == fuel.n_kinds:
            need = fuel.need_of[plant] - left[fuel.first] - left[fuel.second]
            lack = max(0, need)
            kind = fuel.second
            if table.prices[fuel.first] <= table.prices[fuel.second]:
                kind = fuel.first
            cost = lack * table.prices[kind]
            lack_first = min(fuel.need_of[plant], left[fuel.first])
        if lack and (cost > money or not _pays(table, output, supplied, cost)):
            continue
        money -= cost
        output = supplied
        if fuel.kind_of[plant] < fuel.n_kinds:
            left[kind] = max(0, left[kind] - fuel.need_of[plant])
        elif fuel.kind_of[plant] == fuel.n_kinds:
            left[fuel.first] -= lack_first
            left[fuel.second] = max(
                0, left[fuel.second] - max(0, fuel.need_of[plant] - lack_first - lack)
            )
        if lack:
            missing[kind] += lack
    return missing


def _by_cost(table: Table, plants: list[int]) -> list[int]:
    """Return the plants by the cost of their output, the cheapest first."""
    output_of = table.rules.fuel.output_of
    ranks = [(table.run_cost(plant) / max(1, output_of[plant]), plant) for plant in plants]
    ranks.sort()
    return [plant for _cost, plant in ranks]


def _pays(table: Table, before: int, after: int, cost: float) -> bool:
    rules = table.rules
    if table.may_end():
        return table.last_price * (after - before) > cost
    return rules.payment(after) - rules.payment(before) > cost


def choose_tokens(table: Table, offers: list[Offer]) -> Action | None:
    """Return the next purchase of missing tokens; None when everything is bought."""
    wanted: list[int] = []
    for offer in offers:
        if isinstance(offer, MayBuy):
            if not wanted:
                wanted = lacking(table, offer.seat)
            amount = min(wanted[offer.resource], offer.most)
            if amount > 0:
                return BuyResources(offer.seat, offer.resource, amount)
    return None


def choose_card(table: Table, offer: MayBuyCard) -> Action | None:
    """Return the card with the most missing units for its price."""
    wanted = lacking(table, offer.seat)
    cards = table.rules.cards
    best = -1
    most = 0.0
    for place in range(len(offer.cards)):
        card = offer.cards[place]
        useful = min(wanted[cards.kind_of[card]], offer.kept[place])
        if useful > 0:
            share = useful / max(1, offer.prices[place])
            if share > most:
                most = share
                best = place
    if best < 0:
        return None
    return BuyCard(offer.seat, offer.cards[best], offer.prices[best])


def supply_of(table: Table, seat: int) -> int:
    """Return the most cities that a seat's plants can supply with its fuel."""
    state = table.state
    runs = table.rules.fuel.runs(state.plants[seat], state.capacity[seat], state.fuel[seat])
    return best_run(runs, table.rules.limits.end_cities + 99).output

"""Auctions in a play-out: a limit for each seat, and the price that follows directly."""

from typing import Final

from gridwright.bots.rollout.fleets import Table
from gridwright.engine.vocabulary.auction import (
    Bid,
    MayBid,
    MayOffer,
    MayScrap,
    OfferPlant,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action

FAIR_SHARE: Final = 0.3
FAIR_EXTRA: Final = 2.0
"""A plant is bid up to its number, a fraction of it and this: the next one comes soon."""
COMFORT: Final = 100
IDLE_SHARE: Final = 0.33
"""Fraction of the money above COMFORT that is bid as well: it would be idle."""
FUEL_MARGIN: Final = 1.4
"""Factor on the cost of fuel, as others buy theirs first."""


class Judgement:
    """A seat's estimate of one more plant."""

    def __init__(self, table: Table, seat: int, plant: int) -> None:
        fleet = table.with_plant(seat, plant)
        gain = table.value(seat, fleet) - table.value(seat, table.state.plants[seat])
        self.gain: Final = gain
        """Its gain until the end."""
        self.limit: Final = _limit(table, seat, plant, fleet, gain)
        """Highest bid."""


def _limit(table: Table, seat: int, plant: int, fleet: list[int], gain: float) -> float:
    if gain <= 0.0:
        return 0.0
    money = table.state.money[seat]
    if table.rounds > 1:
        number = table.rules.deck.numbers[plant]
        fair = number * (1.0 + FAIR_SHARE) + FAIR_EXTRA
        if money > COMFORT:
            fair += IDLE_SHARE * (money - COMFORT)
        gain = min(gain, fair)
    return min(gain, money - _kept(table, seat, fleet))


def _kept(table: Table, seat: int, fleet: list[int]) -> float:
    """Return the money for a run that supplies the cities, and for a first one."""
    state = table.state
    rules = table.rules
    output = 0
    cost = 0.0
    for each in fleet:
        output += rules.fuel.output_of[each]
        cost += table.run_cost(each)
    kept = table.kept_for_run(seat, output, cost * FUEL_MARGIN)
    held = state.fuel[seat]
    for kind in range(rules.fuel.n_kinds):
        kept -= held[kind] * table.prices[kind]
    return max(0.0, kept)


def choose_plant(table: Table, offer: MayOffer, may_pass: bool) -> Action | None:
    """Return the plant with the largest gain above its price, at its lowest bid; None to pass."""
    seat = offer.seat
    best = -1
    most = 0.0
    for place in range(len(offer.plants)):
        plant = offer.plants[place]
        low = offer.lows[place]
        judged = Judgement(table, seat, plant)
        if judged.limit >= low and (best < 0 or judged.gain - low > most):
            best = place
            most = judged.gain - low
    if best < 0:
        if may_pass:
            return None
        best = offer.lows.index(min(offer.lows))
    return OfferPlant(seat, offer.plants[best], offer.lows[best])


def choose_bid(table: Table, offer: MayBid) -> Action | None:
    """Return the bid if the seat wins: at most what the next seat would pay; None to drop out."""
    auction = table.state.auction
    own = Judgement(table, offer.seat, auction.lot).limit
    if own < offer.low:
        return None
    most = 0.0
    for rival in range(table.rules.n_seats):
        if rival != offer.seat and auction.contenders >> rival & 1:
            most = max(most, Judgement(table, rival, auction.lot).limit)
    bid = min(int(own), int(most) + 1)
    return Bid(offer.seat, max(offer.low, bid))


def choose_scrap(table: Table, offer: MayScrap) -> Action:
    """Scrap the plant with the least worth, losing the cheaper fuel."""
    seat = offer.seat
    plant = table.least(seat, offer.plants, table.state.plants[seat])
    place = offer.plants.index(plant)
    fuel = table.rules.fuel
    lost = offer.lows[place]
    if offer.highs[place] > lost and table.prices[fuel.first] <= table.prices[fuel.second]:
        lost = offer.highs[place]
    return ScrapPlant(seat, plant, lost)

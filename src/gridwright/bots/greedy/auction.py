"""Auctions: the plant to offer, the limit to bid, the plant to scrap."""

from typing import Final

from gridwright.bots.greedy.greedy_position import GreedyPosition
from gridwright.bots.greedy.planned_run import plan_run
from gridwright.bots.greedy.valuation import Valuation
from gridwright.engine.vocabulary.auction import (
    Bid,
    MayBid,
    MayOffer,
    MayScrap,
    OfferPlant,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action

FAIR_SHARE: Final = 3
FAIR_EXTRA: Final = 2
"""A plant is bid up to its number, a third of it and this: the next one comes soon."""
COMFORT: Final = 100
"""A third of the money above this is bid as well: it would be idle."""
LAST_ROUNDS: Final = 1
"""Rounds before the end in which no next plant comes, so that only the gain counts."""

FUEL_MARGIN: Final = 2
"""Divisor of the fuel's cost for the reserve on top: others have not bought theirs yet."""


class Judgement:
    """A seat's estimate of a plant."""

    def __init__(self, gain: int, limit: int) -> None:
        self.gain: Final = gain
        """Gain from owning it until the end."""
        self.limit: Final = limit
        """Highest bid."""


class AuctionSkill:
    """Bids the worth of a plant, as long as it can still be fuelled afterwards."""

    def __init__(self) -> None:
        self._round = 0
        self._plants: list[int] = []
        self._judgements: dict[int, Judgement] = {}

    def offer(self, position: GreedyPosition, offer: MayOffer, may_pass: bool) -> Action | None:
        """Return an offer of the plant with the largest gain above its lowest bid; None to pass."""
        judgements = self._judge(position, offer.plants)
        wanted = [
            (judgements[place].gain - offer.lows[place], place)
            for place in range(len(offer.plants))
            if judgements[place].limit >= offer.lows[place]
        ]
        if wanted:
            place = max(wanted)[1]
        elif may_pass:
            return None
        else:
            place = min(range(len(offer.plants)), key=lambda place: offer.lows[place])
        return OfferPlant(offer.seat, offer.plants[place], offer.lows[place])

    def bid(self, position: GreedyPosition, offer: MayBid) -> Action | None:
        """Raise by one, up to the limit; None to drop out."""
        limit = self._judge(position, [position.seen.lot])[0].limit
        return Bid(offer.seat, offer.low) if offer.low <= limit else None

    def _judge(self, position: GreedyPosition, plants: list[int]) -> list[Judgement]:
        """Judge each plant once per phase: until a purchase, neither fuel nor money changes."""
        if self._round != position.seen.round or self._plants != position.plants:
            self._round = position.seen.round
            self._plants = position.plants[:]
            self._judgements = {}
        known = self._judgements
        if any(plant not in known for plant in plants):
            valuation = Valuation(position)
            for plant in plants:
                if plant not in known:
                    gain = valuation.gain(plant)
                    known[plant] = Judgement(gain, self._limit(position, valuation, plant, gain))
        return [known[plant] for plant in plants]

    def _limit(self, position: GreedyPosition, valuation: Valuation, plant: int, gain: int) -> int:
        limit = gain
        if position.rounds_left > LAST_ROUNDS:
            number = position.rules.deck.numbers[plant]
            idle = max(0, position.money - COMFORT)
            limit = min(gain, number + (number + idle) // FAIR_SHARE + FAIR_EXTRA)
        if limit <= 0:
            return limit
        return min(limit, position.money - self._kept(position, valuation, plant))

    def _kept(self, position: GreedyPosition, valuation: Valuation, plant: int) -> int:
        """Return the money for this round's fuel with the new plant, and for a first city."""
        plants = [*position.plants, plant]
        rules = position.rules
        if rules.n_counted(plants) > rules.limits.plant_limit:
            losable = [each for each in position.plants if not rules.uncounted >> each & 1]
            plants.remove(valuation.least(losable, plants))
        needs = position.rules.fuel.needs
        kept = min([position.prices.run_cost(needs([each])) for each in plants])
        kept = max(kept, plan_run(position, position.later_prices, plants, False).cost)
        kept += (kept + 1) // FUEL_MARGIN
        kept += position.first_city_cost()
        return kept

    def scrap(self, position: GreedyPosition, offer: MayScrap) -> Action:
        """Scrap the plant with the least worth, losing the fuel that is cheaper to buy again."""
        plant = Valuation(position).least(offer.plants, position.plants)
        place = offer.plants.index(plant)
        fuel = position.rules.fuel
        lost = offer.lows[place]
        if offer.highs[place] > lost:
            prices = position.prices
            if prices.usual(fuel.first, 1) <= prices.usual(fuel.second, 1):
                lost = offer.highs[place]
        return ScrapPlant(offer.seat, plant, lost)

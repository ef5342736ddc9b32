"""Auctions: a plant is worth the difference between the position with it and the one without."""

from typing import Final

from gridwright.bots.planner.board_position import Position
from gridwright.bots.planner.forecast import Forecast
from gridwright.bots.planner.outcomes import Outcomes
from gridwright.bots.planner.temper import Noise
from gridwright.engine.ids import NONE
from gridwright.engine.vocabulary.auction import (
    Bid,
    MayBid,
    MayOffer,
    MayScrap,
    OfferPlant,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action

Place = tuple[int, int, int, tuple[int, ...], tuple[int, ...], int]


class AuctionSkill:
    """Bids up to the price at which winning and losing a plant are equally good."""

    def __init__(self, noise: Noise) -> None:
        self._noise: Final = noise
        self._limits: Final[dict[Place, int]] = {}
        """Cache of the limits of this phase, which follow from the position."""

    def _outcomes(self, position: Position) -> Outcomes:
        return Outcomes(position, Forecast(position), self._noise)

    def offer(self, position: Position, offer: MayOffer, may_pass: bool) -> Action | None:
        """Return the plant that gains most, for any buyer; None to pass."""
        outcomes = self._outcomes(position)
        if may_pass:
            position.thoughts.append((NONE, 0.0))
        best: tuple[float, int] | None = None
        for place, plant in enumerate(offer.plants):
            low = offer.lows[place]
            if low > outcomes.most(plant) and may_pass:
                continue
            alone = offer.highs[place] == low and low < position.money
            value = outcomes.won(plant, low) if alone else outcomes.offered(plant, low, may_pass)
            gain = value - outcomes.nothing
            position.thoughts.append((plant, gain))
            if best is None or gain > best[0]:
                best = (gain, place)
        if best is None or (may_pass and best[0] <= 0.0):
            return None
        place = best[1]
        return OfferPlant(offer.seat, offer.plants[place], offer.lows[place])

    def bid(self, position: Position, offer: MayBid) -> Action | None:
        """Raise by one, up to the limit; None to drop out."""
        seen = position.seen
        place = (
            seen.round,
            seen.lot,
            position.money,
            tuple(position.plants),
            tuple(seen.market),
            seen.leader,
        )
        if place not in self._limits:
            if len(self._limits) > 2 * len(seen.market):
                self._limits.clear()
            self._limits[place] = self.limit(position, seen.lot)
        return Bid(offer.seat, offer.low) if offer.low <= self._limits[place] else None

    def limit(self, position: Position, plant: int) -> int:
        """Return the highest price at which the plant is still better than the alternatives."""
        outcomes = self._outcomes(position)
        weights = position.weights
        low = position.lowest(plant)
        lost = outcomes.lost(plant) - outcomes.denied(plant, low)
        below = low - 1
        above = outcomes.most(plant) + 1
        if outcomes.bidders:
            number = position.rules.deck.numbers[plant]
            above = min(above, int(weights.cap_part * number + weights.cap_more) + 1)
        while above - below > 1:
            middle = (below + above) // 2
            if outcomes.won(plant, middle) > lost:
                below = middle
            else:
                above = middle
        return low + int((below - low) * weights.bid_share) if below > low else below

    def fleet(self, position: Position, plant: int, price: int) -> list[int]:
        """Return the best set of plants for the seat once it has bought a plant."""
        return self._outcomes(position).best_fleet(plant, position.money - price)

    def scrap(self, position: Position, offer: MayScrap) -> Action:
        """Scrap the plant without which the position is best, and lose the less valuable fuel."""
        outcomes = self._outcomes(position)
        ranks = [
            outcomes.value([each for each in position.plants if each != plant], position.money)
            for plant in offer.plants
        ]
        position.thoughts.extend(zip(offer.plants, ranks, strict=True))
        place = ranks.index(max(ranks))
        fuel = position.rules.fuel
        lost = offer.lows[place]
        if fuel.first != NONE and position.worths[fuel.first] <= position.worths[fuel.second]:
            lost = offer.highs[place]
        return ScrapPlant(offer.seat, offer.plants[place], lost)

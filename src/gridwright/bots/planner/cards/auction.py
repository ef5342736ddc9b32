"""Auctions of the card game: a plant is compared with the options after its buyer is out."""

from typing import Final

from gridwright.bots.planner.cards.card_position import CardPosition
from gridwright.bots.planner.cards.outcomes import Outcomes
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


class CardAuctionSkill:
    """Bids as long as owning the plant is better than not owning it."""

    def __init__(self, noise: Noise) -> None:
        self._noise: Final = noise

    def offer(self, position: CardPosition, offer: MayOffer, may_pass: bool) -> Action | None:
        """Return the plant after which the phase goes best, for any buyer; None to pass."""
        outcomes = Outcomes(position, self._noise)
        values = [outcomes.offered(plant, offer.lows[i]) for i, plant in enumerate(offer.plants)]
        position.thoughts.extend(zip(offer.plants, values, strict=True))
        if may_pass:
            position.thoughts.append((NONE, outcomes.nothing))
        place = values.index(max(values))
        if may_pass and values[place] <= outcomes.nothing:
            return None
        return OfferPlant(offer.seat, offer.plants[place], offer.lows[place])

    def bid(self, position: CardPosition, offer: MayBid) -> Action | None:
        """Raise by one while that is better than losing the plant; None to drop out."""
        outcomes = Outcomes(position, self._noise)
        lost = self._lost(position, outcomes)
        won = outcomes.won(position.seen.lot, offer.low)
        return Bid(offer.seat, offer.low) if won > lost else None

    def limit(self, position: CardPosition, offer: MayBid) -> int:
        """Return the highest bid that is currently better than losing the plant; 0 if none is."""
        outcomes = Outcomes(position, self._noise)
        lost = self._lost(position, outcomes)
        most = 0
        for bid in range(offer.low, offer.high + 1):
            if outcomes.won(position.seen.lot, bid) <= lost:
                break
            most = bid
        return most

    def fleet(self, position: CardPosition, plant: int, price: int) -> list[int]:
        """Return the best set of plants for the seat once it has bought a plant."""
        money = position.money - price
        fleets = Outcomes(position, self._noise).fleets(position.seat, plant)
        values = [position.after_auctions(position.seat, plants, money) for plants in fleets]
        return fleets[values.index(max(values))]

    def _lost(self, position: CardPosition, outcomes: Outcomes) -> float:
        """Return the value of letting the plant go to the present highest bidder."""
        seen = position.seen
        lost = outcomes.lost(seen.lot, seen.leader)
        return lost - outcomes.denied(seen.lot, seen.leader, seen.bid)

    def scrap(self, position: CardPosition, offer: MayScrap) -> Action:
        """Scrap the plant without which the position is best, and lose the less valuable fuel."""
        values = [
            position.after_auctions(
                position.seat,
                [each for each in position.plants if each != plant],
                position.money,
            )
            for plant in offer.plants
        ]
        position.thoughts.extend(zip(offer.plants, values, strict=True))
        place = values.index(max(values))
        fuel = position.rules.fuel
        worths = position.worths()
        lost = offer.lows[place]
        if worths[fuel.first] <= worths[fuel.second]:
            lost = offer.highs[place]
        return ScrapPlant(offer.seat, offer.plants[place], lost)

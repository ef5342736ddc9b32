"""Auctions of the card game: a plant is weighed against what is left when its buyer is out."""

from gridwright.engine.vocabulary.auction import (
    Bid,
    MayBid,
    MayOffer,
    MayScrap,
    OfferPlant,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action
from gridwright_frozen.hard_2026_11.cards.card_position import CardPosition
from gridwright_frozen.hard_2026_11.cards.outcomes import Outcomes


class CardAuctionSkill:
    """Bids as long as having the plant is better than not having it."""

    def offer(self, position: CardPosition, offer: MayOffer, may_pass: bool) -> Action | None:
        """Return the plant after which the phase goes best, for any buyer; None to pass."""
        outcomes = Outcomes(position)
        values = [outcomes.offered(plant, offer.lows[i]) for i, plant in enumerate(offer.plants)]
        place = max(range(len(values)), key=lambda place: (values[place], -place))
        if may_pass and values[place] <= outcomes.nothing:
            return None
        return OfferPlant(offer.seat, offer.plants[place], offer.lows[place])

    def bid(self, position: CardPosition, offer: MayBid) -> Action | None:
        """One more, while that is better than to let the plant go; None to drop out."""
        outcomes = Outcomes(position)
        lost = self._lost(position, outcomes)
        won = outcomes.won(position.seen.lot, offer.low)
        return Bid(offer.seat, offer.low) if won > lost else None

    def _lost(self, position: CardPosition, outcomes: Outcomes) -> float:
        """Return the value of letting the plant go to the present highest bidder."""
        seen = position.seen
        lost = outcomes.lost(seen.lot, seen.leader)
        return lost - outcomes.denied(seen.lot, seen.leader, seen.bid)

    def scrap(self, position: CardPosition, offer: MayScrap) -> Action:
        """The plant without which the position is best, with whichever fuel is worth less."""
        values = [
            position.after_auctions(
                position.seat,
                [each for each in position.plants if each != plant],
                position.money,
            )
            for plant in offer.plants
        ]
        place = max(range(len(values)), key=lambda place: (values[place], -place))
        fuel = position.rules.fuel
        worths = position.worths()
        lost = offer.lows[place]
        if worths[fuel.first] <= worths[fuel.second]:
            lost = offer.highs[place]
        return ScrapPlant(offer.seat, offer.plants[place], lost)

"""A scripted table that draws the Step 3 card by an obsolete plant before step 2 (c8.4, c8.6)."""

from typing import Final

from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import DropOut, MayBid, MayOffer, OfferPlant, PassAuction
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.engine.vocabulary.building import FinishBuilding, MayConnect
from gridwright.engine.vocabulary.fuel import FinishBuying
from gridwright_lab.conformance.sampling.random_players import BUILDER


class EarlyStepThree:
    """Leaves the smallest plants on the market and builds only when the Step 3 card is on top.

    Random players hardly ever get there: a small plant must stay unsold for a whole stack.
    """

    def __init__(self, dice: Dice) -> None:
        self._dice: Final = dice

    def __call__(self, game: Game, state: State) -> Action:
        offers = game.offers(state)
        if state.step > 1:
            return BUILDER.choose(offers, self._dice)
        if game.phases[state.phase].NAME == "resources":
            return FinishBuying(state.actor)
        offer = offers[0]
        if isinstance(offer, MayOffer):
            return self._offer_largest(state, offer)
        if isinstance(offer, MayBid):
            return DropOut(state.actor)
        if isinstance(offer, MayConnect):
            return self._connect_in_time(game, state, offer)
        return _any(offers, self._dice)

    def _offer_largest(self, state: State, offer: MayOffer) -> Action:
        """Buy the largest current plant with the first seat that can, so that the small ones stay.

        A second one is sold if it uncovers the Step 3 card in time for the building phase.
        """
        has_largest = offer.plants[-1] == state.market[state.current_size - 1]
        n_covering = sum(state.stack.counts[: state.stack.n_backs])
        is_sold = state.auction.n_sold > (1 if n_covering == 1 else 0)
        if state.round > 1 and (is_sold or not has_largest):
            return PassAuction(state.actor)
        return OfferPlant(state.actor, offer.plants[-1], offer.lows[-1])

    def _connect_in_time(self, game: Game, state: State, offer: MayConnect) -> Action:
        on_top = state.stack.pools and state.stack.pools[0] == 1 << game.rules.deck.step_card
        if not on_top:
            return FinishBuilding(state.actor)
        return offer.sample(self._dice)


def _any(offers: list[Offer], dice: Dice) -> Action:
    return offers[dice.below(len(offers))].sample(dice)

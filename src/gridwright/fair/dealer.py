"""The dealer: knows the hidden stack and makes every chance decision."""

from typing import Final

from gridwright.engine.editions.card.vocabulary import DealFuel, MayDealFuel
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.market import (
    CARD_DUE,
    FUEL_DUE,
    ORDER_DUE,
    REGIONS_DUE,
    TRUST_CITY_DUE,
    TRUST_REGION_DUE,
)
from gridwright.engine.masks import members
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import ChanceAction
from gridwright.engine.vocabulary.market import RevealCard, ShuffleStack
from gridwright.engine.vocabulary.setup import (
    DrawOrder,
    DrawRegions,
    DrawTrustCity,
    DrawTrustRegion,
    MayChooseRegions,
    MayDrawTrustCity,
)
from gridwright.fair.derive import Keys
from gridwright.fair.hidden import draw_hidden, fits


class DealerError(Exception):
    """The dealer cannot answer; the message says what was expected."""


def dealer_from(game: Game, keys: Keys, state: State) -> "Dealer":
    """Return the dealer of a game from a given position; hidden cards are drawn again.

    Public information about the stack is respected. The random stream is that of the first deal.
    """
    deck = game.rules.deck
    return Dealer(game, keys, draw_hidden(state.stack, deck.back_masks, keys.deck(), deck.kept))


class Dealer:
    """Deals one game. Call ``deal`` once for each outcome, in the order of the game.

    It follows the game by its public stack, so it need not be notified of actions. Dealt outcomes
    cannot be taken back (c12.1), so neither can the dealer's steps.
    """

    def __init__(self, game: Game, keys: Keys, hidden: list[int] | None = None) -> None:
        """Deal from the first card on, or from a given hidden stack, top first."""
        self.game: Final = game
        self._keys: Final = keys
        self._deck: Final = game.rules.deck
        if hidden is None:
            hidden = draw_hidden(
                game.new_state().stack, self._deck.back_masks, keys.deck(), self._deck.kept
            )
        self._hidden = hidden[:]
        """Cards of the stack, top first."""
        self._n_shuffles = 0
        self._fuel: list[int] = []
        """Fuel cards of their stack, top first; shuffled when the first of them is due."""
        self._n_fuel_shuffles = 0

    def copy(self) -> "Dealer":
        """Return another dealer of the same game with the same future draws."""
        copy = Dealer(self.game, self._keys, self._hidden)
        copy._n_shuffles = self._n_shuffles
        copy._fuel = self._fuel[:]
        copy._n_fuel_shuffles = self._n_fuel_shuffles
        return copy

    def deal(self, state: State) -> ChanceAction:
        """Return the outcome of the chance decision that is due in this position."""
        if state.actor != CHANCE:
            raise DealerError(f"expected chance to be the actor, got {state.actor}")
        if state.due == ORDER_DUE:
            return self._draw_order()
        if state.due == REGIONS_DUE:
            return self._draw_regions(state)
        if state.due == TRUST_REGION_DUE:
            return self._draw_trust_region(state)
        if state.due == TRUST_CITY_DUE:
            return self._draw_trust_city(state)
        if state.due == FUEL_DUE:
            return self._deal_fuel(state)
        self._follow(state)
        if state.due == CARD_DUE:
            return RevealCard(self._hidden.pop(0), self._shown_back())
        self._shuffle()
        return ShuffleStack(self._shown_back())

    def _draw_order(self) -> DrawOrder:
        order = list(range(self.game.rules.n_seats))
        self._keys.order().shuffle(order)
        return DrawOrder(order)

    def _draw_regions(self, state: State) -> DrawRegions:
        offer = self.game.offers(state)[0]
        assert isinstance(offer, MayChooseRegions)
        return DrawRegions(offer.choices[self._keys.regions().below(len(offer.choices))])  # c11.4

    def _draw_trust_region(self, state: State) -> DrawTrustRegion:
        regions = members(state.grid.area.regions)
        return DrawTrustRegion(regions[self._keys.trust_region().below(len(regions))])  # d10.3

    def _draw_trust_city(self, state: State) -> DrawTrustCity:
        offer = self.game.offers(state)[0]
        assert isinstance(offer, MayDrawTrustCity)
        return DrawTrustCity(
            offer.cities[self._keys.trust_city(state.turn).below(len(offer.cities))]
        )

    def _deal_fuel(self, state: State) -> DealFuel:
        offer = self.game.offers(state)[0]
        assert isinstance(offer, MayDealFuel)
        stack = [card for card, count in enumerate(offer.counts) for each in range(count)]
        if not self._fuel:
            self._fuel = stack[:]
            self._keys.fuel(self._n_fuel_shuffles).shuffle(self._fuel)
            self._n_fuel_shuffles += 1
        if sorted(self._fuel) != stack:
            raise DealerError("expected the game that was dealt so far, got other fuel cards")
        return DealFuel(self._fuel.pop(0))

    def _follow(self, state: State) -> None:
        """Add the cards that went under the stack since the last deal (c4.7)."""
        pools = state.stack.pools
        n_known = len(pools) - (state.stack.size() - len(self._hidden))
        for pool in pools[max(n_known, 0) :]:
            self._hidden += members(pool)
        # Without this check a wrong state would be dealt wrongly without notice.
        if not fits(self._hidden, state.stack, self._deck.back_masks, self._deck.kept):
            raise DealerError("expected the game that was dealt so far, got another stack")

    def _shuffle(self) -> None:
        """Shuffle from ascending order, so that only the set of cards and the key decide."""
        self._n_shuffles += 1
        self._hidden.sort()
        self._keys.shuffle(self._n_shuffles).shuffle(self._hidden)

    def _shown_back(self) -> int:
        return self._deck.back_of[self._hidden[0]] if self._hidden else NONE

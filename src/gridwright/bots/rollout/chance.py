"""Imagined chance: an order of cards that is the same for every line that is tried."""

from typing import Final

from gridwright.engine.dice import Dice, sample_counted
from gridwright.engine.editions.card.vocabulary import DealFuel, MayDealFuel
from gridwright.engine.game import Game
from gridwright.engine.ids import NONE
from gridwright.engine.masks import members
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import ChanceAction
from gridwright.engine.vocabulary.market import MayReveal, MayShuffle, RevealCard, ShuffleStack

N_RANKS: Final = 1 << 20


class ImaginedChance:
    """Draws each card as it is due, by random ranks given to all cards before.

    The card with the best rank among the possible top cards comes. So the compared lines get the
    same cards in the same order as far as possible. The ranks do not depend on the real stack.
    """

    def __init__(self, game: Game, seed: int) -> None:
        dice = Dice(seed)
        for _step in range(4):
            dice.below(2)
        self._game: Final = game
        self._ranks: Final = [dice.below(N_RANKS) for card in range(game.rules.deck.n_cards)]
        self._dice: Final = dice

    def outcome(self, state: State) -> ChanceAction:
        """Return the outcome in a position where chance is the actor."""
        offer = self._game.offers(state)[0]
        if isinstance(offer, MayReveal):
            best = NONE
            for card in members(offer.cards):
                if best == NONE or self._ranks[card] < self._ranks[best]:
                    best = card
            return RevealCard(best, sample_counted(offer.next_counts, self._dice))
        if isinstance(offer, MayShuffle):
            return ShuffleStack(sample_counted(offer.next_counts, self._dice))
        if isinstance(offer, MayDealFuel):
            return DealFuel(sample_counted(offer.counts, self._dice))
        action = offer.sample(self._dice)
        assert isinstance(action, ChanceAction)
        return action

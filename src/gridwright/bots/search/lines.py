"""A possible turn of a seat, as a list of actions."""

from typing import Final

from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.rollout.policy import SILENT
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, DropOut
from gridwright.engine.vocabulary.base import Action


class Line:
    """Actions of a seat, one after the other, with the option that no rival bids."""

    def __init__(self, actions: list[Action], wins_lot: bool = False) -> None:
        self.actions: Final = actions
        self.wins_lot: Final = wins_lot
        """True if the others drop out once the seat has bid, to evaluate owning the plant."""

    def play(self, game: Game, state: State, chance: ImaginedChance) -> None:
        """Play it as far as the position allows."""
        for action in self.actions:
            while state.actor == CHANCE:
                game.apply(state, chance.outcome(state), SILENT)
            if state.actor != action.seat or not is_offered(game, state, action):
                return
            lot = state.auction.lot
            game.apply(state, action, SILENT)
            if self.wins_lot and isinstance(action, Bid):
                while state.auction.lot == lot and state.actor >= 0:
                    if state.actor == action.seat:
                        return
                    game.apply(state, DropOut(state.actor), SILENT)


def is_offered(game: Game, state: State, action: Action) -> bool:
    """Return True if the action is offered to the actor."""
    return any(offer.holds(action) for offer in game.offers(state))

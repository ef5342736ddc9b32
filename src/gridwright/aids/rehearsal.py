"""Actions tried on copies of a position."""

from typing import Final

from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.phases.base import Phase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import PassAuction
from gridwright.engine.vocabulary.base import Action, EventLog

_SILENCE: Final = EventLog(False)


def carry_out(game: Game, state: State, action: Action) -> bool:
    """Apply an action and any outcome of chance after it; return True if there was one."""
    game.apply(state, action, _SILENCE)
    is_drawn = state.actor == CHANCE
    while state.actor == CHANCE:
        game.apply(state, game.legal(state)[0], _SILENCE)
    return is_drawn


def may_pass(phase: Phase, state: State, seat: int) -> bool:
    """Return True if the seat could pass, if it were to choose a plant now."""
    then = state.copy()
    then.actor = seat
    then.auction.lot = then.auction.scrapper = NONE
    return any(offer.holds(PassAuction(seat)) for offer in phase.offers(then))

"""Possible turns of a seat, as lists of legal actions."""

from collections.abc import Sequence
from typing import Final

from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.rollout.policy import SILENT
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, FinishBuying

ENDS: Final = (FinishBuying, FinishBuilding)
ANY_ORDER: Final = 1
"""Seed of imagined draws that only test whether a turn can be played: any seed would do."""

Key = tuple[tuple[int, ...], ...]


def played_out(game: Game, state: State, actions: Sequence[Action]) -> State | None:
    """Return the position after a turn; None if the rules do not allow it."""
    after = state.copy()
    chance = ImaginedChance(game, ANY_ORDER)
    for action in actions:
        while after.actor == CHANCE:
            game.apply(after, chance.outcome(after), SILENT)
        if after.actor != action.seat or not any(
            offer.holds(action) for offer in game.offers(after)
        ):
            # A turn may have ended automatically, because nothing further was possible in it.
            return after if isinstance(action, ENDS) else None
        game.apply(after, action, SILENT)
    return after


def key_of(actions: Sequence[Action]) -> Key:
    """Return a key that is equal for turns with the same effect in another order."""
    bought: dict[int, int] = {}
    others: list[tuple[int, ...]] = []
    for action in actions:
        if isinstance(action, BuyResources):
            bought[action.resource] = bought.get(action.resource, 0) + action.amount
        elif not isinstance(action, ENDS):
            others.append(action.key())
    return (*sorted(others), *[(-1, kind, bought[kind]) for kind in sorted(bought)])

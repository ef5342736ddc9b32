"""Random play to the end, the way bots and benchmarks see the engine: offers in, actions out."""

from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog


def random_action_count(game: Game, state: State, dice: Dice, most: int) -> tuple[int, int]:
    """Play at most ``most`` random actions in place; returns actions by seats and atomic moves."""
    log = EventLog(False)
    n_actions = 0
    n_moves = 0
    for turn in range(most):
        offers = game.offers(state)
        if not offers:
            break
        offer = offers[dice.below(len(offers))] if len(offers) > 1 else offers[0]
        action = offer.sample(dice)
        if action.seat >= 0:
            n_actions += 1
            n_moves += action.moves()
        game.apply(state, action, log)
    return n_actions, n_moves

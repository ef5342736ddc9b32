"""Plays an imagined position on."""

from typing import Final

from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.rollout.policy import quick_action
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, OVER
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog

MAX_ACTIONS: Final = 5_000
"""A play-out that takes longer is broken off."""
SILENT: Final = EventLog(False)


def play_on(game: Game, state: State, chance: ImaginedChance, last_round: int) -> int:
    """Play in place until a round after ``last_round`` begins, or the end; returns the actions."""
    n_actions = 0
    while state.phase != OVER and state.round <= last_round and n_actions < MAX_ACTIONS:
        action: Action = (
            chance.outcome(state) if state.actor == CHANCE else quick_action(game, state)
        )
        game.apply(state, action, SILENT)
        n_actions += 1
    return n_actions

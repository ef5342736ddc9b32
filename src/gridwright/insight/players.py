"""Who plays imagined positions on: quick players, or planners, who are slower and judge better."""

from typing import Final, Protocol

from gridwright.bots.planner import PlannerBot
from gridwright.bots.planner.advising import AdvisingBrain
from gridwright.bots.registry import find_bot
from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.rollout.playing import MOST_ACTIONS, SILENT, play_on
from gridwright.bots.seat_view import SeatView
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, OVER
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.fair.draw import Stream
from gridwright.insight.ending import is_certain, settle

ADVISER: Final = "hard"
_KEY: Final = bytes(32)
"""The planner judges without noise, so what it would draw from its stream decides nothing."""


class Players(Protocol):
    """Play a position on until a round after the last one begins, or to the end."""

    def play(self, state: State, chance: ImaginedChance, last_round: int) -> State: ...


class QuickPlayers:
    """Many play-outs in a second; they look no further than their own turn."""

    def __init__(self, game: Game) -> None:
        self._game: Final = game

    def play(self, state: State, chance: ImaginedChance, last_round: int) -> State:
        play_on(self._game, state, chance, last_round)
        return state


class Planners:
    """A planner at every seat."""

    def __init__(self, game: Game) -> None:
        self._game: Final = game
        self.brains: Final[list[AdvisingBrain[SeatView]]] = []
        bot = find_bot(ADVISER)
        assert isinstance(bot, PlannerBot)
        for seat in range(game.rules.n_seats):
            brain = bot.sit(game.rules, seat, Stream(_KEY))
            assert isinstance(brain, AdvisingBrain)
            self.brains.append(brain)

    def play(self, state: State, chance: ImaginedChance, last_round: int) -> State:
        game = self._game
        n_actions = 0
        while state.phase != OVER and state.round <= last_round and n_actions < MOST_ACTIONS:
            n_actions += 1
            if state.actor == CHANCE:
                game.apply(state, chance.outcome(state), SILENT)
            elif is_certain(game, state):
                return settle(game, state)
            else:
                seen = observe(game, state, state.actor)
                action = self.brains[state.actor].choose(seen, game.offers(state))
                game.apply(state, action, SILENT)
        return state

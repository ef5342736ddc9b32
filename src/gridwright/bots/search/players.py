"""Players of imagined positions: fast ones, or planners, which are slower and better."""

from collections.abc import Sequence
from typing import Final, Protocol

from gridwright.bots.planner import PlannerBot
from gridwright.bots.planner.advising import AdvisingBrain
from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.rollout.policy import MAX_ACTIONS, SILENT, play_on
from gridwright.bots.seat_view import SeatView
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, OVER
from gridwright.engine.observe import observe
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.fair.draw import Stream


def seat_planners(
    bots: Sequence[PlannerBot], rules: Rules, stream: Stream
) -> list[AdvisingBrain[SeatView]]:
    """Return a planner for every seat; ``bots[seat]`` sits there."""
    planners: list[AdvisingBrain[SeatView]] = []
    for seat, bot in enumerate(bots):
        planner = bot.sit(rules, seat, stream)
        assert isinstance(planner, AdvisingBrain)
        planners.append(planner)
    return planners


class Players(Protocol):
    """Plays a position until a round after the last one begins, or to the end."""

    def play(self, state: State, chance: ImaginedChance, last_round: int) -> State: ...


class QuickPlayers:
    """Many play-outs per second; they look no further than their own turn."""

    def __init__(self, game: Game) -> None:
        self._game: Final = game

    def play(self, state: State, chance: ImaginedChance, last_round: int) -> State:
        play_on(self._game, state, chance, last_round)
        return state


class Planners:
    """A planner at every seat. Caches do not affect its play, so it may play many positions."""

    def __init__(self, game: Game, brains: list[AdvisingBrain[SeatView]]) -> None:
        self.game: Final = game
        self.brains: Final = brains

    def play(self, state: State, chance: ImaginedChance, last_round: int) -> State:
        game = self.game
        n_actions = 0
        while state.phase != OVER and state.round <= last_round and n_actions < MAX_ACTIONS:
            n_actions += 1
            if state.actor == CHANCE:
                game.apply(state, chance.outcome(state), SILENT)
                continue
            settled = self.settled(state)
            if settled is not None:
                return settled
            seen = observe(game, state, state.actor)
            action = self.brains[state.actor].choose(seen, game.offers(state))
            game.apply(state, action, SILENT)
        return state

    def settled(self, _state: State) -> State | None:
        """Return the end of the game if it can be computed without playing; else None."""
        return None

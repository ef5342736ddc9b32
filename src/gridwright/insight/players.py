"""Planners who play positions of an analysis on."""

from typing import Final

from gridwright.bots.planner import PlannerBot
from gridwright.bots.registry import find_bot
from gridwright.bots.search.players import Planners, seat_planners
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.fair.draw import Stream
from gridwright.insight.ending import is_certain, settle

ADVISER: Final = "hard"
_KEY: Final = bytes(32)
"""The planner judges without noise, so what it would draw from its stream decides nothing."""


class SettlingPlanners(Planners):
    """They work a certain end out instead of playing it."""

    def settled(self, state: State) -> State | None:
        return settle(self.game, state) if is_certain(self.game, state) else None


def settling_planners(game: Game) -> SettlingPlanners:
    """A planner at every seat of a game."""
    bot = find_bot(ADVISER)
    assert isinstance(bot, PlannerBot)
    return SettlingPlanners(game, seat_planners(bot, game.rules, Stream(_KEY)))

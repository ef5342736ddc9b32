"""The bot that searches."""

from typing import Final

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.planner import PlannerBot
from gridwright.bots.planner.advising import AdvisingBrain
from gridwright.bots.search.brain import ExpertBrain
from gridwright.bots.search.settings import SearchSettings
from gridwright.bots.value.loading import load_model
from gridwright.engine.rules import Rules
from gridwright.fair.draw import Stream

NAME: Final = "expert"
LEVEL: Final = 5
USUAL: Final = 256
"""Play-outs for each decision."""


class ExpertBot(Bot):
    """Compares a planner's proposals by play-outs; ``expert-64`` has a budget of its own."""

    def __init__(self, planner: PlannerBot, rollouts: int = USUAL) -> None:
        name = NAME if rollouts == USUAL else f"{NAME}-{rollouts}"
        super().__init__(name, LEVEL, "Tries its ideas out before it plays them.", planner.digest)
        self._planner: Final = planner
        self.settings: Final = SearchSettings(rollouts)

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        salt = stream.word()
        planner = self._planner.sit(rules, seat, stream)
        assert isinstance(planner, AdvisingBrain)
        return ExpertBrain(planner, load_model(), self.settings, seat, salt)

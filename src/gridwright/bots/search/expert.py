"""The bot that searches."""

from typing import Final

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.planner import PlannerBot
from gridwright.bots.search.brain import ExpertBrain, SearchSettings
from gridwright.bots.search.players import seat_planners
from gridwright.bots.value.loading import load_model
from gridwright.engine.rules import Rules
from gridwright.fair.draw import Stream

NAME: Final = "expert"
LEVEL: Final = 5
REVISION: Final = 1
"""Revision of the search; another one plays differently with the same planner and model."""
USUAL: Final = 32
"""Play-outs for each decision: about half a second of one core."""


class ExpertBot(Bot):
    """Compares a planner's proposals by play-outs; ``expert-64`` has another budget."""

    def __init__(
        self, planner: PlannerBot, rollouts: int = USUAL, character: PlannerBot | None = None
    ) -> None:
        """``character``: a planner in a style, which makes the proposals and names the bot."""
        name = NAME if rollouts == USUAL else f"{NAME}-{rollouts}"
        own = planner
        if character is not None:
            name = character.name
            own = character
        judge = load_model()
        digest = f"{own.digest}-{judge.name}-{REVISION}-{rollouts}"
        super().__init__(name, LEVEL, "Tries its ideas out before it plays them.", digest)
        self._planner: Final = own
        self._rivals: Final = planner
        self._judge: Final = judge
        self.settings: Final = SearchSettings(rollouts)

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        salt = stream.word()
        seated = [self._rivals] * rules.n_seats
        seated[seat] = self._planner
        planners = seat_planners(seated, rules, stream)
        return ExpertBrain(planners, self._judge, self.settings, seat, salt)

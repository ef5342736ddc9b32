"""L1: looks at what is on the table now and takes what pays best.

Each kind of decision is a skill of its own. What is played follows from the offers and the rules,
so one bot plays every edition.
"""

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.greedy.brain import GreedyBrain
from gridwright.engine.rules import Rules
from gridwright.fair.draw import Stream


class GreedyBot(Bot):
    """Buys what it can fuel, fuels what it can run, builds what it can supply."""

    def __init__(self) -> None:
        super().__init__("l1", 1, "Takes what pays best now: sound plants, fuel and cities.")

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        return GreedyBrain(rules, seat, stream)

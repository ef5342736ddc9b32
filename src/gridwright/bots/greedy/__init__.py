"""L1: looks at the current position only and takes the most profitable option.

Each kind of decision is a separate skill. Decisions follow from the offers and the rules, so one
bot plays every edition.
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

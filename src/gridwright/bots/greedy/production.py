"""Production: the set of plants that pays most, after what its fuel costs again."""

from typing import Final

from gridwright.bots.greedy.position import GreedyPosition
from gridwright.bots.run_orders import order_run
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.production import MayRun

FUEL_SHARE: Final = 4
"""Fuel in store counts for this fraction of its price: it was bought to be burned."""


class ProductionSkill:
    """Runs plants."""

    def run(self, position: GreedyPosition, offer: MayRun) -> Action:
        """The best run; hybrids burn what is cheaper to buy again."""
        fuel = position.rules.fuel
        prices = position.prices
        incomes = offer.incomes()
        best: tuple[int, int] | None = None
        chosen = (0, 0)
        for place, run in enumerate(offer.runs):
            first = run.low
            if run.high > run.low and prices.usual(fuel.first, 1) < prices.usual(fuel.second, 1):
                first = run.high
            burned = fuel.burned_by(run, first)
            cost = sum([prices.usual(kind, amount) for kind, amount in enumerate(burned) if amount])
            rank = (incomes[place] * FUEL_SHARE - cost, -run.tokens)
            if best is None or rank > best:
                best = rank
                chosen = (run.plants, first)
        return order_run(offer, *chosen)

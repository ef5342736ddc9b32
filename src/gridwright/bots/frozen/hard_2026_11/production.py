"""Production: the set of plants that pays most, after what its fuel costs again."""

from gridwright.bots.frozen.hard_2026_11.position import Position
from gridwright.bots.run_orders import order_run
from gridwright.bots.solvers.best_run import cheapest_share
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.production import MayRun


class ProductionSkill:
    """Runs plants."""

    def run(self, position: Position, offer: MayRun) -> Action:
        """The best run; hybrids burn what is cheaper to buy again."""
        fuel = position.rules.fuel
        worths = position.worths
        incomes = offer.incomes()
        best: tuple[int, int] | None = None
        chosen = (0, 0)
        for place, run in enumerate(offer.runs):
            first = cheapest_share(fuel, run, worths)
            burned = fuel.burned_by(run, first)
            cost = sum([worths[kind] * amount for kind, amount in enumerate(burned)])
            # Fuel that is kept saves most of its price, for it cannot be sold.
            rank = (20 * incomes[place] - cost, -run.tokens)
            if best is None or rank > best:
                best = rank
                chosen = (run.plants, first)
        return order_run(offer, *chosen)

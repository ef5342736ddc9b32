"""Production of the card game: pay against fuel kept and the place in the next order."""

from gridwright.bots.frozen.hard_2026_11.cards.position import CardPosition
from gridwright.bots.run_orders import order_run
from gridwright.bots.solvers.best_run import cheapest_share
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.production import MayRun


class CardProductionSkill:
    """Runs plants."""

    def run(self, position: CardPosition, offer: MayRun) -> Action:
        """The run that leaves most; hybrids burn what is worth less."""
        fuel = position.rules.fuel
        held = position.held(position.seat)
        worths = position.worths()
        incomes = offer.incomes()
        best: tuple[float, int] | None = None
        chosen = (0, 0)
        for place, run in enumerate(offer.runs):
            income = incomes[place]
            first = cheapest_share(fuel, run, worths)
            burned = fuel.burned_by(run, first)
            left = [held[kind] - amount for kind, amount in enumerate(burned)]
            points = position.points(position.plants, position.money + income, left, income)
            rank = (points, -run.tokens)
            if best is None or rank > best:
                best = rank
                chosen = (run.plants, first)
        return order_run(offer, *chosen)

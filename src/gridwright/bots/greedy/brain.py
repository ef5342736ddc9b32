"""The greedy bot at one seat."""

from typing import Final

from gridwright.bots.greedy.auction import AuctionSkill
from gridwright.bots.greedy.building import BuildingSkill
from gridwright.bots.greedy.fuel import FuelSkill
from gridwright.bots.greedy.greedy_position import GreedyPosition, read_position
from gridwright.bots.greedy.preparation import PreparationSkill
from gridwright.bots.orders import order_run
from gridwright.bots.skills import SkilledBrain, Skills
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.production import MayRun
from gridwright.fair.draw import Stream

FUEL_SHARE: Final = 4
"""Fuel in store counts for this fraction of its price: it was bought to be burned."""


class ProductionSkill:
    """Runs plants."""

    def run(self, position: GreedyPosition, offer: MayRun) -> Action:
        """Return the best run; hybrids burn the fuel that is cheaper to buy again."""
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


class GreedyBrain(SkilledBrain[GreedyPosition]):
    """The stream only breaks ties."""

    def __init__(self, rules: Rules, seat: int, stream: Stream) -> None:
        self._rules: Final = rules
        self._seat: Final = seat
        super().__init__(
            Skills(
                auction=AuctionSkill(),
                fuel=FuelSkill(),
                building=BuildingSkill(stream),
                production=ProductionSkill(),
                preparation=PreparationSkill(stream),
            )
        )

    def look(self, seen: Observation) -> GreedyPosition:
        return read_position(self._rules, seen, self._seat)

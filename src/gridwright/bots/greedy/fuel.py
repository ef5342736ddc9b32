"""Fuel: for the plants that will run this round, and a second run where it is cheap."""

from gridwright.bots.greedy.greedy_position import GreedyPosition
from gridwright.bots.greedy.planned_run import plan_run
from gridwright.bots.orders import next_card, next_tokens
from gridwright.engine.editions.card.vocabulary import MayBuyCard
from gridwright.engine.ids import FAR
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.fuel import MayBuy


class FuelSkill:
    """Decides what to run before it buys, so it buys no unit that it cannot burn."""

    def buy_tokens(self, position: GreedyPosition, offers: list[MayBuy]) -> Action | None:
        return next_tokens(self._wanted(position), offers)

    def buy_card(self, position: GreedyPosition, offer: MayBuyCard) -> Action | None:
        return next_card(self._wanted(position), position.rules, position.prices, offer)

    def _wanted(self, position: GreedyPosition) -> list[int]:
        """Return the units of each kind that are still to be bought."""
        planned = plan_run(position, position.prices, position.plants, True)
        if sum(planned.missing) or position.may_end:
            return planned.missing
        return self._second_run(position, planned.needs)

    def _second_run(self, position: GreedyPosition, needs: list[int]) -> list[int]:
        """Return the same needs again where fuel is cheap and no city has to wait for the money."""
        fuel = position.rules.fuel
        _cost, missing = position.prices.shopping(
            [2 * need for need in needs], position.held(position.seat)
        )
        for kind in range(fuel.n_kinds):
            if missing[kind] and not position.prices.is_cheap(kind):
                missing[kind] = 0
        cost = sum([position.prices.cost(kind, missing[kind]) for kind in range(fuel.n_kinds)])
        affordable = cost < FAR and cost <= position.spare_money()
        return missing if affordable else [0] * fuel.n_kinds

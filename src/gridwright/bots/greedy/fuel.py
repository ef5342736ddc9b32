"""Fuel: for the plants that will run this round, and a second run where it is cheap."""

from gridwright.bots.greedy.running import plan_run
from gridwright.bots.greedy.standing import Standing
from gridwright.bots.purchases import next_card, next_tokens
from gridwright.engine.actions import Action
from gridwright.engine.ids import FAR
from gridwright.engine.offers import MayBuy, MayBuyCard


class FuelSkill:
    """Decides what to run before it buys, so no unit is bought that nothing burns."""

    def buy_tokens(self, standing: Standing, offers: list[MayBuy]) -> Action | None:
        return next_tokens(self._wanted(standing), offers)

    def buy_card(self, standing: Standing, offer: MayBuyCard) -> Action | None:
        return next_card(self._wanted(standing), standing.rules, standing.prices, offer)

    def _wanted(self, standing: Standing) -> list[int]:
        """Units of each kind that are still to be bought."""
        planned = plan_run(standing, standing.prices, standing.plants, True)
        if sum(planned.missing) or standing.may_end:
            return planned.missing
        return self._second_run(standing, planned.needs)

    def _second_run(self, standing: Standing, needs: list[int]) -> list[int]:
        """The same again where it is cheap and no city has to wait for the money."""
        fuel = standing.rules.fuel
        _cost, missing = standing.prices.shopping(
            [2 * need for need in needs], standing.held(standing.seat)
        )
        for kind in range(fuel.n_kinds):
            if missing[kind] and not standing.prices.is_cheap(kind):
                missing[kind] = 0
        cost = sum([standing.prices.cost(kind, missing[kind]) for kind in range(fuel.n_kinds)])
        output = standing.supply(standing.seat)
        spare = standing.money
        if standing.has_board:
            n_wanted = max(0, output - standing.n_cities)
            spare -= sum(standing.land.next_costs[:n_wanted])
        return missing if cost < FAR and cost <= spare else [0] * fuel.n_kinds

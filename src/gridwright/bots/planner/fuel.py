"""Fuel: for the best plan of this round, then for later where it is cheap."""

from typing import Final

from gridwright.bots.orders import next_tokens
from gridwright.bots.planner.board_position import Position
from gridwright.bots.planner.forecast import Forecast, PlanValue, RoundPlan
from gridwright.bots.solvers.shopping import FuelPlan, burn, fuel_plans
from gridwright.bots.solvers.storage import capacity_of, rooms
from gridwright.engine.editions.card.vocabulary import MayBuyCard
from gridwright.engine.observe import ladders_seen, stock_seen
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.fuel import MayBuy

SCARCE: Final = 2.0
"""Fuel that will run out is worth this multiple of its highest price."""


class FuelSkill:
    """Buys the fuel that the best plan lacks."""

    def buy_tokens(self, position: Position, offers: list[MayBuy]) -> Action | None:
        return next_tokens(self._wanted(position), offers)

    def buy_card(self, _position: Position, _offer: MayBuyCard) -> Action | None:
        """Return None: a board has no fuel cards."""
        return None

    def _wanted(self, position: Position) -> list[int]:
        """Return the units of each kind that are still to be bought."""
        forecast = Forecast(position)
        best = self._best(position, forecast)
        if best is None:
            return [0] * position.rules.fuel.n_kinds
        plan, _n_built, spare = best
        if sum(plan.purchase.bought) or forecast.end == 0:
            return plan.purchase.bought
        return self._stock(position, spare)

    def _best(self, position: Position, forecast: Forecast) -> tuple[FuelPlan, int, int] | None:
        """Return the best plan, the cities to build with it and the remaining money."""
        rules = position.rules
        held = position.held(position.seat)
        capacity = capacity_of(rules, position.seen, position.plants, held)
        judge = PlanValue(position, forecast)
        ends_now = self._ends_now(position, forecast)
        best: tuple[FuelPlan, int, int] | None = None
        best_value = 0.0
        costs = position.site_costs(position.seat)
        may_build = position.seen.round >= rules.settings.first_building_round
        n_sites = len(costs) if may_build else 0
        for plan in fuel_plans(rules.fuel, position.prices, position.plants, held, capacity):
            left = position.money - plan.purchase.cost
            if left < 0:
                continue
            after = held[:]
            for kind in range(len(after)):
                after[kind] += plan.purchase.bought[kind]
            burn(rules.fuel, rules.fuel.needs(plan.plants), after)
            worth = forecast.worth_of_fuel(position.plants, after)
            bought = tuple(plan.purchase.bought)
            # Each number of cities that the money pays for.
            n_built = 0
            while True:
                n_cities = position.n_cities + n_built
                ended = 1.0 if n_cities >= rules.limits.end_cities else ends_now
                value = judge.of(RoundPlan(plan.supplied, left, n_cities, n_built, worth), ended)
                position.thoughts.append((bought, value))
                if best is None or value > best_value:
                    best = (plan, n_built, left)
                    best_value = value
                if n_built >= n_sites or left < int(costs[n_built]):
                    break
                left -= int(costs[n_built])
                n_built += 1
        return best

    def _ends_now(self, position: Position, forecast: Forecast) -> float:
        """Return the probability that this round is the last, by how sure the forecast is."""
        weights = position.weights
        if forecast.end == 0:
            return 1.0 / (1.0 + weights.end_later)
        if forecast.end == 1:
            return weights.end_sooner / (1.0 + weights.end_sooner + weights.end_later)
        return 0.0

    def _stock(self, position: Position, spare: int) -> list[int]:
        """Return fuel for the next run as well, if it will cost more and the money is idle."""
        rules = position.rules
        fuel = rules.fuel
        held = position.held(position.seat)
        needs = position.run_needs(position.seat)
        free = rooms(fuel, capacity_of(rules, position.seen, position.plants, held), held)
        wanted = [0] * fuel.n_kinds
        for kind in range(fuel.n_kinds):
            most = min(free[kind], max(0, 2 * needs[kind] - held[kind]))
            later = self._later_price(position, kind)
            cost = 0
            for step in position.prices.steps(kind, most):
                if step > later * position.weights.fuel_patience or cost + step > spare:
                    break
                cost += step
                wanted[kind] += 1
            if wanted[kind]:
                return wanted
        return wanted

    def _later_price(self, position: Position, kind: int) -> float:
        """Return the approximate price of a unit when the seat buys again."""
        rules = position.rules
        seen = position.seen
        ladder = ladders_seen(rules, seen, position.seat)[kind]
        order = seen.order
        earlier = order[: order.index(position.seat)]
        demand = 0
        for other in range(rules.n_seats):
            need = position.run_needs(other)[kind]
            lacking = max(0, need - position.held(other)[kind])
            if other in earlier:
                demand += lacking
            if other != position.seat:
                demand += need // 2
        refill = 0 if seen.closed >> kind & 1 else rules.market.refills[seen.step - 1][kind]
        stock = stock_seen(rules, seen, position.seat)[kind]
        tokens = min(ladder.n_spaces, stock - demand + refill)
        # A seat that needs none of it may still notice that none will be left.
        if tokens < max(1, position.run_needs(position.seat)[kind]):
            return SCARCE * ladder.prices[-1]
        return float(ladder.prices[ladder.n_spaces - tokens])

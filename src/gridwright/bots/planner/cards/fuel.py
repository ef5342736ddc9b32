"""Fuel cards: for the best run, and for later where a unit is worth its price."""

from typing import Final

from gridwright.bots.orders import next_card
from gridwright.bots.planner.cards.card_position import CardPosition
from gridwright.bots.solvers.prices import CardPrices
from gridwright.bots.solvers.shopping import FuelPlan, burn, fuel_plans
from gridwright.bots.solvers.storage import capacity_of, fits_too, rooms
from gridwright.engine.editions.card.vocabulary import MayBuyCard
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.fuel import MayBuy

MAX_UNITS: Final = 3
"""Largest number of units on a card."""


class CardFuelSkill:
    """Buys the fuel that the best plan lacks."""

    def buy_tokens(self, _position: CardPosition, _offers: list[MayBuy]) -> Action | None:
        """Return None: the card game has no tokens."""
        return None

    def buy_card(self, position: CardPosition, offer: MayBuyCard) -> Action | None:
        return next_card(self._wanted(position), position.rules, position.prices, offer)

    def _wanted(self, position: CardPosition) -> list[int]:
        """Return the units of each kind that are still to be bought."""
        rules = position.rules
        held = position.held(position.seat)
        capacity = capacity_of(rules, position.seen, position.plants, held)
        plans = [
            plan
            for plan in fuel_plans(rules.fuel, position.prices, position.plants, held, capacity)
            if plan.purchase.cost <= position.money
        ]
        if position.is_last:
            price = rules.money_per_point
            gains = [price * plan.supplied - plan.purchase.cost for plan in plans]
            best = plans[gains.index(max(gains))]
            for plan in plans:
                points = plan.supplied - plan.purchase.cost / price
                position.thoughts.append((tuple(plan.purchase.bought), points))
            return best.purchase.bought
        points_of = [self._points(position, plan, plan.purchase.bought) for plan in plans]
        for plan, points in zip(plans, points_of, strict=True):
            position.thoughts.append((tuple(plan.purchase.bought), points))
        best = plans[points_of.index(max(points_of))]
        return self._with_stock(position, best, capacity)

    def _with_stock(self, position: CardPosition, plan: FuelPlan, capacity: list[int]) -> list[int]:
        """Return the fuel the plan lacks, and other bargains, the best first."""
        fuel = position.rules.fuel
        held = position.held(position.seat)
        free = rooms(fuel, capacity, held)
        best = plan.purchase.bought
        points = self._points(position, plan, best)
        wanted: list[int] | None = best
        while wanted is not None:
            best = wanted
            wanted = None
            for kind in range(fuel.n_kinds):
                for more in range(1, min(MAX_UNITS, free[kind] - best[kind]) + 1):
                    tried = best[:]
                    tried[kind] += more
                    affordable = self._cost(position, tried) <= position.money
                    if affordable and fits_too(fuel, capacity, held, tried):
                        value = self._points(position, plan, tried)
                        if value > points:
                            points = value
                            wanted = tried
        return best

    def _cost(self, position: CardPosition, bought: list[int]) -> int:
        prices = position.prices
        cost = 0
        for kind in range(len(bought)):
            if bought[kind]:
                cost += prices.cost(kind, bought[kind])
        return cost

    def _points(self, position: CardPosition, plan: FuelPlan, bought: list[int]) -> float:
        """Return the expected points if this is bought and the plan runs."""
        rules = position.rules
        prices = position.prices
        assert isinstance(prices, CardPrices)
        held = position.held(position.seat)
        capacity = rules.fuel.capacity(position.plants)
        kept = bought[:]
        for kind in range(len(bought)):
            if bought[kind]:
                # A card is bought whole, and the units that fit are stored.
                units = min(prices.units(kind, bought[kind]), rules.fuel.room(capacity, held, kind))
                if units > bought[kind]:
                    kept[kind] = units
        income = rules.payment(plan.supplied)
        money = position.money - self._cost(position, bought) + income
        left = held[:]
        for kind in range(len(left)):
            left[kind] += kept[kind]
        burn(rules.fuel, rules.fuel.needs(plan.plants), left)
        taste = position.facts.taste
        preferred = taste.saving * money
        if taste.stock:
            preferred += taste.stock * sum(left)
        return position.points(money, left, income) + preferred

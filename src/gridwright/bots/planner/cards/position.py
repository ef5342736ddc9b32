"""One position of the card game as a planner reads it."""

from functools import cached_property
from typing import Final

from gridwright.bots.planner.cards.countdown import next_rates
from gridwright.bots.profiles.card_weights import CardWeights
from gridwright.bots.profiles.outlook import Outlook, fleet_part, purse_part
from gridwright.bots.solvers.prices import Prices, read_prices
from gridwright.bots.solvers.shopping import FuelPlan, fuel_plans
from gridwright.bots.solvers.storage import capacity_of, held_by
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.observe import HIDDEN, Observation
from gridwright.engine.rules import Rules

Question = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class Almanac:
    """What a seat keeps for a whole game. It follows from what is asked, and only saves time."""

    def __init__(self, rules: Rules, weights: CardWeights, outlook: Outlook) -> None:
        self.rules: Final = rules
        self.weights: Final = weights
        self.outlook: Final = outlook
        self._round = 0
        self._columns: list[list[int]] = []
        self._plans: dict[Question, list[FuelPlan]] = {}

    def plans(self, position: "CardPosition", plants: list[int], held: list[int]) -> list[FuelPlan]:
        """Ways to fuel plants at the prices expected when the seat buys."""
        seen = position.seen
        columns = position.depot.columns
        if seen.round != self._round or columns != self._columns:
            self._round = seen.round
            self._columns = columns
            self._plans = {}
        question = (tuple(position.taken), tuple(held), tuple(plants))
        if question not in self._plans:
            fuel = self.rules.fuel
            capacity = capacity_of(self.rules, seen, plants, held)
            self._plans[question] = fuel_plans(fuel, position.later_prices, plants, held, capacity)
        return self._plans[question]


class CardPosition:
    """What everybody sees, and what one seat sees of itself."""

    def __init__(self, almanac: Almanac, seen: Observation, seat: int) -> None:
        assert isinstance(seen.parts, Depot)
        self._almanac: Final = almanac
        self.rules: Final = almanac.rules
        self.weights: Final = almanac.weights
        self.seen: Final = seen
        self.seat: Final = seat
        self.depot: Final[Depot] = seen.parts
        self.money: Final = seen.money[seat]
        self.plants: Final = seen.plants[seat]
        self.rivals: Final = [other for other in range(almanac.rules.n_seats) if other != seat]
        self._held: Final[dict[int, list[int]]] = {}

    @property
    def is_last(self) -> bool:
        """Whether points are counted after this round's fuel."""
        return self.depot.last_round == self.seen.round

    @cached_property
    def prices(self) -> Prices:
        """What fuel costs now."""
        return read_prices(self.rules, self.seen, [0] * self.rules.fuel.n_kinds)

    @cached_property
    def taken(self) -> list[int]:
        """What those who buy before the seat will take: what a run of theirs lacks."""
        taken = [0] * self.rules.fuel.n_kinds
        order = self.seen.order
        for other in order[order.index(self.seat) + 1 :]:
            held = self.held(other)
            for kind, amount in enumerate(self._run_needs(other)):
                taken[kind] += max(0, amount - held[kind])
        return taken

    @cached_property
    def later_prices(self) -> Prices:
        """What fuel costs when those who buy before the seat have bought."""
        return read_prices(self.rules, self.seen, self.taken)

    def _run_needs(self, seat: int) -> list[int]:
        """What one run of a seat's plants burns of each kind, hybrids half and half."""
        fuel = self.rules.fuel
        needs = fuel.needs(self.seen.plants[seat])
        hybrids = needs.pop()
        if hybrids:
            needs[fuel.first] += hybrids // 2
            needs[fuel.second] += hybrids - hybrids // 2
        return needs

    def held(self, seat: int) -> list[int]:
        """A seat's fuel by kind."""
        if seat not in self._held:
            self._held[seat] = held_by(self.rules, self.seen, seat)
        return self._held[seat]

    def purse(self, seat: int) -> int:
        """A seat's money; where it is hidden, what everybody has about."""
        money = self.seen.money[seat]
        return self.money if money == HIDDEN else money

    def lowest(self, plant: int) -> int:
        """The lowest bid for a plant."""
        return 1 if plant == self.seen.discount else self.rules.deck.numbers[plant]

    def place(self, income: float) -> float:
        """The place in the next order with an income, 0 for the first and 1 for the last."""
        later = 0.0
        spread = 2.0 * self.weights.order_spread
        for expected in self._rival_incomes:
            later += max(0.0, min(1.0, 0.5 + (expected - income) / spread))
        return later / len(self.rivals)

    @cached_property
    def _rival_incomes(self) -> list[int]:
        """What the rivals are paid if all their plants run."""
        output_of = self.rules.fuel.output_of
        plants = self.seen.plants
        return [sum([output_of[plant] for plant in plants[rival]]) for rival in self.rivals]

    @cached_property
    def _rates(self) -> list[float]:
        return next_rates(self.rules, self.seen, self.depot, self._almanac.outlook)

    def worths(self) -> list[int]:
        """What a unit of each kind is worth in the next round, in thousandths of a point."""
        n_kinds = self.rules.fuel.n_kinds
        return [round(1000 * rate) for rate in self._rates[-1 - n_kinds : -1]]

    def points(self, plants: list[int], money: float, held: list[int], income: float) -> float:
        """The points at the end expected with all this at the start of the next round."""
        return self._of_fleet(plants) + self._of_purse(money, held, income)

    def _of_fleet(self, plants: list[int]) -> float:
        fuel = self.rules.fuel
        part = fleet_part([fuel.output_of[plant] for plant in plants], fuel.needs(plants))
        return sum([rate * amount for rate, amount in zip(self._rates, part, strict=False)])

    def _of_purse(self, money: float, held: list[int], income: float) -> float:
        part = purse_part(money, held, self.place(income))
        rates = self._rates[-len(part) :]
        return sum([rate * amount for rate, amount in zip(rates, part, strict=True)])

    def after_auctions(self, seat: int, plants: list[int], money: int) -> float:
        """The points expected by a seat that has this when it goes to buy fuel."""
        rules = self.rules
        held = self._kept(plants, self.held(seat))
        plans = [
            plan
            for plan in self._almanac.plans(self, plants, held)
            if plan.purchase.cost <= max(0, money)
        ]
        if self.is_last:
            return max(
                [
                    plan.supplied + (money - plan.purchase.cost) / rules.money_per_point
                    for plan in plans
                ]
            )
        incomes = [rules.payment(plan.supplied) for plan in plans]
        return self._of_fleet(plants) + max(
            [
                self._of_purse(
                    money - plan.purchase.cost + income,
                    after_run(rules, plan.plants, held, plan.purchase.bought),
                    income,
                )
                for plan, income in zip(plans, incomes, strict=True)
            ]
        )

    def _kept(self, plants: list[int], held: list[int]) -> list[int]:
        """What of the fuel stays with other plants (k3.12)."""
        fuel = self.rules.fuel
        capacity = fuel.capacity(plants)
        shared = capacity[fuel.n_kinds]
        kept: list[int] = []
        for kind in range(fuel.n_kinds):
            stays = min(held[kind], capacity[kind])
            if kind in (fuel.first, fuel.second):
                more = min(held[kind] - stays, shared)
                shared -= more
                stays += more
            kept.append(stays)
        return kept


def after_run(rules: Rules, running: list[int], held: list[int], bought: list[int]) -> list[int]:
    """Fuel that is left when plants have run; hybrids burn the first kind first."""
    fuel = rules.fuel
    needs = fuel.needs(running)
    hybrids = needs.pop()
    left = [held[kind] + bought[kind] - need for kind, need in enumerate(needs)]
    for kind in (fuel.first, fuel.second):
        more = min(hybrids, left[kind])
        left[kind] -= more
        hybrids -= more
    return left

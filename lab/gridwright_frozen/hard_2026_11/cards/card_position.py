"""One position of the card game as a planner reads it."""

from typing import Final

from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.shopping import FuelPlan, fuel_plans
from gridwright.bots.solvers.storage import capacity_of, kept_by
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright_frozen.hard_2026_11.cards.countdown import next_rates
from gridwright_frozen.hard_2026_11.outlook import Outlook, fleet_part, purse_part
from gridwright_frozen.hard_2026_11.weights import CardWeights

Question = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class CardFacts:
    """A cache for one game: fuel plans follow from the position, keeping them only saves time."""

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


class CardPosition(SeatView):
    """A position of the card game."""

    def __init__(self, facts: CardFacts, seen: Observation, seat: int) -> None:
        super().__init__(facts.rules, seen, seat)
        assert isinstance(seen.parts, Depot)
        self._facts: Final = facts
        self.weights: Final = facts.weights
        self.depot: Final[Depot] = seen.parts
        self._incomes: list[int] | None = None
        self._next_rates: list[float] | None = None

    @property
    def is_last(self) -> bool:
        """True if points are counted after this round's fuel."""
        return self.depot.last_round == self.seen.round

    def place(self, income: float) -> float:
        """The place in the next order with an income, 0 for the first and 1 for the last."""
        later = 0.0
        spread = 2.0 * self.weights.order_spread
        for expected in self._rival_incomes:
            later += max(0.0, min(1.0, 0.5 + (expected - income) / spread))
        return later / len(self.rivals)

    @property
    def _rival_incomes(self) -> list[int]:
        """Pay of the rivals if all their plants run."""
        if self._incomes is None:
            output_of = self.rules.fuel.output_of
            fleets = [self.seen.plants[rival] for rival in self.rivals]
            self._incomes = [sum([output_of[plant] for plant in plants]) for plants in fleets]
        return self._incomes

    @property
    def _rates(self) -> list[float]:
        if self._next_rates is None:
            self._next_rates = next_rates(self.rules, self.seen, self.depot, self._facts.outlook)
        return self._next_rates

    def worths(self) -> list[int]:
        """Worth of a unit of each kind in the next round, in thousandths of a point."""
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
        held = kept_by(rules.fuel, plants, self.held(seat))
        plans = [
            plan
            for plan in self._facts.plans(self, plants, held)
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

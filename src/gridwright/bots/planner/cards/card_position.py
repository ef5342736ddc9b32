"""One position of the card game as a planner reads it."""

from typing import Final

from gridwright.bots.planner.cards.countdown import next_rates
from gridwright.bots.planner.cards.fuel_left import depot_on_turn
from gridwright.bots.planner.temper import likings_of
from gridwright.bots.profiles.outlook import KNOTS, MONEY, Outlook, fleet_part
from gridwright.bots.profiles.weights import NO_TASTE, CardWeights, Taste
from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.prices import CardPrices
from gridwright.bots.solvers.shopping import fuel_plans
from gridwright.bots.solvers.storage import capacity_of, kept_by
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules


class FleetPlans:
    """Plans after an auction with a set of plants: cost, income and worth of each.

    The worth excludes only money, which differs from bid to bid.
    """

    def __init__(self, costs: list[int], gains: list[int], worths: list[float]) -> None:
        self.costs: Final = costs
        self.gains: Final = gains
        """Pay for the run, less its fuel."""
        self.worths: Final = worths


class CardFacts:
    """Cache of one game; everything in it follows from the position."""

    def __init__(
        self, rules: Rules, weights: CardWeights, outlook: Outlook, taste: Taste = NO_TASTE
    ) -> None:
        self.rules: Final = rules
        self.weights: Final = weights
        self.outlook: Final = outlook
        self.taste: Final = taste
        self.likings: Final = likings_of(taste, rules)
        """``likings[plant]``: the seat's liking for a plant."""
        self._shown: list[list[int]] = []
        self.rates: list[float] | None = None
        self.prices: CardPrices | None = None
        self.fleets: dict[tuple[int, ...], FleetPlans] = {}
        """Plans by the seat and its plants."""
        self.values: dict[tuple[int, ...], float] = {}
        """Worths of an auction's outcomes; each kind of outcome has keys of a different length."""

    def look(self, seen: Observation, depot: Depot) -> None:
        """Clear the cache, unless only a bid has changed."""
        course = [seen.round, seen.out, depot.last_round]
        shown = [course, seen.market, seen.money, *seen.plants, seen.trust_plants]
        shown += [*depot.columns, *depot.stored]
        if shown != self._shown:
            # The lists of an observation may change later, so copies are stored.
            self._shown = [row[:] for row in shown]
            self.rates = None
            self.prices = None
            self.fleets = {}
            self.values = {}


class CardPosition(SeatView):
    """A position of the card game."""

    def __init__(self, facts: CardFacts, seen: Observation, seat: int) -> None:
        super().__init__(facts.rules, seen, seat)
        assert isinstance(seen.parts, Depot)
        self.facts: Final = facts
        self.weights: Final = facts.weights
        self.depot: Final[Depot] = seen.parts
        self._incomes: list[int] | None = None
        facts.look(seen, self.depot)

    @property
    def is_last(self) -> bool:
        """True if points are counted after this round's fuel."""
        return self.depot.last_round == self.seen.round

    def place(self, income: float) -> float:
        """Return the place in the next order with an income: 0 for the first, 1 for the last."""
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
        facts = self.facts
        if facts.rates is None:
            facts.rates = next_rates(self.rules, self.seen, self.depot, facts.outlook)
        return facts.rates

    def worths(self) -> list[int]:
        """Worth of a unit of each kind in the next round, in thousandths of a point."""
        n_kinds = self.rules.fuel.n_kinds
        return [round(1000 * rate) for rate in self._rates[-1 - n_kinds : -1]]

    def points(self, plants: list[int], money: float, held: list[int], income: float) -> float:
        """Return the expected final points, with this at the start of the next round."""
        return self._of_fleet(plants) + self._of_fuel(held, income) + self._of_money(money)

    def _of_fleet(self, plants: list[int]) -> float:
        fuel = self.rules.fuel
        part = fleet_part([fuel.output_of[plant] for plant in plants], fuel.needs(plants))
        return sum([rate * amount for rate, amount in zip(self._rates, part, strict=False)])

    def _of_fuel(self, held: list[int], income: float) -> float:
        rates = self._rates
        worth = rates[-1] * self.place(income)
        first = len(rates) - 1 - len(held)
        for kind, amount in enumerate(held):
            worth += rates[first + kind] * amount
        return worth

    def _of_money(self, money: float) -> float:
        rates = self._rates
        worth = rates[MONEY] * money
        for place, knot in enumerate(KNOTS):
            if money > knot:
                worth += rates[MONEY + 1 + place] * (money - knot)
        return worth

    def after_auctions(self, seat: int, plants: list[int], money: int) -> float:
        """Return the expected points of a seat with these possessions before it buys fuel."""
        question = (seat, *plants)
        plans = self.facts.fleets.get(question)
        if plans is None:
            plans = self._plans(seat, plants)
            self.facts.fleets[question] = plans
        is_last = self.is_last
        per_point = self.rules.money_per_point
        saving = 0.0 if is_last or seat != self.seat else self.facts.taste.saving
        best: float | None = None
        for place, cost in enumerate(plans.costs):
            if cost <= money or cost == 0:
                after = money + plans.gains[place]
                worth = after / per_point if is_last else self._of_money(after)
                worth += saving * after
                worth += plans.worths[place]
                if best is None or worth > best:
                    best = worth
        assert best is not None, "running nothing costs nothing"
        return best

    def _plans(self, seat: int, plants: list[int]) -> FleetPlans:
        """Return every run of a fleet that can be fuelled when it is the seat's turn to buy."""
        rules = self.rules
        facts = self.facts
        if facts.prices is None:
            nothing = [0] * rules.fuel.n_kinds
            facts.prices = CardPrices(rules, depot_on_turn(self, self.depot), nothing)
        held = kept_by(rules.fuel, plants, self.held(seat))
        capacity = capacity_of(rules, self.seen, plants, held)
        costs: list[int] = []
        gains: list[int] = []
        worths: list[float] = []
        fleet = 0.0 if self.is_last else self._of_fleet(plants)
        if seat == self.seat and not self.is_last:
            fleet += sum([facts.likings[plant] for plant in plants])
        for plan in fuel_plans(rules.fuel, facts.prices, plants, held, capacity):
            cost = plan.purchase.cost
            income = rules.payment(plan.supplied)
            costs.append(cost)
            if self.is_last:
                gains.append(-cost)
                worths.append(float(plan.supplied))
                continue
            gains.append(income - cost)
            left = after_run(rules, plan.plants, held, plan.purchase.bought)
            worths.append(fleet + self._of_fuel(left, income))
        return FleetPlans(costs, gains, worths)


def after_run(rules: Rules, running: list[int], held: list[int], bought: list[int]) -> list[int]:
    """Return the remaining fuel after plants have run; hybrids burn the first kind first."""
    fuel = rules.fuel
    needs = fuel.needs(running)
    hybrids = needs.pop()
    left = [held[kind] + bought[kind] - need for kind, need in enumerate(needs)]
    for kind in (fuel.first, fuel.second):
        more = min(hybrids, left[kind])
        left[kind] -= more
        hybrids -= more
    return left

"""One position of the card game as a planner reads it."""

from typing import Final

from gridwright.bots.planner.cards.countdown import next_rates
from gridwright.bots.planner.cards.fuel_left import depot_on_turn
from gridwright.bots.planner.temper import likings_of
from gridwright.bots.profiles.outlook import (
    FIRST_KNOT,
    MONEY,
    SECOND_KNOT,
    Outlook,
    fleet_part,
)
from gridwright.bots.profiles.weights import NO_TASTE, CardWeights, Taste
from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.prices import CardPrices
from gridwright.bots.solvers.shopping import FuelledRuns
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
        self.is_priced = False
        """True if ``prices`` are those of the position."""
        self.prices: CardPrices | None = None
        """Prices when it is the seat's turn to buy."""
        self._stored: list[list[int]] = []
        self._was_last = False
        self.runs: dict[tuple[int, ...], FuelledRuns] = {}
        """Runs by the seat and its plants, at these prices and with this fuel stored."""
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
            self.is_priced = False
            self.fleets = {}
            self.values = {}

    def price(self, prices: CardPrices, depot: Depot, is_last: bool) -> None:
        """Set the prices of the position; keep the runs if nothing has changed for them."""
        self.is_priced = True
        if (
            self.prices is None
            or not prices.are_like(self.prices)
            or self._stored != depot.stored
            or self._was_last != is_last
        ):
            self.prices = prices
            self._stored = [row[:] for row in depot.stored]
            self._was_last = is_last
            self.runs = {}


class CardPosition(SeatView):
    """A position of the card game."""

    def __init__(self, facts: CardFacts, seen: Observation, seat: int) -> None:
        super().__init__(facts.rules, seen, seat)
        assert isinstance(seen.parts, Depot)
        self.facts: Final = facts
        self.weights: Final = facts.weights
        self.depot: Final[Depot] = seen.parts
        self._incomes: list[int] | None = None
        self._own_fleet: float | None = None
        self._places: Final[dict[float, float]] = {}
        """Places by income."""
        facts.look(seen, self.depot)

    @property
    def is_last(self) -> bool:
        """True if points are counted after this round's fuel."""
        return self.depot.last_round == self.seen.round

    def place(self, income: float) -> float:
        """Return the place in the next order with an income: 0 for the first, 1 for the last."""
        known = self._places.get(income)
        if known is not None:
            return known
        later = 0.0
        spread = 2.0 * self.weights.order_spread
        for expected in self._rival_incomes:
            part = 0.5 + (expected - income) / spread
            if part >= 1.0:
                later += 1.0
            elif part > 0.0:
                later += part
        found = later / len(self.rivals)
        self._places[income] = found
        return found

    @property
    def _rival_incomes(self) -> list[int]:
        """Pay of the rivals if all their plants run."""
        if self._incomes is None:
            output_of = self.rules.fuel.output_of
            incomes: list[int] = []
            for rival in self.rivals:
                income = 0
                for plant in self.seen.plants[rival]:
                    income += output_of[plant]
                incomes.append(income)
            self._incomes = incomes
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

    def points(self, money: float, held: list[int], income: float) -> float:
        """Return the expected final points, with this at the start of the next round."""
        if self._own_fleet is None:
            self._own_fleet = self._of_fleet(self.plants)
        return self._own_fleet + self._of_fuel(held, income) + self._of_money(money)

    def _of_fleet(self, plants: list[int]) -> float:
        fuel = self.rules.fuel
        rates = self._rates
        part = fleet_part([fuel.output_of[plant] for plant in plants], fuel.needs(plants))
        worth = 0.0
        for column in range(len(part)):
            worth += rates[column] * part[column]
        return worth

    def _of_fuel(self, held: list[int], income: float) -> float:
        rates = self._rates
        worth = rates[len(rates) - 1] * self.place(income)
        first = len(rates) - 1 - len(held)
        for kind in range(len(held)):
            worth += rates[first + kind] * held[kind]
        return worth

    def _of_money(self, money: float) -> float:
        rates = self._rates
        worth = rates[MONEY] * money
        if money > FIRST_KNOT:
            worth += rates[MONEY + 1] * (money - FIRST_KNOT)
        if money > SECOND_KNOT:
            worth += rates[MONEY + 2] * (money - SECOND_KNOT)
        return worth

    def after_auctions(self, seat: int, plants: list[int], money: int) -> float:
        """Return the expected points of a seat with these possessions before it buys fuel."""
        question = (seat, *plants)
        plans = self.facts.fleets.get(question)
        if plans is None:
            plans = self._plans(seat, plants, question)
            self.facts.fleets[question] = plans
        is_last = self.is_last
        per_point = self.rules.money_per_point
        saving = 0.0 if is_last or seat != self.seat else self.facts.taste.saving
        costs = plans.costs
        gains = plans.gains
        worths = plans.worths
        found = False
        best = 0.0
        for place in range(len(costs)):
            cost = costs[place]
            if cost <= money or cost == 0:
                after = money + gains[place]
                worth = after / per_point if is_last else self._of_money(after)
                worth += saving * after
                worth += worths[place]
                if worth > best or not found:
                    best = worth
                    found = True
        assert found, "running nothing costs nothing"
        return best

    def _plans(self, seat: int, plants: list[int], question: tuple[int, ...]) -> FleetPlans:
        """Return every run of a fleet that can be fuelled when it is the seat's turn to buy."""
        rules = self.rules
        facts = self.facts
        runs = self._runs(seat, plants, question)
        costs = runs.costs
        gains: list[int] = []
        worths: list[float] = []
        if self.is_last:
            for place in range(len(costs)):
                gains.append(-costs[place])
                worths.append(float(runs.supplied[place]))
            return FleetPlans(costs, gains, worths)
        fleet = self._of_fleet(plants)
        if seat == self.seat:
            fleet += sum([facts.likings[plant] for plant in plants])
        for place in range(len(costs)):
            income = rules.payment(runs.supplied[place])
            gains.append(income - costs[place])
            worths.append(fleet + self._of_fuel(runs.left[place], income))
        return FleetPlans(costs, gains, worths)

    def _runs(self, seat: int, plants: list[int], question: tuple[int, ...]) -> FuelledRuns:
        rules = self.rules
        facts = self.facts
        if not facts.is_priced:
            nothing = [0] * rules.fuel.n_kinds
            prices = CardPrices(rules, depot_on_turn(self, self.depot), nothing)
            facts.price(prices, self.depot, self.is_last)
        runs = facts.runs.get(question)
        if runs is None:
            assert facts.prices is not None
            held = kept_by(rules.fuel, plants, self.held(seat))
            capacity = capacity_of(rules, self.seen, plants, held)
            runs = FuelledRuns(rules.fuel, facts.prices, plants, held, capacity)
            facts.runs[question] = runs
        return runs

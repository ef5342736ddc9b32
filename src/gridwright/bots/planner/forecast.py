"""Forecast of a seat's coming rounds, until the end, and the worth of a round's plans by it.

Cities, money and the plants of later rounds are continuous, so that a little more money always
gives a little more value and plans can be compared precisely.
"""

from typing import Final

from gridwright.bots.planner.board_position import Position
from gridwright.bots.solvers.prices import Prices
from gridwright.bots.solvers.shopping import runs_of
from gridwright.bots.solvers.storage import kept_by
from gridwright.bots.solvers.turn_order import projected_order
from gridwright.engine.rules import Rules

MAX_ROUNDS: Final = 11
"""Maximum number of rounds in a projection."""
TOP_SHARE: Final = 0.8
"""The plants on offer come near to this fraction of the highest number."""
BEYOND_END: Final = 3
"""Cities beyond the number that ends the game that may still decide it."""
LEAST_GAIN: Final = 0.5
"""Minimum gain over the smallest plant for which a later plant is worth its slot."""


class Fleet:
    """Income and fuel cost of a set of plants."""

    def __init__(
        self, capacity: int, outputs: list[int], nets: list[float], fuel: list[float]
    ) -> None:
        self.capacity: Final = capacity
        self.outputs: Final = outputs
        """Ascending, with a zero for each free slot."""
        self.nets: Final = nets
        """``nets[n]``: pay for up to n cities less the fuel, by the best set of plants."""
        self.fuel: Final = fuel
        """``fuel[n]``: cost of that fuel."""


Fleets = dict[tuple[int, ...], Fleet]


def build_fleet(rules: Rules, prices: Prices, pays: list[int], plants: list[int]) -> Fleet:
    """Return the fleet of plants at these prices of fuel; ``pays[n]``: pay for n cities."""
    fuel = rules.fuel
    costs: dict[int, int] = {}
    for run, output in runs_of(fuel, plants):
        cost = prices.run_cost(fuel.needs(run))
        if cost < costs.get(output, cost + 1):
            costs[output] = cost
    nets: list[float] = []
    burned: list[float] = []
    outputs = sorted([fuel.output_of[plant] for plant in plants])
    capacity = sum(outputs)
    n_counts = len(pays) - 1
    for n_cities in range(min(n_counts, capacity + 1)):
        best = -1_000_000
        least = 0
        for output, cost in costs.items():
            net = pays[output if output < n_cities else n_cities] - cost
            if net > best or (net == best and cost < least):
                best = net
                least = cost
        nets.append(float(best))
        burned.append(float(least))
    # More cities than all plants supply are paid like the supplied number.
    n_more = n_counts - len(nets)
    nets += [nets[-1]] * n_more
    burned += [burned[-1]] * n_more
    free = [0] * max(0, rules.limits.plant_limit - len(outputs))
    return Fleet(capacity, free + outputs, nets, burned)


class Course:
    """Result of a forecast for a seat."""

    def __init__(
        self, supplied: list[float], cities: list[float], money: list[float], end: int
    ) -> None:
        self.supplied: Final = supplied
        """``supplied[t]``: cities supplied, if the game ends with round t from now."""
        self.cities: Final = cities
        self.money: Final = money
        self.end: Final = end
        """The first round with enough cities to end the game; MAX_ROUNDS if none."""


class Forecast:
    """Projections from one position; results are cached.

    ``fleets``: fleets computed before at the same fuel prices.
    """

    def __init__(self, position: Position, fleets: Fleets | None = None) -> None:
        self._position: Final = position
        self._rules: Final = position.rules
        self._weights: Final = position.weights
        self._fleets: Final[Fleets] = {} if fleets is None else fleets
        self._end: int | None = None
        self._most: Final = position.rules.limits.end_cities + BEYOND_END
        self._pays: Final = [position.rules.payment(n) for n in range(self._most + 2)]
        premium = 1.0 + position.weights.upgrade_premium
        top = TOP_SHARE * (len(position.facts.usual_outputs) - 1)
        numbers = [position.offered_number()]
        while len(numbers) < MAX_ROUNDS:
            gap = max(0.0, top - numbers[-1])
            numbers.append(numbers[-1] + position.weights.upgrade_growth * gap)
        self._later_prices: Final = [number * premium for number in numbers]
        self._later_outputs: Final = [position.facts.usual_output(number) for number in numbers]

    def fleet(self, plants: list[int]) -> Fleet:
        """Return pay and fuel of these plants at present prices."""
        place = tuple(plants)
        if place not in self._fleets:
            prices = self._position.later_prices
            self._fleets[place] = build_fleet(self._rules, prices, self._pays, plants)
        return self._fleets[place]

    def course(
        self,
        seat: int,
        plants: list[int],
        money: float,
        n_cities: float,
        first: int,
        built: int = 0,
        rounds: int = MAX_ROUNDS,
        to_end: bool = False,
    ) -> Course:
        """Return a seat's forecast from the round in which it has these plants and this money.

        ``first``: 0 to begin with fuel and building of this round, 1 with the next round's
        auctions. ``built``: number of the sites that are taken already. ``to_end``: stop where the
        seat can end the game.
        """
        fleet = self.fleet(plants)
        weights = self._weights
        costs = self._position.site_costs(seat)
        most = float(self._most)
        end_cities = float(self._rules.limits.end_cities)
        outputs = [float(output) for output in fleet.outputs]
        extra = 0.0
        filled = 0.0
        cities = n_cities
        place = float(built)
        supplied: list[float] = []
        counts: list[float] = []
        purses: list[float] = []
        end = MAX_ROUNDS
        for turn in range(first, rounds):
            capacity = min(most, fleet.capacity + extra)
            inflation = 1.0 + weights.site_growth * turn
            fuel = self._fuel(fleet, extra, cities)
            purse = money - fuel
            # Without the money for all of the fuel only some of the plants run.
            part = 1.0 if purse >= 0.0 or fuel <= 0.0 else max(0.0, money) / fuel
            site = costs[min(int(place), len(costs) - 1)] * inflation
            if turn > 0:
                # Money that is not needed for cities for the spare capacity buys a plant.
                spare = max(0.0, capacity - cities) * site
                gain = self._later_outputs[turn] - outputs[0]
                if purse > spare and gain > LEAST_GAIN and capacity < most:
                    price = self._later_prices[turn] / gain
                    bought = min(
                        gain * (1.0 - filled), (purse - spare) / (price + site), most - capacity
                    )
                    purse -= bought * price
                    extra += bought
                    capacity += bought
                    filled += bought / gain
                    if filled > 0.999:
                        outputs[0] = self._later_outputs[turn]
                        outputs.sort()
                        filled = 0.0
            # A seat with the money builds all cities to the end, even if some have no power.
            if (
                end == MAX_ROUNDS
                and capacity + weights.end_slack >= end_cities
                and purse >= inflation * self._sites_cost(costs, place, end_cities - cities)
            ):
                end = turn
                if to_end:
                    break
            room = min(most, capacity + weights.spare_cities) - cities
            while room > 0.0 and purse > 0.0:
                site = costs[min(int(place), len(costs) - 1)] * inflation
                step = min(room, 1.0 - (place - int(place)), purse / site)
                if step <= 1e-9:
                    break
                cities += step
                place += step
                room -= step
                purse -= step * site
            lit = min(capacity, cities) * part
            score = lit + weights.idle_city * (cities - lit)
            supplied.append(score + weights.money_left * purse)
            counts.append(cities)
            purses.append(purse)
            pay = self._net(fleet, extra, cities) + fuel
            if part < 1.0:
                idle = float(self._rules.payment(0))
                pay = idle + part * (pay - idle)
                purse = min(0.0, money)
            money = purse + pay
        return Course(supplied, counts, purses, end)

    def _sites_cost(self, costs: list[float], place: float, n_cities: float) -> float:
        """Return the cost of a number of cities from a place on."""
        total = 0.0
        while n_cities > 1e-9:
            step = min(n_cities, 1.0 - (place - int(place)))
            total += step * costs[min(int(place), len(costs) - 1)]
            place += step
            n_cities -= step
        return total

    def _fuel(self, fleet: Fleet, extra: float, cities: float) -> float:
        """Return the cost of the fuel for a number of cities."""
        own = min(cities, float(fleet.capacity))
        low = int(own)
        cost = fleet.fuel[min(low, self._most)]
        return cost + self._weights.upgrade_fuel * max(0.0, min(extra, cities - own))

    def _net(self, fleet: Fleet, extra: float, cities: float) -> float:
        """Return the pay for a number of cities less the fuel."""
        own = min(cities, float(fleet.capacity), float(self._most))
        low = int(own)
        high = min(low + 1, self._most)
        net = fleet.nets[low] + (own - low) * (fleet.nets[high] - fleet.nets[low])
        more = max(0.0, min(extra, cities - own))
        if more > 0.0:
            net += self._pay(own + more) - self._pay(own) - self._weights.upgrade_fuel * more
        return net

    def _pay(self, cities: float) -> float:
        low = int(cities)
        if low > self._most:
            return float(self._pays[self._most])
        pay = self._pays[low]
        return pay + (cities - low) * (self._pays[low + 1] - pay)

    def worth_of_fuel(self, plants: list[int], held: list[int]) -> float:
        """Return the saving by the fuel held, as far as the plants burn it."""
        prices = self._position.prices
        total = 0.0
        for kind, useful in enumerate(kept_by(self._rules.fuel, plants, held)):
            if useful:
                total += prices.usual(kind, useful)
        return total

    @property
    def end(self) -> int:
        """Number of rounds until the game ends, 0 for this one."""
        if self._end is None:
            self._end = self._expected_end()
        return self._end

    def _expected_end(self) -> int:
        position = self._position
        seen = position.seen
        soonest = MAX_ROUNDS - 2
        for seat in range(self._rules.n_seats):
            if soonest == 0:
                break
            plants = seen.plants[seat]
            money = position.purse(seat) + self.worth_of_fuel(plants, position.held(seat))
            # Rounds after another seat has ended the game are ignored.
            course = self.course(seat, plants, money, seen.n_cities[seat], 0, 0, soonest, True)
            soonest = min(soonest, course.end)
        return soonest

    def value(
        self,
        seat: int,
        plants: list[int],
        money: float,
        n_cities: float,
        first: int,
        built: int = 0,
    ) -> float:
        """Return the expected supply of a seat at the end, over the rounds in which that may be."""
        rounds = max(first + 1, self.end + 2)
        course = self.course(seat, plants, money, n_cities, first, built, rounds)
        weights = self._weights
        total = 0.0
        parts = 0.0
        for shift, weight in ((-1, weights.end_sooner), (0, 1.0), (1, weights.end_later)):
            place = max(0, min(len(course.supplied) - 1, self.end + shift - first))
            total += weight * course.supplied[place]
            parts += weight
        last = max(1, min(len(course.supplied), self.end + 1 - first))
        mean = sum(course.supplied[:last]) / last
        return (1.0 - weights.growth) * total / parts + weights.growth * mean


class RoundPlan:
    """Possessions of a seat when this round's plants run."""

    def __init__(
        self,
        supply: int,
        money: int,
        n_cities: int,
        n_built: int,
        burned: list[int],
        held: list[int],
    ) -> None:
        self.supply: Final = supply
        self.money: Final = money
        """Money after fuel and cities."""
        self.n_cities: Final = n_cities
        self.n_built: Final = n_built
        self.burned: Final = burned
        self.held: Final = held
        """Fuel before the run."""


class PlanValue:
    """Evaluates the end of a round."""

    def __init__(self, position: Position, forecast: Forecast) -> None:
        self._position: Final = position
        self._forecast: Final = forecast

    def of(self, plan: RoundPlan, ends_now: float) -> float:
        """Return the worth of a plan; ``ends_now``: probability that this round is the last."""
        position = self._position
        weights = position.weights
        rules = position.rules
        lit = min(plan.supply, plan.n_cities)
        idle = weights.idle_city * (plan.n_cities - lit)
        now = lit + idle + weights.money_left * plan.money
        if ends_now >= 1.0:
            return now
        left = [held - gone for held, gone in zip(plan.held, plan.burned, strict=True)]
        money = plan.money + rules.payment(lit)
        worth = self._forecast.worth_of_fuel(position.plants, left)
        later = self._forecast.value(
            position.seat, position.plants, money + worth, plan.n_cities, 1, plan.n_built
        )
        later += weights.late_place * self._place(plan.n_cities)
        later += position.facts.taste.saving * plan.money
        return ends_now * now + (1.0 - ends_now) * later

    def _place(self, n_cities: int) -> int:
        seen = self._position.seen
        counts = seen.n_cities[:]
        counts[self._position.seat] = n_cities
        order = projected_order(self._position.rules, seen, counts, seen.plants)
        return order.index(self._position.seat)

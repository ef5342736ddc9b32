"""Forecast of a seat's coming rounds: money in, plants, fuel and cities out, until the end.

Cities, money and the plants of later rounds are taken as continuous, so that a little more money
always shows as a little more value and plans can be compared to the unit.
"""

from typing import Final

from gridwright.bots.solvers.storage import kept_by
from gridwright_frozen.hard_2026_11.board_position import Position

MAX_ROUNDS: Final = 11
"""No projection goes further."""
TOP_SHARE: Final = 0.8
"""The plants on offer come near to this part of the highest number."""
BEYOND_END: Final = 3
"""Cities beyond the end's number that may still decide it."""
LEAST_GAIN: Final = 0.5
"""A later plant is worth its slot if it gives so much more than the smallest."""


class Fleet:
    """Pay and fuel of a set of plants."""

    def __init__(
        self, capacity: int, outputs: list[int], nets: list[float], fuel: list[float]
    ) -> None:
        self.capacity: Final = capacity
        self.outputs: Final = outputs
        """Ascending, with a zero for each free slot."""
        self.nets: Final = nets
        """``nets[n]``: pay for up to n cities less the fuel, by the best set of plants."""
        self.fuel: Final = fuel
        """``fuel[n]``: what that fuel costs."""


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
    """Projections from one position. The same question is answered once."""

    def __init__(self, position: Position) -> None:
        self._position: Final = position
        self._rules: Final = position.rules
        self._weights: Final = position.weights
        self._fleets: Final[dict[tuple[int, ...], Fleet]] = {}
        self._end: int | None = None
        self._most: Final = position.rules.limits.end_cities + BEYOND_END
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
            self._fleets[place] = self._fleet(plants)
        return self._fleets[place]

    def _fleet(self, plants: list[int]) -> Fleet:
        rules = self._rules
        fuel = rules.fuel
        prices = self._position.prices
        runs: list[tuple[list[int], int]] = [([], 0)]
        for plant in plants:
            runs += [([*run, plant], output + fuel.output_of[plant]) for run, output in runs]
        costs: dict[int, int] = {}
        for run, output in runs:
            cost = prices.run_cost(fuel.needs(run))
            if cost < costs.get(output, cost + 1):
                costs[output] = cost
        options = sorted(costs.items())
        nets: list[float] = []
        burned: list[float] = []
        for n_cities in range(self._most + 1):
            net, cost = max(
                [(rules.payment(min(output, n_cities)) - cost, -cost) for output, cost in options]
            )
            nets.append(float(net))
            burned.append(float(-cost))
        outputs = sorted([fuel.output_of[plant] for plant in plants])
        free = [0] * max(0, rules.limits.plant_limit - len(outputs))
        return Fleet(sum(outputs), free + outputs, nets, burned)

    def course(
        self,
        seat: int,
        plants: list[int],
        money: float,
        n_cities: float,
        first: int,
        built: int = 0,
        rounds: int = MAX_ROUNDS,
    ) -> Course:
        """A seat's rounds from the one in which it has these plants and so much money.

        ``first``: 0 to begin with fuel and building of this round, 1 with the next round's
        auctions. ``built``: number of the sites that are taken already.
        """
        fleet = self.fleet(plants)
        weights = self._weights
        costs = self._position.site_costs(seat)
        most = float(self._most)
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
            # Without the money for all of the fuel only a part of the plants runs.
            part = 1.0 if purse >= 0.0 or fuel <= 0.0 else max(0.0, money) / fuel
            site = costs[min(int(place), len(costs) - 1)] * inflation
            if turn > 0:
                # Money that the cities for the spare capacity do not need buys a plant.
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
            if end == MAX_ROUNDS and cities >= self._rules.limits.end_cities - 0.01:
                end = turn
            pay = self._net(fleet, extra, cities) + fuel
            if part < 1.0:
                idle = float(self._rules.payment(0))
                pay = idle + part * (pay - idle)
                purse = min(0.0, money)
            money = purse + pay
        return Course(supplied, counts, purses, end)

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
        pay = self._rules.payment(low)
        return pay + (cities - low) * (self._rules.payment(low + 1) - pay)

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
        ends: list[int] = []
        for seat in range(self._rules.n_seats):
            plants = seen.plants[seat]
            money = position.purse(seat) + self.worth_of_fuel(plants, position.held(seat))
            ends.append(self.course(seat, plants, money, seen.n_cities[seat], 0).end)
        return max(0, min(MAX_ROUNDS - 2, *ends))

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

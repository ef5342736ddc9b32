"""Forecast of a seat's coming rounds, until the end, and the worth of a round's plans by it.

Cities, money and the plants of later rounds are continuous, so that a little more money always
gives a little more value and plans can be compared precisely.
"""

from typing import Final

from gridwright.bots.planner.board_position import MAX_ROUNDS, Position
from gridwright.bots.planner.fleet import Fleet
from gridwright.bots.solvers.storage import kept_by
from gridwright.bots.solvers.turn_order import projected_place
from gridwright.engine.ids import NONE
from gridwright.engine.masks import total

LEAST_GAIN: Final = 0.5
"""Minimum gain over the smallest plant for which a later plant is worth its slot."""
LEAST_STEP: Final = 1e-9
"""A smaller part of a city is none."""


class Forecast:
    """Projections from one position; results are cached."""

    def __init__(self, position: Position) -> None:
        self._position: Final = position
        self._rules: Final = position.rules
        self._weights: Final = position.weights
        self._most: Final = position.facts.most_cities
        self._pays: Final = position.facts.pays
        self._fleets: Final = position.fleets
        later = position.later_plants
        self._later_prices: Final = later.prices
        self._later_outputs: Final = later.outputs
        self._end: int | None = None
        self._scores: Final = [0.0] * MAX_ROUNDS
        """``_scores[turn]``: cities supplied if the game ends in that round, by the last course."""

    def fleet(self, plants: list[int]) -> Fleet:
        """Return pay and fuel of these plants at present prices."""
        return self._fleets.of(plants)

    def _course(
        self,
        fleet: Fleet,
        costs: list[float],
        money: float,
        cities: float,
        built: int,
        first: int,
        rounds: int,
        to_end: bool,
    ) -> int:
        """Follow a seat from the round in which it has these plants and this money.

        ``costs``: those of its next cities; ``built`` of these are taken already. ``first``: 0 to
        begin with fuel and building of this round, 1 with the next round's auctions. Stores the
        score of each round. With ``to_end`` there is none: it stops in the first round with enough
        cities to end the game, and returns it; MAX_ROUNDS if there is none.
        """
        weights = self._weights
        later_outputs = self._later_outputs
        fuel_costs = fleet.fuel
        outputs = fleet.outputs
        scores = self._scores
        end_cities = float(self._rules.limits.end_cities)
        end_slack = weights.end_slack
        most = float(self._most)
        own_capacity = float(fleet.capacity)
        spare_cities = weights.spare_cities
        upgrade_fuel = weights.upgrade_fuel
        last_site = len(costs) - 1
        extra = 0.0
        filled = 0.0
        place = float(built)
        for turn in range(first, rounds):
            capacity = own_capacity + extra
            if capacity > most:
                capacity = most
            inflation = 1.0 + weights.site_growth * turn

            # Fuel. Without the money for all of it only some of the plants run.
            supplied = cities if cities < own_capacity else own_capacity
            low = int(supplied)
            fuel = fuel_costs[low if low < self._most else self._most]
            more = cities - supplied if cities - supplied < extra else extra
            if more > 0.0:
                fuel += upgrade_fuel * more
            purse = money - fuel
            part = 1.0
            if purse < 0.0 and fuel > 0.0:
                part = money / fuel if money > 0.0 else 0.0

            # Money that is not needed for cities for the spare capacity buys a plant.
            if turn > 0 and capacity < most:
                gain = later_outputs[turn] - outputs[0]
                if gain > LEAST_GAIN:
                    site_place = int(place)
                    site = costs[site_place if site_place < last_site else last_site] * inflation
                    spare = capacity - cities
                    purse_left = purse - (spare * site if spare > 0.0 else 0.0)
                    if purse_left > 0.0:
                        price = self._later_prices[turn] / gain
                        bought = gain * (1.0 - filled)
                        if purse_left / (price + site) < bought:
                            bought = purse_left / (price + site)
                        if most - capacity < bought:
                            bought = most - capacity
                        purse -= bought * price
                        extra += bought
                        capacity += bought
                        filled += bought / gain
                        if filled > 0.999:
                            outputs = sorted([later_outputs[turn], *outputs[1:]])
                            filled = 0.0

            # A seat with the money builds all cities to the end, even if some have no power.
            if (
                to_end
                and capacity + end_slack >= end_cities
                and _pays_for(costs, place, end_cities - cities, inflation, purse)
            ):
                return turn

            # Cities, as far as there are power and money.
            room = capacity + spare_cities
            if room > most:
                room = most
            room -= cities
            while room > 0.0 and purse > 0.0:
                site_place = int(place)
                site = costs[site_place if site_place < last_site else last_site] * inflation
                step = 1.0 - (place - site_place)
                if room < step:
                    step = room
                if purse / site < step:
                    step = purse / site
                if step <= LEAST_STEP:
                    break
                cities += step
                place += step
                room -= step
                purse -= step * site

            # Score and income.
            if not to_end:
                lit = (capacity if capacity < cities else cities) * part
                score = lit + weights.idle_city * (cities - lit)
                scores[turn] = score + weights.money_left * purse
            if turn + 1 < rounds:
                pay = self._net(fleet, extra, cities) + fuel
                if part < 1.0:
                    idle = float(self._pays[0])
                    pay = idle + part * (pay - idle)
                    purse = money if money < 0.0 else 0.0
                money = purse + pay
        return MAX_ROUNDS

    def _net(self, fleet: Fleet, extra: float, cities: float) -> float:
        """Return the pay for a number of cities less the fuel."""
        own = float(fleet.capacity)
        if cities < own:
            own = cities
        if self._most < own:
            own = float(self._most)
        low = int(own)
        nets = fleet.nets
        net = nets[low]
        share = own - low
        if share > 0.0:
            net += share * (nets[low + 1 if low < self._most else low] - net)
        more = cities - own if cities - own < extra else extra
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
        if total(held) == 0:
            return 0.0
        prices = self._position.prices
        kept = kept_by(self._rules.fuel, plants, held)
        worth = 0
        for kind in range(len(kept)):
            if kept[kind]:
                worth += prices.usual(kind, kept[kind])
        return float(worth)

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
        # Rounds after another seat has ended the game are ignored: begin with the likeliest.
        for seat in position.by_cities:
            if soonest == 0:
                break
            plants = seen.plants[seat]
            fleet = self._fleets.of(plants)
            costs = position.site_costs(seat)
            money = position.purse(seat) + self.worth_of_fuel(plants, position.held(seat))
            end = self._course(fleet, costs, money, seen.n_cities[seat], 0, 0, soonest, True)
            if end < soonest:
                soonest = end
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
        return self.value_of(self.fleet(plants), seat, money, n_cities, first, built)

    def value_of(
        self, fleet: Fleet, seat: int, money: float, n_cities: float, first: int, built: int
    ) -> float:
        """Return the same for a fleet."""
        weights = self._weights
        scores = self._scores
        costs = self._position.site_costs(seat)
        end = self.end
        # The last round with a score: one after the expected end.
        last = end + 1 if end + 1 > first else first
        self._course(fleet, costs, money, n_cities, built, first, last + 1, False)
        sooner = end - 1 if end - 1 > first else first
        expected = end if end > first else first
        ends = weights.end_sooner * scores[sooner]
        ends += scores[expected]
        ends += weights.end_later * scores[last]
        parts = weights.end_sooner + 1.0 + weights.end_later
        mean = 0.0
        for turn in range(first, expected + 1):
            mean += scores[turn]
        mean /= expected + 1 - first
        return (1.0 - weights.growth) * ends / parts + weights.growth * mean


def _pays_for(
    costs: list[float], place: float, n_cities: float, inflation: float, money: float
) -> bool:
    """Return True if the money pays for a number of cities from a place on."""
    last_site = len(costs) - 1
    cost = 0.0
    while n_cities > LEAST_STEP:
        site_place = int(place)
        step = 1.0 - (place - site_place)
        if n_cities < step:
            step = n_cities
        cost += step * costs[site_place if site_place < last_site else last_site]
        if inflation * cost > money:
            return False
        place += step
        n_cities -= step
    return money >= inflation * cost


class RoundPlan:
    """Possessions of a seat when this round's plants run."""

    def __init__(self, supply: int, money: int, n_cities: int, n_built: int, left: float) -> None:
        self.supply: Final = supply
        self.money: Final = money
        """Money after fuel and cities."""
        self.n_cities: Final = n_cities
        self.n_built: Final = n_built
        self.left: Final = left
        """Worth of the fuel left after the run."""


class PlanValue:
    """Evaluates the end of a round."""

    def __init__(self, position: Position, forecast: Forecast) -> None:
        self._position: Final = position
        self._forecast: Final = forecast
        self._fleet: Final = forecast.fleet(position.plants)
        self._places: Final[dict[int, int]] = {}
        """The seat's place in the next order by its number of cities."""

    def of(self, plan: RoundPlan, ends_now: float) -> float:
        """Return the worth of a plan; ``ends_now``: probability that this round is the last."""
        position = self._position
        weights = position.weights
        n_cities = plan.n_cities
        lit = plan.supply if plan.supply < n_cities else n_cities
        idle = weights.idle_city * (n_cities - lit)
        now = lit + idle + weights.money_left * plan.money
        if ends_now >= 1.0:
            return now
        money = plan.money + position.rules.payment(lit) + plan.left
        later = self._forecast.value_of(
            self._fleet, position.seat, money, n_cities, 1, plan.n_built
        )
        later += weights.late_place * self._place(n_cities)
        later += position.facts.taste.saving * plan.money
        return ends_now * now + (1.0 - ends_now) * later

    def _place(self, n_cities: int) -> int:
        place = self._places.get(n_cities, NONE)
        if place == NONE:
            position = self._position
            place = projected_place(position.rules, position.seen, position.seat, n_cities)
            self._places[n_cities] = place
        return place

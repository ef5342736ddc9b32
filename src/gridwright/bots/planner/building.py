"""Building: the number of cities with the best resulting position, and the cheapest way to them.

It counts the probability that the game ends in this round, and who would win.
"""

from typing import Final

from gridwright.bots.planner.board_position import Position
from gridwright.bots.planner.forecast import Forecast, PlanValue, RoundPlan
from gridwright.bots.solvers.best_run import choose_run
from gridwright.bots.solvers.extension import (
    Sites,
    cheapest_extension,
    greedy_extension,
    greedy_growth,
    sites_seen,
)
from gridwright.engine.ids import NONE
from gridwright.engine.observation import HIDDEN
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity, MayConnect

FIRST_CITIES: Final = 7
"""A first city is judged by the cost of this number of cities with it."""
EXACT_CITIES: Final = 3
"""Up to this number of cities the cheapest set is searched; beyond it, the nearest is taken."""
END_ANYWAY_ROUND: Final = 30
"""Round from which on the bot ends the game even if another seat wins it."""
WINNING: Final = 20.0
"""Value of winning the game, in cities."""
AHEAD: Final = 0.1
"""Increase of the chance to win by a lead of one city."""
WILLING: Final = 0.85
"""Probability that a rival who can end the game does it, if that wins."""
UNWILLING: Final = 0.1
"""The same if it does not win."""


class Ending:
    """Possible turns of the other seats in this round once fuel is bought."""

    def __init__(self, position: Position) -> None:
        self._position: Final = position
        order = position.seen.order
        self.builders: Final = order[: order.index(position.seat)]
        """Seats that build after this one."""
        self.is_certain: Final = max(position.seen.n_cities) >= position.rules.limits.end_cities
        """True if some seat has enough cities already."""
        self._rivals: list[tuple[int, int, int]] | None = None

    def results(self, seat: int) -> tuple[int, int, int]:
        """Return the cities that a seat may have, those then supplied, and its remaining money."""
        position = self._position
        n_cities = position.seen.n_cities[seat]
        supply = position.supply(seat)
        money = position.seen.money[seat]
        known = 0 if money == HIDDEN else money
        if seat not in self.builders:
            return n_cities, min(n_cities, supply), known
        purse = position.purse(seat)
        left = known
        reached = n_cities
        for cost in position.site_costs(seat):
            if cost > purse:
                break
            purse -= int(cost)
            reached += 1
            if reached <= supply:
                left = max(0, left - int(cost))
        return reached, min(reached, supply), left

    @property
    def rivals(self) -> list[tuple[int, int, int]]:
        """The same for each rival."""
        if self._rivals is None:
            self._rivals = [self.results(rival) for rival in self._position.rivals]
        return self._rivals

    def wins(self, supplied: int, money: int) -> bool:
        """Return True if this result wins if the game ends now."""
        for _cities, lit, left in self.rivals:
            if lit > supplied or (lit == supplied and left >= money):
                return False
        return True

    def threat(self, supplied: int, money: int) -> float:
        """Return the probability that a later builder ends the game in this round."""
        if self.is_certain:
            return 1.0
        end_cities = self._position.rules.limits.end_cities
        likely = 0.0
        for reached, lit, left in self.rivals:
            if reached >= end_cities:
                # A seat avoids ending a game that another seat wins.
                wins = lit > supplied or (lit == supplied and left > money)
                likely = max(likely, WILLING if wins else UNWILLING)
        return likely


class BuildingSkill:
    """Compares all numbers of cities that the money pays for."""

    def __init__(self, nodes: int) -> None:
        self._nodes: Final = nodes

    def connect(self, position: Position, offer: MayConnect) -> Action | None:
        """Return the next city; None to stop building."""
        if position.n_cities == 0:
            return ConnectCity(offer.seat, self._start(position, offer))
        n_built = self._best(position)
        if n_built == 0:
            return None
        blocked = self._blocked(position, offer) if position.facts.taste.blocking > 0.0 else NONE
        if blocked != NONE:
            return ConnectCity(offer.seat, blocked)
        return ConnectCity(offer.seat, self._next(position.sites, n_built, offer))

    def _blocked(self, position: Position, offer: MayConnect) -> int:
        """Return the nearest of the rivals' nearest cities, if it costs little more; else NONE."""
        board = position.rules.board
        wanted: list[int] = []
        for rival in position.rivals:
            nearest = sites_seen(board, position.seen, rival).costs()
            if nearest and position.seen.n_cities[rival] > 0:
                wanted.append(nearest[0][1])
        limit = min(offer.costs) + position.facts.taste.blocking
        found = [
            (cost, city)
            for cost, city in zip(offer.costs, offer.cities, strict=True)
            if city in wanted and cost <= limit
        ]
        return min(found)[1] if found else NONE

    def _next(self, sites: Sites, n_cities: int, offer: MayConnect) -> int:
        """Return the first city to build: the nearest one of a cheapest set."""
        if 2 <= n_cities <= EXACT_CITIES:
            found = cheapest_extension(sites, n_cities, self._nodes)
            if found is not None and found.cities[0] in offer.cities:
                return found.cities[0]
        return min(zip(offer.costs, offer.cities, strict=True))[1]

    def _best(self, position: Position) -> int:
        forecast = Forecast(position)
        judge = PlanValue(position, forecast)
        ending = Ending(position)
        rules = position.rules
        held = position.held(position.seat)
        supply = position.supply(position.seat)
        capacity = rules.fuel.capacity(position.plants)
        runs = rules.fuel.runs(position.plants, capacity, held)
        burned: list[int] = []
        left = 0.0
        best = 0
        best_value: float | None = None
        money = position.money
        steps = greedy_extension(position.sites, rules.limits.end_cities, money)
        for n_built in range(len(steps) + 1):
            if n_built:
                money -= steps[n_built - 1][0]
            n_cities = position.n_cities + n_built
            run = choose_run(rules.fuel, runs, n_cities, position.worths)
            if run.burned != burned:
                burned = run.burned
                kept = held[:]
                for kind in range(len(kept)):
                    kept[kind] -= burned[kind]
                left = forecast.worth_of_fuel(position.plants, kept)
            plan = RoundPlan(supply, money, n_cities, n_built, left)
            value = self._value(position, forecast, ending, plan, judge)
            position.thoughts.append((n_built, value))
            if best_value is None or value > best_value:
                best = n_built
                best_value = value
        return best

    def _value(
        self,
        position: Position,
        forecast: Forecast,
        ending: Ending,
        plan: RoundPlan,
        judge: PlanValue,
    ) -> float:
        """Return the worth of a number of cities: by the chance to win once the end is in sight."""
        supplied = min(plan.supply, plan.n_cities)
        ends = plan.n_cities >= position.rules.limits.end_cities or ending.is_certain
        threat = 1.0 if ends else ending.threat(supplied, plan.money)
        if threat == 0.0:
            return judge.of(plan, 0.0)
        wins = ending.wins(supplied, plan.money)
        ended = judge.of(plan, 1.0) + (WINNING if wins else 0.0)
        if threat >= 1.0:
            is_due = position.seen.round >= END_ANYWAY_ROUND or self._is_stuck(position)
            return ended + (WINNING / 2 if is_due and not ending.is_certain else 0.0)
        later = judge.of(plan, 0.0)
        ahead = later - self._best_rival(position, forecast)
        chance = min(0.9, max(0.1, 0.5 + AHEAD * ahead))
        return threat * ended + (1.0 - threat) * (later + WINNING * chance)

    def _best_rival(self, position: Position, forecast: Forecast) -> float:
        """Return the value of the strongest rival's position after this round."""
        seen = position.seen
        best = 0.0
        for rival in position.rivals:
            n_cities = seen.n_cities[rival]
            money = position.purse(rival) + position.rules.payment(n_cities)
            best = max(best, forecast.value(rival, seen.plants[rival], money, n_cities, 1))
        return best

    def _is_stuck(self, position: Position) -> bool:
        seen = position.seen
        return not seen.market and seen.stack.size() == 0

    def _start(self, position: Position, offer: MayConnect) -> int:
        """Return a first city from which a network grows most cheaply."""
        sites = position.sites
        best: tuple[int, int] | None = None
        for place, city in enumerate(offer.cities):
            steps = greedy_growth(sites, city, FIRST_CITIES - 1)
            cost = offer.costs[place] + sum([cost for cost, _city in steps])
            cost += (FIRST_CITIES - 1 - len(steps)) * 100
            position.thoughts.append((city, -float(cost)))
            if best is None or (cost, city) < best:
                best = (cost, city)
        assert best is not None
        return best[1]

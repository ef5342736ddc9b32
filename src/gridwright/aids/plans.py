"""Cost of several cities as one plan. The building phase computes the cost of each.

Up to ten cities every order is searched, by sets: of the orders with the same houses on the board
only the cheapest is extended, so ten cities take 5,120 houses on copies of the position and not
9,864,100. Beyond ten the city with the cheapest connection comes first. Where the board's area says
that it `is_order_free`, that is a minimum spanning tree of network and cities, and so the cheapest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.aids.quotes import building_phase, quote_cities, refusal_of
from gridwright.bots.seat_view import SeatView
from gridwright.engine.game import Game
from gridwright.engine.ids import FAR
from gridwright.engine.observe import observe
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.buying import BuyingPhase
from gridwright.engine.scoring import cities_to_end
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.building import ConnectCity
from gridwright.protocol.plans import Plan, PlannedCity, PlanTrigger, RefusedCity

MAX_SEARCHED: Final = 10
"""Largest number of cities for which every order is searched."""

_SILENCE: Final = EventLog(False)


@dataclass(frozen=True)
class _Way:
    """Houses built in sequence, and the position after them."""

    state: State
    cities: tuple[int, ...]
    costs: tuple[int, ...]
    n_early: int = 0
    """Number of cities that the seat could not consider when their turn came."""

    @property
    def rank(self) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        """Sort key: allowed orders, then the cheapest, then the one with the cheaper houses first.

        On some boards a network begins in certain cities only.
        """
        return (self.n_early, sum(self.costs), self.costs, self.cities)


def plan_cities(
    game: Game,
    state: State,
    seat: int,
    cities: Sequence[int],
    version: int = 0,
    is_chosen: bool = False,
) -> Plan:
    """Return the plan of a seat, also out of turn; ``is_chosen`` keeps the order of the cities.

    Without cities if there is no board or no game yet. It reveals the seat's money: return it to
    that seat only (c11.3).
    """
    building = building_phase(game)
    if building is None or state.round == 0 or game.is_over(state):
        return Plan(version, seat, [], True, [], 0, 0, 0, None, None, [], [])
    asked = list(dict.fromkeys(cities))
    wanted = [city for city in asked if _is_open(building, state, seat, city)]
    order, is_exact = _order(building, state, seat, wanted, is_chosen)
    planned, after = _walk(building, state, seat, order)
    total = planned[-1].total if planned else 0
    triggers = _triggers(building, state, after, seat)
    powers = _powers(game, after, seat)
    ends = any(trigger.what == "game-end" for trigger in triggers)
    built = {each.city for each in planned}
    return Plan(
        version,
        seat,
        planned,
        is_exact,
        _refused(building, state, seat, [city for city in asked if city not in built]),
        total,
        state.money[seat] - total,
        next((place for place, each in enumerate(planned) if each.refusal), len(planned)),
        powers,
        None if powers is None or ends else game.rules.payment(powers),
        triggers,
        [quote for quote in quote_cities(game, after, seat) if quote.city not in built],
    )


def _is_open(building: BuildingPhase, state: State, seat: int, city: int) -> bool:
    """Return True if a house could be built there, regardless of money."""
    grid = state.grid
    return (
        0 <= city < building.rules.board.n_cities
        and grid.area.holds(city)
        and not grid.networks[seat] >> city & 1
        and grid.sites[city] < FAR
        and grid.reach[seat][city] < FAR
    )


# The order


def _order(
    building: BuildingPhase, state: State, seat: int, cities: list[int], is_chosen: bool
) -> tuple[tuple[int, ...], bool]:
    """Return the order to build in, and True if it is known to be the cheapest."""
    start = _Way(state, (), ())
    if len(cities) <= MAX_SEARCHED:
        best, is_exact = _cheapest(building, start, seat, cities), True
    else:
        best = _nearest_first(building, start, seat, cities)
        is_exact = state.grid.area.is_order_free()
    if not is_chosen:
        return best.cities, is_exact
    planned, _after = _walk(building, state, seat, cities)
    return tuple(cities), is_exact and bool(planned) and planned[-1].total == sum(best.costs)


def _cheapest(building: BuildingPhase, start: _Way, seat: int, cities: list[int]) -> _Way:
    """Return the cheapest of all orders."""
    ways = [start]
    for _city in cities:
        larger: dict[tuple[tuple[int, ...], tuple[int, ...]], _Way] = {}
        for way in ways:
            for city in cities:
                if city not in way.cities and _is_open(building, way.state, seat, city):
                    longer = _built(building, way, seat, city)
                    # Later prices depend only on the houses on the board, and on what the seat
                    # may still begin.
                    grid = longer.state.grid
                    built = (tuple(grid.spaces), tuple(grid.reach[seat]))
                    if built not in larger or longer.rank < larger[built].rank:
                        larger[built] = longer
        if not larger:
            break
        ways = list(larger.values())
    return min(ways, key=lambda way: way.rank)


def _nearest_first(building: BuildingPhase, start: _Way, seat: int, cities: list[int]) -> _Way:
    """Return the order in which the city with the cheapest connection is always next.

    Houses cost the same in any order, so only connections decide.
    """
    way = start
    left = cities[:]
    while left:
        grid = way.state.grid
        reach = grid.reach[seat]
        able = building.candidates(way.state, seat)
        city = min(left, key=lambda city: (city not in able, reach[city], grid.sites[city], city))
        left.remove(city)
        if _is_open(building, way.state, seat, city):
            way = _built(building, way, seat, city)
    return way


def _built(building: BuildingPhase, way: _Way, seat: int, city: int) -> _Way:
    state = way.state.copy()
    grid = state.grid
    cost = grid.sites[city] + grid.reach[seat][city]
    n_early = way.n_early + (city not in building.candidates(state, seat))
    building.apply(state, ConnectCity(seat, city), _SILENCE)
    return _Way(state, (*way.cities, city), (*way.costs, cost), n_early)


# Totals


def _walk(
    building: BuildingPhase, state: State, seat: int, order: Sequence[int]
) -> tuple[list[PlannedCity], State]:
    """Build in this order, regardless of money; return the cities and the position after them."""
    now = state.copy()
    planned: list[PlannedCity] = []
    total = 0
    for city in order:
        if not _is_open(building, now, seat, city):
            continue
        grid = now.grid
        house, connection = grid.sites[city], grid.reach[seat][city]
        path = building.path(now, seat, city)
        alone = state.grid.sites[city] + state.grid.reach[seat][city]
        refusal = refusal_of(building, now, seat, city)
        total += house + connection
        planned.append(PlannedCity(city, house, connection, path, total, alone, refusal))
        building.apply(now, ConnectCity(seat, city), _SILENCE)
        now.money[seat] = max(0, now.money[seat])
    return planned, now


def _refused(
    building: BuildingPhase, state: State, seat: int, cities: list[int]
) -> list[RefusedCity]:
    found: list[RefusedCity] = []
    for city in cities:
        refusal = refusal_of(building, state, seat, city)
        if refusal is not None:
            found.append(RefusedCity(city, refusal))
    return found


def _triggers(building: BuildingPhase, state: State, after: State, seat: int) -> list[PlanTrigger]:
    """Return the triggers that the plan reaches and the current networks do not."""
    limits = building.rules.limits
    before, now = max(state.grid.n_cities), after.grid.n_cities[seat]
    found: list[PlanTrigger] = []
    if state.step == 1 and before < limits.step_two_cities <= now:
        found.append(PlanTrigger("step-two", limits.step_two_cities))
    end = cities_to_end(building.rules, state)
    if before < end <= now:
        found.append(PlanTrigger("game-end", end))
    return found


def _powers(game: Game, after: State, seat: int) -> int | None:
    """Number of cities the seat powers at the end of the round without buying more fuel.

    None if it may still buy.
    """
    phase = game.phases[after.phase]
    if not isinstance(phase, BuildingPhase) and not _has_bought(game, after, seat):
        return None
    view = SeatView(game.rules, observe(game, after, seat), seat)
    return min(view.supply(seat), after.grid.n_cities[seat])


def _has_bought(game: Game, state: State, seat: int) -> bool:
    """Return True if this is the last buying before building and the seat had its turn."""
    following = game.phases[state.phase : state.phase + 2]
    if len(following) < 2 or not isinstance(following[0], BuyingPhase):
        return False
    is_last = isinstance(following[1], BuildingPhase)
    return is_last and state.order.index(seat) > state.turn

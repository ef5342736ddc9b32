"""Purchases against trying every amount of every kind."""

from functools import cache
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from gridwright.bots.solvers.prices import Prices, read_prices
from gridwright.bots.solvers.shopping import cheapest_fuel, cheapest_supply, supply_cost
from gridwright.bots.solvers.storage import capacity_of, fits_too, held_by, rooms
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.fuel import FuelRules
from gridwright.engine.ids import FAR
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.rules import Rules
from tests.kit.card_scenario import CardTable, card_scenario
from tests.kit.scenario import scenario
from tests.kit.table import Table

NOTHING = [0, 0, 0, 0]


@cache
def classic_table() -> Table:
    return scenario().at("auction")


@cache
def deluxe_table() -> Table:
    return scenario("deluxe").at("auction")


@cache
def card_table() -> CardTable:
    return (
        card_scenario()
        .column(2, "coal-2", "gas-2")
        .column(3, "coal-3", "oil-2")
        .column(4, "oil-3", "gas-3")
        .at("auction")
    )


Case = tuple[Rules, Observation, list[int], list[int]]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A market, plants and the fuel on them."""
    table = draw(st.sampled_from((classic_table(), deluxe_table(), card_table())))
    rules = table.game.rules
    seen = observe(table.game, table.state, 0)
    if table is not card_table():
        seen.tokens = [draw(st.integers(0, 8)) for kind in range(4)]
        seen.supply = [4] * 4
    small = [plant for plant in range(len(rules.deck.plants)) if rules.fuel.need_of[plant] <= 2]
    plants = draw(st.lists(st.sampled_from(small), max_size=3, unique=True))
    fuel = rules.fuel
    capacity = fuel.capacity(plants)
    held = NOTHING[:]
    for kind in fuel.burnable(capacity):
        held[kind] = draw(st.integers(0, min(4, fuel.room(capacity, held, kind))))
    return rules, seen, sorted(plants), held


def can_run(fuel: FuelRules, running: list[int], capacity: list[int], held: list[int]) -> bool:
    wanted = sum([1 << plant for plant in running])
    return any(run.plants == wanted for run in fuel.runs(running, capacity, held))


def by_trying(
    fuel: FuelRules, prices: Prices, running: list[int], capacity: list[int], held: list[int]
) -> int:
    """The least cost among all purchases: three small plants need six units of a kind at most."""
    ranges = [range(7) if capacity[-1] >> kind & 1 else range(1) for kind in range(4)]
    costs = [FAR]
    for bought in product(*ranges):
        after = [held[kind] + bought[kind] for kind in range(4)]
        if fuel.fits(capacity, after) and can_run(fuel, running, capacity, after):
            costs.append(sum([prices.cost(kind, bought[kind]) for kind in range(4)]))
    return min(costs)


@given(cases())
def test_no_purchase_is_cheaper(case: Case) -> None:
    rules, seen, plants, held = case
    fuel = rules.fuel
    prices = read_prices(rules, seen, 0, NOTHING)
    capacity = fuel.capacity(plants)
    for size in range(len(plants) + 1):
        for running in combinations(plants, size):
            found = cheapest_fuel(fuel, prices, list(running), capacity, held)
            least = by_trying(fuel, prices, list(running), capacity, held)
            assert (FAR if found is None else found.cost) == least
            if found is not None:
                after = [held[kind] + found.bought[kind] for kind in range(4)]
                assert can_run(fuel, list(running), capacity, after)
                assert fits_too(fuel, capacity, held, found.bought)


@given(cases(), st.integers(0, 9))
def test_no_set_of_plants_supplies_as_much_for_less(case: Case, demand: int) -> None:
    rules, seen, plants, held = case
    fuel = rules.fuel
    prices = read_prices(rules, seen, 0, NOTHING)
    capacity = fuel.capacity(plants)
    found = cheapest_supply(fuel, prices, plants, held, capacity, demand)
    costs = [FAR] + [
        by_trying(fuel, prices, list(running), capacity, held)
        for size in range(len(plants) + 1)
        for running in combinations(plants, size)
        if sum([fuel.output_of[plant] for plant in running]) >= demand
    ]
    assert (FAR if found is None else found.purchase.cost) == min(costs)
    assert supply_cost(fuel, prices, plants, held, capacity, demand) == min(costs)


@given(cases())
def test_rooms_are_what_one_more_unit_finds(case: Case) -> None:
    rules, _seen, plants, held = case
    fuel = rules.fuel
    capacity = fuel.capacity(plants)
    for kind, room in enumerate(rooms(fuel, capacity, held)):
        more = [room if each == kind else 0 for each in range(4)]
        assert fits_too(fuel, capacity, held, more)
        more[kind] += 1
        assert not fits_too(fuel, capacity, held, more)


@given(cases(), st.integers(0, 6))
def test_steps_sum_to_the_price(case: Case, amount: int) -> None:
    rules, seen, _plants, _held = case
    prices = read_prices(rules, seen, 0, NOTHING)
    for kind in range(4):
        steps = prices.steps(kind, amount)
        assert len(steps) == min(amount, prices.on_sale(kind))
        assert sum(steps) == prices.cost(kind, len(steps))
        assert steps == [prices.cost(kind, n + 1) - prices.cost(kind, n) for n in range(len(steps))]


def test_in_the_last_round_of_cards_a_storage_holds_one_run() -> None:
    table = card_scenario().owns(0, 3).at("resources")
    rules = table.game.rules
    seen = observe(table.game, table.state, 0)
    plants = seen.plants[0]
    need = rules.fuel.need_of[plants[0]]
    assert sum(capacity_of(rules, seen, plants, NOTHING)[:5]) == 2 * need
    seen.parts.last_round = seen.round  # type: ignore[attr-defined]  # The parts are a Depot.
    assert sum(capacity_of(rules, seen, plants, NOTHING)[:5]) == need


@given(cases())
def test_in_the_last_round_the_room_is_the_engines_and_all_fits(case: Case) -> None:
    rules, seen, plants, held = case
    if isinstance(seen.parts, Depot):
        seen.parts.last_round = seen.round
        fuel = rules.fuel
        capacity = capacity_of(rules, seen, plants, held)
        engines = [*fuel.needs(plants), fuel.capacity(plants)[-1]]
        assert fuel.fits(capacity, held)
        assert rooms(fuel, capacity, held) == rooms(fuel, engines, held)


def test_fuel_on_plants_is_read() -> None:
    table = scenario().owns(2, 10, 5).fuel(2, coal=3, oil=1).at("resources")
    assert held_by(table.game.rules, observe(table.game, table.state, 0), 2) == [3, 1, 0, 0]

"""The projected order against the engine's own."""

from hypothesis import given
from hypothesis import strategies as st

from gridwright.bots.solvers.turn_order import (
    cities_for_place,
    projected_by_income,
    projected_order,
    projected_place,
)
from gridwright.engine.editions.card.depot import depot_of
from gridwright.engine.editions.card.order import order_by_income
from gridwright.engine.observe import observe
from gridwright.engine.phases.setup import set_order
from gridwright.engine.vocabulary.base import EventLog
from tests.kit.card_scenario import card_scenario
from tests.kit.scenario import scenario

COUNTS = st.lists(st.integers(0, 5), min_size=4, max_size=4)
PLANTS = st.permutations(range(12))


@given(COUNTS, PLANTS)
def test_networks_and_plants_decide(counts: list[int], plants: list[int]) -> None:
    table = scenario().at("auction")
    owned = [sorted(plants[3 * seat : 3 * seat + 3]) for seat in range(3)] + [[]]
    seen = observe(table.game, table.state, 0)
    table.state.grid.n_cities = counts[:]
    table.state.plants = owned
    set_order(table.state, EventLog(False))
    assert projected_order(table.game.rules, seen, counts, owned) == table.state.order


@given(COUNTS, PLANTS, st.integers(0, 3), st.integers(0, 5))
def test_a_place_is_that_in_the_order(
    counts: list[int], plants: list[int], seat: int, n_cities: int
) -> None:
    table = scenario().at("auction")
    seen = observe(table.game, table.state, 0)
    seen.n_cities = counts
    seen.plants = [sorted(plants[3 * each : 3 * each + 3]) for each in range(3)] + [[]]
    counts = [n_cities if each == seat else counts[each] for each in range(4)]
    order = projected_order(table.game.rules, seen, counts, seen.plants)
    assert order[projected_place(table.game.rules, seen, seat, n_cities)] == seat


@given(COUNTS, PLANTS, st.permutations(range(4)))
def test_income_decides_where_there_is_no_board(
    incomes: list[int], plants: list[int], order: list[int]
) -> None:
    table = card_scenario().at("auction")
    owned = [sorted(plants[3 * seat : 3 * seat + 3]) for seat in range(3)] + [[]]
    table.state.order = order[:]
    depot_of(table.state).incomes = incomes
    seen = observe(table.game, table.state, 0)
    table.state.plants = owned
    order_by_income(table.game.rules, table.state, EventLog(False))
    rules = table.game.rules
    assert projected_order(rules, seen, [0] * 4, owned) == table.state.order
    assert projected_by_income(rules, seen, incomes, owned) == table.state.order


@given(COUNTS, st.integers(0, 3), st.integers(0, 6))
def test_the_most_cities_that_keep_a_place(counts: list[int], place: int, most: int) -> None:
    table = scenario().at("auction")
    rules = table.game.rules
    seen = observe(table.game, table.state, 0)
    seen.n_cities = counts
    good = [
        n
        for n in range(most + 1)
        if projected_order(rules, seen, [n, *counts[1:]], seen.plants).index(0) >= place
    ]
    assert cities_for_place(rules, seen, 0, place, most) == max(good, default=None)

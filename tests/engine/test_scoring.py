"""The ranking, compared with plain sorting and with every way to run plants."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwright.content.table import build_game, default_spec
from gridwright.engine.masks import members
from gridwright.engine.rules import Rules
from gridwright.engine.scoring import Scoring
from gridwright.engine.state import State
from tests.engine.layouts import first_burned, layouts

PRESETS = ["original", "recharged", "reference"]
N_SEATS = 4


def final_state(preset: str) -> tuple[Rules, State]:
    game = build_game(default_spec(preset=preset, seats=N_SEATS))
    return game.rules, game.new_state()


def supplied_by_hand(rules: Rules, state: State, seat: int) -> int:
    """The most cities over every layout of the fuel and every set of plants."""
    plants = [rules.deck.plants[plant] for plant in state.plants[seat]]
    best = 0
    for layout in layouts(plants, tuple(state.fuel[seat])):
        for mask in range(1 << len(plants)):
            running = [plants[place] for place in members(mask)]
            piles = tuple(layout[place] for place in members(mask))
            if first_burned(running, piles, rules.fuel.first):
                best = max(best, sum(plant.output for plant in running))
    return min(best, state.grid.n_cities[seat])


@given(st.sampled_from(PRESETS), st.data())
def test_c9_3_the_best_choice_of_plants_and_fuel_counts(preset: str, data: st.DataObject) -> None:
    rules, state = final_state(preset)
    for seat in range(N_SEATS):
        owned = sorted(data.draw(st.sets(st.integers(0, 20), max_size=3)))
        held = [0] * 4
        for plant in owned:
            room = rules.deck.plants[plant].need
            for kind in rules.deck.plants[plant].kinds:
                amount = data.draw(st.integers(0, room))
                held[kind] += amount
                room -= amount
        state.plants[seat] = owned
        state.capacity[seat] = rules.fuel.capacity(owned)
        state.fuel[seat] = held
        state.grid.n_cities[seat] = data.draw(st.integers(0, 12))
    expected = [supplied_by_hand(rules, state, seat) for seat in range(N_SEATS)]
    assert Scoring(rules).scores(state) == expected


scores = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(2, 4))
WINDY = [10, 15, 19]
"""Plants 13, 18 and 22 burn nothing and supply 1, 2 and 2 cities."""


@pytest.mark.parametrize("preset", PRESETS)
@given(st.lists(scores, min_size=N_SEATS, max_size=N_SEATS))
def test_c9_4_places_are_by_cities_supplied_money_and_cities(
    preset: str, final: list[tuple[int, int, int]]
) -> None:
    rules, state = final_state(preset)
    for seat, (supplied, money, n_cities) in enumerate(final):
        state.plants[seat] = {0: [], 1: WINDY[:1], 2: WINDY[1:2]}[supplied]
        state.capacity[seat] = rules.fuel.capacity(state.plants[seat])
        state.money[seat] = money
        state.grid.n_cities[seat] = n_cities
    assert Scoring(rules).scores(state) == [supplied for supplied, _money, _cities in final]
    keys = [score if preset != "recharged" else score[:2] for score in final]
    expected = [1 + sum(other > key for other in keys) for key in keys]
    assert Scoring(rules).rank(state) == expected

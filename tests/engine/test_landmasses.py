"""Boards of several landmasses, connections without a path, and cities closed to a seat."""

from itertools import combinations
from typing import Any

import pytest

from gridwright.content.table import build_rules, default_spec
from gridwright.engine.board_classes import BoardClasses
from gridwright.engine.editions import classic
from gridwright.engine.errors import IllegalAction
from gridwright.engine.masks import mask_of, members
from gridwright.engine.network import Area, Board, build_path, cheapest_paths, region_choices
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.scoring import cities_to_end
from gridwright.engine.state import State
from gridwright.engine.vocabulary.building import MayConnect
from tests.kit.scenario import Scenario, scenario
from tests.loaded_engine import IS_COMPILED

extends_the_engine = pytest.mark.skipif(
    IS_COMPILED, reason="compiled classes have no interpreted subclasses"
)


class Jumps(Area):
    def starts_new_network(self, network: int, city: int) -> bool:
        return network != 0 and city == 0


class FirstThree(BuildingPhase):
    def candidates(self, state: State, seat: int) -> list[int]:
        return state.grid.area.cities[: 3 if seat == 2 else 0]


def made(kind: type[Board], **changes: Any) -> Board:
    usa = build_rules(default_spec(board="usa")).board
    facts = {
        "name": "made",
        "cities": usa.cities,
        "regions": usa.regions,
        "city_regions": usa.city_regions,
        "links": usa.links,
        "region_neighbours": usa.region_neighbours,
        "space_costs": usa.space_costs,
    }
    return kind(**{**facts, **changes})


def test_each_landmass_hangs_together_separately() -> None:
    usa = made(Board)
    # Regions 0 and 1 lie apart from the others.
    board = made(Board, apart=[0b000011, 0b111100])
    whole = {
        mask_of(list(chosen))
        for n_regions in range(1, 7)
        for chosen in combinations(range(6), n_regions)
        if mask_of(list(chosen)) in region_choices(usa, n_regions)
    }
    for n_regions in (2, 3, 4):
        choices = region_choices(board, n_regions)
        expected = [
            mask_of(list(chosen))
            for chosen in combinations(range(6), n_regions)
            if all(
                part == 0 or part in whole
                for part in (mask_of(list(chosen)) & half for half in board.landmasses())
            )
        ]
        assert choices == sorted(expected)
        assert set(region_choices(usa, n_regions)) != set(choices)


def test_figures_reach_the_board_and_are_in_the_rules_only() -> None:
    board = made(Board, figures={"toll": [20]})
    assert board.figures == {"toll": [20]}
    assert "figures" in Board.DERIVED
    assert made(Board).figures == {}


@extends_the_engine
def test_a_connection_without_a_path_shows_the_city_alone() -> None:
    plain = cheapest_paths(made(Board), 0b111111)
    area = Jumps(plain.regions, plain.cities, plain.distances, plain.first_steps, plain.neighbours)
    assert build_path(area, 1 << 5, 0) == [0]
    assert build_path(plain, 1 << 5, 0)[0] == 5
    assert build_path(area, 1 << 5, 1) == build_path(plain, 1 << 5, 1)


@extends_the_engine
def test_a_phase_may_close_cities_to_a_seat() -> None:
    plain = scenario(board="usa", seats=3).game
    game = classic.build(plain.rules, BoardClasses(building=FirstThree))
    table = Scenario(game).money(2, 300).at("building")
    first = table.state.grid.area.cities[:3]
    (offer,) = (each for each in table.offers() if isinstance(each, MayConnect))
    assert offer.cities == first
    fourth = table.notation.cities[table.state.grid.area.cities[3]]
    refusal: IllegalAction = table.refused(f"2 connect {fourth}")
    assert (refusal.code, refusal.clause) == ("out_of_play", "c6.8")


def test_the_game_requires_at_most_the_cities_in_play() -> None:
    table = scenario(board="usa", seats=2).at("building")
    game, state = table.game, table.state
    assert cities_to_end(game.rules, state) == 21 == len(state.grid.area.cities)
    few = state.copy()
    few.grid = state.grid.copy()
    some = state.grid.area
    cities = some.cities[:-2]
    few.grid.area = Area(some.regions, cities, some.distances, some.first_steps, some.neighbours)
    assert cities_to_end(game.rules, few) == 19
    assert members(mask_of(cities)) == cities

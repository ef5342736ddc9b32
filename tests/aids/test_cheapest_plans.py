"""On every board a plan costs what the cheapest of all orders costs, tried one by one."""

from collections.abc import Iterator
from itertools import islice

import networkx as nx
import pytest

from gridwright.aids.plans import MAX_SEARCHED, plan_cities
from gridwright.content.table import (
    NO_BOARD,
    TableSpec,
    build_rules,
    default_spec,
    list_boards,
    list_editions,
    list_presets,
)
from gridwright.engine.dice import Dice
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.ids import FAR
from gridwright.engine.masks import members
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.building import ConnectCity
from tests.aids.test_plans import building_of, cities_to_plan, made_rich
from tests.boards.made_up import specs_of
from tests.engine.random_play import play, table_name

MAX_GAMES = 60
"""Games in which positions are looked for."""

SILENT = EventLog(False)


def every_board() -> list[TableSpec]:
    """One table of each shipped board, with different presets and numbers of seats.

    Presets in which the plants limit the network are left out: many cities are never allowed there.
    """
    tables: list[TableSpec] = []
    for edition in list_editions():
        for place, board in enumerate(list_boards(edition)):
            able = [
                spec
                for preset in list_presets(edition)
                if board != NO_BOARD and board in list_boards(edition, preset)
                for spec in [default_spec(edition, preset, board, 2 + place % 5)]
                if not build_rules(spec).settings.network_within_capacity
            ]
            if able:
                tables.append(able[place % len(able)])
    return [*tables, next(spec for spec in specs_of("skerry") if spec.seats == 3)]


BOARDS = every_board()
BREMEN = next(spec for spec in BOARDS if spec.board == "bremen")
on_every_board = pytest.mark.parametrize("spec", BOARDS, ids=table_name)


def sets_of(spec: TableSpec, n_cities: int) -> Iterator[tuple[Game, State, list[int]]]:
    """Positions of random games, each with some cities that the actor may connect."""
    dice = Dice(29)
    for seed in range(MAX_GAMES):
        for place, (game, state) in enumerate(turns_of(spec, seed)):
            if place % 7 == seed % 7:
                cities = cities_to_plan(game, state, dice, n_cities)
                if len(cities) == n_cities:
                    yield game, state, cities


def turns_of(spec: TableSpec, seed: int) -> Iterator[tuple[Game, State]]:
    """Positions of a random game in which the actor may build."""
    for history, _action in play(spec, seed, 900):
        game, state = history.game, history.state
        if game.phases[state.phase].NAME == "building" and state.actor >= 0:
            yield game, state


def cheapest_of_every_order(
    building: BuildingPhase, state: State, seat: int, cities: list[int]
) -> int:
    """The least that any legal order costs, built house by house; FAR if there is none."""
    if not cities:
        return 0
    least = FAR
    for city in cities:
        action = ConnectCity(seat, city)
        try:
            building.verify(state, action)
        except IllegalAction:
            continue
        after = state.copy()
        building.apply(after, action, SILENT)
        rest = [other for other in cities if other != city]
        cost = state.money[seat] - after.money[seat]
        least = min(least, cost + cheapest_of_every_order(building, after, seat, rest))
    return least


def check_sets(spec: TableSpec, n_cities: int, n_sets: int) -> None:
    n_checked = 0
    for game, state, cities in sets_of(spec, n_cities):
        rich = made_rich(state)
        plan = plan_cities(game, rich, state.actor, cities)
        least = cheapest_of_every_order(building_of(game), rich, state.actor, cities)
        is_allowed = all(each.refusal is None for each in plan.cities)
        assert plan.is_exact
        assert is_allowed == (least < FAR), cities
        # In round 1 of Japan no order of many cities is allowed.
        if is_allowed:
            assert plan.total == least, cities
            n_checked += 1
        if n_checked == n_sets:
            return
    pytest.fail(f"expected {n_sets} sets, came {n_checked}")


@on_every_board
@pytest.mark.parametrize("n_cities", [3, 6])
def test_a_plan_is_the_cheapest_of_all_orders(spec: TableSpec, n_cities: int) -> None:
    check_sets(spec, n_cities, 2)


def test_a_plan_of_seven_cities_is_the_cheapest_where_costs_differ_by_direction() -> None:
    check_sets(BREMEN, 7, 5)


@pytest.mark.slow
@on_every_board
@pytest.mark.parametrize(("n_cities", "n_sets"), [(4, 30), (5, 30), (6, 30), (7, 12), (8, 4)])
def test_plans_up_to_eight_cities_are_the_cheapest(
    spec: TableSpec, n_cities: int, n_sets: int
) -> None:
    check_sets(spec, n_cities, n_sets)


def test_costs_differ_by_direction_on_bremen_alone() -> None:
    differing = set()
    for spec in BOARDS:
        for game, state, _cities in islice(sets_of(spec, 2), 1):
            distances = state.grid.area.distances
            cities = state.grid.area.cities
            if any(distances[a][b] != distances[b][a] for a in cities for b in cities):
                differing.add(game.rules.board.name)
                assert not state.grid.area.is_order_free()
    assert differing == {"bremen"}


@pytest.mark.parametrize(
    "spec", [spec for spec in BOARDS if spec.board in ("usa", "manhattan", "korea")], ids=table_name
)
def test_beyond_the_search_a_plan_is_a_minimum_spanning_tree(spec: TableSpec) -> None:
    n_sets = 6
    n_checked = 0
    for game, state, cities in islice(sets_of(spec, MAX_SEARCHED + 2), n_sets):
        plan = plan_cities(game, state, state.actor, cities)
        grid = state.grid
        tree: nx.Graph[int] = nx.Graph()
        for city in cities:
            owned = members(grid.networks[state.actor])
            if owned:
                way = min(grid.area.distances[start][city] for start in owned)
                tree.add_edge(-1, city, weight=way)
            for other in cities:
                if other != city:
                    tree.add_edge(city, other, weight=grid.area.distances[city][other])
        connections = nx.minimum_spanning_tree(tree).size(weight="weight")
        assert plan.is_exact
        assert plan.total == sum(grid.sites[city] for city in cities) + connections
        n_checked += 1
    assert n_checked == n_sets

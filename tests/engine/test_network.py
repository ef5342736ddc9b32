"""Areas and paths, compared with NetworkX."""

from functools import cache
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.content.table import build_rules, default_spec, list_boards, list_seats
from gridwright.engine.ids import FAR, NONE
from gridwright.engine.masks import mask_of, members
from gridwright.engine.network import (
    Area,
    Board,
    build_area,
    build_links,
    build_path,
    cities_of,
    empty_area,
    is_connected,
    region_choices,
)
from gridwright.engine.region_access import RegionAccess
from tests.kit.scenario import scenario
from tests.loaded_engine import sized

BOARDS = list_boards()


@cache
def board_called(name: str) -> Board:
    return build_rules(default_spec(board=name)).board


@cache
def choices_on(name: str) -> dict[int, list[int]]:
    """Return what may be in play, for each number of regions that some number of seats asks for."""
    sizes = {
        build_rules(default_spec(board=name, seats=seats)).limits.n_regions
        for seats in list_seats()
    }
    return {size: region_choices(board_called(name), size) for size in sorted(sizes)}


def graph_of(board: Board, regions: int) -> "nx.DiGraph[int]":
    """The cities and links of some regions; who leaves a city pays for passing it."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    entries = board.entries or [0] * board.n_cities
    passages = board.passages or [0] * board.n_cities
    inside = {city for city in range(board.n_cities) if regions >> board.city_regions[city] & 1}
    graph.add_nodes_from(inside)
    for a, b, cost in board.links:
        if a in inside and b in inside:
            graph.add_edge(a, b, weight=cost + entries[b] + passages[a])
            graph.add_edge(b, a, weight=cost + entries[a] + passages[b])
    return graph


def check_area(board: Board, regions: int) -> None:
    """Compare every distance, path and neighbour of an area."""
    area = build_area(board, regions)
    graph = graph_of(board, regions)
    assert area.regions == regions
    assert area.cities == sorted(graph)
    assert members(cities_of(board, regions)) == sorted(graph)
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph))
    for start in range(board.n_cities):
        assert area.holds(start) == (start in graph)
        linked = sorted(graph[start]) if start in graph else []
        assert members(area.neighbours[start]) == linked
        for end in range(board.n_cities):
            expected = lengths.get(start, {}).get(end, FAR)
            if start != end and expected < FAR:
                # No one passes the city where a connection begins.
                expected -= board.passages[start] if board.passages else 0
            if start != end and expected == FAR:
                assert area.first_steps[start][end] == NONE
            if board.flat and start in graph and end in graph:
                expected = min(expected, board.flat)
            assert area.distances[start][end] == expected
            if expected == FAR:
                continue
            path = build_path(area, 1 << start, end)
            if begins_new_network(board, area, start, end):
                assert path == [end]
            else:
                check_path(board, graph, path, [start], end, expected)


def begins_new_network(board: Board, area: Area, start: int, end: int) -> bool:
    """Return whether a network of one city needs no path to another."""
    if board.flat:
        return area.distances[start][end] >= board.flat
    # A board of a class of its own has tests of its own, which say where networks begin.
    return type(board) is not Board and area.starts_new_network(1 << start, end)


def check_path(
    board: Board,
    graph: "nx.DiGraph[int]",
    path: list[int],
    starts: list[int],
    end: int,
    length: int,
) -> None:
    """A path begins in the network, ends in the city, uses links, and costs what it should."""
    assert path[0] in starts
    assert path[-1] == end
    assert len(set(path)) == len(path)
    paid = nx.path_weight(graph, path, "weight")
    if board.passages and len(path) > 1:
        paid -= board.passages[path[0]]
    assert paid == length


@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=sized(10, 4))
@given(data=st.data())
def test_c6_3_distances_of_real_boards(name: str, data: st.DataObject) -> None:
    n_regions = data.draw(st.sampled_from(list(choices_on(name))))
    check_area(board_called(name), data.draw(st.sampled_from(choices_on(name)[n_regions])))


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("n_regions", [3, 4, 5])
def test_c1_4_choices_of_regions_hang_together(name: str, n_regions: int) -> None:
    board = board_called(name)
    everywhere = set(range(len(board.regions)))
    landmasses = [{*members(mask)} for mask in board.apart] or [everywhere]
    touching: nx.Graph[int] = nx.Graph()
    touching.add_nodes_from(everywhere)
    for region in range(len(board.regions)):
        touching.add_edges_from(
            (region, other) for other in members(board.region_neighbours[region])
        )
    expected = [
        mask_of(list(chosen))
        for chosen in combinations(range(len(board.regions)), n_regions)
        if board.flat
        or all(
            nx.is_connected(touching.subgraph(part))
            and nx.is_weakly_connected(graph_of(board, mask_of(list(part))))
            for part in [landmass & {*chosen} for landmass in landmasses]
            if part
        )
    ]
    assert region_choices(board, n_regions) == sorted(expected)


@st.composite
def small_boards(draw: st.DrawFn) -> Board:
    """Up to nine cities in three regions; half of the links cost nothing."""
    n_cities = draw(st.integers(1, 9))
    ends = list(combinations(range(n_cities), 2))
    linked = draw(st.lists(st.sampled_from(ends), unique=True)) if ends else []
    costs = st.sampled_from([0, 0, 0, 1, 1, 2, 5])
    by_city = st.lists(costs, min_size=n_cities, max_size=n_cities)
    return Board(
        "small",
        [f"city-{city}" for city in range(n_cities)],
        ["a", "b", "c"],
        draw(st.lists(st.integers(0, 2), min_size=n_cities, max_size=n_cities)),
        [(a, b, draw(costs)) if draw(st.booleans()) else (b, a, draw(costs)) for a, b in linked],
        [0b110, 0b101, 0b011],
        [10, 15, 20],
        None,
        None,
        draw(by_city) if draw(st.booleans()) else None,
        draw(by_city) if draw(st.booleans()) else None,
    )


@given(small_boards(), st.integers(1, 7))
def test_distances_with_links_that_cost_nothing(board: Board, regions: int) -> None:
    check_area(board, regions)


@given(small_boards(), st.integers(1, 7), st.data())
def test_c6_3_a_path_starts_at_the_nearest_city_of_the_network(
    board: Board, regions: int, data: st.DataObject
) -> None:
    area = build_area(board, regions)
    graph = graph_of(board, regions)
    if not area.cities:
        return
    network = data.draw(st.sets(st.sampled_from(area.cities), min_size=1))
    for city in area.cities:
        length = min(area.distances[start][city] for start in network)
        if length < FAR:
            path = build_path(area, mask_of(list(network)), city)
            check_path(board, graph, path, [*network], city, length)


@given(small_boards(), st.integers(0, 7))
def test_links_stay_inside_the_regions(board: Board, regions: int) -> None:
    graph = graph_of(board, regions)
    links = build_links(board, regions)
    for city in range(board.n_cities):
        assert members(links[city]) == (sorted(graph[city]) if city in graph else [])


@given(small_boards(), st.data())
def test_is_connected(board: Board, data: st.DataObject) -> None:
    links = build_links(board, 7)
    among = data.draw(st.sets(st.integers(0, board.n_cities - 1)))
    graph = graph_of(board, 7).subgraph(among)
    expected = bool(among) and nx.is_weakly_connected(graph)
    assert is_connected(links, mask_of(list(among))) == expected


def test_first_city_has_a_path_of_its_own() -> None:
    area = build_area(board_called("usa"), 0b111)
    assert build_path(area, 0, 4) == [4]


def test_nothing_is_in_play_before_regions_are_chosen() -> None:
    board = board_called("germany")
    area: Area = empty_area(board)
    assert area.regions == 0
    assert area.cities == []
    assert not any(area.holds(city) for city in (-1, 0, board.n_cities))
    assert area.neighbours == [0] * board.n_cities


def test_ids_outside_the_board_are_not_in_play() -> None:
    area = build_area(board_called("usa"), (1 << 6) - 1)
    assert [area.holds(city) for city in (-1, 0, 41, 42)] == [False, True, True, False]


def test_a_flat_connection_needs_no_path() -> None:
    """No city costs more; regions need not touch, and what lies apart can still be reached."""
    board = Board(
        "made up",
        ["a", "b", "c", "d"],
        ["east", "north", "west"],
        [0, 0, 1, 2],
        [(0, 1, 4), (1, 2, 25)],
        [0b010, 0b001, 0],
        [10, 15, 20],
        flat=20,
    )
    assert region_choices(board, 2) == [0b011, 0b101, 0b110]
    area = build_area(board, 0b111)
    assert area.distances[0] == [0, 4, 20, 20]
    assert [build_path(area, 0b1, city) for city in (1, 2, 3)] == [[0, 1], [2], [3]]
    assert build_path(area, 0, 3) == [3]
    apart = build_area(board, 0b101)
    assert apart.holds(3)
    assert not apart.holds(2)


def test_without_regions_no_one_has_access() -> None:
    """Boards derive from it; their own tests show what a region gives."""
    table = scenario(board="usa").cities(0, "seattle").at("auction")
    rules = table.game.rules
    access = RegionAccess(rules)
    assert access.cities == 0
    for place, plant in enumerate(rules.deck.plants):
        may = access.may_bid(table.state, 0, place)
        assert may == ("uranium" not in [rules.market.kinds[kind] for kind in plant.kinds])

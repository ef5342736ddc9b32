"""Extensions against every order of every set of cities."""

from itertools import permutations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from gridwright.bots.solvers.extension import (
    Sites,
    cheapest_extension,
    greedy_extension,
    read_sites,
)
from gridwright.engine.ids import FAR
from gridwright.engine.network import build_area
from gridwright.engine.observe import observe
from tests.kit.scenario import scenario

PLENTY = 1_000_000


@st.composite
def lands(draw: st.DrawFn) -> Sites:
    """Up to seven cities with any links, some full, some owned."""
    n_cities = draw(st.integers(1, 7))
    graph = nx.Graph()
    graph.add_nodes_from(range(n_cities))
    for a in range(n_cities):
        for b in range(a):
            if draw(st.booleans()):
                graph.add_edge(a, b, weight=draw(st.integers(0, 20)))
    paths = dict(nx.all_pairs_dijkstra_path_length(graph))
    distances = [[paths[a].get(b, FAR) for b in range(n_cities)] for a in range(n_cities)]
    houses = [draw(st.sampled_from((10, 15, 20, FAR))) for city in range(n_cities)]
    owned = draw(st.sets(st.integers(0, n_cities - 1), max_size=3))
    reach = [0] * n_cities
    if owned:
        reach = [min([distances[city][end] for city in owned]) for end in range(n_cities)]
    for city in owned:
        houses[city] = FAR
    return Sites(houses, reach, distances, bool(owned))


def paid(sites: Sites, cities: tuple[int, ...]) -> int:
    """Return the cost of these cities one after the other."""
    reach = sites.reach
    total = 0
    for place, city in enumerate(cities):
        total += sites.houses[city] + reach[city]
        row = sites.distances[city]
        starts = place == 0 and not sites.has_network
        reach = row if starts else [min(pair) for pair in zip(reach, row, strict=True)]
    return min(total, FAR)


@given(lands(), st.integers(0, 4))
def test_no_order_of_no_cities_is_cheaper(sites: Sites, n_cities: int) -> None:
    costs = [paid(sites, cities) for cities in permutations(range(len(sites.houses)), n_cities)]
    least = min([FAR, *costs])
    found = cheapest_extension(sites, n_cities, PLENTY)
    if found is None:
        assert least == FAR
    else:
        assert (found.cost, found.least, found.is_exact) == (least, least, True)
        assert paid(sites, tuple(found.cities)) == least


@given(lands(), st.integers(1, 4), st.integers(1, 40))
def test_with_few_nodes_the_bound_still_holds(sites: Sites, n_cities: int, nodes: int) -> None:
    found = cheapest_extension(sites, n_cities, nodes)
    exact = cheapest_extension(sites, n_cities, PLENTY)
    if found is not None and exact is not None:
        assert paid(sites, tuple(found.cities)) == found.cost
        assert found.least <= exact.cost <= found.cost


@given(lands(), st.integers(1, 5))
def test_greedy_pays_what_it_says(sites: Sites, n_cities: int) -> None:
    steps = greedy_extension(sites, n_cities)
    assert sum([cost for cost, _city in steps]) == paid(sites, tuple(c for _cost, c in steps))
    assert [cost for cost, _city in steps[:1]] == [cost for cost, _city in sites.costs()[:1]]


def test_sites_of_a_position() -> None:
    table = (
        scenario(board="germany")
        .cities(0, "berlin")
        .cities(1, "berlin", "magdeburg")
        .step(2)
        .at("building")
    )
    board = table.game.rules.board
    seen = observe(table.game, table.state, 0)
    sites = read_sites(board, build_area(board, seen.regions), seen, 0, seen.step)
    berlin, magdeburg = board.cities.index("berlin"), board.cities.index("magdeburg")
    assert sites.has_network
    assert (sites.houses[berlin], sites.houses[magdeburg]) == (FAR, 15)
    grid = table.state.grid
    for city in sites.open:
        assert sites.reach[city] == grid.reach[0][city]
        assert sites.houses[city] == grid.sites[city]

"""The boards, recomputed from the files without the loader, and the engine's distances."""

import itertools
import random
from functools import cache
from pathlib import Path
from typing import Any

import networkx
import pytest

from gridwright.content.table import board_layout, build_rules, default_spec
from gridwright.engine.ids import FAR
from gridwright.engine.masks import mask_of, members
from gridwright.engine.network import Area, Board, build_area, build_path, region_choices
from tests.content.files import EDITIONS, ROOT, parse

BOARDS = ["usa", "germany", "usa-recharged", "germany-recharged", "europe", "north-america"]
"""The boards that the presets name; those that name their presets have tests of their own."""
DELUXE = BOARDS[4:]
EVERY_BOARD = sorted(
    file.parent.name
    for edition in EDITIONS
    for file in (ROOT / edition).glob("boards/*/board.toml")
)
OWN_TESTS = Path(__file__).parents[1] / "boards"
N_RANDOM_NETWORKS = 1000
N_LINKS = {
    "usa": 87,
    "germany": 83,
    "usa-recharged": 86,
    "germany-recharged": 83,
    "europe": 104,
    "north-america": 99,
}
N_CHOICES = {
    "usa": {3: 12, 4: 12, 5: 6},
    "usa-recharged": {3: 12, 4: 12, 5: 6},
    "germany": {3: 13, 4: 12, 5: 6},
    "germany-recharged": {3: 13, 4: 12, 5: 6},
    "europe": {3: 18, 4: 22, 5: 17},
    "north-america": {3: 15, 4: 17, 5: 13},
}
N_TOUCHING = dict.fromkeys(BOARDS, 9) | {"europe": 11, "north-america": 10}
FREE_LINKS = {
    "usa": ["cheyenne denver", "jacksonville savannah", "new-york philadelphia"],
    "usa-recharged": ["cheyenne denver", "jacksonville savannah", "new-york philadelphia"],
    "germany": ["duisburg essen", "frankfurt-main wiesbaden", "halle leipzig"],
    "germany-recharged": ["duisburg essen", "frankfurt-main mainz", "halle leipzig"],
    "europe": [],
    "north-america": ["mexico-city-n mexico-city-s", "new-york-n new-york-s"],
}


def edition_of(board: str) -> str:
    return "deluxe" if board in DELUXE else "classic"


@cache
def read(board: str) -> dict[str, Any]:
    return parse(edition_of(board), f"boards/{board}/board.toml")


def links(board: str) -> dict[str, int]:
    return {
        " ".join(sorted((link["from"], link["to"]))): link["cost"] for link in read(board)["links"]
    }


def graph(board: str, regions: set[str]) -> networkx.Graph:
    document = read(board)
    found = networkx.Graph()
    found.add_nodes_from(city["id"] for city in document["cities"] if city["region"] in regions)
    for link in document["links"]:
        if link["from"] in found and link["to"] in found:
            found.add_edge(link["from"], link["to"], weight=link["cost"])
    return found


def region_ids(board: str) -> set[str]:
    return {region["id"] for region in read(board)["regions"]}


def engine_board(board: str) -> Board:
    return build_rules(default_spec(edition_of(board), board=board)).board


def regions_in(board: Board, mask: int) -> set[str]:
    return {board.regions[region] for region in members(mask)}


def test_these_are_all_boards() -> None:
    guests = {board for board in EVERY_BOARD if "presets" in read(board)}
    assert sorted({*EVERY_BOARD} - guests) == sorted(BOARDS)
    for board in guests:
        name = board.replace("-", "_")
        assert (OWN_TESTS / name / f"test_{name}.py").is_file()


@pytest.mark.parametrize("board", BOARDS)
def test_cities_and_regions(board: str) -> None:
    document = read(board)
    ids = [city["id"] for city in document["cities"]]
    assert document["id"] == board
    n_regions = 7 if board in DELUXE else 6
    assert len(ids) == len(set(ids)) == 7 * n_regions
    assert len({city["name"] for city in document["cities"]}) == len(ids)
    assert len(region_ids(board)) == n_regions
    by_region = [city["region"] for city in document["cities"]]
    assert {region: by_region.count(region) for region in by_region} == dict.fromkeys(
        region_ids(board), 7
    )
    assert document["spaces"]["costs"] == [10, 15, 20]


@pytest.mark.parametrize("board", BOARDS)
def test_links(board: str) -> None:
    assert len(read(board)["links"]) == len(links(board)) == N_LINKS[board]
    assert sorted(link for link, cost in links(board).items() if cost == 0) == FREE_LINKS[board]
    assert networkx.is_connected(graph(board, region_ids(board)))
    assert all(networkx.is_connected(graph(board, {region})) for region in region_ids(board))


def test_differences_of_the_usa_boards() -> None:
    first, second = links("usa"), links("usa-recharged")
    both = {link: (first.get(link), second.get(link)) for link in first | second}
    assert {link: costs for link, costs in both.items() if costs[0] != costs[1]} == {
        "boise cheyenne": (24, None),
        "cincinnati raleigh": (15, None),
        "knoxville raleigh": (None, 11),
        "chicago omaha": (13, 12),
        "houston santa-fe": (21, 20),
    }


def test_differences_of_the_germany_boards() -> None:
    renamed = {"torgelow": "stralsund", "wiesbaden": "mainz"}
    first = {
        " ".join(sorted(renamed.get(city, city) for city in link.split())): cost
        for link, cost in links("germany").items()
    }
    second = links("germany-recharged")
    assert {link: (first[link], cost) for link, cost in second.items() if first[link] != cost} == {
        "dortmund essen": (4, 5),
        "mannheim saarbrucken": (11, 16),
    }


@pytest.mark.parametrize("board", EVERY_BOARD)
def test_regions_touch_where_links_cross(board: str) -> None:
    document = read(board)
    region_of = {city["id"]: city["region"] for city in document["cities"]}
    crossed = {frozenset((region_of[a], region_of[b])) for a, b in map(str.split, links(board))}
    pairs = {frozenset(pair) for pair in document["adjacent"]}
    assert pairs == {pair for pair in crossed if len(pair) == 2}
    assert len(document["adjacent"]) == len(pairs) == N_TOUCHING.get(board, len(pairs))


@pytest.mark.parametrize("board", EVERY_BOARD)
def test_coordinates_are_apart_and_inside_the_drawing(board: str) -> None:
    document = read(board)
    points = [(city["x"], city["y"]) for city in document["cities"]]
    for x, y in points:
        assert 0 <= x <= document["layout"]["width"]
        assert 0 <= y <= document["layout"]["height"]
    for (x, y), (other_x, other_y) in itertools.combinations(points, 2):
        assert (x - other_x) ** 2 + (y - other_y) ** 2 > 20**2


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("n_regions", [3, 4, 5])
def test_c1_4_d1_4_choices_of_regions(board: str, n_regions: int) -> None:
    touching = networkx.Graph(tuple(pair) for pair in read(board)["adjacent"])
    expected = {
        frozenset(choice)
        for choice in itertools.combinations(sorted(region_ids(board)), n_regions)
        if networkx.is_connected(touching.subgraph(choice))
        and networkx.is_connected(graph(board, set(choice)))
    }
    built = engine_board(board)
    masks = region_choices(built, n_regions)
    assert {frozenset(regions_in(built, mask)) for mask in masks} == expected
    assert len(masks) == N_CHOICES[board][n_regions]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("n_regions", [3, 4, 5, 6, 7])
def test_c6_3_c6_8_d6_3_d6_7_distances_in_every_area(board: str, n_regions: int) -> None:
    built = engine_board(board)
    for mask in region_choices(built, n_regions):
        oracle = dict(
            networkx.all_pairs_dijkstra_path_length(graph(board, regions_in(built, mask)))
        )
        area = build_area(built, mask)
        assert sorted(built.cities[city] for city in area.cities) == sorted(oracle)
        for a, b in itertools.product(range(built.n_cities), repeat=2):
            expected = oracle.get(built.cities[a], {}).get(built.cities[b], FAR)
            assert area.distances[a][b] == expected


def random_area(board: Board, rng: random.Random) -> Area:
    choices = [mask for n_regions in (3, 4, 5) for mask in region_choices(board, n_regions)]
    return build_area(board, rng.choice(choices))


@pytest.mark.parametrize("board", BOARDS)
def test_c6_3_c6_7_d6_3_d13_2_connections_of_random_networks(board: str) -> None:
    """A network that grew city by city pays for each next one what Dijkstra's search finds."""
    rng = random.Random(board)
    built = engine_board(board)
    for network in range(N_RANDOM_NETWORKS):
        if network % 50 == 0:
            area = random_area(built, rng)
            links = graph(board, regions_in(built, area.regions))
        owned = rng.sample(area.cities, rng.randint(1, len(area.cities)))
        reach = area.first_reach()
        for place, city in enumerate(owned):
            reach = area.reach_after(reach, mask_of(owned[:place]), city)
        oracle = networkx.multi_source_dijkstra_path_length(
            links, {built.cities[city] for city in owned}
        )
        assert reach == [oracle.get(city, FAR) for city in built.cities]
        for city in area.cities:
            path = [built.cities[each] for each in build_path(area, mask_of(owned), city)]
            assert networkx.path_weight(links, path, "weight") == reach[city]


@pytest.mark.parametrize("board", EVERY_BOARD)
def test_layout_uses_the_ids_of_the_engine(board: str) -> None:
    layout = board_layout(board, edition_of(board))
    built = engine_board(board)
    assert [city.id for city in layout.cities] == built.cities
    assert [region.id for region in layout.regions] == built.regions
    assert [layout.regions[region].id for region in built.city_regions] == [
        city.region for city in layout.cities
    ]
    names = {city["id"]: (city["name"], city["x"], city["y"]) for city in read(board)["cities"]}
    assert {city.id: (city.name, city.x, city.y) for city in layout.cities} == names
    assert {" ".join(link.ends): link.cost for link in layout.links} == links(board)
    # Who plays on a board that is less sure reads why.
    assert layout.provenance.confidence in ("certain", "high", "medium") or layout.note


def test_d13_2_halves_of_a_metropolis() -> None:
    """Each half is a city of its own, joined to the other at no cost, in the same area."""
    cities = {city["id"]: city["region"] for city in read("north-america")["cities"]}
    for metropolis, region in (("new-york", "northeast"), ("mexico-city", "mexico")):
        assert metropolis not in cities
        assert cities[f"{metropolis}-n"] == cities[f"{metropolis}-s"] == region
        assert links("north-america")[f"{metropolis}-n {metropolis}-s"] == 0


@pytest.mark.parametrize(("board", "n_disputed"), [("europe", 9), ("north-america", 2)])
def test_disputed_links_say_so(board: str, n_disputed: int) -> None:
    disputed = [link for link in read(board)["links"] if "confidence" in link]
    assert [(link["confidence"], bool(link["note"])) for link in disputed] == [
        ("medium", True)
    ] * n_disputed


def test_c13_2_d13_1_only_the_second_usa_board_has_a_store() -> None:
    stores = {board: read(board).get("store_prices", []) for board in BOARDS}
    assert [(store["kind"], store["price"]) for store in stores.pop("usa-recharged")] == [
        ("coal", 8)
    ]
    assert not any(stores.values())


def test_c13_3_d13_1_only_plant_39_closes_a_kind() -> None:
    closing = {board: read(board).get("closing_plants", []) for board in BOARDS}
    assert [(each["plant"], each["kinds"]) for each in closing.pop("germany-recharged")] == [
        (39, ["uranium"])
    ]
    assert not any(closing.values())

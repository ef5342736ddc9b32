"""The boards, recomputed from the files without the loader, and the engine's distances."""

import itertools
import tomllib
from pathlib import Path
from typing import Any

import networkx
import pytest

import gridwright.content
from gridwright.content.table import board_layout, build_rules, default_spec
from gridwright.engine.ids import FAR
from gridwright.engine.network import Board, build_area, region_choices

FOLDER = Path(gridwright.content.__file__).parent / "classic" / "boards"
BOARDS = ["usa", "germany", "usa-recharged", "germany-recharged"]
N_LINKS = {"usa": 87, "germany": 83, "usa-recharged": 86, "germany-recharged": 83}
N_CHOICES = {
    "usa": {3: 12, 4: 12, 5: 6},
    "usa-recharged": {3: 12, 4: 12, 5: 6},
    "germany": {3: 13, 4: 12, 5: 6},
    "germany-recharged": {3: 13, 4: 12, 5: 6},
}
FREE_LINKS = {
    "usa": ["cheyenne denver", "jacksonville savannah", "new-york philadelphia"],
    "usa-recharged": ["cheyenne denver", "jacksonville savannah", "new-york philadelphia"],
    "germany": ["duisburg essen", "frankfurt-main wiesbaden", "halle leipzig"],
    "germany-recharged": ["duisburg essen", "frankfurt-main mainz", "halle leipzig"],
}


def parse(board: str) -> dict[str, Any]:
    with (FOLDER / f"{board}.toml").open("rb") as stream:
        return tomllib.load(stream)


def links(board: str) -> dict[str, int]:
    return {
        " ".join(sorted((link["from"], link["to"]))): link["cost"] for link in parse(board)["links"]
    }


def graph(board: str, regions: set[str]) -> networkx.Graph:
    document = parse(board)
    found = networkx.Graph()
    found.add_nodes_from(city["id"] for city in document["cities"] if city["region"] in regions)
    for link in document["links"]:
        if link["from"] in found and link["to"] in found:
            found.add_edge(link["from"], link["to"], weight=link["cost"])
    return found


def region_ids(board: str) -> set[str]:
    return {region["id"] for region in parse(board)["regions"]}


def engine_board(board: str) -> Board:
    return build_rules(default_spec(board=board)).board


def test_these_are_all_boards() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.toml")) == sorted(BOARDS)


@pytest.mark.parametrize("board", BOARDS)
def test_cities_and_regions(board: str) -> None:
    document = parse(board)
    ids = [city["id"] for city in document["cities"]]
    assert document["id"] == board
    assert len(ids) == len(set(ids)) == 42
    assert len({city["name"] for city in document["cities"]}) == 42
    by_region = [city["region"] for city in document["cities"]]
    assert {region: by_region.count(region) for region in by_region} == dict.fromkeys(
        region_ids(board), 7
    )
    assert document["spaces"]["costs"] == [10, 15, 20]


@pytest.mark.parametrize("board", BOARDS)
def test_links(board: str) -> None:
    assert len(parse(board)["links"]) == len(links(board)) == N_LINKS[board]
    assert sorted(link for link, cost in links(board).items() if cost == 0) == FREE_LINKS[board]
    assert networkx.is_connected(graph(board, region_ids(board)))


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


@pytest.mark.parametrize("board", BOARDS)
def test_regions_touch_where_links_cross(board: str) -> None:
    document = parse(board)
    region_of = {city["id"]: city["region"] for city in document["cities"]}
    crossed = {frozenset((region_of[a], region_of[b])) for a, b in map(str.split, links(board))}
    pairs = {frozenset(pair) for pair in document["adjacent"]}
    assert pairs == {pair for pair in crossed if len(pair) == 2}
    assert len(document["adjacent"]) == len(pairs) == 9


@pytest.mark.parametrize("board", BOARDS)
def test_coordinates_are_apart_and_inside_the_drawing(board: str) -> None:
    document = parse(board)
    points = [(city["x"], city["y"]) for city in document["cities"]]
    for x, y in points:
        assert 0 <= x <= document["layout"]["width"]
        assert 0 <= y <= document["layout"]["height"]
    for (x, y), (other_x, other_y) in itertools.combinations(points, 2):
        assert (x - other_x) ** 2 + (y - other_y) ** 2 > 20**2


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("n_regions", [3, 4, 5])
def test_c1_4_choices_of_regions(board: str, n_regions: int) -> None:
    touching = networkx.Graph(tuple(pair) for pair in parse(board)["adjacent"])
    expected = {
        frozenset(choice)
        for choice in itertools.combinations(sorted(region_ids(board)), n_regions)
        if networkx.is_connected(touching.subgraph(choice))
        and networkx.is_connected(graph(board, set(choice)))
    }
    built = engine_board(board)
    masks = region_choices(built, n_regions)
    assert {
        frozenset(built.regions[each] for each in range(6) if mask >> each & 1) for mask in masks
    } == expected
    assert len(masks) == N_CHOICES[board][n_regions]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("n_regions", [3, 4, 5, 6])
def test_c6_3_c6_8_distances_in_every_area(board: str, n_regions: int) -> None:
    built = engine_board(board)
    for mask in region_choices(built, n_regions):
        inside = {built.regions[each] for each in range(6) if mask >> each & 1}
        oracle = dict(networkx.all_pairs_dijkstra_path_length(graph(board, inside)))
        area = build_area(built, mask)
        assert sorted(built.cities[city] for city in area.cities) == sorted(oracle)
        for a, b in itertools.product(range(built.n_cities), repeat=2):
            expected = oracle.get(built.cities[a], {}).get(built.cities[b], FAR)
            assert area.distances[a][b] == expected


@pytest.mark.parametrize("board", BOARDS)
def test_layout_uses_the_ids_of_the_engine(board: str) -> None:
    layout = board_layout(board)
    built = engine_board(board)
    assert [city.id for city in layout.cities] == built.cities
    assert [region.id for region in layout.regions] == built.regions
    assert [layout.regions[region].id for region in built.city_regions] == [
        city.region for city in layout.cities
    ]
    names = {city["id"]: (city["name"], city["x"], city["y"]) for city in parse(board)["cities"]}
    assert {city.id: (city.name, city.x, city.y) for city in layout.cities} == names
    assert {" ".join(link.ends): link.cost for link in layout.links} == links(board)
    assert layout.provenance.confidence in ("certain", "high", "medium")


def test_c13_2_only_the_second_usa_board_has_a_store() -> None:
    stores = {board: parse(board).get("store_prices", []) for board in BOARDS}
    assert [(store["kind"], store["price"]) for store in stores.pop("usa-recharged")] == [
        ("coal", 8)
    ]
    assert not any(stores.values())


def test_c13_3_only_plant_39_closes_a_kind() -> None:
    closing = {board: parse(board).get("closing_plants", []) for board in BOARDS}
    assert [(each["plant"], each["kinds"]) for each in closing.pop("germany-recharged")] == [
        (39, ["uranium"])
    ]
    assert not any(closing.values())

"""Clauses c1: set-up."""

from itertools import combinations
from pathlib import Path
from typing import Final

import networkx as nx
import pytest

from gridwright.content.errors import ContentError
from gridwright.content.table import list_boards, list_presets
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.masks import mask_of
from gridwright.engine.network import Board, region_choices
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.setup import DrawRegions
from tests.kit import STEP_3, Scenario, Table, opening, scenario
from tests.rules.presets import ALL, CLASSIC, DELUXE, FIRST_EDITION

SEATS: Final = (2, 3, 4, 5, 6)
TESTS_OF_BOARDS: Final = Path(__file__).resolve().parents[1] / "boards"
BOARDS: Final = ("usa", "germany", "usa-recharged", "germany-recharged")
PLUGS: Final = list(range(3, 16))
SOCKETS: Final = [*range(16, 41), 42, 44, 46, 50]


def dealt(preset: str, seats: int) -> Table:
    """A table after set-up, as the first auction or the first Trust house is due."""
    table = opening(preset=preset, seats=seats)
    table.deal()
    return table


def drawable(table: Table) -> list[int]:
    """The choices of regions that chance may draw, as masks."""
    outcomes = table.game.legal(table.state)
    return [outcome.regions for outcome in outcomes if isinstance(outcome, DrawRegions)]


def area_of(board: Board, regions: tuple[int, ...]) -> "nx.Graph[int]":
    """The cities and links of the regions, independent of the engine."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(c for c in range(board.n_cities) if board.city_regions[c] in regions)
    for a, b, cost in board.links:
        if a in graph and b in graph:
            graph.add_edge(a, b, weight=cost)
    return graph


@pytest.mark.clause("d1.1")
@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize("seats", SEATS)
def test_c1_1_two_to_six_seats_numbered_from_0(preset: str, seats: int) -> None:
    """Seats are 0 to n - 1; the one after the last, clockwise, is 0."""
    last = seats - 1
    table = scenario(preset=preset, seats=seats).order(last, *range(last)).at("auction")
    assert len(table.state.money) == seats
    table.do(f"{last} offer 3 3")
    assert table.actor == 0


@pytest.mark.clause("d1.1")
@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_c1_1_no_other_number_of_seats(preset: str, seats: int) -> None:
    """One seat or seven do not make a table."""
    with pytest.raises(ContentError):
        opening(preset=preset, seats=seats)


@pytest.mark.clause("d1.2")
@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize("seats", SEATS)
def test_c1_2_each_seat_begins_with_50_and_nothing_else(preset: str, seats: int) -> None:
    """50 Elektro, no plant, no fuel, no city."""
    table = dealt(preset, seats)
    for seat in range(seats):
        assert table.money(seat) == 50
        assert table.plants(seat) == []
        assert table.fuel(seat) == {}
        assert table.cities(seat) == []


@pytest.mark.clause("d1.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
@pytest.mark.parametrize(("seats", "n_orders"), [(2, 2), (3, 6), (4, 24), (5, 120), (6, 720)])
def test_c1_3_the_first_order_is_drawn_by_lot(preset: str, seats: int, n_orders: int) -> None:
    """Chance acts first, and every order of the seats is possible."""
    table = opening(preset=preset, seats=seats)
    assert table.actor == CHANCE
    assert len(set(table.legal())) == n_orders
    table.do("chance order " + "+".join(str(seat) for seat in reversed(range(seats))))
    assert table.state.order == list(reversed(range(seats)))
    table.deal()
    assert (table.phase, table.state.round, table.actor) == ("auction", 1, seats - 1)


@pytest.mark.clause("d1.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
@pytest.mark.parametrize("order", ["0+1", "0+1+1", "0+1+2+2"])
def test_c1_3_a_lot_names_each_seat_once(preset: str, order: str) -> None:
    """An order with a seat missing or twice is impossible."""
    table = opening(preset=preset, seats=3)
    refusal = table.refused(f"chance order {order}")
    assert refusal.clause == table.clause("c12.2", "d12.2")
    assert refusal.code == "impossible_outcome"


@pytest.mark.clause("d1.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c1_3_a_given_order_is_not_drawn(preset: str) -> None:
    """A given order (c11.7) leaves nothing to chance."""
    table = opening(preset=preset, seats=3, order=(1, 2, 0))
    assert table.phase == "regions"
    assert table.state.order == [1, 2, 0]


@pytest.mark.clause("d1.4")
@pytest.mark.parametrize("board", [*BOARDS, *DELUXE])
@pytest.mark.parametrize(("seats", "n_regions"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 5)])
def test_c1_4_the_regions_in_play_hang_together(board: str, seats: int, n_regions: int) -> None:
    """The 3, 3, 4, 5 or 5 regions touch each other, and their cities form one network."""
    table = opening(board=board, seats=seats, order=tuple(range(seats)))
    sheet = table.game.rules.board
    touching: nx.Graph[int] = nx.Graph()
    for region, neighbours in enumerate(sheet.region_neighbours):
        touching.add_edges_from(
            (region, other) for other in range(len(sheet.regions)) if neighbours >> other & 1
        )
    expected = [
        mask_of(list(regions))
        for regions in combinations(range(len(sheet.regions)), n_regions)
        if nx.is_connected(touching.subgraph(regions)) and nx.is_connected(area_of(sheet, regions))
    ]
    assert drawable(table) == sorted(expected)


@pytest.mark.parametrize(("links", "choices"), [([(0, 1, 5)], [0b11]), ([], [])])
def test_c1_4_regions_that_touch_without_a_link_are_no_choice(
    links: list[tuple[int, int, int]], choices: list[int]
) -> None:
    """No printed board has such regions, so two made-up ones with a city each do."""
    board = Board("tiny", ["a", "b"], ["west", "east"], [0, 1], links, [0b10, 0b01], [10, 15, 20])
    assert region_choices(board, 2) == choices


@pytest.mark.clause("d1.4")
@pytest.mark.parametrize("board", [*BOARDS, *DELUXE])
def test_c1_4_everything_else_is_out_of_play(board: str) -> None:
    """Cities of other regions cannot be built in, and no path runs through them."""
    table = opening(board=board, seats=3, order=(0, 1, 2))
    sheet = table.game.rules.board
    for regions in drawable(table):
        chosen = tuple(r for r in range(len(sheet.regions)) if regions >> r & 1)
        names = tuple(sheet.regions[region] for region in chosen)
        built = scenario(board=board, seats=3, regions=names).at("building")
        graph = area_of(sheet, chosen)
        area = built.state.grid.area
        assert area.cities == sorted(graph)
        for start, lengths in nx.all_pairs_dijkstra_path_length(graph):
            assert {end: area.distances[start][end] for end in graph} == lengths
        outside = next(city for city in range(sheet.n_cities) if city not in graph)
        refusal = built.refused(f"{built.actor} connect {sheet.cities[outside]}")
        assert refusal.clause == built.clause("c6.8", "d6.7")
        assert refusal.code == "out_of_play"
        assert refusal.numbers == {"city": outside}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize(
    ("preset", "garbage"), [("original", 6), ("reference", 6), ("recharged", 9)]
)
def test_c1_5_the_opening_fuel(preset: str, seats: int, garbage: int) -> None:
    """24 coal, 18 oil, 6 garbage (second edition 9) and 2 uranium are on the market."""
    table = dealt(preset, seats)
    assert table.tokens() == {"coal": 24, "oil": 18, "garbage": garbage, "uranium": 2}


@pytest.mark.parametrize(
    ("preset", "garbage"), [("original", 18), ("reference", 18), ("recharged", 15)]
)
def test_c1_6_what_is_not_on_the_market_is_in_the_supply(preset: str, garbage: int) -> None:
    """24, 24, 24 and 12 tokens in all."""
    table = dealt(preset, 4)
    assert table.supply() == {"oil": 6, "garbage": garbage, "uranium": 10}
    assert table.game.rules.market.token_totals == [24, 24, 24, 12]


@pytest.mark.parametrize("preset", CLASSIC)
@pytest.mark.parametrize("kind", ["coal", "oil", "garbage", "uranium"])
def test_c1_7_tokens_are_on_the_dearest_spaces(preset: str, kind: str) -> None:
    """Three spaces at each of 1 to 8; uranium one each of 1 to 8, 10, 12, 14, 16."""
    prices = [price for price in range(1, 9) for _ in range(3)]
    if kind == "uranium":
        prices = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16]
    plant = {"coal": 8, "oil": 7, "garbage": 14, "uranium": 11}[kind]
    for n_tokens in range(1, len(prices) + 1):
        built = scenario(preset=preset, seats=3).owns(0, plant).money(0, 500)
        table = built.tokens(**{kind: n_tokens}).at("resources")
        for price in prices[len(prices) - n_tokens :][:2]:
            before = table.money(0)
            table.do(f"0 buy {kind} 1")
            assert before - table.money(0) == price


@pytest.mark.parametrize("preset", FIRST_EDITION)
def test_c1_5_c1_7_the_first_token_of_each_kind(preset: str) -> None:
    """The first coal costs 1, the first oil 3, garbage 7 and uranium 14; the second uranium 16."""
    table = dealt(preset, 4)
    ladders, tokens = table.game.rules.market.ladders, table.state.tokens
    prices = [ladders[kind].next_price(tokens[kind], 0) for kind in range(4)]
    assert prices == [1, 3, 7, 14]
    assert ladders[3].next_price(tokens[3] - 1, 0) == 16


@pytest.mark.parametrize("preset", FIRST_EDITION)
@pytest.mark.parametrize("seats", SEATS)
def test_c1_8_plants_3_to_10_open_the_market(preset: str, seats: int) -> None:
    """First edition: the opening market is fixed."""
    assert dealt(preset, seats).market() == [3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.parametrize("seats", SEATS)
def test_c1_8_eight_plug_cards_are_drawn(seats: int) -> None:
    """Second edition: eight of the thirteen plug cards, any of them, sorted."""
    table = opening(preset="recharged", seats=seats, order=tuple(range(seats)))
    table.act(table.game.legal(table.state)[0])
    assert table.market() == []
    left = PLUGS[:]
    for card in (15, 3, 14, 4, 13, 12, 11, 5):
        assert (table.phase, table.actor) == ("opening-market", CHANCE)
        assert table.possible_cards() == left
        table.reveal(card)
        left.remove(card)
    assert table.phase == ("trust-houses" if seats == 2 else "auction")
    assert table.market() == [3, 4, 5, 11, 12, 13, 14, 15]


@pytest.mark.parametrize("preset", FIRST_EDITION)
@pytest.mark.parametrize(("seats", "removed"), [(2, 8), (3, 8), (4, 4), (5, 0), (6, 0)])
def test_c1_9_plant_13_then_the_others_then_step_3(preset: str, seats: int, removed: int) -> None:
    """13 on top, then 33 plants less those removed unseen, then the Step 3 card."""
    table = dealt(preset, seats)
    others = [number for number in [*PLUGS, *SOCKETS] if number > 10 and number != 13]
    assert len(others) == 33
    assert table.layers() == [[13], others, [STEP_3]]
    assert table.state.stack.counts == [1, 33 - removed, 1]


@pytest.mark.parametrize("preset", FIRST_EDITION)
def test_c1_9_plant_13_is_the_first_card_drawn(preset: str) -> None:
    """No other card can come first; after it any of the others can."""
    table = scenario(preset=preset, seats=2).at("auction")
    table.do("0 offer 3 3", "1 drop")
    refusal = table.refused("chance reveal 14 card")
    assert (refusal.clause, refusal.code) == ("c12.2", "impossible_outcome")
    table.reveal(13)
    table.do("1 offer 4 4")
    assert table.possible_cards() == [11, 12, 14, 15, *SOCKETS]


@pytest.mark.parametrize(
    ("seats", "plugs_removed", "sockets_removed"),
    [(2, 1, 5), (3, 2, 6), (4, 1, 3), (5, 0, 0), (6, 0, 0)],
)
def test_c1_10_a_plug_card_then_the_mix_then_step_3(
    seats: int, plugs_removed: int, sockets_removed: int
) -> None:
    """Second edition: one unseen plug card, the rest mixed, the Step 3 card."""
    table = dealt("recharged", seats)
    unseen = [number for number in PLUGS if number not in table.market()]
    assert table.layers() == [unseen, unseen + SOCKETS, [STEP_3]]
    assert table.notation.backs == ["plug", "socket", "step"]
    mixed = [13 - 8 - 1 - plugs_removed, 29 - sockets_removed, 0]
    assert table.state.stack.counts == [1, 0, 0, *mixed, 0, 0, 1]


def test_c1_10_the_back_of_the_top_card_is_visible() -> None:
    """Everyone sees the next back, and the next card has it."""
    table = dealt("recharged", 4)
    backs = table.notation.backs
    assert backs[observe(table.game, table.state, SPECTATOR).stack.top_back] == "plug"
    table.do(f"{table.actor} offer 3 50")
    assert table.actor == CHANCE
    assert table.possible_cards() == [11, 12, 13, 14, 15]
    refusal = table.refused("chance reveal 12 step")
    assert (refusal.clause, refusal.code) == ("c12.2", "impossible_outcome")
    table.reveal(12, "socket")
    assert backs[observe(table.game, table.state, SPECTATOR).stack.top_back] == "socket"
    table.do(f"{table.actor} offer 4 50")
    assert table.possible_cards() == SOCKETS
    assert table.refused("chance reveal 13 plug").code == "impossible_outcome"


PLANT_LIMITS: Final = [
    *[(preset, seats, 4 if seats == 2 else 3) for preset in FIRST_EDITION for seats in SEATS],
    *[(preset, seats, 3) for preset in ("recharged", *DELUXE) for seats in SEATS],
]


@pytest.mark.clause("d1.12")
@pytest.mark.parametrize(("preset", "seats", "limit"), PLANT_LIMITS)
def test_c1_11_the_plant_limit(preset: str, seats: int, limit: int) -> None:
    """A seat may own three plants, with two seats of the first edition four."""
    owned = (20, 25, 26, 31)[:limit]
    below = scenario(preset=preset, seats=seats).owns(0, *owned[1:]).at("auction")
    below.buy(0, 3, 50)
    assert below.actor == CHANCE
    full = scenario(preset=preset, seats=seats).owns(0, *owned).at("auction")
    full.buy(0, 3, 50)
    assert full.actor == 0
    assert full.legal() == [f"0 scrap {plant}" for plant in owned]


def builder(preset: str, seats: int, n_cities: int) -> Scenario:
    """Return a scenario in which only seat 0 can build; its plants supply 21 cities (c6.11)."""
    built = scenario(preset=preset, seats=seats).order(*range(1, seats), 0)
    built.owns(0, 36, 38, 46).money(0, 100).n_cities(0, n_cities)
    if seats == 2 and preset in FIRST_EDITION:
        built.owns(0, 36, 38, 46, 50)
    for seat in range(1, seats):
        built.money(seat, 0)
    return built


def connect_one(table: Table) -> None:
    """Seat 0 connects any city and finishes, unless it was the last city of all (c6.13)."""
    connect = next(line for line in table.legal() if line.startswith("0 connect"))
    table.do(connect)
    table.deal()
    if table.phase == "building":
        table.do("0 finish-building")


STEP_TWO: Final = [
    *[(p, s, n) for p in FIRST_EDITION for s, n in zip(SEATS, (10, 7, 7, 7, 6), strict=True)],
    *[
        (p, s, n)
        for p in ("recharged", *DELUXE)
        for s, n in zip(SEATS, (7, 7, 7, 7, 6), strict=True)
    ],
]


@pytest.mark.clause("d1.12")
@pytest.mark.parametrize(("preset", "seats", "n_cities"), STEP_TWO)
def test_c1_11_the_cities_that_start_step_2(preset: str, seats: int, n_cities: int) -> None:
    """The printed number of cities starts step 2, one less does not."""
    for before, step in ((n_cities - 2, 1), (n_cities - 1, 2)):
        table = builder(preset, seats, before).at("building")
        assert table.state.step == 1
        connect_one(table)
        assert table.state.step == step


END: Final = [
    *[(p, s, n) for p in FIRST_EDITION for s, n in zip(SEATS, (21, 17, 17, 15, 14), strict=True)],
    *[
        (p, s, n)
        for p in ("recharged", *DELUXE)
        for s, n in zip(SEATS, (18, 17, 17, 15, 14), strict=True)
    ],
]


@pytest.mark.clause("d1.12")
@pytest.mark.parametrize(("preset", "seats", "n_cities"), END)
def test_c1_11_the_cities_that_end_the_game(preset: str, seats: int, n_cities: int) -> None:
    """The printed number of cities ends the game, one less does not."""
    for before, is_over in ((n_cities - 2, False), (n_cities - 1, True)):
        table = builder(preset, seats, before).step(2).at("building")
        connect_one(table)
        assert (table.phase == "over") == is_over


def test_every_preset_and_board_is_covered_above() -> None:
    assert set(CLASSIC) == set(list_presets("classic"))
    assert {*DELUXE, "reference"} == set(list_presets("deluxe"))
    assert set(DELUXE) == set(list_boards("deluxe"))
    boards = {board for preset in CLASSIC for board in list_boards("classic", preset)}
    # Boards with rules of their own have their tests in a folder of their own.
    own = {folder.parent.name for folder in TESTS_OF_BOARDS.glob("*/test_*.py")}
    assert boards <= {*BOARDS, *(name.replace("_", "-") for name in own)}

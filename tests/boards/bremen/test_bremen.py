"""The clauses of Bremen."""

import heapq
from functools import cache

import pytest

from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, FAR, NONE
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.building import CityConnected, MayConnect
from gridwright.engine.vocabulary.fuel import MarketRefilled
from tests.boards.golden import check_golden, record, signs
from tests.boards.set_up import check_opening, check_refill
from tests.boards.shipped import (
    PRESETS,
    SEATS,
    both,
    every_seats,
    positions_of,
    sheet_of,
    tables_of,
)
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import facts, only

BOARD = "bremen"
SMALL = ["blumenthal", "borgfeld", "findorff", "huchting", "seehausen"]
OUT = {11, 17, 23, 28, 34, 36, 38, 39, 46}
REFILL = {
    2: [[4, 2, 1], [5, 3, 2], [3, 4, 1]],
    3: [[4, 2, 1], [5, 3, 2], [3, 4, 1]],
    4: [[5, 3, 2], [6, 4, 3], [4, 5, 2]],
    5: [[5, 4, 3], [7, 5, 3], [5, 6, 3]],
    6: [[7, 5, 3], [9, 6, 5], [6, 7, 3]],
}


def bremen(preset: str = "original", seats: int = 5) -> Scenario:
    """Return a scenario on the board; with five seats every district is in play."""
    return scenario(board=BOARD, preset=preset, seats=seats)


# A second reading of the rules, from the file and over what everyone sees.


@cache
def entries() -> dict[str, int]:
    return {city["id"]: city["enter"] for city in sheet_of(BOARD)["cities"]}


@cache
def borders() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {city["id"]: [] for city in sheet_of(BOARD)["cities"]}
    for link in sheet_of(BOARD)["links"]:
        found[link["from"]].append(link["to"])
        found[link["to"]].append(link["from"])
    return found


# Networks change slowly: most positions have those of the position before.
@cache
def entered(network: frozenset[str], inside: frozenset[str]) -> dict[str, int]:
    """Return the cost from a network into each district: every one on the way is paid."""
    if not network:
        return dict.fromkeys(inside, 0)
    paid: dict[str, int] = {}
    ways = [(0, district) for district in sorted(network)]
    while ways:
        cost, here = heapq.heappop(ways)
        if here not in paid:
            paid[here] = cost
            for other in borders()[here]:
                if other in inside:
                    heapq.heappush(ways, (cost + entries()[other], other))
    return paid


def next_house(n_houses: int, district: str, step: int) -> int | None:
    prices = [8, 14] if district in SMALL else [8, 14, 20]
    return prices[n_houses] if n_houses < min(step, len(prices)) else None


@both
def test_b_bremen_1_every_district_on_the_way_costs_its_entry(preset: str) -> None:
    """A path costs the entries of the districts passed and connected, not of its beginning."""
    built = bremen(preset).cities(4, "mitte").cities(3, "borgfeld").money(4, 60).money(3, 60)
    table = built.at("building")
    assert table.actor == 4
    # Mitte, Findorff (3), Walle (6), Gröpelingen (8) are a chain of borders.
    table.do("4 connect findorff")
    assert table.money(4) == 60 - 3 - 8
    (built_event,) = only(table.do("4 connect gropelingen"), CityConnected)
    cities = table.game.rules.board.cities
    assert (built_event.connection, built_event.house) == (6 + 8, 8)
    assert [cities[city] for city in built_event.path] == ["findorff", "walle", "gropelingen"]
    area = table.state.grid.area
    one, other = cities.index("borgfeld"), cities.index("horn-lehe")
    assert (area.distances[one][other], area.distances[other][one]) == (9, 15)


def test_b_bremen_1_the_first_district_costs_no_entry() -> None:
    """The first district costs only its house."""
    table = bremen().money(4, 30).at("building")
    table.do("4 connect blumenthal")
    assert table.money(4) == 30 - 8
    refusal = table.refused("4 connect mitte")
    assert (refusal.clause, refusal.code) == ("c6.9", "cannot_pay_connection")


def test_b_bremen_1_as_the_second_reading_has_it() -> None:
    """Prices of all districts for all seats in random positions."""
    regions = {city["id"]: city["region"] for city in sheet_of(BOARD)["cities"]}
    n_positions = n_offered = 0
    for game, state in positions_of(BOARD):
        board = game.rules.board
        seen = observe(game, state, 0)
        if not seen.regions:
            continue
        n_positions += 1
        inside = frozenset(
            city for city in board.cities if seen.regions >> board.regions.index(regions[city]) & 1
        )
        owners = {
            city: [owner for owner in seen.spaces[3 * place : 3 * place + 3] if owner != NONE]
            for place, city in enumerate(board.cities)
        }
        for seat in range(game.rules.n_seats):
            network = frozenset(city for city in board.cities if seat in owners[city])
            paid = entered(network, inside)
            reach = state.grid.reach[seat]
            if network:
                assert [paid.get(city, FAR) for city in board.cities] == reach
            prices = {
                city: paid[city] + house
                for city in sorted(inside - network)
                if (house := next_house(len(owners[city]), city, seen.step)) is not None
            }
            offers = game.offers(state) if state.actor == seat else []
            for offer in offers:
                if isinstance(offer, MayConnect):
                    n_offered += 1
                    offered = zip(offer.cities, offer.costs, strict=True)
                    assert {board.cities[city]: cost for city, cost in offered} == {
                        city: price for city, price in prices.items() if price <= seen.money[seat]
                    }
    assert n_positions >= 1000
    assert n_offered >= 50


@both
def test_b_bremen_2_houses_cost_8_14_20(preset: str) -> None:
    """Five small districts have two spaces, for 8 and 14."""
    board = bremen(preset).game.rules.board
    assert [board.cities[each.city] for each in board.own_spaces] == [
        *("borgfeld", "findorff", "huchting", "seehausen", "blumenthal")
    ]
    for place, city in enumerate(board.cities):
        costs = [board.site_cost(place, n_houses, 3) for n_houses in range(3)]
        assert costs == [8, 14, FAR if city in SMALL else 20]
        assert [board.site_cost(place, 0, 1), board.site_cost(place, 1, 1)] == [8, FAR]
    built = bremen(preset).step(3).money(4, 90).cities(4, "mitte")
    table = built.cities(0, "findorff").cities(1, "findorff").cities(2, "walle").at("building")
    assert facts(table.refused("4 connect findorff"))[:2] == ("c6.5", "no_open_space")
    table.do("4 connect walle")
    assert table.money(4) == 90 - 6 - 14


@both
def test_b_bremen_3_there_is_no_uranium(preset: str) -> None:
    """22 tokens and spaces of the other kinds; the two dearest prices have two spaces."""
    check_opening(BOARD, coal=22, oil=16, garbage=16, uranium=0)
    for seats in SEATS:
        game = bremen(preset, seats).game
        market = game.rules.market
        assert market.token_totals == [22, 22, 22, 0]
        for ladder in market.ladders[:3]:
            spaces = [ladder.prices.count(price) for price in range(1, 9)]
            assert spaces == [3, 3, 3, 3, 3, 3, 2, 2]
        dear = bremen(preset, seats).at("resources").state
        cheapest = zip(market.ladders[:3], dear.tokens[:3], strict=True)
        prices = [ladder.prices[-tokens] for ladder, tokens in cheapest]
        assert prices == [1, 3, 3]


@both
@every_seats
def test_b_bremen_4_plants_that_are_out(preset: str, seats: int) -> None:
    """All others are in the game, for any number of players."""
    deck = bremen(preset, seats).game.rules.deck
    out = OUT | {31, 50} if seats < 5 else OUT
    possible = set(deck.opening_market)
    for pool in deck.pools:
        possible |= {card for card in range(deck.n_cards) if pool >> card & 1}
    numbers = {deck.numbers[card] for card in possible if card != deck.step_card}
    assert numbers == {plant.number for plant in deck.plants} - out
    assert sum(deck.counts) + len(deck.opening_market) == len(numbers) + 1
    assert not any(plant.kinds == [3] for plant in deck.plants if plant.number in numbers)


def test_b_bremen_4_plants_that_are_out_are_never_seen() -> None:
    """The plants that are out are neither on the market nor with a seat in random positions."""
    for game, state in positions_of(BOARD):
        seen = observe(game, state, 0)
        deck = game.rules.deck
        cards = [*seen.market, *seen.trust_plants]
        for owned in seen.plants:
            cards += owned
        cards += [card for card in range(deck.n_cards) if seen.gone >> card & 1]
        out = OUT | {31, 50} if game.rules.n_seats < 5 else OUT
        assert not out & {deck.numbers[card] for card in cards}
        held = [sum(plant[3] for plant in plants) for plants in seen.stored]
        assert [seen.tokens[3], seen.supply[3], seen.trust_fuel[3], sum(held)] == [0, 0, 0, 0]


@both
def test_b_bremen_5_step_2_and_the_end(preset: str) -> None:
    """5 and 13 districts; 12 with five players, 4 and 11 with six."""
    limits = [bremen(preset, seats).game.rules.limits for seats in SEATS]
    assert [each.step_two_cities for each in limits] == [5, 5, 5, 5, 4]
    assert [each.end_cities for each in limits] == [13, 13, 13, 12, 11]
    assert [each.plant_limit for each in limits] == [4 if preset == "original" else 3, 3, 3, 3, 3]
    table = bremen(preset).n_cities(4, 4).money(4, 90).at("building")
    reach = table.state.grid.reach[4]
    near = min((cost, city) for city, cost in enumerate(reach) if cost > 0)[1]
    table.do(f"4 connect {table.game.rules.board.cities[near]}")
    while table.phase == "building":
        if table.actor == CHANCE:
            table.deal()
        else:
            assert table.state.step == 1
            table.do(f"{table.actor} finish-building")
    assert table.state.step == 2


def test_b_bremen_6_the_refill_is_its_own() -> None:
    """The refill by seats and step is the board's own, and never brings uranium."""
    check_refill(BOARD, {seats: [[*row, 0] for row in rows] for seats, rows in REFILL.items()})


def far_way(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A district is passed and another connected."""
    return any(isinstance(event, CityConnected) and len(event.path) > 2 for event in events)


def second_house(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A house for 14 in a small district."""
    return any(
        isinstance(event, CityConnected)
        and event.house == 14
        and game.rules.board.cities[event.city] in SMALL
        for event in events
    )


def refilled(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(isinstance(event, MarketRefilled) and event.amounts[0] > 0 for event in events)


GOLDEN = {
    "passing-a-district": ("original", 4, far_way),
    "second-house-in-a-small-district": ("recharged", 5, second_house),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    transcript = check_golden(BOARD, name, GOLDEN[name])
    assert signs(transcript, refilled) > 0


def test_bremen_is_played_with_both_presets() -> None:
    assert {spec.preset for spec in tables_of(BOARD)} == set(PRESETS)


if __name__ == "__main__":
    record(BOARD, GOLDEN)

"""The rules of Australia once more, written without the engine's, beside random games."""

import networkx as nx
import pytest

from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.masks import members
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import MayScrap
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.engine.vocabulary.fuel import MarketRefilled, MayBuy
from gridwright.engine.vocabulary.parts import PartChanged
from gridwright.engine.vocabulary.production import DeclineSale
from tests.boards.random_moves import Move, moves_of
from tests.kit.table import only

CITIES = {11: 2, 23: 3, 28: 4, 34: 5, 39: 6}
"""The cities printed on each mine."""
REMOVED = {2: (1, 2, 3), 3: (1, 2, 3), 4: (2, 2, 4), 5: (2, 3, 5), 6: (3, 3, 6)}


versions = pytest.mark.parametrize("version", [2, 3])


def moves(version: int = 3) -> list[Move]:
    return moves_of("australia", 26, version)


def numbers(game: Game, state: State, seat: int) -> list[int]:
    return [game.rules.deck.plants[plant].number for plant in state.plants[seat]]


def as_spaces(row: list[int]) -> list[bool]:
    """Twelve spaces, cheapest first, and which of them are taken; tokens are on the dearest."""
    return [space >= 2 - n for n in row for space in (0, 1)]


@versions
def test_mines_sell_and_the_refill_makes_room(version: int) -> None:
    """Highest empty price times printed cities, one token per mine; cheapest removed."""
    looked = paid = ends = declined = 0
    withheld: set[int] = set()
    for game, before, action, after, events in moves(version):
        is_last = after.phase == OVER
        if isinstance(action, DeclineSale):
            withheld.add(action.seat)
        if not (is_last or only(events, MarketRefilled)):
            continue
        assert not withheld or not is_last
        spaces = as_spaces(before.parts.rows()[0])
        prices = [price for price in range(2, 8) for _space in (0, 1)]
        wanted: list[tuple[int, int]] = []
        for seat in before.order[::-1]:
            mines = [number for number in numbers(game, before, seat) if number in CITIES]
            free = [place for place in range(12) if not spaces[place]]
            if mines and free and seat not in withheld:
                price = prices[free[-1]]
                wanted.append((seat, price * sum(CITIES[mine] for mine in mines)))
                for place in free[::-1][: len(mines)]:
                    spaces[place] = True
        sold = [(each.seat, each.gained) for each in only(events, PartChanged) if each.gained]
        assert sold == wanted
        paid += len(sold)
        if not is_last:
            taken = [place for place in range(12) if spaces[place]]
            for place in taken[: REMOVED[game.rules.n_seats][before.step - 1]]:
                spaces[place] = False
        assert as_spaces(after.parts.rows()[0]) == spaces
        ends += is_last
        looked += 1
        declined += len(withheld)
        withheld.clear()
    assert looked > 300
    assert paid > 100
    assert ends > 20
    assert declined > 20 if version == 3 else declined == 0


@versions
def test_the_market_of_the_mines_changes_only_then(version: int) -> None:
    looked = 0
    for _game, before, _action, after, events in moves(version):
        if after.phase != OVER and not only(events, MarketRefilled):
            assert after.parts.rows()[0] == before.parts.rows()[0]
            looked += 1
    assert looked > 1_000


def test_the_seats_that_declined_are_shown_until_the_sale() -> None:
    looked = 0
    withheld: set[int] = set()
    for game, _before, action, after, events in moves():
        if isinstance(action, DeclineSale):
            withheld.add(action.seat)
        if only(events, MarketRefilled) or after.phase == OVER:
            withheld.clear()
        assert after.parts.rows()[1] == [seat in withheld for seat in range(game.rules.n_seats)]
        looked += len(withheld) > 0
    assert looked > 20


def test_connections_cost_at_most_20() -> None:
    looked = flat = 0
    graphs: dict[tuple[int, int], dict[int, dict[int, int]]] = {}
    for game, state, _action, _after, _events in moves():
        offers = [] if state.actor < 0 else game.offers(state)
        for offer in offers:
            if not isinstance(offer, MayConnect) or looked > 3_000:
                continue
            board = game.rules.board
            regions = state.grid.area.regions
            key = (game.rules.n_seats, regions)
            if key not in graphs:
                graph: nx.Graph[int] = nx.Graph()
                inside = [
                    city
                    for city in range(board.n_cities)
                    if regions >> board.city_regions[city] & 1
                ]
                graph.add_nodes_from(inside)
                for one, other, cost in board.links:
                    if one in inside and other in inside:
                        graph.add_edge(one, other, cost=cost)
                graphs[key] = dict(nx.all_pairs_dijkstra_path_length(graph, weight="cost"))
            lengths = graphs[key]
            owned = members(state.grid.networks[offer.seat])
            for city, cost in zip(offer.cities, offer.costs, strict=True):
                house = (10, 15, 20)[state.grid.n_houses[city]]
                way = min([lengths[start].get(city, 99) for start in owned], default=0)
                assert cost - house == min(20, way)
                flat += way > 20
            looked += 1
    assert looked > 1_000
    assert flat > 100


def test_fuel_is_taxed_in_step_3() -> None:
    looked = taxed = 0
    for game, state, _action, _after, _events in moves():
        for offer in [] if state.actor < 0 else game.offers(state):
            if isinstance(offer, MayBuy):
                place = 24 - state.tokens[offer.resource]
                assert offer.costs()[0] == 1 + place // 3 + (2 if state.step == 3 else 0)
                assert offer.resource != 3
                looked += 1
                taxed += state.step == 3
    assert looked > 1_000
    assert taxed > 100


def test_only_other_plants_count_against_the_limit() -> None:
    looked = beyond = 0
    for game, state, _action, _after, _events in moves():
        limit = game.rules.limits.plant_limit
        for seat in range(game.rules.n_seats):
            owned = numbers(game, state, seat)
            counted = [number for number in owned if number not in CITIES]
            must_scrap = state.auction.scrapper == seat
            assert len(counted) == limit + 1 if must_scrap else len(counted) <= limit
            beyond += len(owned) > limit
            looked += 1
            if must_scrap and state.actor == seat:
                (offer,) = [each for each in game.offers(state) if isinstance(each, MayScrap)]
                plants = {game.rules.deck.plants[plant].number for plant in offer.plants}
                new = game.rules.deck.plants[state.auction.lot].number
                assert plants == set(counted) - {new}
    assert looked > 1_000
    assert beyond > 100

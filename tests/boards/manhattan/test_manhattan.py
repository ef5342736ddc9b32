"""The clauses of Manhattan."""

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

from gridwright.content.table import build_game
from gridwright.engine.board_parts import board_parts
from gridwright.engine.boards.manhattan import SIDE_PILE, STACKS_USED
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, FAR, NONE, TRUST
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.building import CityConnected, MayConnect
from gridwright.engine.vocabulary.market import MarketResized, StackShuffled
from gridwright.engine.vocabulary.setup import DrawOrder, DrawTrustCity
from gridwright.envs.turn_env import TurnEnv
from tests.boards.golden import check_golden, record
from tests.boards.set_up import check_opening, check_refill
from tests.boards.shipped import SEATS, both, positions_of, sheet_of, tables_of
from tests.envs.test_batch import compare
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import Table, facts, only

BOARD = "manhattan"
REFILL = {2: [4, 3, 2, 1], 3: [4, 3, 2, 1], 4: [5, 4, 3, 2], 5: [6, 5, 4, 2], 6: [7, 6, 5, 3]}
BLOCKED = {10: 3, 15: 3, 20: 2, 25: 2, 30: 2, 35: 2}


def manhattan(preset: str = "original", seats: int = 5) -> Scenario:
    """Return a scenario on the board; with five seats no space is blocked."""
    return scenario(board=BOARD, preset=preset, seats=seats)


# A second reading of the rules, from the file and over what everyone sees.


@cache
def prices() -> dict[str, int]:
    found = {city["id"]: 10 for city in sheet_of(BOARD)["cities"]}
    for spaces in sheet_of(BOARD)["spaces"]["own"]:
        for city in spaces["cities"]:
            (found[city],) = spaces["costs"]
    return found


@cache
def near() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {city["id"]: set() for city in sheet_of(BOARD)["cities"]}
    for link in sheet_of(BOARD)["links"]:
        found[link["from"]].add(link["to"])
        found[link["to"]].add(link["from"])
    return found


# Networks change slowly: most positions have those of the position before.
@cache
def passed(network: frozenset[str]) -> dict[str, int]:
    """Return how many spaces lie between a network and each other space."""
    reached = dict.fromkeys(network, 0)
    edge, n_passed = set(network), 0
    while edge:
        edge = {other for here in edge for other in near()[here]} - set(reached)
        reached |= dict.fromkeys(edge, n_passed)
        n_passed += 1
    return reached


def blocked_for(seats: int) -> Counter[int]:
    times = 2 if seats < 4 else 1 if seats == 4 else 0
    return Counter({price: times * count for price, count in BLOCKED.items() if times})


@both
def test_b_manhattan_1_every_space_takes_one_house(preset: str) -> None:
    """Every space takes one house at its own price, 10 to 40; the one region is in play."""
    game = manhattan(preset).game
    board = game.rules.board
    own = prices()
    assert (board.n_cities, len(board.links), board.n_spaces) == (83, 154, 1)
    assert Counter(own.values()) == {10: 17, 15: 15, 20: 14, 25: 13, 30: 10, 35: 8, 40: 6}
    for place, city in enumerate(board.cities):
        assert [board.site_cost(place, n, 3) for n in range(2)] == [own[city], FAR]
    table = manhattan(preset).cities(0, "m60").money(4, 90).at("building")
    assert len(table.state.grid.area.cities) == 83
    assert facts(table.refused("4 connect m60"))[:2] == ("c6.5", "no_open_space")
    table.do("4 connect m1")
    assert table.money(4) == 90 - 40


@both
def test_b_manhattan_2_a_space_that_is_passed_costs_5(preset: str) -> None:
    """The neighbours of a network cost their house alone."""
    beside, own = near(), prices()
    table = manhattan(preset).cities(4, "m60").money(4, 90).at("building")
    neighbour = min(beside["m60"])
    (event,) = only(table.do(f"4 connect {neighbour}"), CityConnected)
    assert (event.connection, event.house) == (0, own[neighbour])
    reached = passed(frozenset(("m60", neighbour)))
    far = min(city for city, n_passed in reached.items() if n_passed == 2 and own[city] < 30)
    (event,) = only(table.do(f"4 connect {far}"), CityConnected)
    assert (event.connection, event.house, len(event.path)) == (10, own[far], 4)


def test_b_manhattan_2_as_the_second_reading_has_it() -> None:
    """Prices of all spaces for all seats in random positions."""
    own = prices()
    n_positions = n_offered = 0
    for game, state in positions_of(BOARD, 10, 5):
        seen = observe(game, state, 0)
        if not seen.round:
            continue
        n_positions += 1
        cities = game.rules.board.cities
        owner = dict(zip(cities, seen.spaces, strict=True))
        for seat in range(game.rules.n_seats):
            network = frozenset(city for city in cities if owner[city] == seat)
            reached = passed(network) if network else dict.fromkeys(cities, 0)
            reach = state.grid.reach[seat]
            if network:
                assert [5 * reached[city] for city in cities] == reach
            for offer in game.offers(state) if state.actor == seat else []:
                if isinstance(offer, MayConnect):
                    n_offered += 1
                    offered = zip(offer.cities, offer.costs, strict=True)
                    assert {cities[city]: cost for city, cost in offered} == {
                        city: 5 * reached[city] + own[city]
                        for city in cities
                        if owner[city] == NONE and 5 * reached[city] + own[city] <= seen.money[seat]
                    }
        assert Counter(own[city] for city in cities if owner[city] == TRUST) == blocked_for(
            game.rules.n_seats
        )
        assert seen.step == 1
    assert n_positions >= 1000
    assert n_offered >= 50


@both
def test_b_manhattan_3_spaces_are_blocked_by_lot(preset: str) -> None:
    """28 with two or three players, 14 with four; no one builds there, but all may pass."""
    beside, own = near(), prices()
    for seats in SEATS:
        rules = manhattan(preset, seats).game.rules
        assert Counter(rules.trust.blocked) == blocked_for(seats)
        assert not rules.trust.plays
        names = [phase.NAME for phase in manhattan(preset, seats).game.phases]
        assert ("blocked-spaces" in names) == (seats < 5)
    table = manhattan(preset, 4).money(3, 90).at("building")
    cities = table.game.rules.board.cities
    blocked = {city for city in cities if table.state.grid.spaces[cities.index(city)] == TRUST}
    assert Counter(own[city] for city in blocked) == blocked_for(4)
    one = min(blocked)
    assert facts(table.refused(f"3 connect {one}"))[:2] == ("c6.5", "no_open_space")
    start = min(beside[one] - blocked)
    table.do(f"3 connect {start}")
    reach = table.state.grid.reach[3]
    assert reach == [5 * passed(frozenset({start}))[city] for city in cities]


def test_b_manhattan_3_only_spaces_of_the_price_are_drawn() -> None:
    """The lots go by price, the cheapest first."""
    spec = next(spec for spec in tables_of(BOARD) if spec.seats == 3)
    game = build_game(spec)
    state = game.new_state()
    while game.phases[state.phase].NAME != "blocked-spaces":
        state, _events = game.step(state, game.legal(state)[0])
    table = Table(game, state, [])
    own = prices()
    drawn = {line.split()[-1] for line in table.legal()}
    assert drawn == {city for city in own if own[city] == 10}
    cities = game.rules.board.cities
    assert table.refused_action(DrawTrustCity(cities.index("m1"))).code == "impossible_outcome"
    assert table.refused_action(DrawOrder([0, 1, 2])).code == "wrong_phase"
    table.do(f"chance trust-city {min(drawn)}")
    assert {line.split()[-1] for line in table.legal()} == drawn - {min(drawn)}


@both
def test_b_manhattan_4_the_game_stays_in_step_1(preset: str) -> None:
    """No Step 3 card, the same refill all game, an end by spaces."""
    check_opening(BOARD, coal=18, oil=18, garbage=9, uranium=4)
    check_refill(BOARD, {seats: [row] * 3 for seats, row in REFILL.items()})
    for seats in SEATS:
        rules = manhattan(preset, seats).game.rules
        assert not any(pool >> rules.deck.step_card & 1 for pool in rules.deck.pools)
        assert rules.limits.step_two_cities == 0
        assert rules.limits.end_cities == {2: 18, 3: 17, 4: 17, 5: 15, 6: 14}[seats]
    table = manhattan(preset).n_cities(4, 14).money(4, 99).at("building")
    cheap = min(
        (cost + table.state.grid.sites[city], city)
        for city, cost in enumerate(table.state.grid.reach[4])
        if not table.state.grid.networks[4] >> city & 1
    )[1]
    table.do(f"4 connect {table.game.rules.board.cities[cheap]}")
    while not table.game.is_over(table.state):
        if table.actor == CHANCE:
            table.deal()
        else:
            assert table.state.step == 1
            table.do(f"{table.actor} finish-building")


@both
def test_b_manhattan_5_two_plants_go_to_the_side_pile(preset: str) -> None:
    """The two largest plants stay in the side pile until the stack has run out."""
    built = manhattan(preset).round(2).market(16, 17, 18, 19, 20, 21, 22, 23)
    table = built.stack(top=[24, 25, 26, 27]).at("bureaucracy")
    while table.actor == CHANCE:
        table.deal()
    assert table.layers()[-2:] == [[23], [22]]
    assert board_parts(table.state).row(SIDE_PILE) == [2]
    assert len(table.state.market) == 8


def test_b_manhattan_5_as_the_second_reading_has_it() -> None:
    """The number of current plants and the cards under the stack, in random positions."""
    stages: Counter[int] = Counter()
    for game, state in positions_of(BOARD, 10, 5):
        seen = observe(game, state, 0)
        pile, used = (row[0] for row in seen.parts.rows())
        stages[used] += 1
        assert seen.current_size == (8 if used == 2 else 4)
        assert used == 0 or pile == 0
        size = seen.stack.size()
        # The pile alone is never the stack, and the second stack ends with its last card.
        assert used > 0 or size > pile
        assert used < 1 or (size == 0) == (used == 2)
    assert min(stages[stage] for stage in (0, 1, 2)) > 0
    assert stages.total() >= 1000


@both
def test_b_manhattan_6_how_the_plants_are_laid_out(preset: str) -> None:
    """Nine of the low ones are in the game, and all high ones but three with few players."""
    for seats in SEATS:
        deck = manhattan(preset, seats).game.rules.deck
        pools = [
            {deck.numbers[card] for card in range(deck.n_cards) if pool >> card & 1}
            for pool in deck.pools
        ]
        low = set(range(3, 16))
        high = {plant.number for plant in deck.plants} - low
        if seats < 4:
            high -= {20, 22, 37}
        assert pools == [low, low, high]
        counts = [
            sum(deck.counts[layer * deck.n_backs : (layer + 1) * deck.n_backs])
            for layer in range(3)
        ]
        assert counts == [8, 1, len(high)]
        assert (deck.n_opening_drawn, deck.opening_market) == (8, [])


def test_b_manhattan_7_the_discounted_plant_lets_its_buyer_buy_again() -> None:
    """The buyer of the discounted plant may buy again or pass, in round 1 too."""
    built = manhattan("recharged", 3).order(0, 1, 2).round(1)
    table = built.market(3, 4, 5, 6, 7, 8, 9, 10).stack(top=[16, 17, 18]).at("auction")
    assert facts(table.refused("0 pass"))[:2] == ("c3.9", "must_buy")
    seen = observe(table.game, table.state, 1)
    for line in ("0 offer 3 1", "1 drop", "2 drop"):
        for event in table.do(line):
            event.fold(table.game.rules, seen)
    assert table.plants(0) == [3]
    assert seen.out == table.state.auction.out == 0
    table.deal()
    assert table.actor == 0
    assert "0 pass" in table.legal()
    table.do("0 offer 5 5", "1 drop", "2 drop")
    assert table.plants(0) == [3, 5]
    assert table.state.auction.out == 0b001
    first = manhattan("original", 3).game.rules.settings
    assert not first.discount_buys_again


@pytest.mark.parametrize("number", [2, 9])
def test_environments_encode_all_spaces(number: int) -> None:
    """A mask of 83 spaces takes two features; a batch writes them as single games do."""
    spec = tables_of(BOARD)[number]
    compare(spec, [50, 51], 250)
    env = TurnEnv(spec)
    env.reset(3)
    dice = random.Random(3)
    layout = env.table.layout
    for _step in range(400):
        env.step(int(dice.choice(np.flatnonzero(env.mask()))))
        if env.actor < 0:
            break
        seen = observe(env.table.game, env.episode.state, 0)
        vector = env.observe(0)
        houses = vector[layout["houses"]].reshape(spec.seats, 83)
        for seat in range(spec.seats):
            assert list(houses[seat]) == [owner == seat for owner in seen.spaces]
        assert list(vector[layout["trust_houses"]]) == [owner == TRUST for owner in seen.spaces]
    assert any(owner in range(spec.seats) for owner in seen.spaces[63:])


def second_stack(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """The side pile becomes the stack."""
    used = board_parts(state).row(STACKS_USED)[0]
    return used == 1 and any(isinstance(event, StackShuffled) for event in events)


def all_current(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """The second stack has run out."""
    return any(isinstance(event, MarketResized) and event.current == 8 for event in events)


GOLDEN = {
    "the-pile-becomes-the-stack": ("original", 3, second_stack),
    "all-plants-are-current": ("recharged", 5, all_current),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)

"""The clauses of South Africa, and its rules once more as naive predicates."""

import pytest

from gridwright.cli.drawing.glyphs import UNICODE
from gridwright.cli.drawing.ladders import draw_ladders
from gridwright.cli.drawing.names import Names
from gridwright.content.table import TableSpec
from gridwright.engine.board_parts import board_parts
from gridwright.engine.boards.south_africa import ABROAD, StoreBureaucracy
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.observe import behind_seen, observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event, EventLog
from gridwright.engine.vocabulary.building import CityConnected, MayConnect
from gridwright.engine.vocabulary.fuel import MayBuy, ResourcesBought
from tests.boards.golden import check_golden, record
from tests.boards.set_up import N_REMOVED, check_refill
from tests.boards.shipped import both, positions_of, tables_of
from tests.envs.test_batch import compare
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import Table

BOARD = "south-africa"
COAL = 0
LADDER = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8]
REFILLS = {
    2: [[4, 1, 1, 1], [7, 2, 3, 1], [5, 1, 3, 2]],
    3: [[4, 1, 1, 1], [7, 2, 3, 1], [5, 1, 3, 2]],
    4: [[5, 2, 2, 2], [8, 3, 4, 2], [6, 2, 4, 3]],
    5: [[6, 2, 3, 2], [9, 4, 4, 3], [7, 3, 5, 3]],
    6: [[7, 4, 3, 2], [10, 5, 6, 3], [8, 4, 6, 4]],
}
each_table = pytest.mark.parametrize(
    "spec", tables_of(BOARD), ids=lambda spec: f"{spec.preset}-{spec.seats}"
)


def africa(seats: int = 4, preset: str = "original") -> Scenario:
    return scenario(preset=preset, board=BOARD, seats=seats)


def store(state: State) -> int:
    return board_parts(state).row(0)[COAL]


def with_store(table: Table, coal: int) -> Table:
    """Some coal of the supply is in the store."""
    table.state.supply[COAL] -= coal
    board_parts(table.state).put(0, [coal, 0, 0, 0])
    return table


# The clauses


@both
def test_b_south_africa_1_burned_coal_goes_to_the_store(preset: str) -> None:
    """Burned coal goes to the store, and from there to the market before any of the supply."""
    position = africa(preset=preset).owns(0, 4).fuel(0, coal=3).cities(0, "upington")
    table = position.tokens(coal=10).order(0, 1, 2, 3).at("bureaucracy")
    supply = table.supply()["coal"]
    assert (store(table.state), supply) == (0, 11)
    table.do("0 run 4")
    # Two were burned; five are refilled: two of the store, three of the supply.
    assert store(table.state) == 0
    assert (table.tokens()["coal"], table.supply()["coal"]) == (15, supply - 3)


def test_b_south_africa_1_what_the_trust_burns_is_stored_too() -> None:
    """The market is full, so that nothing of it is refilled."""
    position = africa(2, "recharged").trust(4, coal=2).owns(0, 13).cities(0, "upington")
    table = position.tokens(coal=22).order(0, 1).at("bureaucracy")
    state = table.state
    phase = next(each for each in table.game.phases if isinstance(each, StoreBureaucracy))
    state = state.copy()
    state.turn = 2
    state.tokens[COAL] = 22
    phase.wind_up(state, EventLog(False))
    assert (state.tokens[COAL], store(state), state.supply[COAL]) == (24, 0, 0)


def test_b_south_africa_1_a_closed_kind_is_not_refilled() -> None:
    game = africa().game
    phase = next(each for each in game.phases if isinstance(each, StoreBureaucracy))
    state = game.new_state()
    state.tokens[COAL] = 0
    state.supply[COAL] = 24
    state.closed = 1
    assert phase.refill_of(state)[COAL] == 0


@both
def test_b_south_africa_2_coal_of_the_store_costs_8(preset: str) -> None:
    """The market's coal comes first, however much it costs."""
    table = with_store(africa(preset=preset).owns(3, 4, 20).tokens(coal=1).at("resources"), 3)
    supply = table.state.supply[COAL]
    assert table.refused("3 buy coal 5").code == "sold_out"
    before = table.money(3)
    table.do("3 buy coal 3")
    assert before - table.money(3) == 8 + 8 + 8
    assert (table.state.tokens[COAL], store(table.state)) == (0, 1)
    assert table.state.supply[COAL] == supply
    table.do("3 take-back")
    assert store(table.state) == 3
    seen = observe(table.game, table.state, 3)
    assert behind_seen(table.game.rules, seen)[COAL] == 3
    names = Names(TableSpec("classic", preset, BOARD, 4), table.game)
    assert "store 3" in draw_ladders(seen, names, UNICODE).plain


@each_table
def test_b_south_africa_3_plant_7_leaves_the_game(spec: TableSpec) -> None:
    """Plant 7 is neither on the market nor in the stack."""
    deck = africa(spec.seats, spec.preset).game.rules.deck
    seven = [plant.number for plant in deck.plants].index(7)
    assert seven not in deck.opening_market
    assert not any(pool >> seven & 1 for pool in deck.pools)
    if spec.preset == "original":
        opening = [deck.plants[card].number for card in deck.opening_market]
        assert opening == [3, 4, 5, 6, 8, 9, 10, 11]
    n_stacked = sum(deck.counts) - 1
    n_opening = len(deck.opening_market)
    assert n_stacked + n_opening == 42 - 1 - N_REMOVED[spec.preset][spec.seats]


def test_b_south_africa_4_abroad_only_the_way_is_paid() -> None:
    """One network fits, and the way ends with a link for 30."""
    board = africa().game.rules.board
    for name in ABROAD:
        city = board.cities.index(name)
        assert [board.site_cost(city, 0, step) for step in (1, 2, 3)] == [0, 0, 0]
        assert [board.site_cost(city, 1, step) for step in (1, 2, 3)] == [1_000_000] * 3
        assert [cost for one, other, cost in board.links if city in (one, other)] == [30]
    position = africa().cities(3, "springbok").cities(2, "springbok").money(3, 50).step(3)
    table = position.money(2, 50).at("building")
    table.do("3 connect namibia")
    assert table.money(3) == 50 - 30
    table.do("3 finish-building")
    assert table.refused("2 connect namibia").clause.startswith("c6")
    # Where one house fits, the Trust does not follow (c10.6).
    alone = africa(2, "recharged").cities(1, "springbok").money(1, 50).at("building")
    alone.do("1 connect namibia")
    city = board.cities.index("namibia")
    assert alone.state.grid.n_houses[city] == 1


def test_b_south_africa_5_no_one_begins_abroad() -> None:
    table = africa().money(3, 50).cities(0, "springbok").at("building")
    refusal = table.refused("3 connect namibia")
    assert (refusal.code, refusal.clause) == ("no_start_abroad", "b-south-africa.5")


def test_b_south_africa_6_four_cities_are_two_each() -> None:
    board = africa().game.rules.board
    free = [
        (board.cities[one], board.cities[other]) for one, other, cost in board.links if cost == 0
    ]
    towns = ["cape-town", "durban", "johannesburg", "pretoria"]
    assert sorted(one.rsplit("-", 1)[0] for one, _other in free) == towns
    assert all(one.rsplit("-", 1)[0] == other.rsplit("-", 1)[0] for one, other in free)


@each_table
def test_b_south_africa_7_the_opening_market(spec: TableSpec) -> None:
    state = africa(spec.seats, spec.preset).game.new_state()
    assert state.tokens == [24, 15, 12, 3]
    assert (store(state), state.supply) == (0, [0, 9, 12, 9])


def test_b_south_africa_8_the_refill() -> None:
    check_refill(BOARD, REFILLS)


@each_table
def test_b_south_africa_9_the_end(spec: TableSpec) -> None:
    limits = africa(spec.seats, spec.preset).game.rules.limits
    assert limits.end_cities == {2: 18, 3: 17, 4: 17, 5: 15, 6: 14}[spec.seats]


# The same once more, from the sentences


def test_a_second_reading_of_the_store_agrees_on_random_positions() -> None:
    """Token by token: what is sold, what it costs, and what is refilled from where."""
    checked = 0
    from_store = 0
    for game, position in positions_of(BOARD):
        state = position.copy()
        checked += 1
        if state.actor != CHANCE:
            for offer in game.offers(state):
                if isinstance(offer, MayBuy) and offer.resource == COAL:
                    lying = LADDER[24 - state.tokens[COAL] :] + [8] * store(state)
                    costs = [sum(lying[: n + 1]) for n in range(offer.most)]
                    assert offer.costs() == costs
                    from_store += offer.most > state.tokens[COAL]
        phase = next(each for each in game.phases if isinstance(each, StoreBureaucracy))
        stored, supply, tokens = store(state), state.supply[COAL], state.tokens[COAL]
        for _token in range(REFILLS[game.rules.n_seats][state.step - 1][COAL]):
            if tokens < 24 and stored:
                stored, tokens = stored - 1, tokens + 1
            elif tokens < 24 and supply:
                supply, tokens = supply - 1, tokens + 1
        phase.refill(state, EventLog(False))
        assert (store(state), state.supply[COAL], state.tokens[COAL]) == (stored, supply, tokens)
    assert checked >= 1000
    assert from_store


def test_a_second_reading_of_the_countries_agrees_on_random_positions() -> None:
    """A seat with a city may go abroad where no one is, for the path alone."""
    checked = 0
    offered = 0
    for game, state in positions_of(BOARD):
        if state.actor == CHANCE:
            continue
        checked += 1
        board = game.rules.board
        for offer in game.offers(state):
            if not isinstance(offer, MayConnect):
                continue
            for name in ABROAD:
                city = board.cities.index(name)
                owners = [state.grid.spaces[city * 3 + space] for space in range(3)]
                own = state.grid.networks[state.actor]
                may = city in offer.cities
                if may:
                    offered += 1
                    assert own
                    assert owners == [NONE] * 3
                    assert offer.costs[offer.cities.index(city)] >= 30
                assert owners[1:] == [NONE, NONE]
    assert checked >= 1000
    assert offered


def test_a_batch_sees_the_store_as_a_single_game_does() -> None:
    compare(TableSpec("classic", "original", BOARD, 3), [1, 2], 700)


# Whole games


def bought_from_the_store(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(isinstance(event, ResourcesBought) and event.from_supply for event in events)


def went_abroad(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(
        isinstance(event, CityConnected) and game.rules.board.cities[event.city] in ABROAD
        for event in events
    )


GOLDEN = {
    "coal-from-the-store": ("original", 6, bought_from_the_store),
    "abroad": ("recharged", 3, went_abroad),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)

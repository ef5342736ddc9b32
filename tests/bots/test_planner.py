"""L2 on a board, skill by skill, in positions where the right choice is plain; whole games."""

import hashlib
import itertools

import pytest

from gridwright.arena.cells import find_cells
from gridwright.arena.deals import deal_keys
from gridwright.bots.bot_games import play_game
from gridwright.bots.planner.auction import AuctionSkill
from gridwright.bots.planner.board_position import BoardFacts, Position
from gridwright.bots.planner.forecast import Forecast
from gridwright.bots.planner.outcomes import Outcomes
from gridwright.bots.planner.rivals import Rivals
from gridwright.bots.planner.temper import Noise
from gridwright.bots.profiles import load_profile
from gridwright.bots.registry import find_bot
from gridwright.content.table import build_game, default_spec, list_editions, list_presets
from gridwright.engine.observe import observe
from gridwright.fair.derive import derive_keys
from tests.arena.matches import play_match
from tests.bots.seats import choice, play_turn
from tests.kit.scenario import opening, scenario
from tests.kit.table import Table
from tests.loaded_engine import sized

PRESETS = [(edition, preset) for edition in list_editions() for preset in list_presets(edition)]


def read(table: Table, seat: int) -> Position:
    rules = table.game.rules
    weights = load_profile("hard").boards[rules.n_seats]
    return Position(BoardFacts(rules), weights, observe(table.game, table.state, seat), seat)


# The forecast


def test_more_money_is_never_much_worse() -> None:
    table = scenario().owns(0, 10, 15).n_cities(0, 4).at("auction")
    position = read(table, 0)
    forecast = Forecast(position)
    values = [forecast.value(0, position.plants, money, 4, 0) for money in range(0, 200, 20)]
    assert all(after > before - 0.5 for before, after in itertools.pairwise(values))
    assert values[-1] > values[0] + 1


def test_a_plant_is_worth_more_to_who_can_use_it() -> None:
    position = read(scenario().owns(0, 10).n_cities(0, 4).money(0, 90).at("auction"), 0)
    forecast = Forecast(position)
    large = position.rules.plant_called(25)
    small = position.rules.plant_called(3)
    own = position.plants
    alone = forecast.value(0, own, 60, 4, 0)
    assert forecast.value(0, [*own, large], 60, 4, 0) > alone + 1
    assert forecast.value(0, [*own, large], 60, 4, 0) > forecast.value(0, [small, *own], 60, 4, 0)


def test_the_end_comes_nearer() -> None:
    early = Forecast(read(scenario().owns(0, 10).n_cities(0, 2).at("auction"), 0))
    built = scenario().step(3).owns(0, 25, 31, 36).n_cities(0, 15).money(0, 200)
    late = Forecast(read(built.at("auction"), 0))
    assert late.end <= 1 < early.end


def test_the_end_is_seen_where_money_reaches_it() -> None:
    """Two cities without power do not keep a seat from ending the game."""
    built = scenario().step(3).owns(0, 25, 26, 31).n_cities(0, 12).money(0, 250)
    assert Forecast(read(built.at("auction"), 0)).end == 0
    poor = scenario().step(3).owns(0, 25, 26, 31).n_cities(0, 12).money(0, 30)
    assert Forecast(read(poor.at("auction"), 0)).end > 0


def test_noise_is_the_same_for_the_same_thing() -> None:
    noise = Noise(17, 2.0)
    errors = [noise.of(round_, plant) for round_ in range(5) for plant in range(40)]
    assert errors == [noise.of(round_, plant) for round_ in range(5) for plant in range(40)]
    assert all(-2.0 <= error <= 2.0 for error in errors)
    assert len(set(errors)) > 150
    assert Noise(17, 0.0).of(3, 4) == 0.0


# Auctions


def test_drops_out_where_a_plant_is_too_dear() -> None:
    table = scenario().money(0, 90).money(1, 90).at("auction")
    table.do("0 offer 4 40")
    assert choice(table, "hard") == "1 drop"


def test_no_bid_is_above_the_cap_while_a_rival_may_buy() -> None:
    built = scenario().owns(0, 4).n_cities(0, 6).money(0, 400)
    table = built.market(10, 11, 12, 25, 26, 27, 28, 29).at("auction")
    position = read(table, 0)
    weights = position.weights
    limit = AuctionSkill(Noise(0, 0.0)).limit(position, position.rules.plant_called(25))
    assert 25 < limit <= weights.cap_part * 25 + weights.cap_more


def test_who_is_alone_expects_the_lowest_bid() -> None:
    built = scenario().owns(0, 10).owns(1, 11).n_cities(0, 4).money(0, 90)
    table = built.market(13, 20, 25, 26, 27, 28, 29, 30).order(3, 2, 1, 0).at("auction")
    table.do("3 pass", "2 pass")
    position = read(table, 0)
    rivals = Rivals(position)
    plant = position.rules.plant_called(25)
    assert rivals.bidders == [1]
    assert rivals.price(plant, 25, []) == 25 < rivals.price(plant, 25, [1])


def test_a_lost_lot_leaves_what_comes_for_it() -> None:
    """Last in the order, a seat is alone in the end: another plant at its number."""
    built = scenario().owns(0, 10).n_cities(0, 4).money(0, 90).money(1, 90)
    table = built.market(13, 20, 25, 26, 27, 28, 29, 30).order(1, 2, 3, 0).at("auction")
    position = read(table, 0)
    outcomes = Outcomes(position, Forecast(position), Noise(0, 0.0))
    lost = outcomes.lost(position.rules.plant_called(20))
    assert lost > outcomes.nothing
    assert lost <= outcomes.won(position.rules.plant_called(20), 1) + 2


def test_buys_no_plants_for_cities_that_it_cannot_pay() -> None:
    """Ten cities of output for two cities: money for the third comes first."""
    built = scenario().owns(0, 20, 25).n_cities(0, 2).money(0, 40).n_cities(1, 3)
    table = built.market(26, 27, 28, 30, 31, 32, 33, 34).at("auction")
    assert choice(table, "hard") == "0 pass"


def test_gives_up_the_worst_plant() -> None:
    built = scenario().owns(0, 4, 20, 25).n_cities(0, 8).money(0, 200)
    table = built.market(26, 30, 31, 32, 33, 34, 35, 36).at("auction")
    table.do("0 offer 31 31", "1 drop", "2 drop", "3 drop")
    assert choice(table, "hard") == "0 scrap 4"


# Fuel and cities


def test_fuel_that_does_not_pay_stays_on_the_market() -> None:
    table = scenario().owns(3, 3, 18).n_cities(3, 2).tokens(oil=9).money(3, 15).at("resources")
    assert choice(table, "hard") == "3 finish-buying"


def test_hybrids_get_the_cheaper_kind() -> None:
    table = scenario().owns(3, 5).n_cities(3, 1).tokens(coal=6, oil=18).at("resources")
    assert play_turn(table, "hard")[0] == "3 buy oil 2"


def test_ends_the_game_when_that_wins() -> None:
    built = scenario().step(3).owns(3, 25, 31).fuel(3, coal=5).n_cities(3, 14).n_cities(0, 5)
    table = built.money(3, 200).order(3, 0, 1, 2).at("building")
    while table.actor != 3:
        table.do(f"{table.actor} finish-building")
    play_turn(table, "hard")
    assert table.phase == "over"
    assert table.state.ranking[3] == 1


def test_does_not_end_a_game_that_it_loses() -> None:
    built = scenario().step(3).owns(3, 4).fuel(3, coal=2).n_cities(3, 16)
    built = built.owns(0, 25, 31).fuel(0, coal=5).n_cities(0, 12).money(3, 70)
    table = built.order(3, 0, 1, 2).at("building")
    while table.actor != 3:
        table.do(f"{table.actor} finish-building")
    assert choice(table, "hard") == "3 finish-building"


def test_builds_as_much_as_it_supplies_once_the_end_is_certain() -> None:
    built = scenario().step(3).owns(0, 25, 31).fuel(0, coal=5).n_cities(0, 9).money(0, 80)
    table = built.n_cities(3, 17).order(0, 1, 2, 3).at("building")
    while table.actor != 0:
        table.do(f"{table.actor} finish-building")
    before = len(table.cities(0))
    play_turn(table, "hard")
    assert len(table.cities(0)) > before


# Whole games


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize(("edition", "preset"), PRESETS)
def test_every_preset_is_played_to_its_end(edition: str, preset: str, seats: int) -> None:
    spec = default_spec(edition, preset, None, seats)
    names = [("hard", "easy", "normal", "l1")[seat % 4] for seat in range(seats)]
    keys = derive_keys(hashlib.sha256(preset.encode()).digest(), f"{seats}", {})
    state = play_game(build_game(spec), keys, [find_bot(name) for name in names])
    assert sorted(state.ranking)[0] == 1


def test_drafts_the_region_with_the_shortest_links() -> None:
    table = opening(regions="draft", order=(0, 1, 2, 3))
    assert choice(table, "hard") == choice(table, "l1")


@pytest.mark.parametrize("edition", ["classic", "deluxe", "card"])
def test_l2_wins_more_than_its_share_against_l1(edition: str) -> None:
    found = play_match(f"{edition}:4", "hard", "l1", sized(10, 3))
    assert not found.faults
    assert found.share > 0.3


def test_fuel_that_will_be_gone_and_is_not_needed_is_no_fault() -> None:
    cell = find_cells("classic:3")[0]
    bots = [find_bot("hard"), find_bot("l1"), find_bot("l1")]
    game = build_game(cell.spec)
    assert game.is_over(play_game(game, deal_keys(cell, "reserved", 27), bots))

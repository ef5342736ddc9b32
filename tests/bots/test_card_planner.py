"""L2 at cards, skill by skill, in positions where the right choice is plain."""

from gridwright.bots.planner.cards.card_position import CardFacts, CardPosition
from gridwright.bots.planner.cards.countdown import cards_above_end
from gridwright.bots.planner.cards.fuel_left import depot_on_turn
from gridwright.bots.planner.cards.outcomes import Outcomes
from gridwright.bots.planner.temper import Noise
from gridwright.bots.profiles import load_profile
from gridwright.bots.profiles.outlook import load_outlooks
from gridwright.bots.solvers.prices import CardPrices
from gridwright.engine.ids import FAR
from gridwright.engine.observe import observe
from tests.bots.seats import choice, play_turn
from tests.kit.card_scenario import card_opening, card_scenario
from tests.kit.table import Table


def read(table: Table, seat: int) -> CardPosition:
    rules = table.game.rules
    weights = load_profile("hard").cards[rules.n_seats]
    facts = CardFacts(rules, weights, load_outlooks()[rules.n_seats])
    return CardPosition(facts, observe(table.game, table.state, seat), seat)


def outcomes(table: Table, seat: int) -> Outcomes:
    return Outcomes(read(table, seat), Noise(0, 0.0))


# What things are worth


def test_the_last_round_is_known() -> None:
    assert read(card_scenario().last_round().owns(0, "3").at("auction"), 0).is_last
    assert not read(card_scenario().owns(0, "3").at("auction"), 0).is_last


def test_only_what_lies_above_the_end_card_is_counted() -> None:
    table = card_opening()
    seen = observe(table.game, table.state, 0)
    before = cards_above_end(table.game.rules, seen)
    assert before == seen.stack.size() - 1
    seen.stack.put_under(40, 1)
    assert cards_above_end(table.game.rules, seen) == before


def test_plants_and_money_are_worth_something() -> None:
    position = read(card_scenario().owns(0, "5a").money(0, 20).at("auction"), 0)
    owned = position.plants
    large = position.rules.plant_called(19)
    alone = position.after_auctions(0, owned, 20)
    assert position.after_auctions(0, owned, 30) > alone
    assert position.after_auctions(0, [*owned, large], 20) > alone + 2


def test_a_low_income_comes_late_in_the_next_order() -> None:
    position = read(card_scenario().owns(1, "19").owns(2, "17").at("auction"), 0)
    assert position.place(0) > position.place(9) > position.place(30) == 0.0


# Fuel that will be gone


def costs(table: Table, seat: int, kind: str) -> list[int]:
    """Return the costs of one, two, three units of a kind when it is the seat's turn to buy."""
    position = read(table, seat)
    rules = position.rules
    left = depot_on_turn(position, position.depot)
    prices = CardPrices(rules, left, [0] * rules.fuel.n_kinds)
    return [prices.cost(rules.cards.kind_of[rules.cards.names.index(kind)], n) for n in (1, 2, 3)]


def test_who_buys_before_takes_whole_cards() -> None:
    """The rival lacks one unit and takes a card of two: two units are left."""
    built = card_scenario(seats=3).owns(2, "4b").money(2, 9).column(2, "oil-2", "oil-2")
    table = built.at("auction")
    assert costs(table, 0, "oil-2") == [2, 2, FAR]
    assert costs(table, 2, "oil-2") == [2, 2, 4]


def test_in_the_last_round_what_is_too_much_comes_back_as_singles() -> None:
    built = card_scenario(seats=3).last_round().owns(2, "4b").money(2, 9)
    table = built.column(2, "oil-2", "oil-2").at("auction")
    assert costs(table, 0, "oil-2") == [1, 2, 3]


def test_who_has_no_money_takes_nothing() -> None:
    built = card_scenario(seats=3).owns(2, "4b").money(2, 1).column(2, "oil-2", "oil-2")
    assert costs(built.at("auction"), 0, "oil-2") == [2, 2, 4]


def test_the_trust_takes_its_fuel_before_the_first_seat() -> None:
    built = card_scenario(seats=2).trust_owns("5c").column(2, "oil-2").column(3, "oil-2")
    table = built.at("auction")
    assert costs(table, 0, "oil-2") == [3, 3, FAR]
    assert costs(table, 1, "oil-2") == [2, 2, 5]


def test_a_plant_that_could_not_be_fuelled_is_worth_less() -> None:
    """Seat 3 takes the only oil that seat 0 could pay for."""
    built = card_scenario().last_round().owns(0, "8a").money(0, 30).money(3, 9)
    built = built.column(2, "oil-2").column(4, "oil-2")
    plant = built.game.rules.plant_called(24)
    alone = read(built.at("auction"), 0).after_auctions(0, [plant], 3)
    rivalled = read(built.owns(3, "5c").at("auction"), 0).after_auctions(0, [plant], 3)
    assert alone >= 11 > rivalled


# Auctions


def test_in_the_last_round_a_plant_is_bought_for_points() -> None:
    built = card_scenario().last_round().owns(0, "3").money(0, 60).column(2, "uranium-2")
    table = built.market("4a", "31", "33", "35", "36", "38").at("auction")
    assert choice(table, "hard").split()[1] == "offer"


def test_rivals_with_little_money_do_not_raise() -> None:
    built = card_scenario().money(0, 30)
    poor = outcomes(built.money(1, 5).money(2, 5).money(3, 5).at("auction"), 0)
    plant = poor._position.seen.market[3]
    assert poor.offered(plant, 8) == poor.won(plant, 8)


def test_who_waits_gets_what_is_left_for_the_lowest_bid() -> None:
    """The only rival left buys one plant; what remains is better than to buy nothing."""
    built = card_scenario(seats=3).owns(0, "5a").money(0, 30).money(1, 40).money(2, 40)
    waiting = outcomes(built.at("auction"), 0)
    lot = waiting._position.seen.market[3]
    assert waiting.lost(lot, 1) > waiting.nothing


def test_drops_out_where_a_plant_is_too_dear() -> None:
    table = card_scenario().money(0, 60).money(1, 60).at("auction")
    table.do(f"0 offer {table.row()[0]} 40")
    assert choice(table, "hard") == "1 drop"


def test_gives_up_the_worst_plant() -> None:
    built = card_scenario().owns(0, "4a", "19", "21").money(0, 60)
    table = built.market("23", "24", "25", "26", "27", "28", "30", "31").at("auction")
    table.do("0 offer 24 24")
    assert choice(table, "hard") == "0 scrap 4a"


# Fuel and production


def test_in_the_last_round_every_plant_is_fuelled() -> None:
    built = card_scenario().last_round().owns(3, "6").money(3, 12)
    table = built.column(4, "coal-3").at("resources")
    assert play_turn(table, "hard")[0] == "3 buy-card coal-3 4"


def test_too_much_fuel_in_a_last_round_hinders_nothing() -> None:
    """Four units of coal are more than a run; oil is still bought."""
    built = card_scenario().last_round().owns(3, "3", "5c").money(3, 12)
    table = built.stores(3, "coal-2", "coal-2").column(2, "oil-2").at("resources")
    assert play_turn(table, "hard")[0] == "3 buy-card oil-2 2"


def test_fuel_is_bought_for_a_run_that_pays() -> None:
    table = card_scenario().owns(3, "19").money(3, 12).column(2, "coal-2").at("resources")
    assert play_turn(table, "hard")[0] == "3 buy-card coal-2 2"

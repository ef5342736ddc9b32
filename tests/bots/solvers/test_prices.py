"""Prices of fuel: the closed answers against trying everything."""

from itertools import combinations, product

import pytest

from gridwright.bots.solvers.prices import (
    CardPrices,
    TokenPrices,
    card_costs,
    cheapest_cards,
    read_prices,
)
from gridwright.engine.ids import FAR
from gridwright.engine.observe import observe
from gridwright.fair.draw import Stream
from tests.kit.card_scenario import card_scenario
from tests.kit.scenario import scenario

NOTHING = [0, 0, 0, 0]


@pytest.mark.parametrize("number", range(40))
def test_the_cheapest_cards_are_the_cheapest(number: int) -> None:
    stream = Stream(b"cards%d" % number)
    cards = [(1 + stream.below(4), 1 + stream.below(3)) for each in range(1 + stream.below(7))]
    for amount in range(sum(units for _price, units in cards) + 1):
        taken = cheapest_cards(cards, amount)
        enough = [
            sum(price for price, _units in some)
            for n_cards in range(len(cards) + 1)
            for some in combinations(cards, n_cards)
            if sum(units for _price, units in some) >= amount
        ]
        assert sum(units for _price, units in taken) >= amount
        assert sum(price for price, _units in taken) == min(enough)
        assert card_costs(cards, sum(units for _price, units in cards))[amount] == min(enough)


def test_a_bargain_is_not_always_part_of_the_cheapest() -> None:
    assert cheapest_cards([(2, 2), (3, 2), (4, 3)], 4) == [(2, 2), (3, 2)]


def test_tokens_cost_what_the_ladder_says() -> None:
    table = scenario().tokens(coal=5, uranium=1).at("auction")
    prices = read_prices(table.game.rules, observe(table.game, table.state, 0), 0, NOTHING)
    assert isinstance(prices, TokenPrices)
    assert [prices.cost(0, amount) for amount in range(7)] == [0, 7, 14, 22, 30, 38, FAR]
    assert prices.usual(0, 6) == 38 + 8
    assert prices.usual(3, 2) == 16 + 16


def test_what_others_take_first_makes_the_rest_dearer() -> None:
    table = scenario().tokens(coal=5).at("auction")
    seen = observe(table.game, table.state, 0)
    prices = read_prices(table.game.rules, seen, 0, [2, 0, 0, 0])
    assert prices.on_sale(0) == 3
    assert prices.cost(0, 2) == 16
    assert prices.cost(0, 4) == FAR


def test_cards_cost_what_the_columns_say() -> None:
    table = (
        card_scenario().column(2, "coal-2").column(3, "coal-2").column(4, "coal-3").at("auction")
    )
    seen = observe(table.game, table.state, 0)
    prices = read_prices(table.game.rules, seen, 0, NOTHING)
    assert isinstance(prices, CardPrices)
    assert [prices.cost(0, amount) for amount in range(1, 9)] == [2, 2, 4, 5, 6, 9, 9, FAR]
    assert prices.purchase(0, 4) == [(2, 2), (3, 2)]


@pytest.mark.parametrize("number", range(30))
def test_shopping_is_the_cheapest_way_to_run(number: int) -> None:
    stream = Stream(b"shopping%d" % number)
    coal, oil = 3 + stream.below(20), 3 + stream.below(20)
    table = scenario().tokens(coal=coal, oil=oil).at("auction")
    prices = read_prices(table.game.rules, observe(table.game, table.state, 0), 0, NOTHING)
    needs = [stream.below(3), stream.below(3), 0, 0, 1 + stream.below(4)]
    held = [stream.below(4), stream.below(4), 0, 0]
    cost, bought = prices.shopping(needs, held)
    ways = [
        prices.cost(0, coal) + prices.cost(1, oil)
        for coal, oil in product(range(9), repeat=2)
        if held[0] + coal >= needs[0]
        and held[1] + oil >= needs[1]
        and held[0] + coal + held[1] + oil >= sum(needs)
    ]
    assert cost == min(*ways, FAR)
    if cost < FAR:
        assert cost == prices.cost(0, bought[0]) + prices.cost(1, bought[1])
        assert held[0] + bought[0] + held[1] + bought[1] >= sum(needs)
    assert prices.run_cost(needs) == prices.shopping(needs, NOTHING)[0] or cost == FAR


@pytest.mark.parametrize("edition", ["classic", "deluxe"])
@pytest.mark.parametrize("number", range(20))
def test_the_cheapest_run_of_each_output(edition: str, number: int) -> None:
    stream = Stream(b"runs%d" % number)
    table = scenario(edition).tokens(coal=3 + stream.below(20), oil=stream.below(20)).at("auction")
    fuel = table.game.rules.fuel
    taken = [stream.below(3), 0, stream.below(2), 0]
    prices = read_prices(table.game.rules, observe(table.game, table.state, 0), 0, taken)
    plants = sorted({stream.below(len(fuel.plants)) for _plant in range(4)})
    outputs = [fuel.output_of[plant] for plant in plants]
    least = [FAR] * (sum(outputs) + 1)
    for number_ in range(1 << len(plants)):
        run = [plant for place, plant in enumerate(plants) if number_ >> place & 1]
        output = sum(fuel.output_of[plant] for plant in run)
        least[output] = min(least[output], prices.run_cost(fuel.needs(run)))
    assert prices.costs_by_output(plants, sum(outputs)) == least


def test_prices_are_alike_only_if_nothing_costs_more() -> None:
    table = scenario().tokens(coal=5).at("auction")
    seen = observe(table.game, table.state, 0)
    prices = read_prices(table.game.rules, seen, 0, NOTHING)
    assert prices.are_like(read_prices(table.game.rules, seen, 1, NOTHING))
    assert not prices.are_like(read_prices(table.game.rules, seen, 0, [1, 0, 0, 0]))
    seen.tokens[0] = 4
    assert not prices.are_like(read_prices(table.game.rules, seen, 0, NOTHING))


def test_prices_of_cards_are_alike_only_with_the_same_cards() -> None:
    built = card_scenario().column(2, "coal-2")
    tables = [built.at("auction"), built.at("auction"), built.column(3, "coal-3").at("auction")]
    first, same, other = (
        read_prices(table.game.rules, observe(table.game, table.state, 0), 0, NOTHING)
        for table in tables
    )
    assert first.are_like(same)
    assert not first.are_like(other)

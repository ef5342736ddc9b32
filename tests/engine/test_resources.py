"""Price ladders, compared with a plain list of spaces."""

from hypothesis import given
from hypothesis import strategies as st

from gridwright.content.table import build_rules, default_spec
from gridwright.engine.resources import Ladder


class Shelf:
    """The spaces of one kind as they are on the table, and the supply beside them."""

    def __init__(self, prices: list[int], tokens: int, supply: int, store_price: int) -> None:
        self.spaces = [place >= len(prices) - tokens for place in range(len(prices))]
        self.prices = prices
        self.supply = supply
        self.store_price = store_price

    def take(self) -> int:
        """Take the cheapest token there is; returns its price, 0 if there is none."""
        for place, taken in enumerate(self.spaces):
            if taken:
                self.spaces[place] = False
                return self.prices[place]
        if self.store_price and self.supply:
            self.supply -= 1
            return self.store_price
        return 0

    def take_all(self) -> list[int]:
        """The price of each token that can be had, in the order in which they are sold."""
        paid: list[int] = []
        while price := self.take():
            paid.append(price)
        return paid


@st.composite
def shelves(draw: st.DrawFn) -> tuple[Ladder, int, int, list[int]]:
    """A ladder, tokens on the market and in the supply, and all prices."""
    prices = sorted(draw(st.lists(st.integers(1, 20), min_size=1, max_size=12)))
    tokens = draw(st.integers(0, len(prices)))
    supply = draw(st.integers(0, 5))
    store_price = draw(st.sampled_from([0, 0, 1, 8, 25]))
    sold = Shelf(prices, tokens, supply, store_price).take_all()
    return Ladder(prices, store_price), tokens, supply, sold


@given(shelves())
def test_on_sale_counts_the_supply_only_where_a_store_sells_it(
    shelf: tuple[Ladder, int, int, list[int]],
) -> None:
    ladder, tokens, supply, sold = shelf
    assert ladder.on_sale(tokens, supply) == len(sold)


@given(shelves(), st.integers(1, 12))
def test_tokens_on_closed_spaces_are_not_sold(
    shelf: tuple[Ladder, int, int, list[int]], n_closed: int
) -> None:
    ladder, tokens, supply, _sold = shelf
    n_closed = min(n_closed, ladder.n_spaces)
    first_closed = ladder.n_spaces - n_closed
    lying = range(ladder.n_spaces - tokens, ladder.n_spaces)
    partly = Ladder(ladder.prices, 0, n_closed)
    n_open = len([place for place in lying if place < first_closed])
    assert partly.on_sale(tokens, supply) == n_open
    assert (partly.next_price(tokens, supply) == 0) == (n_open == 0)


@given(shelves())
def test_c5_2_cheapest_tokens_go_first(shelf: tuple[Ladder, int, int, list[int]]) -> None:
    ladder, tokens, _supply, sold = shelf
    for amount in range(len(sold) + 1):
        assert ladder.cost(tokens, amount) == sum(sold[:amount])


@given(shelves(), st.integers(0, 100), st.data())
def test_affordable_is_the_most_that_the_money_pays_for(
    shelf: tuple[Ladder, int, int, list[int]], money: int, data: st.DataObject
) -> None:
    ladder, tokens, _supply, sold = shelf
    limit = data.draw(st.integers(0, len(sold)))
    most = max(amount for amount in range(limit + 1) if sum(sold[:amount]) <= money)
    assert ladder.affordable(tokens, limit, money) == most


@given(shelves())
def test_next_price_is_that_of_the_next_token(shelf: tuple[Ladder, int, int, list[int]]) -> None:
    ladder, tokens, supply, sold = shelf
    assert ladder.next_price(tokens, supply) == (sold[0] if sold else 0)


def test_c1_7_printed_ladders() -> None:
    ladders = build_rules(default_spec()).market.ladders
    steps = [price for price in range(1, 9) for space in range(3)]
    assert [ladder.prices for ladder in ladders] == [
        *[steps] * 3,
        [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16],
    ]
    assert [ladder.n_spaces for ladder in ladders] == [24, 24, 24, 12]
    assert [ladder.cost(18, 4) for ladder in ladders[:3]] == [3 + 3 + 3 + 4] * 3
    assert ladders[3].cost(2, 2) == 14 + 16

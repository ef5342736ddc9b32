"""Two fuel markets: what a seat pays and finds follows from the side that it chose."""

import pytest

from gridwright.content.board_rules import Part
from gridwright.content.document import Node
from gridwright.content.errors import ContentError
from gridwright.content.second_markets import build_second_market, read_second_market
from gridwright.content.table import TableSpec, build_rules
from gridwright.engine.board_parts import BoardParts
from gridwright.engine.resources import Ladder
from gridwright.engine.rules import PartRules
from gridwright.engine.second_market import (
    AT_FIRST,
    AT_SECOND,
    UNDECIDED,
    SecondMarket,
    TwoMarketPrices,
)

KINDS = ("coal", "oil", "garbage", "uranium")
PARTS = [Part("hill", (1, 0, 2, 0), "", 0, True), Part("side", (), "seat", 0, False)]
CLAUSES = {"market_chosen": "b-hill.1", "nothing_for_sale": "b-hill.1"}
SHEET = {
    "part": "hill",
    "sides": "side",
    "prices": {"coal": [2, 3], "garbage": [1, 4]},
    "refills": {"2": [[1, 0, 1, 0]] * 3},
    "source": "made up",
    "confidence": "reconstruction",
}


def second() -> SecondMarket:
    read = read_second_market(Node("a", "b", SHEET), KINDS, [2], PARTS, CLAUSES)
    built = build_second_market(read, 2)
    assert built is not None
    return built


def test_a_seat_pays_the_prices_of_the_market_that_it_chose() -> None:
    market = second()
    board = build_rules(TableSpec("classic", "original", "usa", 2)).board
    printed = [Ladder([1, 2], 0) for _kind in KINDS]
    prices = TwoMarketPrices(printed, board, {}, market)
    rules = [PartRules("hill", [1, 0, 2, 0], True), PartRules("side", [0, 0], False)]
    for side, seat_prices, stock in (
        (UNDECIDED, [1, 2], [2, 2, 2, 2]),
        (AT_FIRST, [1, 2], [2, 2, 2, 2]),
        (AT_SECOND, [2, 3], [1, 0, 2, 0]),
    ):
        parts = BoardParts(rules, [[1, 0, 2, 0], [side, 0]])
        assert prices.ladder(0, 0, 1, 0, parts).prices == seat_prices
        assert prices.stock(0, [2, 2, 2, 2], parts) == stock
        # Another seat is where it was.
        assert prices.ladder(1, 0, 1, 0, parts).prices == [1, 2]
        assert prices.stock(1, [2, 2, 2, 2], parts) == [2, 2, 2, 2]
    assert market.sold == [0, 2]
    assert market.refills == [[1, 0, 1, 0]] * 3


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"part": "side"}, "part with tokens"),
        ({"sides": "hill"}, "part by seats"),
        ({"prices": {"coal": [3, 2], "garbage": [1, 4]}}, "cheapest first"),
        ({"prices": {"coal": [2, 3]}}, "at most 0 garbage"),
    ],
)
def test_a_faulty_second_market_is_refused(change: dict[str, object], problem: str) -> None:
    with pytest.raises(ContentError, match=problem):
        read_second_market(Node("a", "b", SHEET | change), KINDS, [2], PARTS, CLAUSES)


def test_its_refusals_need_clauses() -> None:
    with pytest.raises(ContentError, match="market_chosen"):
        read_second_market(Node("a", "b", SHEET), KINDS, [2], PARTS, {})
    assert read_second_market(None, KINDS, [2], PARTS, {}) is None
    assert build_second_market(None, 2) is None

"""Clause d7.5: the refill of both boards, figure by figure."""

import pytest

from gridwright.engine.vocabulary.fuel import MarketRefilled
from tests.kit import only, scenario

TABLES = {
    "europe": {
        2: ((2, 2, 2, 1), (6, 3, 2, 1), (2, 5, 3, 2)),
        3: ((2, 2, 2, 1), (6, 3, 2, 1), (2, 5, 3, 2)),
        4: ((3, 3, 3, 1), (7, 4, 3, 2), (4, 5, 4, 2)),
        5: ((3, 3, 4, 2), (8, 5, 3, 3), (4, 7, 5, 3)),
        6: ((5, 4, 4, 2), (10, 6, 5, 3), (5, 8, 6, 4)),
    },
    "north-america": {
        2: ((2, 2, 3, 2), (5, 2, 1, 1), (2, 4, 3, 2)),
        3: ((2, 2, 3, 2), (5, 2, 1, 1), (2, 4, 3, 2)),
        4: ((3, 3, 3, 2), (6, 3, 2, 1), (3, 5, 4, 2)),
        5: ((4, 3, 4, 3), (7, 3, 2, 2), (4, 6, 5, 3)),
        6: ((5, 4, 5, 3), (8, 4, 3, 2), (5, 7, 6, 4)),
    },
}
"""Coal, gas, oil and uranium in steps 1, 2 and 3, by board and seats."""
PLAIN = {
    "europe": ((2, 2, 2, 1), (5, 2, 2, 1), (2, 4, 2, 2)),
    "north-america": ((2, 2, 2, 2), (4, 2, 1, 1), (2, 3, 2, 2)),
}
"""Refill for two players without the Trust."""
MARKET = (37, 39, 40, 42, 44, 50)
TOTALS = (27, 24, 20, 12)
NONE_LEFT = {"coal": 0, "gas": 0, "oil": 0, "uranium": 0}


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("preset", TABLES)
def test_d7_5_d10_8_refill_by_board_seats_and_step(preset: str, seats: int, step: int) -> None:
    """The table for the board, the number of seats and the step in force."""
    built = scenario(preset=preset, seats=seats).step(step).market(*MARKET)
    table = built.tokens(**NONE_LEFT).at("bureaucracy")
    row = list(TABLES[preset][seats][step - 1])
    assert [event.amounts for event in only(table.began, MarketRefilled)] == [row]
    assert table.state.tokens == row
    assert table.state.supply == [total - amount for total, amount in zip(TOTALS, row, strict=True)]


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("preset", PLAIN)
def test_d10_9_refill_for_two_without_the_trust(preset: str, step: int) -> None:
    """The two-seat row with every figure of 3 or more lowered by 1."""
    rule = ("plain-two-players",)
    built = scenario(preset=preset, seats=2, house_rules=rule).step(step).market(*MARKET)
    table = built.tokens(**NONE_LEFT).at("bureaucracy")
    row = list(PLAIN[preset][step - 1])
    assert row == [n - 1 if n >= 3 else n for n in TABLES[preset][2][step - 1]]
    assert [event.amounts for event in only(table.began, MarketRefilled)] == [row]


@pytest.mark.parametrize("preset", PLAIN)
@pytest.mark.parametrize("seats", [3, 6])
def test_d10_9_more_players_are_not_concerned(preset: str, seats: int) -> None:
    """The house rule changes nothing for them."""
    plain = scenario(preset=preset, seats=seats, house_rules=("plain-two-players",)).game.rules
    rules = scenario(preset=preset, seats=seats).game.rules
    assert plain.market.refills == rules.market.refills
    assert plain.limits == rules.limits

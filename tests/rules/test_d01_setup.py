"""Clauses d1: the set-up of the deluxe game, where it differs from the classic one."""

from typing import Final

import pytest

from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.market import RevealCard
from tests.kit import STEP_3, Table, facts, opening, scenario
from tests.rules.presets import DELUXE

SEATS: Final = (2, 3, 4, 5, 6)
DARK: Final = list(range(3, 16))
LIGHT: Final = [*range(16, 41), 42, 44, 46, 50]
N_OPENING: Final = {"europe": 9, "north-america": 8}
TOTALS: Final = {"coal": 27, "gas": 24, "oil": 20, "uranium": 12}
OPENING: Final = {
    "europe": {"coal": 23, "gas": 18, "oil": 16, "uranium": 4},
    "north-america": {"coal": 23, "gas": 18, "oil": 14, "uranium": 2},
}
BOXES: Final = {
    "coal": (4, 4, 4, 3, 3, 3, 2, 2, 2),
    "gas": (3, 3, 3, 3, 3, 3, 3, 3, 0),
    "oil": (2, 2, 2, 2, 2, 2, 2, 2, 4),
    "uranium": (1, 1, 1, 1, 1, 1, 2, 2, 2),
}
"""Spaces at the prices 1 to 9."""
REMOVED: Final = [(2, 1, 5), (3, 2, 6), (4, 1, 3), (5, 0, 0), (6, 0, 0)]
"""Seats, dark cards and light cards removed unseen."""


def dealt(preset: str, seats: int) -> Table:
    """A table after set-up, as the first auction is due."""
    table = opening(preset=preset, seats=seats)
    table.deal()
    assert table.phase == "auction"
    return table


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("preset", DELUXE)
def test_d1_5_what_is_not_on_the_market_is_in_the_supply(preset: str, seats: int) -> None:
    """27 coal, 24 gas, 20 oil and 12 uranium in all."""
    table = dealt(preset, seats)
    supply = {kind: TOTALS[kind] - n_tokens for kind, n_tokens in OPENING[preset].items()}
    assert table.supply() == supply
    assert dict(zip(table.notation.kinds, table.game.rules.market.token_totals, strict=True)) == (
        TOTALS
    )


@pytest.mark.parametrize("kind", BOXES)
@pytest.mark.parametrize("preset", DELUXE)
def test_d1_6_tokens_are_on_the_dearest_spaces(preset: str, kind: str) -> None:
    """Boxes of unequal size: with any stock, the next two tokens cost what they should."""
    prices = [price for price, size in enumerate(BOXES[kind], start=1) for _space in range(size)]
    assert len(prices) == TOTALS[kind]
    plant = {"coal": 9, "gas": 34, "oil": 38, "uranium": 37}[kind]
    for n_tokens in range(1, len(prices) + 1):
        built = scenario(preset=preset, seats=3).owns(0, plant).money(0, 500)
        table = built.tokens(**{kind: n_tokens}).at("resources")
        for price in prices[len(prices) - n_tokens :][:2]:
            before = table.money(0)
            table.do(f"0 buy {kind} 1")
            assert before - table.money(0) == price


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("preset", DELUXE)
def test_d1_7_the_opening_fuel(preset: str, seats: int) -> None:
    """23 coal and 18 gas; 16 oil and 4 uranium in Europe, 14 and 2 in North America."""
    assert dealt(preset, seats).tokens() == OPENING[preset]


@pytest.mark.parametrize(
    ("preset", "coal", "gas", "oil", "uranium"),
    [("europe", 2, 3, 3, 8), ("north-america", 2, 3, 4, 9)],
)
def test_d1_7_the_first_token_of_each_kind(
    preset: str, coal: int, gas: int, oil: int, uranium: int
) -> None:
    """The coal on 9 is there, so the first coal costs 2 and not 1."""
    table = dealt(preset, 4)
    ladders = table.game.rules.market.ladders
    prices = [ladders[kind].next_price(table.state.tokens[kind], 0) for kind in range(4)]
    assert prices == [coal, gas, oil, uranium]


@pytest.mark.parametrize("preset", DELUXE)
def test_d1_8_thirteen_dark_and_29_light_backs(preset: str) -> None:
    """Plants 3 to 15 are dark, 16 and up light."""
    table = dealt(preset, 5)
    numbers = [plant.number for plant in table.game.rules.deck.plants]
    assert numbers == DARK + LIGHT
    assert [table.back(number) for number in numbers] == ["dark"] * 13 + ["light"] * 29
    assert table.back(STEP_3) == "step"


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("preset", DELUXE)
def test_d1_9_dark_cards_are_drawn_for_the_opening_market(preset: str, seats: int) -> None:
    """Nine of the thirteen in Europe, eight in North America, any of them, sorted."""
    table = opening(preset=preset, seats=seats, order=tuple(range(seats)))
    table.act(table.game.legal(table.state)[0])
    assert table.market() == []
    left = DARK[:]
    drawn = (15, 3, 14, 4, 13, 12, 11, 5, 6)[: N_OPENING[preset]]
    for card in drawn:
        assert (table.phase, table.actor) == ("opening-market", CHANCE)
        assert table.possible_cards() == left
        table.reveal(card)
        left.remove(card)
    assert table.phase == ("trust-region" if seats == 2 else "auction")
    assert table.market() == sorted(drawn)
    assert table.current() == sorted(drawn)[:4]


@pytest.mark.parametrize(("seats", "n_dark", "n_light"), REMOVED)
def test_d1_10_europe_the_rest_is_shuffled_over_the_step_3_card(
    seats: int, n_dark: int, n_light: int
) -> None:
    """Four dark cards and the light ones, less those removed unseen; no card is taken out."""
    table = dealt("europe", seats)
    unseen = [number for number in DARK if number not in table.market()]
    assert table.layers() == [unseen + LIGHT, [STEP_3]]
    assert table.notation.backs == ["dark", "light", "step"]
    assert table.state.stack.counts == [13 - 9 - n_dark, 29 - n_light, 0, 0, 0, 1]


@pytest.mark.parametrize(("seats", "n_dark", "n_light"), REMOVED)
def test_d1_10_north_america_has_one_more_dark_card_on_top(
    seats: int, n_dark: int, n_light: int
) -> None:
    """The card is taken out before the removal, so as many are mixed in as in Europe."""
    table = dealt("north-america", seats)
    unseen = [number for number in DARK if number not in table.market()]
    assert table.layers() == [unseen, unseen + LIGHT, [STEP_3]]
    mixed = [13 - 8 - 1 - n_dark, 29 - n_light, 0]
    assert table.state.stack.counts == [1, 0, 0, *mixed, 0, 0, 1]


def test_d1_10_europe_the_first_card_may_have_either_back() -> None:
    """The first card need not be light: that reading of the rules is not played."""
    table = opening(preset="europe", seats=4, order=(0, 1, 2, 3))
    table.act(table.game.legal(table.state)[0])
    for _card in range(8):
        table.reveal(table.possible_cards()[0])
    backs = {
        action.next_back
        for action in table.game.legal(table.state)
        if isinstance(action, RevealCard)
    }
    assert {table.notation.backs[back] for back in backs} == {"dark", "light"}


@pytest.mark.parametrize("preset", DELUXE)
def test_d1_11_the_back_of_the_top_card_is_visible(preset: str) -> None:
    """Everyone sees the next back, and the next card has it."""
    built = scenario(preset=preset, seats=4).market(3, 4, 5, 6, 7, 8, 9, 10)
    table = built.stack(rest=[12, 13, 15, 20, 30], back="dark").at("auction")
    backs = table.notation.backs

    def shown() -> set[str]:
        viewers = (SPECTATOR, 0, 1, 2, 3)
        return {backs[observe(table.game, table.state, each).stack.top_back] for each in viewers}

    assert shown() == {"dark"}
    table.do("0 offer 3 50")
    assert table.possible_cards() == [12, 13, 15]
    refusal = table.refused("chance reveal 20 dark")
    assert facts(refusal) == ("d12.2", "impossible_outcome", {})
    table.reveal(12, "light")
    assert shown() == {"light"}
    table.do("1 offer 4 50")
    assert table.possible_cards() == [20, 30]
    table.reveal(30, "dark")
    assert shown() == {"dark"}


ROWS: Final = [(2, 3, 7, 18), (3, 3, 7, 17), (4, 3, 7, 17), (5, 3, 7, 15), (6, 3, 6, 14)]


@pytest.mark.parametrize(("seats", "limit", "step_two", "end"), ROWS)
@pytest.mark.parametrize("preset", DELUXE)
def test_d1_12_figures_by_seats(
    preset: str, seats: int, limit: int, step_two: int, end: int
) -> None:
    """The same on both boards; test_c01_setup plays them."""
    rules = opening(preset=preset, seats=seats).game.rules
    assert rules.limits[1:] == (limit, step_two, end)

"""Clauses k1: the set-up of the card game."""

from collections import Counter
from itertools import permutations

import pytest

from gridwright.content.errors import ContentError
from gridwright.engine.editions.card.vocabulary import FuelDealt
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.masks import members
from gridwright.engine.notation import NotationError
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.auction import ScrapAsked
from gridwright.engine.vocabulary.market import CardRevealed
from tests.content.files import parse
from tests.kit import facts, only
from tests.kit.card_scenario import LAST_ROUND, CardTable, card_opening, card_scenario

SEATS = (2, 3, 4, 5, 6)
SMALL = ["3", "4a", "4b", "5a", "5b", "5c", "6", "7a", "7b", "8a", "8b", "9a", "9b"]
BIG = [str(number) for number in range(10, 39)]
SET = ["coal-3", "gas-3", "oil-3", "uranium-2"]
"""The ``+`` cards, and the ``++`` cards as well."""


def dealt(seats: int) -> CardTable:
    """The first auction, after chance took its first outcomes."""
    table = card_opening(seats, order=tuple(range(seats)))
    table.deal()
    assert (table.phase, table.state.round) == ("auction", 1)
    return table


def by_back(table: CardTable, layer: int | None = None) -> dict[str, int]:
    """Return how many cards of each back are in the stack, or in one layer of it."""
    stack, backs = table.state.stack, table.notation.backs
    layers = range(len(stack.pools)) if layer is None else [layer]
    return {
        name: sum(stack.counts[each * len(backs) + back] for each in layers)
        for back, name in enumerate(backs)
    }


def opening_cards(seats: int) -> Counter[str]:
    """The ordinary fuel cards in play, before any was laid out."""
    return Counter(card_opening(seats).fuel_stack())


# Seats and money


@pytest.mark.parametrize("seats", SEATS)
def test_k1_1_two_to_six_seats_clockwise_from_0(seats: int) -> None:
    table = dealt(seats)
    assert sorted(table.state.order) == list(range(seats))
    table.do("0 offer 3 1")
    assert table.actor == 1
    table.do("1 drop")
    assert table.actor == (2 if seats > 2 else CHANCE)


@pytest.mark.parametrize("seats", [1, 7])
def test_k1_1_neither_one_seat_nor_seven(seats: int) -> None:
    with pytest.raises(ContentError):
        card_opening(seats)


@pytest.mark.parametrize("seats", SEATS)
def test_k1_2_twelve_elektro_and_nothing_else(seats: int) -> None:
    table = dealt(seats)
    assert table.state.money == [12] * seats
    assert [table.plants(seat) for seat in range(seats)] == [[]] * seats
    assert [table.storage(seat) for seat in range(seats)] == [[]] * seats


def test_k1_3_the_first_order_is_drawn_by_lot() -> None:
    """Every order is possible, and what comes is the order of the first auctions."""
    table = card_opening(3)
    orders = [f"chance order {'+'.join(each)}" for each in permutations("012")]
    assert (table.phase, table.legal()) == ("order-lot", orders)
    table.do("chance order 2+0+1")
    table.deal()
    assert (table.state.order, table.actor) == ([2, 0, 1], 2)


def test_k1_3_unless_it_was_given() -> None:
    table = card_opening(3, order=(1, 2, 0))
    assert (table.phase, table.state.order) == ("opening-market", [1, 2, 0])


def test_k1_4_the_notes_in_the_box_are_no_limit() -> None:
    """Seats may hold and pay more than the 540 Elektro of the notes."""
    table = card_scenario(3).money(0, 700).money(1, 701).money(2, 10_000).at("auction")
    table.do("0 offer 3 600", "1 bid 701", "2 drop")
    assert (table.money(1), table.plants(1)) == (0, [3])


def test_k1_4_money_is_whole() -> None:
    with pytest.raises(NotationError):
        card_scenario(3).at("auction").refused("0 offer 3 1.5")


# Fuel cards


def test_k1_5_fifty_one_fuel_cards() -> None:
    """36 ordinary, four and four marked ones, seven singles; the summary has 48."""
    table = card_opening(6)
    kinds = Counter(name.split("-")[0] for name in table.fuel_stack())
    assert kinds == {"coal": 12, "gas": 10, "oil": 9, "uranium": 5}
    assert [name.split("-")[0] for name in table.discard()] == ["coal", "gas", "oil", "uranium"]
    assert [name.split("-")[0] for name in table.aside()] == ["coal", "gas", "oil", "uranium"]
    singles = parse("card", "fuel_cards.toml")["singles"]["n_printed"]
    assert kinds.total() + 4 + 4 + sum(singles.values()) == 51


def test_k1_6_seven_singles_of_one_unit_each() -> None:
    """The summary has one of each kind."""
    singles = parse("card", "fuel_cards.toml")["singles"]["n_printed"]
    assert singles == {"coal": 2, "gas": 2, "oil": 2, "uranium": 1}
    cards = card_opening(4).game.rules.cards
    assert [cards.units_of[cards.single(kind)] for kind in range(4)] == [1] * 4


def test_k1_6_a_single_is_worth_one_unit_in_the_store() -> None:
    table = card_scenario(3).owns(2, "4a").column(1, "coal-single").at("resources")
    table.do("2 buy-card coal-single 1")
    assert (table.fuel(2), table.storage(2)) == ({"coal": 1}, ["coal-single"])


MARKED = [
    # kind, units marked 2-6, 4-6 and 5-6
    ("coal", "1 2 2 2 3 3 3 3", "2 3", "1 3"),
    ("gas", "1 2 2 2 2 3 3", "3", "1 3"),
    ("oil", "1 2 2 2 3 3", "1 3", "3"),
    ("uranium", "1 1 2", "2", "1"),
]


@pytest.mark.clause("k1.13")
@pytest.mark.parametrize(("kind", "from_2", "from_4", "from_5"), MARKED)
def test_k1_7_units_and_marks_of_the_ordinary_cards(
    kind: str, from_2: str, from_4: str, from_5: str
) -> None:
    """Each mark adds its cards; three seats play like two, six like five."""
    expected = Counter[str]()
    for mark, played in ((from_2, (2, 3)), (from_4, (4,)), (from_5, (5, 6))):
        expected.update(f"{kind}-{units}" for units in mark.split())
        for seats in played:
            found = opening_cards(seats)
            own = {name: found[name] for name in found if name.startswith(kind)}
            assert own == expected, seats


@pytest.mark.parametrize(("seats", "n_cards"), [(2, 24), (3, 24), (4, 30), (5, 36), (6, 36)])
def test_k1_13_the_cards_in_play_are_shuffled_into_the_fuel_stack(seats: int, n_cards: int) -> None:
    """Any of them may come first."""
    table = card_opening(seats, order=tuple(range(seats)))
    while table.phase == "opening-market":
        table.act(table.game.legal(table.state)[0])
    assert len(table.fuel_stack()) == n_cards
    assert table.legal() == [f"chance fuel {name}" for name in sorted(opening_cards(seats))]


@pytest.mark.parametrize(("seats", "n_slots"), [(2, 4), (3, 4), (4, 5), (5, 6), (6, 6)])
def test_k1_14_three_columns_are_filled_and_the_first_is_empty(seats: int, n_slots: int) -> None:
    """The summary has 3, 3, 4, 4, 5 cards in a column."""
    table = dealt(seats)
    assert table.game.rules.cards.prices == [1, 2, 3, 4]
    assert [len(table.column(price)) for price in (1, 2, 3, 4)] == [0, n_slots, n_slots, n_slots]
    laid = [name for price in (2, 3, 4) for name in table.column(price)]
    assert Counter(laid) + Counter(table.fuel_stack()) == opening_cards(seats)


def test_k1_14_the_columns_are_filled_one_by_one() -> None:
    table = card_opening(2, order=(0, 1))
    dealt_to = [each.column for each in only(table.deal(), FuelDealt)]
    prices = [table.game.rules.cards.prices[column] for column in dealt_to]
    assert prices == [2] * 4 + [3] * 4 + [4] * 4


@pytest.mark.parametrize("seats", SEATS)
def test_k1_15_the_discard_pile_begins_with_one_plus_card_of_each_kind(seats: int) -> None:
    table = dealt(seats)
    assert table.discard() == SET
    for viewer in (SPECTATOR, *range(seats)):
        rows = observe(table.game, table.state, viewer).parts.rows()
        assert table.depot.discard in rows


@pytest.mark.parametrize("seats", SEATS)
def test_k1_16_the_second_set_waits_aside(seats: int) -> None:
    """The set is neither in the stack nor, as in the summary, in a pile that can be shuffled."""
    table = dealt(seats)
    assert table.aside() == SET
    ordinary = opening_cards(seats)
    laid = Counter(name for price in (2, 3, 4) for name in table.column(price))
    assert Counter(table.fuel_stack()) + laid == ordinary


def test_k1_16_the_first_reshuffled_stack_is_without_the_second_set() -> None:
    """All ordinary cards and the ``+`` cards; the ``++`` cards only then join a pile."""
    table = card_scenario(3).column(2, "coal-1").fuel_stack().at("bureaucracy")
    assert table.depot.n_reshuffles == 1
    assert Counter(table.fuel_stack()) == opening_cards(3) + Counter(SET) - Counter(["coal-1"])
    assert (table.discard(), table.aside()) == (SET, [])


# Plants


def test_k1_8_forty_two_plants_and_the_end_card() -> None:
    table = card_opening(5)
    assert table.notation.cards == [*SMALL, *BIG, LAST_ROUND]
    backs = Counter(table.back(name) for name in table.notation.cards)
    assert backs == {"small": 13, "big": 29, "end": 1}
    assert {table.back(name) for name in SMALL} == {"small"}
    assert {table.back(name) for name in BIG} == {"big"}
    numbers = Counter(plant.number for plant in table.game.rules.deck.plants)
    small = dict.fromkeys(range(3, 10), 2) | {3: 1, 5: 3, 6: 1}
    assert numbers == small | dict.fromkeys(range(10, 39), 1)


@pytest.mark.parametrize(
    ("name", "kinds", "need", "income"),
    [("7a", ["gas", "oil"], 3, 8), ("8a", [], 0, 6), ("12", ["coal"], 3, 9)],
)
def test_k1_8_the_plants_that_are_no_reconstruction(
    name: str, kinds: list[str], need: int, income: int
) -> None:
    table = card_opening(4)
    plant = table.game.rules.deck.plants[table.notation.cards.index(name)]
    assert [table.notation.kinds[kind] for kind in plant.kinds] == kinds
    assert (plant.need, plant.output) == (need, income)


def test_k1_9_eight_small_plants_are_drawn_one_after_the_other() -> None:
    """Any small plant that did not come yet, and no big one."""
    table = card_opening(4, order=(0, 1, 2, 3))
    assert table.row() == []
    drawn = ["9b", "3", "7a", "4b", "8a", "6", "5b", "9a"]
    for number, name in enumerate(drawn, start=1):
        refusal = table.refused("chance reveal 12 small")
        assert (refusal.clause, refusal.code) == ("k12.2", "impossible_outcome")
        table.reveal(name)
        assert len(table.row()) == number
    assert table.row() == ["3", "4b", "5b", "6", "7a", "8a", "9b", "9a"]
    assert table.phase == "opening-fuel"


REMOVED = [(2, 1, 5), (3, 2, 6), (4, 1, 3), (5, 0, 0), (6, 0, 0)]


@pytest.mark.parametrize(("seats", "small", "big"), REMOVED)
def test_k1_10_small_and_big_plants_are_removed(seats: int, small: int, big: int) -> None:
    """The summary removes 4, 3, 2, 1, 0 and 9, 6, 3, 1, 0."""
    assert by_back(dealt(seats)) == {"small": 5 - small, "big": 29 - big, "end": 1}


@pytest.mark.parametrize(("seats", "small", "big"), REMOVED)
def test_k1_10_no_one_sees_which(seats: int, small: int, big: int) -> None:
    """Each unseen plant may still be in the stack, and none is known to be gone."""
    table = dealt(seats)
    assert table.gone() == []
    possible = {name for pool in table.state.stack.pools for name in table.named(members(pool))}
    assert possible == set(table.notation.cards) - set(table.row())
    assert len(possible) - table.state.stack.size() == small + big


def test_k1_11_the_back_of_the_top_card_is_visible() -> None:
    """The drawn card has the back that shows, and then the next one shows."""
    table = dealt(4)
    shown = "small"
    for next_back, seat, line, card in (
        ("big", 0, "0 offer 3 12", "9b"),
        ("small", 1, "1 offer 4a 12", "20"),
        ("big", 2, "2 offer 4b 12", "8b"),
    ):
        table.do(line)
        for viewer in (SPECTATOR, seat):
            seen = observe(table.game, table.state, viewer)
            assert table.notation.backs[seen.stack.top_back] == shown
        possible = {table.back(name) for name in table.named(range(43)) if may_come(table, name)}
        assert possible == {shown}
        (event,) = only(table.reveal(card, next_back), CardRevealed)
        assert table.notation.backs[event.next_back] == next_back
        shown = next_back


def may_come(table: CardTable, name: str) -> bool:
    """Return whether chance may turn up this card now."""
    return any(line.split()[2] == name for line in table.legal() if " reveal " in line)


@pytest.mark.parametrize(("seats", "small", "big"), REMOVED)
def test_k1_12_a_small_plant_on_top_and_the_end_card_below(
    seats: int, small: int, big: int
) -> None:
    """First the removal, then one of the small plants left is taken out."""
    table = dealt(seats)
    assert by_back(table, 0) == {"small": 1, "big": 0, "end": 0}
    assert by_back(table, 1) == {"small": 4 - small, "big": 29 - big, "end": 0}
    assert by_back(table, 2) == {"small": 0, "big": 0, "end": 1}
    assert len(table.state.stack.pools) == 3


def test_k1_12_any_of_the_small_plants_left_may_be_the_one_on_top() -> None:
    table = dealt(4)
    table.do("0 offer 3 12")
    assert table.actor == CHANCE
    left = [name for name in SMALL if name not in ("3", *table.row())]
    assert [name for name in table.notation.cards if may_come(table, name)] == left


@pytest.mark.parametrize("seats", SEATS)
def test_k1_17_the_fourth_plant_is_one_too_many(seats: int) -> None:
    """The plant limit is three for any number of seats, also for two against the Trust."""
    for owned, must_scrap in ((("13", "18"), False), (("13", "18", "22"), True)):
        table = card_scenario(seats).owns(0, *owned).at("auction")
        assert bool(only(table.do("0 offer 3 12"), ScrapAsked)) == must_scrap
    refusal = table.refused("0 pass")
    assert facts(refusal) == ("k12.4", "wrong_phase", {})

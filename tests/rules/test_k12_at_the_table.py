"""Clauses k12: at the table."""

from collections.abc import Callable

import pytest

from gridwright.engine.digest import digest
from gridwright.engine.editions.card.vocabulary import BuyCard, DealFuel, Produce
from gridwright.engine.ids import CHANCE, NO_ACTOR, NONE, SPECTATOR
from gridwright.engine.notation import NotationError
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction, ScrapPlant
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.fuel import FinishBuying
from gridwright.engine.vocabulary.market import RevealCard, ShuffleStack
from gridwright.engine.vocabulary.setup import DrawOrder
from gridwright.engine.vocabulary.turn import PartsRestored, TakeBack
from tests.kit import facts, only
from tests.kit.card_scenario import LAST_ROUND, CardTable, card_opening, card_scenario
from tests.rules.test_c12_at_the_table import every_action

MARKET = (10, 11, 12, 13, 14, 15, 16, 17)
BEYOND = [-(10**9), -1, 1000]


def ordering() -> CardTable:
    return card_opening(3)


def choosing() -> CardTable:
    built = card_scenario(3).owns(0, 3, "4a", "4b").market(*MARKET).stack(top=[30])
    return built.money(0, 20).money(1, 20).money(2, 20).at("auction")


def bidding() -> CardTable:
    table = choosing()
    table.do("0 offer 11 11")
    return table


def scrapping() -> CardTable:
    table = bidding()
    table.do("1 drop", "2 drop")
    return table


def revealing() -> CardTable:
    table = scrapping()
    table.do("0 scrap 3")
    return table


def shuffling() -> CardTable:
    built = card_scenario(3).full_columns().market(*MARKET)
    table = built.stack(top=[LAST_ROUND], rest=[30, 31]).at("bureaucracy")
    table.reveal(LAST_ROUND)
    return table


def buying() -> CardTable:
    """Seat 2 has room for 2 coal and for 2 uranium, seat 1 for 4 gas."""
    built = card_scenario(3).owns(1, "5b").owns(2, "9b", "8b").money(2, 20)
    built.column(2, "coal-1", "coal-3", "gas-2").column(3, "uranium-1", "coal-2")
    return built.market(*MARKET).at("resources")


def producing() -> CardTable:
    built = card_scenario(3).owns(0, "9b", "7a").stores(0, "coal-2", "gas-2", "oil-3")
    return built.owns(1, "8a").at("bureaucracy")


def dealing() -> CardTable:
    """No one produces; four places of each column are to be filled."""
    return card_scenario(3).at("bureaucracy")


def ended() -> CardTable:
    table = card_scenario(3).last_round().market(20, 21).stack(rest=()).at("resources")
    assert (table.phase, table.actor) == ("over", NO_ACTOR)
    return table


ALLOWED: dict[Callable[[], CardTable], set[type[Action]]] = {
    ordering: {DrawOrder},
    choosing: {OfferPlant, PassAuction},
    bidding: {Bid, DropOut},
    scrapping: {ScrapPlant},
    revealing: {RevealCard},
    shuffling: {ShuffleStack},
    buying: {BuyCard, FinishBuying},
    producing: {Produce},
    dealing: {DealFuel},
}
"""The legal actions in each position."""
POSITIONS = [pytest.param(position, id=position.__name__) for position in ALLOWED]
NOTHING_TO_UNDO: tuple[str, str, dict[str, int]] = ("k12.1", "nothing_to_undo", {})


# Taking back


def test_k12_1_purchases_are_taken_back_the_last_one_first() -> None:
    """One by one, until nothing of this turn is left."""
    table = buying()
    digests = [digest(table.state)]
    for line in ("2 buy-card coal-1 2", "2 buy-card uranium-1 3", "2 buy-card coal-2 3"):
        table.do(line)
        digests.append(digest(table.state))
    assert table.storage(2) == ["coal-1", "coal-2:1", "uranium-1"]
    for expected in digests[-2::-1]:
        table.do("2 take-back")
        assert digest(table.state) == expected
    assert facts(table.refused("2 take-back")) == NOTHING_TO_UNDO


def test_k12_1_what_was_spilled_goes_back_to_the_card() -> None:
    """The single in column 1 is gone, and the card shows its units again."""
    table = buying()
    table.do("2 buy-card coal-3 2")
    assert (table.storage(2), table.column(1)) == (["coal-3:2"], ["coal-single"])
    events = table.do("2 take-back")
    assert (table.storage(2), table.column(1), table.money(2)) == ([], [], 20)
    assert table.column(2) == ["coal-1", "coal-3", "gas-2"]
    assert len(only(events, PartsRestored)) == 1


def test_k12_1_every_viewer_sees_it() -> None:
    """A client that follows the events sees the same table as before."""
    table = buying()
    for viewer in (SPECTATOR, 0, 2):
        seen = observe(table.game, table.state, viewer)
        for event in table.do("2 buy-card coal-3 2", "2 take-back"):
            event.fold(table.game.rules, seen)
        assert seen.parts.rows() == table.depot.rows()
        assert seen.money == table.state.money


def test_k12_1_a_seat_with_nothing_left_to_buy_may_still_take_back() -> None:
    """A seat has its turn until it finishes, even with nothing left to buy."""
    built = card_scenario(3).owns(2, "9b").owns(1, 12).column(2, "coal-3").column(3, "coal-1")
    table = built.at("resources")
    table.do("2 buy-card coal-3 2")
    assert (table.actor, table.legal()) == (2, ["2 finish-buying"])
    table.do("2 take-back", "2 buy-card coal-1 3", "2 finish-buying")
    assert (table.storage(2), table.actor) == (["coal-1"], 1)


def test_k12_1_take_back_is_refused_after_the_turn_was_finished() -> None:
    """The next actions of another seat are its own turn."""
    table = buying()
    table.do("2 buy-card coal-1 2", "2 finish-buying")
    numbers = {"seat": 2, "actor": 1}
    assert facts(table.refused("2 take-back")) == ("k12.3", "not_your_turn", numbers)
    assert facts(table.refused("1 take-back")) == NOTHING_TO_UNDO


def test_k12_1_everything_else_stands() -> None:
    """Bids, passes, scrapped plants and productions."""
    table = bidding()
    table.do("1 bid 12", "2 drop")
    assert facts(table.refused("0 take-back")) == NOTHING_TO_UNDO
    table = choosing()
    table.do("0 pass")
    assert facts(table.refused("1 take-back")) == NOTHING_TO_UNDO
    table = producing()
    table.do("0 produce 9b")
    assert facts(table.refused("1 take-back")) == NOTHING_TO_UNDO


# Chance


@pytest.mark.parametrize("card", ["gas-1", "coal-single", "uranium-single", "uranium-2"])
def test_k12_2_a_fuel_card_must_be_in_the_stack(card: str) -> None:
    """A card in the market, a single or a held card is not dealt, with any discard pile."""
    built = card_scenario(3).column(2, "gas-1").owns(0, 26).stores(0, "uranium-2")
    table = built.at("bureaucracy")
    table.do("0 produce nothing")
    number = table.notation.fuel_cards.index(card)
    refusal = table.refused_action(DealFuel(number))
    assert facts(refusal) == ("k12.2", "impossible_outcome", {"card": number})


def test_k12_2_any_card_of_the_stack_may_come() -> None:
    """The cards of the stack may come, but neither discarded cards nor those aside."""
    table = dealing()
    stack = set(table.fuel_stack())
    assert {line.split()[2] for line in table.legal()} == stack
    table = card_scenario(3).fuel_stack("coal-1", "oil-2").at("bureaucracy")
    assert table.legal() == ["chance fuel coal-1", "chance fuel oil-2"]
    table.fuel_card("coal-1")
    assert table.legal() == ["chance fuel oil-2"]


@pytest.mark.parametrize("card", BEYOND)
def test_k12_2_a_card_must_exist(card: int) -> None:
    """Cards of either deck."""
    refusal = dealing().refused_action(DealFuel(card))
    assert facts(refusal) == ("k12.2", "impossible_outcome", {"card": card})
    assert revealing().refused_action(RevealCard(card, 0)).code == "impossible_outcome"


def test_k12_2_a_plant_must_be_possible() -> None:
    """The top card is known here; a big back shows, so that no small plant can come."""
    table = revealing()
    assert table.possible_cards() == [30]
    back = table.notation.backs.index("big")
    for name in ("12", "4a", "31", LAST_ROUND):
        card = table.notation.cards.index(name)
        refusal = table.refused_action(RevealCard(card, back))
        assert facts(refusal) == ("k12.2", "impossible_outcome", {})
    built = card_scenario(3).market(*MARKET).stack(rest=["8a", "8b", 30, 31], back="small")
    table = built.at("auction")
    table.do("0 pass", "1 pass", "2 pass")
    assert table.possible_cards() == [8, 8]
    for possible in (NONE, table.notation.backs.index("end")):
        card = table.notation.cards.index("8a")
        assert table.refused_action(RevealCard(card, possible)).code == "impossible_outcome"


def test_k12_2_a_shuffle_shows_a_back_of_the_stack() -> None:
    """Big plants are left in the stack and show their back; the end card has gone."""
    table = shuffling()
    for back in ("small", "end"):
        refusal = table.refused_action(ShuffleStack(table.notation.backs.index(back)))
        assert facts(refusal) == ("k12.2", "impossible_outcome", {})
    table.shuffle("big")


def test_k12_2_a_lot_names_every_seat_once() -> None:
    refusal = ordering().refused_action(DrawOrder([0, 1, 1]))
    assert facts(refusal) == ("k12.2", "impossible_outcome", {})


# Turns and phases


@pytest.mark.parametrize("position", POSITIONS)
def test_k12_3_only_the_seat_whose_turn_it_is_acts(position: Callable[[], CardTable]) -> None:
    """No one acts for the actor: no other seat, no spectator, and not the dealer."""
    table = position()
    for seat in {0, 1, 2, CHANCE, NO_ACTOR, SPECTATOR} - {table.actor}:
        expected = ("k12.3", "not_your_turn", {"seat": seat, "actor": table.actor})
        for action in [*every_action(seat), TakeBack(seat)]:
            assert facts(table.refused_action(action)) == expected


def test_k12_3_after_the_end_no_one_acts() -> None:
    """Everything is refused, and nothing is offered."""
    table = ended()
    assert (table.offers(), table.legal()) == ([], [])
    for seat in (0, 1, 2, CHANCE, NO_ACTOR):
        for action in [*every_action(seat), TakeBack(seat)]:
            assert facts(table.refused_action(action)) == ("k12.3", "game_over", {})


@pytest.mark.parametrize("position", POSITIONS)
def test_k12_4_an_action_must_belong_to_the_phase(position: Callable[[], CardTable]) -> None:
    """Every other kind of action of the same actor is refused, those of boards too."""
    table = position()
    assert {type(action) for action in table.game.legal(table.state)} == ALLOWED[position]
    for action in every_action(table.actor):
        if type(action) not in ALLOWED[position]:
            assert facts(table.refused_action(action)) == ("k12.4", "wrong_phase", {})


@pytest.mark.parametrize(
    ("card", "price"), [*((card, 2) for card in BEYOND), *((0, price) for price in BEYOND), (0, 5)]
)
def test_k12_4_fuel_cards_and_columns_must_exist(card: int, price: int) -> None:
    """The columns of 1, 2, 3 and 4 are all there are."""
    refusal = buying().refused_action(BuyCard(2, card, price))
    assert facts(refusal) == ("k12.4", "unknown_name", {"card": card, "price": price})


@pytest.mark.parametrize("plant", [*BEYOND, 42, 43])
def test_k12_4_a_plant_must_exist(plant: int) -> None:
    """A plant that does not exist is refused as neither on offer nor owned."""
    assert choosing().refused_action(OfferPlant(0, plant, 50)).code == "not_on_offer"
    assert scrapping().refused_action(ScrapPlant(0, plant, 0)).code == "cannot_scrap"
    mask = 1 << plant if plant >= 0 else plant
    assert producing().refused_action(Produce(0, mask, 0, [])).code == "cannot_run"


@pytest.mark.parametrize("amount", [-(10**9), -1, 0, 10**9])
def test_k12_4_amounts_that_cannot_be(amount: int) -> None:
    """Bids, losses, mixes and turns are refused where they are out of range."""
    assert choosing().refused_action(OfferPlant(0, 14, amount)).clause in ("k3.3", "k3.4")
    assert bidding().refused_action(Bid(1, amount)).clause in ("k3.4", "k3.5")
    table = producing()
    hybrid = 1 << table.notation.cards.index("7a")
    assert table.refused_action(Produce(0, hybrid, 0, [amount])).code == "wrong_cards_turned"
    if amount != 0:
        assert scrapping().refused_action(ScrapPlant(0, 0, amount)).code == "wrong_fuel_lost"
        assert table.refused_action(Produce(0, hybrid, amount, [])).code == "wrong_fuel_mix"


@pytest.mark.parametrize(
    "line",
    [
        "2 buy-card coal-4 2",
        "2 buy-card peat-1 2",
        "2 buy-card coal 2",
        "2 buy-card coal-1 two",
        "2 connect essen",
        "0 offer 4 4",
        "0 offer 39 39",
        f"0 offer {LAST_ROUND} 40",
    ],
)
def test_k12_4_names_of_this_game_only(line: str) -> None:
    """No such units, kinds, columns, cities and plants; plants of one number have letters."""
    with pytest.raises(NotationError):
        buying().notation.parse(line)

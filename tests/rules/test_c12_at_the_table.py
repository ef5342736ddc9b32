"""Clauses c12: at the table."""

from collections.abc import Callable
from typing import Final

import pytest

from gridwright.engine.actions import (
    Action,
    Bid,
    BuyResources,
    ConnectCity,
    DraftRegion,
    DropOut,
    FinishBuilding,
    FinishBuying,
    OfferPlant,
    PassAuction,
    PlaceTrustHouse,
    RunPlants,
    ScrapPlant,
    TakeBack,
)
from gridwright.engine.chance import (
    ChanceAction,
    DrawOrder,
    DrawRegions,
    RevealCard,
    ShuffleStack,
)
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import CHANCE, NOBODY, NONE, SPECTATOR
from tests.kit import STEP_3, Table, opening, scenario

MARKET: Final = (11, 12, 14, 16, 17, 18, 19, 20)


def facts(refusal: IllegalAction) -> tuple[str, str, dict[str, int]]:
    return refusal.clause, refusal.code, refusal.numbers


def drafting() -> Table:
    return opening(seats=3, regions="draft", order=(0, 1, 2))


def placing() -> Table:
    table = opening(preset="recharged", seats=2, order=(0, 1))
    table.deal()
    return table


def choosing() -> Table:
    return scenario(seats=3).owns(0, 3, 4, 5).market(*MARKET).stack(top=[22]).at("auction")


def bidding() -> Table:
    table = choosing()
    table.do("0 offer 11 11")
    return table


def scrapping() -> Table:
    table = bidding()
    table.do("1 drop", "2 drop")
    return table


def buying() -> Table:
    return scenario(seats=3).owns(2, 4, 5).owns(1, 10).market(*MARKET).at("resources")


def building() -> Table:
    return scenario(seats=3).market(*MARKET).at("building")


def running() -> Table:
    return scenario(seats=3).owns(0, 13).owns(1, 22).market(*MARKET).at("bureaucracy")


def ordering() -> Table:
    return opening(seats=3)


def choosing_regions() -> Table:
    return opening(seats=3, order=(0, 1, 2))


def revealing() -> Table:
    table = scrapping()
    table.do("0 scrap 3")
    return table


def shuffling() -> Table:
    built = scenario(seats=3).step(2).market(*MARKET).stack(top=[STEP_3], rest=[22, 24])
    table = built.at("bureaucracy")
    table.reveal(STEP_3)
    return table


POSITIONS: Final[dict[Callable[[], Table], set[type[Action]]]] = {
    drafting: {DraftRegion},
    placing: {PlaceTrustHouse},
    choosing: {OfferPlant, PassAuction},
    bidding: {Bid, DropOut},
    scrapping: {ScrapPlant},
    buying: {BuyResources, FinishBuying},
    building: {ConnectCity, FinishBuilding},
    running: {RunPlants},
    ordering: {DrawOrder},
    choosing_regions: {DrawRegions},
    revealing: {RevealCard},
    shuffling: {ShuffleStack},
}
"""One position for everything that anybody can be asked, and what may be done there."""


def every_action(seat: int) -> list[Action]:
    """One action of every kind that an actor has."""
    if seat == CHANCE:
        return [DrawOrder([0, 1, 2]), DrawRegions(7), RevealCard(20, 0), ShuffleStack(0)]
    return [
        DraftRegion(seat, 0),
        PlaceTrustHouse(seat, 0),
        OfferPlant(seat, 8, 11),
        PassAuction(seat),
        Bid(seat, 12),
        DropOut(seat),
        ScrapPlant(seat, 1, 0),
        BuyResources(seat, 0, 1),
        FinishBuying(seat),
        ConnectCity(seat, 0),
        FinishBuilding(seat),
        RunPlants(seat, 0, 0),
    ]


def test_c12_1_purchases_are_taken_back_the_last_one_first() -> None:
    """One by one, until nothing of this turn is left."""
    table = buying()
    digests = [digest(table.state)]
    for line in ("2 buy coal 2", "2 buy oil 1", "2 buy coal 1"):
        table.do(line)
        digests.append(digest(table.state))
    assert table.fuel(2) == {"coal": 3, "oil": 1}
    for expected in digests[-2::-1]:
        table.do("2 take-back")
        assert digest(table.state) == expected
    assert facts(table.refused("2 take-back")) == ("c12.1", "nothing_to_undo", {})


def test_c12_1_connections_are_taken_back_the_last_one_first() -> None:
    """Houses, money and paths are as before."""
    table = scenario(board="germany", seats=3).cities(2, "essen").market(*MARKET).at("building")
    before = digest(table.state)
    table.do("2 connect duisburg", "2 connect munster", "2 take-back")
    assert table.cities(2) == ["duisburg", "essen"]
    assert (table.houses("munster"), table.money(2)) == ([], 40)
    table.do("2 take-back")
    assert digest(table.state) == before


def test_c12_1_houses_of_the_trust_are_taken_back() -> None:
    """The second player's first house, while its second is still to be placed."""
    table = placing()
    table.do(table.legal()[0])
    before = digest(table.state)
    table.do(table.legal()[0])
    assert table.actor == 1
    table.do("1 take-back")
    assert digest(table.state) == before
    assert table.refused("1 take-back").code == "nothing_to_undo"


def test_c12_1_not_after_the_turn_was_finished() -> None:
    """What another seat does now is its own turn."""
    table = buying()
    table.do("2 buy coal 2", "2 finish-buying")
    refusal = table.refused("2 take-back")
    assert facts(refusal) == ("c12.3", "not_your_turn", {"seat": 2, "actor": 1})
    assert facts(table.refused("1 take-back")) == ("c12.1", "nothing_to_undo", {})


def test_c12_1_not_after_another_seat_was_asked() -> None:
    """The first player's house stands once the other player is to place the next one."""
    table = placing()
    table.do(table.legal()[0])
    assert table.actor == 1
    assert table.refused("0 take-back").code == "not_your_turn"
    table.do(table.legal()[0], "1 take-back")
    assert facts(table.refused("1 take-back")) == ("c12.1", "nothing_to_undo", {})


def test_c12_1_not_after_a_card_was_revealed() -> None:
    """The connection made a plant obsolete, and its replacement was seen."""
    built = scenario(seats=3).n_cities(2, 4).money(2, 100).market(5, 11, 12, 14, 16, 17, 18, 19)
    table = built.stack(top=[22]).at("building")
    table.do(table.legal()[0])
    table.reveal(22)
    assert table.actor == 2
    assert facts(table.refused("2 take-back")) == ("c12.1", "nothing_to_undo", {})
    table.do(table.legal()[0], "2 take-back")
    assert len(table.cities(2)) == 5


def test_c12_1_bids_passes_and_runs_stand() -> None:
    """Only purchases, connections and houses of the Trust are taken back."""
    table = bidding()
    table.do("1 bid 12", "2 drop")
    assert table.refused("0 take-back").code == "nothing_to_undo"
    table = choosing()
    table.do("0 pass")
    assert table.refused("1 take-back").code == "nothing_to_undo"
    table = running()
    table.do("0 run 13")
    assert table.refused("1 take-back").code == "nothing_to_undo"
    table = drafting()
    table.do("0 draft red")
    assert table.refused("1 take-back").code == "nothing_to_undo"


def test_c12_2_a_card_must_lie_in_the_stack() -> None:
    """Not on the market, not with a seat, not gone, not below a known card."""
    table = revealing()
    assert table.possible_cards() == [22]
    for number in (12, 4, 3, 6, 30):
        card = table.game.rules.plant_called(number)
        refusal = table.refused_action(RevealCard(card, 0))
        assert facts(refusal) == ("c12.2", "impossible_outcome", {})
    refusal = table.refused_action(RevealCard(table.game.rules.deck.step_card, 0))
    assert refusal.code == "impossible_outcome"
    table.reveal(22)


@pytest.mark.parametrize("card", [-1, -2, 43, 1000])
def test_c12_2_a_card_must_exist(card: int) -> None:
    """Numbers beyond the deck are no outcome."""
    assert revealing().refused_action(RevealCard(card, 0)).code == "impossible_outcome"


def test_c12_2_a_card_has_the_back_that_was_seen() -> None:
    """`recharged`: a socket card cannot come up where the back of a plug card shows."""
    built = scenario(preset="recharged", seats=3).market(11, 12, 14, 16, 17, 18, 19, 20)
    table = built.stack(rest=[13, 15, 30, 31], back="plug").at("auction")
    table.do("0 offer 12 12", "1 drop", "2 drop")
    assert table.possible_cards() == [13, 15]
    socket = table.game.rules.plant_called(30)
    assert table.refused_action(RevealCard(socket, 0)).code == "impossible_outcome"


def test_c12_2_the_next_back_must_be_possible() -> None:
    """One plug and two sockets are left; no Step 3 card, and not nothing."""
    built = scenario(preset="recharged", seats=3).market(11, 12, 14, 16, 17, 18, 19, 20)
    table = built.stack(rest=[13, 15, 30, 31], back="plug").at("auction")
    table.do("0 offer 12 12", "1 drop", "2 drop")
    card = table.game.rules.plant_called(13)
    for back in (2, NONE, 3):
        assert table.refused_action(RevealCard(card, back)).code == "impossible_outcome"
    table.reveal(13, "socket")


def test_c12_2_the_last_card_leaves_no_back() -> None:
    """Nothing shows on an empty stack."""
    table = scenario(seats=3).step(3).market(16, 17, 18, 19).stack(rest=[22]).at("auction")
    table.do("0 offer 16 16", "1 drop", "2 drop")
    card = table.game.rules.plant_called(22)
    assert table.refused_action(RevealCard(card, 0)).code == "impossible_outcome"
    table.act(RevealCard(card, NONE))


def test_c12_2_a_shuffle_shows_a_back_of_the_stack() -> None:
    """`recharged`: with socket cards only, a socket shows."""
    built = scenario(preset="recharged", seats=3).step(2).market(*MARKET)
    table = built.stack(top=[STEP_3], rest=[22, 24, 25]).at("bureaucracy")
    table.reveal(STEP_3, "socket")
    plug, socket, step = 0, 1, 2
    for back in (plug, step, NONE):
        refusal = table.refused_action(ShuffleStack(back))
        assert facts(refusal) == ("c12.2", "impossible_outcome", {})
    table.act(ShuffleStack(socket))


def test_c12_2_lots_must_be_possible() -> None:
    """An order of all seats, a choice of regions by c1.4."""
    refusal = ordering().refused_action(DrawOrder([0, 1, 1]))
    assert facts(refusal) == ("c12.2", "impossible_outcome", {})
    refusal = choosing_regions().refused_action(DrawRegions(0b1111))
    assert facts(refusal) == ("c12.2", "impossible_outcome", {"regions": 0b1111})


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.__name__)
def test_c12_3_only_the_seat_whose_turn_it_is_acts(position: Callable[[], Table]) -> None:
    """Nobody acts for the actor: no other seat, no spectator, and not the dealer."""
    table = position()
    strangers = {*range(table.game.rules.n_seats), CHANCE, NOBODY, SPECTATOR} - {table.actor}
    for seat in strangers:
        numbers = {"seat": seat, "actor": table.actor}
        for action in [*every_action(seat), TakeBack(seat)]:
            refusal = table.refused_action(action)
            assert facts(refusal) == ("c12.3", "not_your_turn", numbers)


def test_c12_4_after_the_end_nobody_acts() -> None:
    """Everything is refused, and nothing is offered."""
    built = scenario(seats=3).step(3).n_cities(2, 17).market(37, 39, 40, 42, 44, 50)
    table = built.at("building")
    while table.phase == "building":
        table.do(f"{table.actor} finish-building")
    assert (table.phase, table.actor) == ("over", NOBODY)
    assert table.offers() == []
    assert table.legal() == []
    for seat in (0, 1, 2, CHANCE, NOBODY):
        for action in [*every_action(seat), TakeBack(seat)]:
            assert facts(table.refused_action(action)) == ("c12.4", "game_over", {})


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.__name__)
def test_c12_5_an_action_must_belong_to_the_phase_in_progress(
    position: Callable[[], Table],
) -> None:
    """Every other kind of action of the same actor is refused."""
    table = position()
    allowed = {type(action) for action in table.game.legal(table.state)}
    assert allowed == POSITIONS[position]
    for action in every_action(table.actor):
        if type(action) not in allowed:
            assert facts(table.refused_action(action)) == ("c12.5", "wrong_phase", {})


def test_c12_5_every_kind_of_action_has_a_position() -> None:
    """So that the test above leaves none out."""
    kinds = {kind for allowed in POSITIONS.values() for kind in allowed}
    seats = {type(action) for action in every_action(0)}
    dealer = {type(action) for action in every_action(CHANCE)}
    assert kinds == seats | dealer
    assert dealer == set(ChanceAction.__subclasses__())
    assert seats | {TakeBack, ChanceAction} == set(Action.__subclasses__())


@pytest.mark.parametrize("city", [-1, 42, 1000])
def test_c12_6_a_city_must_exist(city: int) -> None:
    """When a seat connects one."""
    refusal = building().refused_action(ConnectCity(2, city))
    assert facts(refusal) == ("c12.6", "unknown_name", {"city": city})


@pytest.mark.parametrize("city", [-1, 42, 1000])
def test_c12_6_a_city_for_the_trust_must_exist(city: int) -> None:
    """When a seat places a house of the Trust."""
    refusal = placing().refused_action(PlaceTrustHouse(0, city))
    assert facts(refusal) == ("c12.6", "unknown_name", {"city": city})


@pytest.mark.parametrize(
    ("resource", "amount"), [(-1, 1), (4, 1), (0, 0), (0, -1), (3, -(10**9)), (1000, 1)]
)
def test_c12_6_fuel_must_exist_and_amounts_be_above_zero(resource: int, amount: int) -> None:
    """When a seat buys."""
    refusal = buying().refused_action(BuyResources(2, resource, amount))
    numbers = {"resource": resource, "amount": amount}
    assert facts(refusal) == ("c12.6", "unknown_name", numbers)


@pytest.mark.parametrize("region", [-1, 6, 1000])
def test_c12_6_a_region_must_exist(region: int) -> None:
    """When a seat drafts one."""
    refusal = drafting().refused_action(DraftRegion(0, region))
    assert facts(refusal) == ("c12.6", "unknown_name", {"region": region})


@pytest.mark.parametrize("plant", [-1, 42, 43, 1000])
def test_c12_6_a_plant_must_exist(plant: int) -> None:
    """It is neither on offer nor owned, so the clause of that comes first."""
    assert choosing().refused_action(OfferPlant(0, plant, 50)).code == "not_on_offer"
    assert scrapping().refused_action(ScrapPlant(0, plant, 0)).code == "cannot_scrap"
    mask = 1 << plant if plant >= 0 else plant
    assert running().refused_action(RunPlants(0, mask, 0)).code == "cannot_run"


@pytest.mark.parametrize("amount", [-(10**9), -1, 0, 10**9])
def test_c12_6_amounts_that_cannot_be(amount: int) -> None:
    """Bids, losses and mixes are refused where they are out of range."""
    assert choosing().refused_action(OfferPlant(0, 8, amount)).clause in ("c3.3", "c3.4")
    assert bidding().refused_action(Bid(1, amount)).clause in ("c3.4", "c3.5")
    if amount != 0:
        assert scrapping().refused_action(ScrapPlant(0, 0, amount)).code == "wrong_fuel_lost"
        assert running().refused_action(RunPlants(0, 0, amount)).code == "wrong_fuel_mix"

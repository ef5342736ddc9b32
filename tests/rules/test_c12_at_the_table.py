"""Clauses c12: at the table."""

from collections.abc import Callable
from typing import Final

import pytest

from gridwright.engine.digest import digest
from gridwright.engine.editions.card.vocabulary import BuyCard, DealFuel, Produce
from gridwright.engine.ids import CHANCE, NO_ACTOR, NONE, SPECTATOR
from gridwright.engine.masks import members
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction, ScrapPlant
from gridwright.engine.vocabulary.base import Action, ChanceAction
from gridwright.engine.vocabulary.building import ConnectCity, ExtendNetwork, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying
from gridwright.engine.vocabulary.market import RevealCard, ShuffleStack
from gridwright.engine.vocabulary.production import DeclineSale, RunPlants
from gridwright.engine.vocabulary.setup import (
    DraftRegion,
    DrawOrder,
    DrawRegions,
    DrawTrustCity,
    DrawTrustRegion,
)
from gridwright.engine.vocabulary.trust import PlaceTrustHouse
from gridwright.engine.vocabulary.turn import TakeBack
from tests.kit import STEP_3, Table, facts, opening, scenario
from tests.kit.card_scenario import card_scenario
from tests.rules.presets import DELUXE

CARD: Final = "standard"
"""The card game's preset."""

MARKET: Final = (11, 12, 14, 16, 17, 18, 19, 20)


def drafting(preset: str = "original") -> Table:
    return opening(preset=preset, seats=3, regions="draft", order=(0, 1, 2))


def placing(preset: str = "recharged") -> Table:
    table = opening(preset=preset, seats=2, order=(0, 1))
    table.deal()
    return table


def choosing(preset: str = "original") -> Table:
    built = scenario(preset=preset, seats=3).owns(0, 3, 4, 5).market(*MARKET)
    return built.stack(top=[22]).at("auction")


def bidding(preset: str = "original") -> Table:
    table = choosing(preset)
    table.do("0 offer 11 11")
    return table


def scrapping(preset: str = "original") -> Table:
    table = bidding(preset)
    table.do("1 drop", "2 drop")
    return table


def buying(preset: str = "original") -> Table:
    """Seat 2 can buy coal and oil."""
    built = scenario(preset=preset, seats=3).owns(1, 10).market(*MARKET)
    return built.owns(2, 4, 8 if preset in DELUXE else 5).at("resources")


def changing_market(preset: str = "original") -> Table:
    """Seat 2 can buy coal in either of two markets."""
    built = scenario(preset=preset, board="korea", seats=3).market(*MARKET)
    return built.owns(2, 4).at("resources")


def building(preset: str = "original") -> Table:
    return scenario(preset=preset, seats=3).market(*MARKET).at("building")


def running(preset: str = "original") -> Table:
    one, other = (24, 28) if preset in DELUXE else (13, 22)
    built = scenario(preset=preset, seats=3).owns(0, one).owns(1, other)
    return built.market(*MARKET).at("bureaucracy")


def ordering(preset: str = "original") -> Table:
    return opening(preset=preset, seats=3)


def choosing_regions(preset: str = "original") -> Table:
    return opening(preset=preset, seats=3, order=(0, 1, 2))


def choosing_trust_region(preset: str = "europe") -> Table:
    table = opening(preset=preset, seats=2, order=(0, 1))
    while table.phase != "trust-region":
        table.act(table.game.legal(table.state)[0])
    return table


def blocking(preset: str = "original") -> Table:
    """Spaces are blocked by lot on a board that has one house in each."""
    table = opening(preset=preset, board="manhattan", seats=3, order=(0, 1, 2))
    while table.phase != "blocked-spaces":
        table.act(table.game.legal(table.state)[0])
    return table


def revealing(preset: str = "original") -> Table:
    table = scrapping(preset)
    table.do("0 scrap 3")
    return table


def shuffling(preset: str = "original") -> Table:
    built = scenario(preset=preset, seats=3).step(2).market(*MARKET)
    table = built.stack(top=[STEP_3], rest=[22, 24]).at("bureaucracy")
    table.reveal(STEP_3)
    return table


def buying_cards(preset: str = CARD) -> Table:
    return card_scenario(3).owns(2, "3").column(2, "coal-2").at("resources")


def producing(preset: str = CARD) -> Table:
    return card_scenario(3).owns(0, "13").at("bureaucracy")


def dealing_fuel(preset: str = CARD) -> Table:
    return card_scenario(3).at("bureaucracy")


ALLOWED: Final[dict[Callable[[str], Table], set[type[Action]]]] = {
    drafting: {DraftRegion},
    choosing: {OfferPlant, PassAuction},
    bidding: {Bid, DropOut},
    scrapping: {ScrapPlant},
    buying: {BuyResources, FinishBuying},
    changing_market: {BuyResources, ChangeMarket, FinishBuying},
    building: {ConnectCity, FinishBuilding},
    running: {RunPlants},
    ordering: {DrawOrder},
    choosing_regions: {DrawRegions},
    revealing: {RevealCard},
    shuffling: {ShuffleStack},
    placing: {PlaceTrustHouse},
    choosing_trust_region: {DrawTrustRegion},
    blocking: {DrawTrustCity},
    buying_cards: {BuyCard, FinishBuying},
    producing: {Produce},
    dealing_fuel: {DealFuel},
}
"""The legal actions in each position."""
OWN: Final[dict[Callable[[str], Table], tuple[str, ...]]] = {
    changing_market: ("original",),
    placing: ("recharged",),
    choosing_trust_region: DELUXE,
    blocking: ("original",),
    buying_cards: (CARD,),
    producing: (CARD,),
    dealing_fuel: (CARD,),
}
"""Positions that not every edition has."""
POSITIONS: Final = [
    pytest.param(preset, position, id=f"{preset}-{position.__name__}")
    for position in ALLOWED
    for preset in OWN.get(position, ("original", *DELUXE))
]
"""One position for every kind of decision."""


def every_action(seat: int) -> list[Action]:
    """One action of every kind that an actor has."""
    if seat == CHANCE:
        return [
            DrawOrder([0, 1, 2]),
            DrawRegions(7),
            DrawTrustRegion(0),
            DrawTrustCity(0),
            RevealCard(20, 0),
            ShuffleStack(0),
            DealFuel(0),
        ]
    return [
        DraftRegion(seat, 0),
        PlaceTrustHouse(seat, 0),
        OfferPlant(seat, 8, 11),
        PassAuction(seat),
        Bid(seat, 12),
        DropOut(seat),
        ScrapPlant(seat, 1, 0),
        BuyResources(seat, 0, 1),
        ChangeMarket(seat),
        FinishBuying(seat),
        ConnectCity(seat, 0),
        FinishBuilding(seat),
        RunPlants(seat, 0, 0),
        BuyCard(seat, 0, 2),
        Produce(seat, 0, 0, []),
        ExtendNetwork(seat, 0),
        DeclineSale(seat),
    ]


OF_BOARDS: Final = {ExtendNetwork, DeclineSale}
"""Actions of single boards, in the tests of Japan and Australia; refused on all others."""


@pytest.mark.clause("d12.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c12_1_purchases_are_taken_back_the_last_one_first(preset: str) -> None:
    """One by one, until nothing of this turn is left."""
    table = buying(preset)
    digests = [digest(table.state)]
    for line in ("2 buy coal 2", "2 buy oil 1", "2 buy coal 1"):
        table.do(line)
        digests.append(digest(table.state))
    assert table.fuel(2) == {"coal": 3, "oil": 1}
    for expected in digests[-2::-1]:
        table.do("2 take-back")
        assert digest(table.state) == expected
    assert facts(table.refused("2 take-back")) == (
        table.clause("c12.1", "d12.1"),
        "nothing_to_undo",
        {},
    )


@pytest.mark.clause("d12.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c12_1_connections_are_taken_back_the_last_one_first(preset: str) -> None:
    """Houses, money and paths are as before."""
    start, near, far = {
        "original": ("denver", "cheyenne", "boise"),
        "europe": ("bremen", "berlin", "praha"),
        "north-america": ("new-york-n", "new-york-s", "boston"),
    }[preset]
    table = (
        scenario(preset=preset, seats=3)
        .cities(2, start)
        .market(*MARKET)
        .money(2, 100)
        .at("building")
    )
    before = digest(table.state)
    table.do(f"2 connect {near}", f"2 connect {far}", "2 take-back")
    assert table.cities(2) == sorted([start, near], key=table.notation.cities.index)
    assert table.houses(far) == []
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


@pytest.mark.clause("d12.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c12_1_take_back_is_refused_after_the_turn_was_finished(preset: str) -> None:
    """The next actions of another seat are its own turn."""
    table = buying(preset)
    table.do("2 buy coal 2", "2 finish-buying")
    refusal = table.refused("2 take-back")
    assert facts(refusal) == (
        table.clause("c12.3", "d12.3", "k12.3"),
        "not_your_turn",
        {"seat": 2, "actor": 1},
    )
    assert facts(table.refused("1 take-back")) == (
        table.clause("c12.1", "d12.1"),
        "nothing_to_undo",
        {},
    )


def test_c12_1_take_back_is_refused_after_another_seat_had_its_turn() -> None:
    """The first player's house stands once the other player is to place the next one."""
    table = placing()
    table.do(table.legal()[0])
    assert table.actor == 1
    assert table.refused("0 take-back").code == "not_your_turn"
    table.do(table.legal()[0], "1 take-back")
    assert facts(table.refused("1 take-back")) == ("c12.1", "nothing_to_undo", {})


@pytest.mark.clause("d12.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c12_1_take_back_is_refused_after_a_card_was_revealed(preset: str) -> None:
    """The connection made a plant obsolete, and its replacement was seen."""
    built = (
        scenario(preset=preset, seats=3)
        .n_cities(2, 4)
        .money(2, 100)
        .market(5, 11, 12, 14, 16, 17, 18, 19)
    )
    table = built.stack(top=[22]).at("building")
    table.do(table.legal()[0])
    table.reveal(22)
    assert table.actor == 2
    assert facts(table.refused("2 take-back")) == (
        table.clause("c12.1", "d12.1"),
        "nothing_to_undo",
        {},
    )
    table.do(table.legal()[0], "2 take-back")
    assert len(table.cities(2)) == 5


@pytest.mark.clause("d12.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c12_1_bids_passes_and_runs_stand(preset: str) -> None:
    """Bids, passes and runs cannot be taken back, as purchases and connections can."""
    table = bidding(preset)
    table.do("1 bid 12", "2 drop")
    assert table.refused("0 take-back").code == "nothing_to_undo"
    table = choosing(preset)
    table.do("0 pass")
    assert table.refused("1 take-back").code == "nothing_to_undo"
    table = running(preset)
    table.do(table.legal()[-1])
    assert table.refused("1 take-back").code == "nothing_to_undo"
    table = drafting(preset)
    table.do(f"0 draft {table.notation.regions[0]}")
    assert table.refused("1 take-back").code == "nothing_to_undo"


def possible_back(table: Table) -> int:
    """A back that may show after the card that is due."""
    action = table.game.legal(table.state)[0]
    assert isinstance(action, RevealCard)
    return action.next_back


@pytest.mark.clause("d12.2")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c12_2_a_card_must_be_in_the_stack(preset: str) -> None:
    """A card on the market, with a seat, gone or below a known card cannot be drawn."""
    table = revealing(preset)
    assert table.possible_cards() == [22]
    back = possible_back(table)
    for number in (12, 4, 3, 6, 30):
        card = table.game.rules.plant_called(number)
        refusal = table.refused_action(RevealCard(card, back))
        assert facts(refusal) == (table.clause("c12.2", "d12.2"), "impossible_outcome", {})
    refusal = table.refused_action(RevealCard(table.game.rules.deck.step_card, back))
    assert refusal.code == "impossible_outcome"
    table.reveal(22)


@pytest.mark.clause("d12.2")
@pytest.mark.parametrize("card", [-1, -2, 43, 1000])
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c12_2_a_card_must_exist(preset: str, card: int) -> None:
    """Numbers beyond the deck are no outcome."""
    table = revealing(preset)
    refusal = table.refused_action(RevealCard(card, possible_back(table)))
    assert refusal.code == "impossible_outcome"


BACKS: Final = [("recharged", "plug", "socket"), *[(each, "dark", "light") for each in DELUXE]]


@pytest.mark.clause("d1.11", "d12.2")
@pytest.mark.parametrize(("preset", "low", "high"), BACKS)
def test_c12_2_a_card_has_the_back_that_was_seen(preset: str, low: str, high: str) -> None:
    """A socket (light) card cannot come up where the back of a plug (dark) card shows."""
    built = scenario(preset=preset, seats=3).market(11, 12, 14, 16, 17, 18, 19, 20)
    table = built.stack(rest=[13, 15, 30, 31], back=low).at("auction")
    table.do("0 offer 12 12", "1 drop", "2 drop")
    assert table.possible_cards() == [13, 15]
    socket = table.game.rules.plant_called(30)
    assert table.refused_action(RevealCard(socket, 0)).code == "impossible_outcome"


@pytest.mark.clause("d1.11", "d12.2")
@pytest.mark.parametrize(("preset", "low", "high"), BACKS)
def test_c12_2_the_next_back_must_be_possible(preset: str, low: str, high: str) -> None:
    """One plug and two sockets are left; no Step 3 card, and not nothing."""
    built = scenario(preset=preset, seats=3).market(11, 12, 14, 16, 17, 18, 19, 20)
    table = built.stack(rest=[13, 15, 30, 31], back=low).at("auction")
    table.do("0 offer 12 12", "1 drop", "2 drop")
    card = table.game.rules.plant_called(13)
    for back in (2, NONE, 3):
        assert table.refused_action(RevealCard(card, back)).code == "impossible_outcome"
    table.reveal(13, high)


@pytest.mark.clause("d12.2")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c12_2_the_last_card_leaves_no_back(preset: str) -> None:
    """An empty stack shows no back."""
    table = (
        scenario(preset=preset, seats=3)
        .step(3)
        .market(16, 17, 18, 19)
        .stack(rest=[22])
        .at("auction")
    )
    table.do("0 offer 16 16", "1 drop", "2 drop")
    card = table.game.rules.plant_called(22)
    assert table.refused_action(RevealCard(card, 0)).code == "impossible_outcome"
    table.act(RevealCard(card, NONE))


@pytest.mark.clause("d1.11", "d12.2")
@pytest.mark.parametrize(("preset", "low", "high"), BACKS)
def test_c12_2_a_shuffle_shows_a_back_of_the_stack(preset: str, low: str, high: str) -> None:
    """A stack of socket (light) cards shows the back of such a card."""
    built = scenario(preset=preset, seats=3).step(2).market(*MARKET)
    table = built.stack(top=[STEP_3], rest=[22, 24, 25]).at("bureaucracy")
    table.reveal(STEP_3, high)
    plug, socket, step = [table.notation.backs.index(each) for each in (low, high, "step")]
    for back in (plug, step, NONE):
        refusal = table.refused_action(ShuffleStack(back))
        assert facts(refusal) == (table.clause("c12.2", "d12.2"), "impossible_outcome", {})
    table.act(ShuffleStack(socket))


@pytest.mark.clause("d12.2")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c12_2_lots_must_be_possible(preset: str) -> None:
    """An order of all seats, a choice of regions by c1.4."""
    table = ordering(preset)
    refusal = table.refused_action(DrawOrder([0, 1, 1]))
    assert facts(refusal) == (table.clause("c12.2", "d12.2"), "impossible_outcome", {})
    table = choosing_regions(preset)
    refusal = table.refused_action(DrawRegions(0b1111))
    numbers = {"regions": 0b1111}
    assert facts(refusal) == (table.clause("c12.2", "d12.2"), "impossible_outcome", numbers)


@pytest.mark.clause("d10.3")
@pytest.mark.parametrize("preset", DELUXE)
def test_d12_2_the_region_of_the_trust_must_be_in_play(preset: str) -> None:
    """Any of the three, and no other."""
    table = choosing_trust_region(preset)
    in_play = members(table.state.grid.area.regions)
    assert [action.arguments() for action in table.game.legal(table.state)] == [
        [region] for region in in_play
    ]
    for region in {-1, *range(8), 1000} - set(in_play):
        refusal = table.refused_action(DrawTrustRegion(region))
        assert facts(refusal) == ("d12.2", "impossible_outcome", {"region": region})


@pytest.mark.clause("d12.3")
@pytest.mark.parametrize(("preset", "position"), POSITIONS)
def test_c12_3_only_the_seat_whose_turn_it_is_acts(
    preset: str, position: Callable[[str], Table]
) -> None:
    """No one acts for the actor: no other seat, no spectator, and not the dealer."""
    table = position(preset)
    strangers = {*range(table.game.rules.n_seats), CHANCE, NO_ACTOR, SPECTATOR} - {table.actor}
    for seat in strangers:
        numbers = {"seat": seat, "actor": table.actor}
        for action in [*every_action(seat), TakeBack(seat)]:
            refusal = table.refused_action(action)
            assert facts(refusal) == (
                table.clause("c12.3", "d12.3", "k12.3"),
                "not_your_turn",
                numbers,
            )


@pytest.mark.clause("d12.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c12_4_after_the_end_no_one_acts(preset: str) -> None:
    """Everything is refused, and nothing is offered."""
    built = scenario(preset=preset, seats=3).step(3).n_cities(2, 17).market(37, 39, 40, 42, 44, 50)
    table = built.at("building")
    while table.phase == "building":
        table.do(f"{table.actor} finish-building")
    assert (table.phase, table.actor) == ("over", NO_ACTOR)
    assert table.offers() == []
    assert table.legal() == []
    for seat in (0, 1, 2, CHANCE, NO_ACTOR):
        for action in [*every_action(seat), TakeBack(seat)]:
            refusal = table.refused_action(action)
            assert facts(refusal) == (table.clause("c12.4", "d12.3"), "game_over", {})


@pytest.mark.clause("d12.4")
@pytest.mark.parametrize(("preset", "position"), POSITIONS)
def test_c12_5_an_action_must_belong_to_the_phase_in_progress(
    preset: str, position: Callable[[str], Table]
) -> None:
    """Every other kind of action of the same actor is refused."""
    table = position(preset)
    allowed = {type(action) for action in table.game.legal(table.state)}
    assert allowed == ALLOWED[position]
    for action in every_action(table.actor):
        if type(action) not in allowed:
            refusal = table.refused_action(action)
            assert facts(refusal) == (table.clause("c12.5", "d12.4", "k12.4"), "wrong_phase", {})


def test_c12_5_every_kind_of_action_has_a_position() -> None:
    """No kind of action is missing from the positions of the test of c12.5."""
    kinds = {kind for allowed in ALLOWED.values() for kind in allowed}
    seats = {type(action) for action in every_action(0)}
    dealer = {type(action) for action in every_action(CHANCE)}
    assert kinds | OF_BOARDS == seats | dealer
    # Tests may make further kinds up, as long as the process lives.
    known = {kind for kind in Action.__subclasses__() if kind.__module__.startswith("gridwright.")}
    assert dealer == set(ChanceAction.__subclasses__())
    assert seats | {TakeBack, ChanceAction} == known


@pytest.mark.clause("d12.4")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
@pytest.mark.parametrize("city", [-1, 49, 1000])
def test_c12_6_a_city_must_exist(preset: str, city: int) -> None:
    """A seat cannot connect a city that does not exist."""
    table = building(preset)
    assert table.game.rules.board.n_cities == (49 if preset in DELUXE else 42)
    refusal = table.refused_action(ConnectCity(2, city))
    assert facts(refusal) == (table.clause("c12.6", "d12.4"), "unknown_name", {"city": city})


@pytest.mark.parametrize("city", [-1, 42, 1000])
def test_c12_6_a_city_for_the_trust_must_exist(city: int) -> None:
    """A seat cannot place a house of the Trust in a city that does not exist."""
    refusal = placing().refused_action(PlaceTrustHouse(0, city))
    assert facts(refusal) == ("c12.6", "unknown_name", {"city": city})


@pytest.mark.clause("d12.4")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
@pytest.mark.parametrize(
    ("resource", "amount"), [(-1, 1), (4, 1), (0, 0), (0, -1), (3, -(10**9)), (1000, 1)]
)
def test_c12_6_fuel_must_exist_and_amounts_be_above_zero(
    preset: str, resource: int, amount: int
) -> None:
    """A seat can only buy kinds that exist, in amounts above zero."""
    table = buying(preset)
    refusal = table.refused_action(BuyResources(2, resource, amount))
    numbers = {"resource": resource, "amount": amount}
    assert facts(refusal) == (table.clause("c12.6", "d12.4"), "unknown_name", numbers)


@pytest.mark.clause("d12.4")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
@pytest.mark.parametrize("region", [-1, 7, 1000])
def test_c12_6_a_region_must_exist(preset: str, region: int) -> None:
    """A seat cannot draft a region that does not exist."""
    table = drafting(preset)
    refusal = table.refused_action(DraftRegion(0, region))
    assert facts(refusal) == (table.clause("c12.6", "d12.4"), "unknown_name", {"region": region})


@pytest.mark.clause("d12.4")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
@pytest.mark.parametrize("plant", [-1, 42, 43, 1000])
def test_c12_6_a_plant_must_exist(preset: str, plant: int) -> None:
    """A plant that does not exist is refused as neither on offer nor owned."""
    assert choosing(preset).refused_action(OfferPlant(0, plant, 50)).code == "not_on_offer"
    assert scrapping(preset).refused_action(ScrapPlant(0, plant, 0)).code == "cannot_scrap"
    mask = 1 << plant if plant >= 0 else plant
    assert running(preset).refused_action(RunPlants(0, mask, 0)).code == "cannot_run"


@pytest.mark.clause("d12.4")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
@pytest.mark.parametrize("amount", [-(10**9), -1, 0, 10**9])
def test_c12_6_amounts_that_cannot_be(preset: str, amount: int) -> None:
    """Bids, losses and mixes are refused where they are out of range."""
    assert choosing(preset).refused_action(OfferPlant(0, 8, amount)).clause[1:] in ("3.3", "3.4")
    assert bidding(preset).refused_action(Bid(1, amount)).clause[1:] in ("3.4", "3.5")
    if amount != 0:
        assert scrapping(preset).refused_action(ScrapPlant(0, 0, amount)).code == "wrong_fuel_lost"
        assert running(preset).refused_action(RunPlants(0, 0, amount)).code == "wrong_fuel_mix"

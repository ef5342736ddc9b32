"""The clauses of Central Europe."""

import pytest

from gridwright.engine.game import Game
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import MayOffer
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.fuel import MayBuy, ResourcesBought
from tests.boards.golden import check_golden, record
from tests.boards.plant_access import (
    NUCLEAR,
    check_access,
    check_trust_is_not_bound,
    cities_seen,
    kept_out,
)
from tests.boards.set_up import Refill, check_opening, check_refill
from tests.boards.shipped import both, positions_of, regions_in_play
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import facts

BOARD = "central-europe"
REFILL: Refill = {
    2: [[4, 1, 1, 1], [5, 2, 3, 1], [3, 3, 3, 1]],
    3: [[5, 2, 1, 1], [6, 2, 3, 1], [3, 3, 3, 1]],
    4: [[6, 2, 2, 1], [7, 3, 4, 2], [5, 4, 4, 1]],
    5: [[7, 3, 3, 2], [8, 4, 4, 2], [5, 5, 5, 2]],
    6: [[8, 4, 3, 2], [10, 5, 6, 3], [6, 6, 6, 2]],
}
HOSTS = {
    *("brno", "ceske-budejovice", "hradec-kralove", "ostrava", "plzen", "praha", "usti-nad-labem"),
    *("banska-bystrica", "bratislava", "kosice", "poprad", "presov", "trnava", "zilina"),
    *("budapest", "gyor", "kecskemet", "miskolc", "nyiregyhaza", "pecs", "szeged"),
}
"""The cities of Czechia, Slovakia and Hungary, by the atlas."""


def central(preset: str = "original", seats: int = 4) -> Scenario:
    return scenario(board=BOARD, preset=preset, seats=seats)


def may_have(game: Game, state: State, seat: int, plant: int) -> bool:
    """The sentence again, written without the engine's rule."""
    number = game.rules.deck.plants[plant].number
    return number not in NUCLEAR or bool(cities_seen(game, state, seat) & HOSTS)


def test_the_countries_are_those_of_the_board() -> None:
    board = central().game.rules.board
    hosts = {
        city
        for city, region in zip(board.cities, board.city_regions, strict=True)
        if board.regions[region] in ("brown", "green", "purple")
    }
    assert hosts == HOSTS


@both
def test_b_central_europe_1_who_may_offer(preset: str) -> None:
    position = central(preset).money(0, 90).money(1, 90).money(2, 90).money(3, 90)
    position = position.cities(0, "wien", "graz").cities(1, "brno").cities(2, "wien", "gyor")
    table = position.market(11, 12, 14, 15, 16, 18, 19, 20).order(0, 1, 2, 3).at("auction")
    refusal = table.refused("0 offer 11 11")
    nuclear = table.game.rules.plant_called(11)
    assert facts(refusal) == ("b-central-europe.1", "no_nuclear_city", {"plant": nuclear})
    table.do("0 pass")
    table.do("1 offer 11 11")
    # Seat 3 has no city; seat 0 passed, and could not have bid.
    assert table.state.auction.contenders == 0b0110
    table.do("2 bid 12", "1 drop")
    assert 11 in [table.game.rules.deck.plants[plant].number for plant in table.state.plants[2]]


@both
def test_b_central_europe_1_other_plants_are_for_all(preset: str) -> None:
    position = central(preset).cities(0, "wien").money(0, 90)
    table = position.market(11, 12, 14, 15, 16, 18, 19, 20).order(0, 1, 2, 3).at("auction")
    table.do("0 offer 12 12")
    assert table.state.auction.contenders == 0b1111


def test_b_central_europe_1_no_one_has_a_city_in_round_1() -> None:
    position = central("recharged").round(1).money(0, 90)
    table = position.market(11, 12, 14, 15, 16, 18, 19, 20).order(0, 1, 2, 3).at("auction")
    assert table.refused("0 offer 11 11").code == "no_nuclear_city"
    assert table.refused("0 pass").code == "must_buy"
    (offer,) = table.game.offers(table.state)
    assert isinstance(offer, MayOffer)
    assert [table.game.rules.deck.plants[plant].number for plant in offer.plants] == [12, 14, 15]


def test_b_central_europe_1_who_can_open_nothing_may_pass_in_round_1() -> None:
    position = central("recharged").round(1).money(0, 90)
    table = position.market(11, 17, 23, 28, 34, 39).order(0, 1, 2, 3).at("auction")
    table.do("0 pass", "1 pass")
    assert table.actor == 2


def test_b_central_europe_1_the_trust_is_not_bound() -> None:
    check_trust_is_not_bound(BOARD, "wien")


def test_some_host_country_is_always_in_play() -> None:
    for game, state in positions_of(BOARD, 20):
        regions = regions_in_play(game, state)
        if len(regions) == game.rules.limits.n_regions:
            assert regions & {"brown", "green", "purple"}


def test_b_central_europe_1_in_random_positions() -> None:
    check_access(BOARD, may_have)


@both
def test_b_central_europe_2_garbage_is_cheaper_in_wien(preset: str) -> None:
    position = central(preset).owns(3, 6, 14).owns(2, 19).cities(3, "wien").cities(2, "graz")
    table = position.tokens(garbage=24).at("resources")
    before = table.money(3)
    table.do("3 buy garbage 5")
    # Three at 1 that cost no less, then two at 2 for 1 each.
    assert before - table.money(3) == 3 + 2
    table.do("3 finish-buying")
    before = table.money(2)
    table.do("2 buy garbage 1")
    assert before - table.money(2) == 2


def test_b_central_europe_2_other_kinds_cost_as_printed() -> None:
    position = central().owns(3, 4, 3).cities(3, "wien")
    table = position.tokens(coal=24, oil=18).at("resources")
    before = table.money(3)
    table.do("3 buy coal 4", "3 buy oil 1")
    assert before - table.money(3) == 1 + 1 + 1 + 2 + 3


def test_b_central_europe_2_in_random_positions() -> None:
    """A token costs the printed price, less 1 in Wien, and never below 1."""
    checked = 0
    cheaper = 0
    for game, state in positions_of(BOARD, 20):
        seen = observe(game, state, 0)
        for seat in range(game.rules.n_seats):
            in_wien = "wien" in cities_seen(game, state, seat)
            for kind, name in enumerate(game.rules.market.kinds):
                ladder = game.rules.prices.ladder(
                    seat, kind, state.step, state.grid.networks[seat], state.parts
                )
                left = seen.tokens[kind]
                if left:
                    printed = (24 - left) // 3 + 1
                    if name == "uranium":
                        printed = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16][12 - left]
                    due = printed
                    if name == "garbage" and in_wien and printed > 1:
                        due = printed - 1
                        cheaper += 1
                    assert ladder.cost(left, 1) == due
                    checked += 1
        offers = [] if game.is_over(state) else game.offers(state)
        for offer in offers:
            if isinstance(offer, MayBuy) and game.rules.market.kinds[offer.resource] == "garbage":
                rebate = "wien" in cities_seen(game, state, offer.seat)
                wanted = [max(1, (each // 3 + 1) - rebate) for each in range(24)]
                assert offer.ladder.prices == wanted
    assert checked >= 1000
    assert cheaper >= 100


def test_b_central_europe_3_opening_market() -> None:
    check_opening(BOARD, coal=24, oil=18, garbage=6, uranium=5)


def test_b_central_europe_4_refill() -> None:
    check_refill(BOARD, REFILL)


def bought_in_wien(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(
        isinstance(event, ResourcesBought)
        and game.rules.market.kinds[event.resource] == "garbage"
        and "wien" in cities_seen(game, state, event.seat)
        for event in events
    )


GOLDEN = {
    "central-europe-nuclear": ("original", 4, kept_out(may_have)),
    "central-europe-wien": ("recharged", 3, bought_in_wien),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)

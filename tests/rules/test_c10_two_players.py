"""Clauses c10: two players."""

from typing import Any, Final

import pytest

from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import CHANCE, NONE, TRUST
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.trust import TrustBuilt, TrustTookFuel, TrustTookPlant
from tests.kit import STEP_3, Card, Scenario, Table, only, opening, scenario
from tests.rules.presets import DELUXE, FIRST_EDITION
from tests.rules.presets import TRUST as AGAINST_TRUST

BOARDS: Final = ("usa-recharged", "germany-recharged")
MARKET: Final = (11, 12, 14, 16, 17, 18, 19, 20)


def facts(refusal: IllegalAction) -> tuple[str, str, dict[str, int]]:
    return refusal.clause, refusal.code, refusal.numbers


def against_trust(preset: str = "recharged", **options: Any) -> Scenario:
    """Seats 0 and 1, in that order, and the Trust."""
    return scenario(preset=preset, seats=2, **options)


def took(table: Table, events: list[Event]) -> list[tuple[Card | None, Card | None]]:
    """The plants that the Trust took and scrapped."""
    names: dict[int, Card | None] = {NONE: None}
    names |= {card: int(name) for card, name in enumerate(table.notation.cards[:-1])}
    return [(names[each.plant], names[each.scrapped]) for each in only(events, TrustTookPlant)]


def fuel(events: list[Event]) -> list[list[int]]:
    return [event.amounts for event in only(events, TrustTookFuel)]


@pytest.mark.parametrize("preset", FIRST_EDITION)
def test_c10_1_two_players_play_by_the_ordinary_rules(preset: str) -> None:
    """No Trust, and the two-seat column: four plants, step 2 at 10, the end at 21 cities."""
    table = opening(preset=preset, seats=2)
    table.deal()
    assert (table.phase, table.state.trust.n_houses) == ("auction", 0)
    rules = table.game.rules
    assert rules.limits[1:] == (4, 10, 21)
    built = scenario(preset=preset, seats=2).owns(0, 3, 4, 5).owns(1, 6, 7, 8, 9).market(*MARKET)
    table = built.at("auction")
    table.do("0 offer 11 11", "1 drop")
    assert table.plants(0) == [3, 4, 5, 11]
    assert table.state.auction.scrapper == NONE
    table.deal()
    table.do("1 offer 12 12")
    assert table.actor == 1
    assert [line.split()[:2] for line in table.legal()] == [["1", "scrap"]] * 4


@pytest.mark.parametrize("preset", FIRST_EDITION)
def test_c10_1_no_one_follows_a_house(preset: str) -> None:
    """A city has the houses of the two players only."""
    table = scenario(preset=preset, seats=2).owns(1, 30).market(*MARKET).at("building")
    city = table.legal()[0].split()[2]
    table.do(f"1 connect {city}")
    assert table.houses(city) == [1]


@pytest.mark.parametrize("board", BOARDS)
def test_c10_2_recharged_is_played_against_the_trust(board: str) -> None:
    """The Trust has sixteen houses, no seat and no money; the ordinary limits hold for two."""
    table = opening(board=board, seats=2)
    table.deal()
    assert table.phase == "trust-houses"
    assert table.state.trust.n_houses == 16
    assert len(table.state.money) == len(table.state.plants) == len(table.state.order) == 2
    rules = table.game.rules
    assert rules.limits[1:] == (3, 7, 18)


@pytest.mark.clause("d10.1")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_2_more_players_play_without_the_trust(preset: str, seats: int) -> None:
    """Its houses are not in the game."""
    table = opening(preset=preset, seats=seats)
    table.deal()
    assert (table.phase, table.state.trust.n_houses) == ("auction", 0)


@pytest.mark.clause("d10.2", "d10.5")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_2_the_trust_is_second_after_either_player(preset: str, order: tuple[int, int]) -> None:
    """The Trust buys between the last and the first player, also after the order was set again."""
    first, last = order
    three, two = (9, 12) if preset in DELUXE else (8, 10)
    built = against_trust(preset).order(*order).trust(three).owns(last, 4).owns(first, two)
    table = built.at("resources")
    assert table.actor == last
    events = table.do(f"{last} finish-buying")
    assert fuel(events) == [[3, 0, 0, 0]]
    assert table.actor == first
    assert fuel(table.do(f"{first} finish-buying")) == []


def placing(board: str = "germany-recharged", order: tuple[int, int] = (1, 0)) -> Table:
    """Return a table before round 1, when the first house of the Trust is to be placed."""
    regions = ("blue", "red", "yellow") if "germany" in board else ("brown", "green", "yellow")
    table = opening(board=board, seats=2, order=order, regions=regions)
    table.deal()
    return table


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_c10_3_players_place_one_two_two_and_one_house(order: tuple[int, int]) -> None:
    """The first player one, the other two, the first two, the other one; then round 1 begins."""
    table = placing(order=order)
    first, other = order
    actors = []
    for city in ("essen", "duisburg", "dusseldorf", "koln", "aachen", "trier"):
        actors.append(table.actor)
        (event,) = only(table.do(f"{table.actor} place-trust {city}"), TrustBuilt)
        assert (event.seat, event.space) == (actors[-1], 0)
        assert table.houses(city) == [TRUST]
    assert actors == [first, other, other, first, first, other]
    assert table.state.trust.n_houses == 10
    assert (table.phase, table.actor) == ("auction", first)


@pytest.mark.parametrize("board", BOARDS)
def test_c10_3_the_first_house_goes_anywhere(board: str) -> None:
    """Into any city in play."""
    table = placing(board)
    cities = table.state.grid.area.cities
    assert len(cities) == 21
    assert table.legal() == [f"1 place-trust {table.notation.cities[city]}" for city in cities]


def test_c10_3_later_houses_go_beside_a_city_of_the_trust() -> None:
    """Linked to any of them, in play, and not in the same city again."""
    table = placing()
    table.do("1 place-trust koln")
    ids = {city: place for place, city in enumerate(table.notation.cities)}
    neighbours = ["dortmund", "dusseldorf", "aachen", "trier", "mainz"]
    expected = sorted(neighbours, key=ids.__getitem__)
    assert table.legal() == [f"0 place-trust {city}" for city in expected]
    table.do("0 place-trust aachen")
    expected = sorted(set(neighbours) - {"aachen"}, key=ids.__getitem__)
    assert table.legal() == [f"0 place-trust {city}" for city in expected]
    refusal = table.refused("0 place-trust essen")
    assert facts(refusal) == ("c10.3", "not_next_to_trust", {"city": ids["essen"]})
    refusal = table.refused("0 place-trust koln")
    assert facts(refusal) == ("c10.3", "space_taken", {"city": ids["koln"]})
    refusal = table.refused("0 place-trust hamburg")
    assert facts(refusal) == ("c6.8", "out_of_play", {"city": ids["hamburg"]})


def test_c10_3_a_house_of_the_trust_takes_the_first_space() -> None:
    """No seat builds in a city of the Trust in step 1."""
    table = against_trust().trust(cities=["dallas"]).market(*MARKET).at("building")
    assert table.refused("1 connect dallas").code == "no_open_space"


@pytest.mark.clause("d10.4")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_4_the_trust_takes_a_plant_after_the_first_sale_and_its_replacement(
    preset: str,
) -> None:
    """The largest of the current market as it is then: plant 13 came up, so 16 and not 17."""
    table = against_trust(preset).market(*MARKET).stack(top=[13, 30]).at("auction")
    events = table.do("0 offer 12 12", "1 drop")
    assert took(table, events) == []
    events = table.reveal(13)
    assert took(table, events) == [(16, None)]
    assert (table.trust_plants(), table.actor) == ([16], CHANCE)
    table.reveal(30)
    assert table.market() == [11, 13, 14, 17, 18, 19, 20, 30]
    assert table.actor == 1


@pytest.mark.clause("d10.4")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_4_the_trust_takes_a_plant_if_the_other_player_bought_first(preset: str) -> None:
    """The first sale counts, with either seat's offer."""
    table = against_trust(preset).market(*MARKET).stack(top=[22, 30]).at("auction")
    table.do("0 offer 12 12", "1 bid 13", "0 drop")
    assert took(table, table.reveal(22)) == [(17, None)]
    table.reveal(30)
    assert table.actor == 0


@pytest.mark.clause("d10.4")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_4_the_trust_takes_a_plant_as_soon_as_the_first_player_passes(preset: str) -> None:
    """The Trust takes a plant as soon as the first player passes, before the other's turn."""
    table = against_trust(preset).order(1, 0).market(*MARKET).stack(top=[30]).at("auction")
    events = table.do("1 pass")
    assert took(table, events) == [(16, None)]
    table.reveal(30)
    assert table.market() == [11, 12, 14, 17, 18, 19, 20, 30]
    assert table.actor == 0


@pytest.mark.clause("d10.4")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_4_the_trust_takes_no_plant_when_the_other_player_passes(preset: str) -> None:
    """The Trust acted after the first sale, and once is all."""
    table = against_trust(preset).market(*MARKET).stack(top=[22, 30]).at("auction")
    table.do("0 offer 12 12", "1 drop")
    table.reveal(22)
    table.reveal(30)
    assert took(table, table.do("1 pass")) == []
    assert table.trust_plants() == [17]


@pytest.mark.clause("d10.4")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_4_the_trust_takes_a_plant_once_in_a_phase(preset: str) -> None:
    """The Trust gets no second plant for a second sale or for the first player's later pass."""
    table = against_trust(preset).market(*MARKET).stack(top=[22, 30, 31]).at("auction")
    table.do("0 offer 12 12", "1 bid 13", "0 drop")
    table.reveal(22)
    table.reveal(30)
    assert took(table, table.do("0 pass")) == []
    table = against_trust(preset).market(*MARKET).stack(top=[22, 30, 31]).at("auction")
    table.do("0 offer 12 12", "1 drop")
    table.reveal(22)
    table.reveal(30)
    table.do("1 offer 11 1" if preset != "europe" else "1 offer 11 11")
    assert took(table, table.reveal(31)) == []
    assert table.trust_plants() == [17]


@pytest.mark.clause("d10.4")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_4_again_in_the_next_round(preset: str) -> None:
    """Each auction phase has its own."""
    table = against_trust(preset).market(*MARKET).stack(top=[30, 31, 32, 33]).at("auction")
    table.do("0 pass")
    table.deal()
    table.do("1 pass")
    table.deal()
    table.do("1 finish-building", "0 finish-building")
    table.deal()
    assert (table.phase, table.state.round) == ("auction", 3)
    assert took(table, table.do("0 pass")) == [(18, None)]
    assert table.trust_plants() == [16, 18]


def test_c10_4_with_three_plants_only_for_a_larger_one() -> None:
    """Its smallest leaves the game for it; a smaller or no larger plant is left alone."""
    table = against_trust().market(*MARKET).trust(15, 22, 30).stack(top=[31]).at("auction")
    assert took(table, table.do("0 pass")) == [(16, 15)]
    assert (table.trust_plants(), 15 in table.gone()) == ([16, 22, 30], True)
    table = against_trust().market(*MARKET).trust(22, 30, 31).at("auction")
    assert took(table, table.do("0 pass")) == []
    assert table.actor == 1
    assert (table.market(), table.trust_plants()) == (list(MARKET), [22, 30, 31])


def test_c10_4_having_taken_none_it_does_not_try_again() -> None:
    """Its turn is over for this phase, even if a larger plant comes up."""
    table = against_trust().market(*MARKET).trust(22, 30, 31).stack(top=[40, 42]).at("auction")
    table.do("0 pass", "1 offer 16 16")
    assert took(table, table.reveal(40)) == []


@pytest.mark.clause("d10.4")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_4_the_step_3_card_is_no_plant(preset: str) -> None:
    """The Trust takes the largest plant beside it, and the card may be drawn for it."""
    built = against_trust(preset).step(2).market(*MARKET).stack(top=[STEP_3], rest=[30, 31])
    table = built.at("auction")
    assert took(table, table.do("0 pass")) == [(16, None)]
    table.reveal(STEP_3)
    assert table.market()[-1] == STEP_3
    built = against_trust(preset).step(2).market(11, 12, 14).stack(top=[STEP_3], rest=[30, 31])
    table = built.at("auction")
    table.do("0 offer 12 12", "1 drop")
    table.reveal(STEP_3)
    assert took(table, table.shuffle()) == [(14, None)]


def test_c10_4_the_last_plant_may_be_under_the_discount_token() -> None:
    """The Trust takes it, and the token is put aside (c3.19)."""
    table = against_trust().step(3).market(16).stack(rest=[]).at("auction")
    assert table.state.discount == table.state.market[0]
    assert took(table, table.do("0 pass")) == [(16, None)]
    assert (table.state.discount, table.market(), table.trust_plants()) == (NONE, [], [16])

"""Prices, plans and warnings of a table, with names."""

import pytest

import gridwright
from gridwright.engine.notation import NotationError
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.study.table import Table


def building_turn() -> Table:
    """A table at which a seat may build and can power another city."""
    table = gridwright.new("classic", board="germany", seats=3, seed=7, order=(0, 1, 2))
    while not any(isinstance(offer, MayConnect) for offer in offers(table)) or not table.warnings:
        table.play(table.ask("l1"))
    return table


def offers(table: Table) -> list[object]:
    return list(table.game.offers(table._history.state))


def test_a_quote_is_what_the_seat_then_pays() -> None:
    table = building_turn()
    seat = table.actor
    assert seat is not None
    missing = next(each for each in table.warnings if each["warning"] == "city-missing")
    quote = table.quote(missing["city"])
    before = table.observe(seat).money[seat]
    table.play(f"connect {missing['city']}")
    assert before - table.observe(seat).money[seat] == quote["house"] + quote["connection"]
    assert quote["house"] + quote["connection"] == missing["cost"]
    assert quote["path"][-1] == missing["city"]
    assert table.quote(missing["city"], seat)["refusal"]["code"] == "already_connected"


def test_a_plan_is_what_the_seat_then_pays_in_its_order() -> None:
    table = building_turn()
    seat = table.actor
    assert seat is not None
    able = [word.split()[1] for word in table.legal if word.startswith("connect ")][:3]
    plan = table.plan(able)
    given = table.plan(able, keeps_order=True)
    assert given["total"] >= plan["total"]
    assert [each["city"] for each in given["cities"]] == able
    before = table.observe(seat).money[seat]
    for each in plan["cities"][: plan["fits"]]:
        table.play(f"{seat} connect {each['city']}")
    paid = plan["cities"][plan["fits"] - 1]["total"]
    assert before - table.observe(seat).money[seat] == paid
    assert table.plan([])["cities"] == []


def test_aids_of_waiting_seats_need_their_number() -> None:
    table = building_turn()
    waiting = (table.actor or 0) + 1
    assert table.plan(["essen"], waiting % 3)["seat"] == waiting % 3
    with pytest.raises(ValueError, match="expected a seat from 0 to 2"):
        table.quote("essen", 3)


def test_a_city_that_is_not_on_the_board_is_refused() -> None:
    table = gridwright.new(board="germany", seats=3, seed=7)
    for ask in (table.quote, lambda city: table.plan([city])):
        with pytest.raises(NotationError, match="expected a city of the board, got 'boise'"):
            ask("boise")
    with pytest.raises(NotationError):
        gridwright.new("card", seats=2, seed=1).quote("essen")


def test_after_the_end_there_are_no_aids() -> None:
    table = gridwright.new("classic", board="germany", seats=2, seed=7)
    table.play_out("l0")
    assert (table.warnings, table.outlook["seats"]) == ([], [])
    assert (table.fuel(0), table.auction(0)) == (None, None)
    with pytest.raises(ValueError, match="not over"):
        table.quote("essen", 0)
    with pytest.raises(ValueError, match="expected a seat"):
        table.quote("essen")


def test_fuel_and_auction_name_their_kinds_and_plants() -> None:
    table = gridwright.new("card", seats=2, seed=1)
    n_fuel = n_plants = 0
    while not table.is_over and len(table.moves) < 120:
        fuel, auction = table.fuel(), table.auction()
        kinds = table.game.rules.market.kinds
        if fuel is not None:
            n_fuel += all(list(level["amounts"]) == kinds for level in fuel["levels"])
        if auction is not None and auction["plants"]:
            n_plants += all(
                f"{each['plant']}" in table._notation.cards for each in auction["plants"]
            )
        table.play(table.ask("l0"))
    assert n_fuel > 5
    assert n_plants > 5

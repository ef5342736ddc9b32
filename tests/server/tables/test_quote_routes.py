"""The quote route: for the seat of the request only."""

from typing import Any

import httpx
import pytest

from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.vocabulary.building import ConnectCity, MayConnect
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from gridwright_lab.trials.table_driver import TableDriver, choose

pytestmark = pytest.mark.anyio

HIDDEN = TableSpec("classic", "original", "usa", 2, hidden_money=True)


async def seated(server: LiveServer, spec: TableSpec) -> TableDriver:
    game_id = await server.make(spec.to_json())
    table = TableDriver(server, game_id, spec, [""] * spec.seats)
    await table.fill()
    await table.get_ready()
    return table


async def ask(server: LiveServer, played: TableDriver, ticket: str = "") -> httpx.Response:
    headers = bearer(ticket) if ticket else {}
    return await server.client.get(f"{played.path}/quotes", headers=headers)


async def play_until_building(played: TableDriver) -> int:
    """Play on until a seat may connect a city; the seat."""
    dice = Dice(11)
    for _action in range(200):
        table = await played.rest()
        if any(isinstance(offer, MayConnect) for offer in table.game.offers(table.state)):
            return table.state.actor
        line = table.notation.text(choose(table, dice)).split(" ", 1)[1]
        await played.send(played.tickets[table.state.actor], {"type": "act", "line": line})
    raise AssertionError("expected a turn to build")


async def test_a_seat_is_quoted_what_it_then_pays() -> None:
    async with open_live_server() as server:
        played = await seated(server, HIDDEN)
        seat = await play_until_building(played)
        answer = await ask(server, played, played.tickets[seat])
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        quoted = answer.json()
        table = await played.table()
        assert (quoted["version"], quoted["seat"]) == (table.version, seat)
        possible = [each for each in quoted["cities"] if each["refusal"] is None]
        before = table.state.money[seat]
        city = possible[0]
        line = table.notation.text(ConnectCity(seat, city["city"])).split(" ", 1)[1]
        await played.send(played.tickets[seat], {"type": "act", "line": line})
        after = await played.table()
        assert before - after.state.money[seat] == city["house"] + city["connection"]


async def test_a_refused_city_is_refused_with_the_same_clause_and_numbers() -> None:
    async with open_live_server() as server:
        played = await seated(server, HIDDEN)
        seat = await play_until_building(played)
        ticket = played.tickets[seat]
        table = await played.table()
        refused: list[dict[str, Any]] = [
            each
            for each in (await ask(server, played, ticket)).json()["cities"]
            if each["refusal"] is not None
        ]
        assert refused
        for each in refused[:6]:
            line = table.notation.text(ConnectCity(seat, each["city"])).split(" ", 1)[1]
            order = {
                "type": "act",
                "line": line,
                "command_id": f"x{each['city']}",
                "expected": table.version,
            }
            answer = await server.client.post(
                f"{played.path}/orders", json=order, headers=bearer(ticket)
            )
            assert answer.status_code == 422
            told = answer.json()
            assert {name: told[name] for name in ("code", "clause", "numbers")} == each["refusal"]


async def test_quotes_are_empty_without_a_seat() -> None:
    async with open_live_server() as server:
        played = await seated(server, HIDDEN)
        await play_until_building(played)
        quoted = (await ask(server, played)).json()
        assert (quoted["seat"], quoted["cities"]) == (SPECTATOR, [])
        forged = await ask(server, played, "forged")
        assert (forged.status_code, forged.json()["code"]) == (403, "bad_ticket")
        left = await ask(server, played, played.expired[0])
        assert left.status_code == 403


async def test_quotes_contain_the_money_of_their_own_seat_only() -> None:
    async with open_live_server() as server:
        played = await seated(server, HIDDEN)
        await play_until_building(played)
        table = await played.table()
        for seat, ticket in played.tickets.items():
            quoted = (await ask(server, played, ticket)).json()
            assert quoted["seat"] == seat
            told = {
                each["refusal"]["numbers"]["money"]
                for each in quoted["cities"]
                if each["refusal"] and "money" in each["refusal"]["numbers"]
            }
            assert told <= {table.state.money[seat]}


async def test_no_board_and_no_table() -> None:
    async with open_live_server() as server:
        played = await seated(server, default_spec("card", seats=2))
        answer = await ask(server, played, played.tickets[0])
        assert answer.json()["cities"] == []
        missing = await server.client.get("/api/tables/unknown/quotes")
        assert (missing.status_code, missing.json()["code"]) == (404, "unknown_table")


async def ask_plan(
    server: LiveServer, played: TableDriver, ticket: str, cities: str, order: str = ""
) -> httpx.Response:
    asked = {"cities": cities, **({"order": order} if order else {})}
    headers = bearer(ticket) if ticket else {}
    return await server.client.get(f"{played.path}/plan", params=asked, headers=headers)


async def test_a_plan_is_built_by_one_order_at_its_quoted_cost() -> None:
    async with open_live_server() as server:
        played = await seated(server, HIDDEN)
        seat = await play_until_building(played)
        ticket = played.tickets[seat]
        table = await played.table()
        quoted = (await ask(server, played, ticket)).json()["cities"]
        able = [str(each["city"]) for each in quoted if each["refusal"] is None][:3]
        answer = await ask_plan(server, played, ticket, ",".join(able))
        assert answer.status_code == 200
        plan = answer.json()
        assert (plan["version"], plan["seat"], plan["is_exact"]) == (table.version, seat, True)
        names = [table.notation.cities[each["city"]] for each in plan["cities"]]
        lines = [f"connect {name}" for name in names[: plan["fits"]]]
        before = table.state.money[seat]
        await played.send(ticket, {"type": "act", "lines": [*lines, "finish-building"]})
        after = await played.table()
        assert after.version == plan["version"] + 1
        paid = plan["cities"][plan["fits"] - 1]["total"]
        assert before - after.state.money[seat] == paid


async def test_a_refused_list_names_the_place_and_changes_nothing() -> None:
    async with open_live_server() as server:
        played = await seated(server, HIDDEN)
        seat = await play_until_building(played)
        ticket = played.tickets[seat]
        table = await played.table()
        city = next(
            each["city"]
            for each in (await ask(server, played, ticket)).json()["cities"]
            if each["refusal"] is None
        )
        name = table.notation.cities[city]
        connect = {"do": "connect", "city": name}
        for actions in (
            {"do_all": [connect, connect, {"do": "finish-building"}]},
            {"lines": [f"connect {name}", f"connect {name}"]},
        ):
            order = {"type": "act", "command_id": "list", "expected": table.version, **actions}
            answer = await server.client.post(
                f"{played.path}/orders", json=order, headers=bearer(ticket)
            )
            assert answer.status_code == 422
            told = answer.json()
            assert (told["code"], told["place"]) == ("already_connected", 1)
            assert (await played.table()).version == table.version
        both = {**order, "line": "finish-building"}
        answer = await server.client.post(
            f"{played.path}/orders", json=both, headers=bearer(ticket)
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_a_plan_is_for_its_seat_and_for_cities() -> None:
    async with open_live_server() as server:
        played = await seated(server, HIDDEN)
        await play_until_building(played)
        without = await ask_plan(server, played, "", "1,2")
        assert (without.status_code, without.json()["code"]) == (403, "bad_ticket")
        for cities, order in (("", ""), ("1,,2", ""), ("x", ""), ("1", "dearest"), ("1\n", "")):
            answer = await ask_plan(server, played, played.tickets[0], cities, order)
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
        table = await played.table()
        for seat, ticket in played.tickets.items():
            plan = (await ask_plan(server, played, ticket, "1,2,3", "chosen")).json()
            assert plan["seat"] == seat
            assert plan["left"] + plan["total"] == table.state.money[seat]


async def test_fuel_route_quotes_a_waiting_seat() -> None:
    async with open_live_server() as server:
        for spec in (HIDDEN, default_spec("card", seats=2)):
            played = await seated(server, spec)
            dice = Dice(4)
            n_sold = 0
            for _action in range(30):
                table = await played.rest()
                for ticket in played.tickets.values():
                    answer = await server.client.get(f"{played.path}/fuel", headers=bearer(ticket))
                    told = answer.json()
                    assert (answer.status_code, told["version"]) == (200, table.version)
                    assert (told["choices"] is None) == (told["offers"] == [])
                    n_sold += bool(told["offers"])
                line = table.notation.text(choose(table, dice)).split(" ", 1)[1]
                await played.send(played.tickets[table.state.actor], {"type": "act", "line": line})
            assert n_sold > 5
            without = await server.client.get(f"{played.path}/fuel")
            assert without.status_code == 403


async def test_plan_route_quotes_a_waiting_seat() -> None:
    """A plan for the next turn: the same as at that turn if nothing else happens."""
    async with open_live_server() as server:
        played = await seated(server, HIDDEN)
        builder = await play_until_building(played)
        waiting = next(seat for seat in played.tickets if seat != builder)
        ticket = played.tickets[waiting]
        quoted = (await ask(server, played, ticket)).json()["cities"]
        able = ",".join([str(each["city"]) for each in quoted if each["refusal"] is None][:3])
        before = (await ask_plan(server, played, ticket, able)).json()
        assert (before["seat"], len(before["cities"])) == (waiting, 3)
        await played.send(played.tickets[builder], {"type": "act", "line": "finish-building"})
        table = await played.rest()
        assert table.state.actor == waiting
        after = (await ask_plan(server, played, ticket, able)).json()
        assert {**after, "version": 0} == {**before, "version": 0}

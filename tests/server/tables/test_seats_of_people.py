"""Seats held by an account: access without a ticket, own tables, and guests who claim seats."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import websockets

from gridwright.server.listing.my_tables import PAGE
from gridwright.server.tables.held_seats import HeldSeat, HeldSeats
from gridwright.table.entries import Status
from gridwright.table.log_entries import SatDown, log_entry_of
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from tests.server.accounts.visitors import SPEC, browser, register, token_of, watch

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server() as server:
        yield server
        assert server.app.crashes == []
        assert server.app.server_errors == []


async def sit(server: LiveServer, game_id: str, seat: int, token: str, **sitting: Any) -> int:
    path = f"/api/tables/{game_id}/seats/{seat}"
    seated = await server.client.post(path, json=sitting, headers=bearer(token))
    if seated.status_code == 201:
        assert seated.json()["ticket"] == ""
    return seated.status_code


async def order(server: LiveServer, game_id: str, secret: str, **more: Any) -> int:
    version = (await server.auditor.load(game_id)).version
    body = {"command_id": f"c{version}", "expected": version, **more}
    path = f"/api/tables/{game_id}/orders"
    return (await server.client.post(path, json=body, headers=bearer(secret))).status_code


async def my_tables(server: LiveServer, token: str, query: str = "") -> list[dict[str, Any]]:
    answer = await server.client.get(f"/api/me/tables{query}", headers=bearer(token))
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def begin(server: LiveServer, token: str, other: str) -> str:
    """A game of two accounts and a bot; seat 0 is the first one's."""
    game_id = await server.make(SPEC)
    assert await sit(server, game_id, 0, token) == 201
    assert await sit(server, game_id, 1, other) == 201
    assert await sit(server, game_id, 2, "", name="Bot", bot="l0") == 201
    for secret in (token, other):
        assert await order(server, game_id, secret, type="ready", contribution="ab" * 16) == 200
    async with asyncio.timeout(20):
        while True:
            table = await server.auditor.load(game_id)
            if table.status is Status.RUNNING and table.actor() in (0, 1):
                return game_id
            await asyncio.sleep(0.02)


async def test_a_person_plays_without_a_ticket(server: LiveServer) -> None:
    ada, grace = await token_of(server, "Ada"), await token_of(server, "Grace")
    game_id = await begin(server, ada, grace)
    table = await server.auditor.load(game_id)
    assert [holder.name for holder in table.seats] == ["Ada", "Grace", "Bot"]
    actor = table.actor()
    assert actor is not None
    line = table.notation.text(table.game.legal(table.state)[0]).split(" ", 1)[1]
    secrets = (ada, grace)
    assert await order(server, game_id, secrets[1 - actor], type="act", line=line) == 422
    assert await order(server, game_id, "", type="act", line=line) == 403
    stranger = await token_of(server, "Stranger")
    assert await order(server, game_id, stranger, type="act", line=line) == 403
    for seat, secret in enumerate(secrets):
        path = f"/api/tables/{game_id}"
        shown = (await server.client.get(path, headers=bearer(secret))).json()["table"]
        assert bool(shown["offers"]) == (seat == actor)
        (mine,) = await my_tables(server, secret)
        assert mine["waits"] == (seat == actor)
        assert (mine["actor"], mine["round"], mine["clock"]) == (actor, 1, "none")
        sheet = (await server.client.get(f"{path}/sheet")).json()
        assert mine["phase"] == sheet["phases"][shown["observation"]["phase"]]
        outlook = (await server.client.get(f"{path}/outlook")).json()
        assert mine["following"] == outlook["following"] != []
    assert await order(server, game_id, secrets[actor], type="act", line=line) == 200


async def test_the_log_names_the_account_and_frames_do_not(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    me = (await server.client.get("/api/me", headers=bearer(token))).json()
    game_id = await server.make(SPEC)
    await sit(server, game_id, 1, token, name="Another name")
    (_opened, sat) = await server.node.store.entries(game_id)
    assert log_entry_of(sat.entry) == SatDown("Ada", "", me["person_id"])
    assert (await server.auditor.load(game_id)).seats[1].person == me["person_id"]
    for path in ("", "/entries"):
        assert me["person_id"] not in (await server.client.get(f"/api/tables/{game_id}{path}")).text


async def test_one_account_has_one_seat_at_a_table(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    game_id = await server.make(SPEC)
    assert await sit(server, game_id, 0, token) == 201
    assert await sit(server, game_id, 1, token) == 409
    assert await sit(server, game_id, 0, token) == 409
    assert await sit(server, game_id, 99, token) == 409
    assert await sit(server, "unknown", 0, token) == 404
    assert [mine["seat"] for mine in await my_tables(server, token)] == [0]
    both = await server.make(SPEC)
    seated = await asyncio.gather(*[sit(server, both, seat, token) for seat in range(3)])
    assert sorted(seated) == [201, 409, 409]
    assert len(await my_tables(server, token)) == 2
    assert await order(server, game_id, token, type="stand_up") == 200
    assert [mine["game_id"] for mine in await my_tables(server, token)] == [both]
    assert await sit(server, game_id, 2, token) == 201
    assert [mine["seat"] for mine in await my_tables(server, token)][:1] == [2]


async def test_guests_keep_their_tickets(server: LiveServer) -> None:
    game_id = await server.make(SPEC)
    ticket = await server.sit(game_id, 0, "Guest")
    assert (await server.auditor.load(game_id)).seats[0].person == ""
    async with browser(server) as client:
        await register(client, "Ada")
        # Signed in, but the header speaks for the guest's seat.
        path = f"/api/tables/{game_id}/orders"
        body = {"type": "ready", "command_id": "r", "expected": 2}
        ready = await client.post(path, json=body, headers=bearer(ticket))
        assert ready.status_code == 200
        assert (await client.post(path, json=body)).status_code == 403
    nameless = await server.client.post(f"/api/tables/{game_id}/seats/1", json={})
    assert nameless.status_code == 422


async def test_my_tables_come_newest_first_and_in_pages(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    games = [await server.make(SPEC) for _table in range(4)]
    for game_id in games:
        await sit(server, game_id, 0, token)
    found = await my_tables(server, token)
    assert [mine["game_id"] for mine in found] == games[::-1]
    assert all(mine["waits"] for mine in found)  # Everywhere one is not ready yet.
    assert await order(server, games[3], token, type="ready") == 200
    assert [mine["waits"] for mine in await my_tables(server, token)] == [False, True, True, True]
    older = await my_tables(server, token, f"?before={found[1]['sat_down_at']}")
    assert [mine["game_id"] for mine in older] == games[1::-1]
    assert PAGE >= 50
    for bad in ("?before=-1", "?before=x", f"?before={2**60}"):
        answer = await server.client.get(f"/api/me/tables{bad}", headers=bearer(token))
        assert answer.status_code == 422
    assert await my_tables(server, await token_of(server, "Grace")) == []


async def test_notes_of_seats_that_were_never_taken_are_deleted(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    me = (await server.client.get("/api/me", headers=bearer(token))).json()["person_id"]
    seats = server.node[HeldSeats]
    game_id = await server.make(SPEC)
    coming = HeldSeat(me, game_id, 0, 2, 5)
    for held in (coming, HeldSeat(me, "unknown", 0, 2, 6)):
        await seats.hold(held)
    assert await my_tables(server, token) == []
    assert await seats.of(me, 9) == [coming]  # Too recent: its player may be about to sit down.
    await server.sit(game_id, 0, "Guest")
    assert await my_tables(server, token) == []
    assert await seats.of(me, 9) == []


async def test_a_guest_claims_the_seat(server: LiveServer) -> None:
    game_id = await server.make(SPEC)
    ticket = await server.sit(game_id, 1, "Guest")
    other_ticket = await server.sit(game_id, 2, "Another")
    token = await token_of(server, "Ada")

    async def claim(shown: str, secret: str = token, at: str = game_id) -> int:
        path = f"/api/tables/{at}/claim"
        return (
            await server.client.post(path, json={"ticket": shown}, headers=bearer(secret))
        ).status_code

    assert await claim(ticket, "") == 401
    assert await claim("forged") == 403
    assert await claim(ticket[:-2] + "xx") == 403
    assert await claim(ticket, at=await server.make(SPEC)) == 403
    assert await claim(ticket, at="unknown") == 404
    assert await claim(token) == 403
    async with watch(server, game_id) as socket:
        await socket.send(json.dumps({"ticket": ticket}))
        assert json.loads(await socket.recv())["type"] == "table"
        assert await claim(ticket) == 200
        # Sockets opened with the ticket are closed; the account opens another.
        with pytest.raises(websockets.ConnectionClosed):
            async with asyncio.timeout(5):
                await socket.recv()
    holder = (await server.auditor.load(game_id)).seats[1]
    assert (holder.name, holder.is_person, holder.since) == ("Guest", True, 4)
    assert await claim(ticket) == 403
    assert await claim(other_ticket) == 409
    assert await order(server, game_id, ticket, type="ready") == 403
    assert await order(server, game_id, token, type="ready") == 200
    assert [mine["seat"] for mine in await my_tables(server, token)] == [1]
    assert await order(server, game_id, other_ticket, type="ready") == 200


# Sockets


async def test_a_socket_is_admitted_by_session_in_every_way(server: LiveServer) -> None:
    ada, grace = await token_of(server, "Ada"), await token_of(server, "Grace")
    game_id = await begin(server, ada, grace)
    actor = (await server.auditor.load(game_id)).actor()
    assert actor is not None
    token = (ada, grace)[actor]
    cookie = {"cookie": f"gridwright_session={token}", "origin": server.address}
    for greeting, headers in (
        ({}, bearer(token)),
        ({}, cookie),
        ({"ticket": token}, {}),
        ({}, {}),
    ):
        async with watch(server, game_id, **headers) as socket:
            await socket.send(json.dumps(greeting))
            table = json.loads(await socket.recv())["table"]
            assert bool(table["offers"]) == bool(greeting or headers)
    with pytest.raises(websockets.InvalidStatus):
        async with watch(server, game_id, **{**cookie, "origin": "http://evil.example"}):
            raise AssertionError("it was let in")
    for forged in (token[:-1] + ("A" if token[-1] != "A" else "E"), "gws_"):
        async with watch(server, game_id) as socket:
            await socket.send(json.dumps({"ticket": forged}))
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403

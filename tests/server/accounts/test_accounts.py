"""Accounts over a real server: coming in, cookies, sessions, and leaving for good."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import httpx
import pytest

from gridwright.server.auth.records import new_token, session_id_of
from gridwright.server.auth.sessions import UNSEEN
from gridwright.server.tables.service import Done
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.entries import Status
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from tests.server.accounts.visitors import PASSWORD, SPEC, browser, register, sign_in, token_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server(with_worker=False) as server:
        yield server
        assert server.app.crashes == []
        assert server.app.server_errors == []


async def test_a_person_registers_leaves_and_comes_back(server: LiveServer) -> None:
    async with browser(server) as client:
        made = await register(client, "  Ada   Lovelace ")
        assert made.status_code == 201
        assert made.json()["name"] == "Ada Lovelace"
        assert made.json()["token"] == ""
        assert made.headers["cache-control"] == "no-store"
        me = (await client.get("/api/me")).json()
        visitor = {"name": me["name"], "is_host": False}
        assert (await client.get("/api/visitor")).json() == visitor
        person_id = made.json()["person_id"]
        assert me == {"person_id": person_id, "name": "Ada Lovelace", "is_host": False}
        assert len(me["person_id"]) == 22
        assert (await client.delete("/api/me/sessions/current")).status_code == 204
        assert not client.cookies
        assert (await client.get("/api/me")).status_code == 401
        assert (await client.get("/api/visitor")).json() == {"name": "", "is_host": False}
        again = await sign_in(client, "ADA lovelace")
        assert again.status_code == 201
        assert (await client.get("/api/me")).json() == me


async def test_the_cookie_is_for_this_server_and_for_no_script(server: LiveServer) -> None:
    async with browser(server) as client:
        (given,) = (await register(client, "Ada")).headers.get_list("set-cookie")
        parts = {part.strip().lower() for part in given.split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/"} <= parts
        assert "secure" not in parts
        assert not any(part.startswith("domain") for part in parts)
        token = client.cookies["gridwright_session"]
        assert token.startswith("gws_")
    # Behind a proxy and by TLS: tests/server/openapi/test_answer_headers.py.


async def test_the_store_contains_no_token_and_no_password(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    store = server.node.accounts.store
    (person,) = await store.walk()
    (session,) = await store.sessions(person.person_id)
    kept = repr((session, await store.password(person.person_id)))
    assert token not in kept
    assert token.removeprefix("gws_") not in kept
    assert PASSWORD not in kept
    assert session.session_id == session_id_of(token)


REFUSED: list[tuple[dict[str, Any], int]] = [
    ({"name": "ada", "password": PASSWORD}, 409),
    ({"name": "\uff21\uff24\uff21", "password": PASSWORD}, 409),
    ({"name": "", "password": PASSWORD}, 422),
    ({"name": "x" * 33, "password": PASSWORD}, 422),
    ({"name": "a\x00b", "password": PASSWORD}, 422),
    ({"name": "Bob", "password": "short"}, 422),
    ({"name": "Bob", "password": "x" * 201}, 422),
    ({"name": "Bob", "password": "password1"}, 422),
    ({"name": "Bobby McGee", "password": "bobby mcgee"}, 422),
    ({"name": "Bob"}, 422),
    ({"name": "Bob", "password": PASSWORD, "admin": True}, 422),
    ({"name": ["Bob"], "password": PASSWORD}, 422),
]


async def test_bad_registrations_are_refused(server: LiveServer) -> None:
    await token_of(server, "Ada")
    for proof, status in REFUSED:
        answer = await server.client.post("/api/people", json=proof)
        assert answer.status_code == status, (proof, answer.text)
        assert "set-cookie" not in answer.headers
        assert str(proof.get("password", "?")) not in answer.text
    assert await server.node.accounts.store.count() == 1


async def test_names_that_a_database_refuses_sign_in_no_one(server: LiveServer) -> None:
    for name in ("\u202e", "😀" * 16):
        answer = await sign_in(server.client, name)
        assert answer.status_code == 403
    for name in ("a\x00b", "\x00"):
        answer = await sign_in(server.client, name)
        assert answer.status_code == 422  # Refused with the body, before anything reads it.


# Pages of others


async def test_a_cookie_works_for_pages_of_this_server_alone(server: LiveServer) -> None:
    async with browser(server) as client:
        await register(client, "Ada")
        token = client.cookies["gridwright_session"]
    unsafe: list[tuple[str, str, dict[str, Any]]] = [
        ("PATCH", "/api/me", {"name": "Mallory"}),
        ("PUT", "/api/me/password", {"password": PASSWORD, "new_password": "quite another"}),
        ("POST", "/api/me/erase", {"password": PASSWORD}),
        ("POST", "/api/me/passkey-options", {"password": PASSWORD}),
        ("DELETE", "/api/me/sessions", {}),
        ("DELETE", "/api/me/sessions/current", {}),
    ]
    game_id = await server.make(SPEC)
    unsafe.append(("POST", f"/api/tables/{game_id}/seats/0", {"name": "Ada"}))
    host = server.address.removeprefix("http://")
    origins: list[str | None] = [None, "null", "http://evil.example", f"http://{host}.evil.example"]
    origins += [f"http://evil.example/{host}", "http://127.0.0.1", f"http://{host[:-1]}", ""]
    for origin in origins:
        headers = {"cookie": f"gridwright_session={token}"}
        if origin is not None:
            headers["origin"] = origin
        for method, path, body in unsafe:
            answer = await server.client.request(method, path, json=body, headers=headers)
            assert answer.status_code == 403, (origin, method, path, answer.text)
    table = await server.auditor.load(game_id)
    assert not table.seats[0].is_taken
    headers = {"cookie": f"gridwright_session={token}"}
    assert (await server.client.get("/api/me", headers=headers)).json()["name"] == "Ada"
    # Programs show the token, which no page of others has.
    renamed = await server.client.patch("/api/me", json={"name": "Ada 2"}, headers=bearer(token))
    assert renamed.status_code == 200


async def test_foreign_pages_cannot_sign_in(server: LiveServer) -> None:
    await token_of(server, "Mallory")
    async with browser(server, "http://evil.example") as client:
        for answer in (
            await sign_in(client, "Mallory"),
            await register(client, "Bob"),
            await client.post("/api/sessions/passkey-options"),
        ):
            assert answer.status_code == 403
            assert "set-cookie" not in answer.headers


async def test_requests_from_other_origins_are_refused() -> None:
    async with open_live_server(origin="https://games.example", with_worker=False) as server:
        async with browser(server) as client:
            assert (await register(client, "Ada")).status_code == 403
        async with browser(server, "https://games.example") as client:
            made = await register(client, "Ada")
            assert "secure" in made.headers["set-cookie"].lower()
            token = made.headers["set-cookie"].partition("=")[2].partition(";")[0]
            cookie = {"cookie": f"gridwright_session={token}"}
            renamed = await client.patch("/api/me", json={"name": "Ada 2"}, headers=cookie)
            assert renamed.status_code == 200
            asked = (await client.post("/api/sessions/passkey-options")).json()
            assert asked["options"]["rpId"] == "games.example"


# Sessions


async def test_sessions_are_listed_and_ended_one_by_one(server: LiveServer) -> None:
    one = await token_of(server, "Ada")
    async with browser(server) as client:
        await sign_in(client, "Ada")
        listed = (await client.get("/api/me/sessions")).json()
        assert sorted(each["is_this"] for each in listed) == [False, True]
        this = next(each for each in listed if each["is_this"])
        other = next(each for each in listed if not each["is_this"])
        assert this["device"] == "Tester/1.0"
        stranger = await token_of(server, "Grace")
        path = f"/api/me/sessions/{other['session_id']}"
        assert (await server.client.delete(path, headers=bearer(stranger))).status_code == 404
        assert (await server.client.get("/api/me", headers=bearer(one))).status_code == 200
        assert (await client.delete(path)).status_code == 204
        assert (await server.client.get("/api/me", headers=bearer(one))).status_code == 401
        assert (await client.delete(path)).status_code == 404
        for odd in ("x", "%00", "A" * 64, "é", "0" * 64):
            assert (await client.delete(f"/api/me/sessions/{odd}")).status_code == 404
        assert len((await client.get("/api/me/sessions")).json()) == 1
        assert (await client.delete("/api/me/sessions")).status_code == 204
        assert (await client.get("/api/me")).status_code == 401
    assert (await server.client.get("/api/me", headers=bearer(stranger))).status_code == 200


async def test_forged_and_expired_sessions_open_nothing(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    game_id = await server.make(SPEC)
    expired = await token_of(server, "Old")
    database = server.node.store.home
    statement = "UPDATE session SET seen_at = seen_at - $2 WHERE session_id = $1"
    await database.change((statement, (session_id_of(expired), UNSEEN + 1)))
    swapped = token[:-1] + ("A" if token[-1] != "A" else "E")
    for forged in (new_token(), swapped, token[:-1], token + "A", "gws_", expired):
        for method, path in (
            ("GET", "/api/me"),
            ("GET", "/api/me/tables"),
            ("GET", "/api/me/sessions"),
            ("DELETE", "/api/me/sessions"),
            ("POST", f"/api/tables/{game_id}/seats/0"),
        ):
            body = {"name": "Ada"} if method == "POST" else None
            answer = await server.client.request(method, path, json=body, headers=bearer(forged))
            assert answer.status_code == 401, (forged, path)
        cookie = {"cookie": f"gridwright_session={forged}", "origin": server.address}
        assert (await server.client.get("/api/me", headers=cookie)).status_code == 401
    assert (await server.client.get("/api/me", headers=bearer(token))).status_code == 200


async def test_another_password_ends_the_other_sessions(server: LiveServer) -> None:
    one = await token_of(server, "Ada")
    async with browser(server) as client:
        await sign_in(client, "Ada")

        async def change(password: str, new: str) -> int:
            body = {"password": password, "new_password": new}
            return (await client.put("/api/me/password", json=body)).status_code

        assert await change("wrong one", "quite another") == 403
        assert await change(PASSWORD, "short") == 422
        assert await change(PASSWORD, "password1") == 422
        assert (await server.client.get("/api/me", headers=bearer(one))).status_code == 200
        assert await change(PASSWORD, "quite another") == 204
        assert (await client.get("/api/me")).status_code == 200
        assert (await server.client.get("/api/me", headers=bearer(one))).status_code == 401
    assert (await sign_in(server.client, "Ada")).status_code == 403
    assert (await sign_in(server.client, "Ada", "quite another")).status_code == 201


async def test_a_new_name_is_used_immediately(server: LiveServer) -> None:
    await token_of(server, "Grace")
    token = await token_of(server, "Ada")
    me = bearer(token)
    taken = await server.client.patch("/api/me", json={"name": "GRACE"}, headers=me)
    assert taken.status_code == 409
    assert (await server.client.patch("/api/me", json={"name": "ADA"}, headers=me)).is_success
    renamed = await server.client.patch("/api/me", json={"name": "Countess"}, headers=me)
    assert renamed.json()["name"] == "Countess"
    assert (await server.client.get("/api/me", headers=me)).json()["name"] == "Countess"
    assert (await sign_in(server.client, "ada")).status_code == 403
    assert (await sign_in(server.client, "countess")).status_code == 201


async def _begin(server: LiveServer, game_id: str) -> None:
    """All players are ready, and the cards are dealt."""
    service = server.node.service
    for seat in range((await service.load(game_id)).spec.seats):
        version = (await service.load(game_id)).version
        ready = partial(commands.get_ready, seat=seat)
        assert isinstance(
            await service.run_command(game_id, f"r{seat}", expected_version=version, decide=ready),
            Done,
        )
    async with asyncio.timeout(10):
        while (await service.load(game_id)).status is Status.GATHERING:
            await server.node[Worker].sweep()
            await asyncio.sleep(0.01)


async def test_an_erased_person_leaves_the_name_at_the_seat(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    other = await token_of(server, "Grace")
    game_id = await server.make(SPEC)
    path = f"/api/tables/{game_id}/seats/0"
    assert (await server.client.post(path, json={}, headers=bearer(token))).status_code == 201
    room_id = await server.make(SPEC)
    room = f"/api/tables/{room_id}/seats/1"
    assert (await server.client.post(room, json={}, headers=bearer(token))).status_code == 201
    for seat in range(1, SPEC["seats"]):
        await server.sit(game_id, seat, f"Grace {seat}")
    await _begin(server, game_id)

    async def erase(password: str) -> httpx.Response:
        body = {"password": password}
        return await server.client.post("/api/me/erase", json=body, headers=bearer(token))

    assert (await erase("wrong one")).status_code == 403
    assert (await erase(PASSWORD)).status_code == 204
    assert (await server.client.get("/api/me", headers=bearer(token))).status_code == 401
    assert (await sign_in(server.client, "Ada")).status_code == 403
    assert (await server.client.get("/api/me", headers=bearer(other))).status_code == 200
    rows = [
        await server.node.store.home.rows(f"SELECT * FROM {table}")
        for table in ("person", "password", "session", "passkey", "seat_held")
    ]
    assert [len(found) for found in rows] == [1, 1, 1, 0, 0]
    assert "Ada" not in repr(rows)
    holder = (await server.auditor.load(game_id)).seats[0]
    assert (holder.name, holder.is_person, holder.person) == ("Ada", False, "")
    assert holder.bot, "a bot plays on, so that no player waits"
    assert not (await server.auditor.load(room_id)).seats[1].is_taken
    order = {"type": "stand_up", "command_id": "a", "expected": 2}
    left = await server.client.post(
        f"/api/tables/{game_id}/orders", json=order, headers=bearer(token)
    )
    assert left.status_code == 403
    assert (await register(server.client, "Ada")).status_code == 201  # The name is free again.

"""Hosts: who they are, and what they do about people."""

import asyncio

import pytest
from msgspec import to_builtins

from gridwright.server.app import OPERATIONS
from gridwright.server.wire.operation import Audience
from gridwright_lab.trials.live_server import LiveServer, bearer
from tests.server.hosting.clubs import PASSWORD, code_of, host, member

pytestmark = pytest.mark.anyio

HOSTS = [each for each in OPERATIONS if each.path.startswith("/api/host")]


async def test_the_first_account_is_nobodys_host(server: LiveServer) -> None:
    ada = await member(server, "Ada")
    assert (await ada.me())["is_host"] is False
    assert len(HOSTS) >= 10
    for operation in HOSTS:
        assert operation.audience is Audience.HOST
        path = operation.path.format(person_id="x", invitation_id="x")
        body = None if operation.request_example is None else to_builtins(operation.request_example)
        assert code_of(await ada.ask(operation.method, path, body)) == "host_only"
        guest = await server.client.request(operation.method, path, json=body)
        assert code_of(guest) == "signed_out"


async def test_people_are_found_by_the_beginning_of_their_names(server: LiveServer) -> None:
    marie = await host(server)
    home = server.node.store.home
    names = [f"Ada {number:02}" for number in range(24)]
    for place, name in enumerate(names):
        row = (f"p{place:02}", name, name.lower(), place)
        await home.change_one("INSERT INTO person VALUES ($1, $2, $3, $4)", *row)
    found = await marie.read("/api/host/people", name="ADA 0")
    assert [each["name"] for each in found["people"]] == names[:10]
    assert found["next"] == ""
    first = await marie.read("/api/host/people", name="ada ")
    rest = await marie.read("/api/host/people", name="ada ", after=first["next"])
    assert [each["name"] for each in first["people"] + rest["people"]] == names
    newest = await marie.read("/api/host/people")
    older = await marie.read("/api/host/people", after=newest["next"])
    shown = newest["people"] + older["people"]
    assert [each["name"] for each in shown] == ["Marie", *names[::-1]]
    assert [each["is_host"] for each in shown] == [True, *[False] * 24]
    assert (await marie.read("/api/host/people", name="missing"))["people"] == []


async def test_a_closed_account_is_out_and_stays_out(server: LiveServer) -> None:
    marie = await host(server)
    ben = await member(server, "Ben")
    person_id = (await ben.me())["person_id"]
    token = {"label": "Bot", "scopes": ["read"], "password": PASSWORD}
    secret = (await ben.ask("POST", "/api/me/tokens", token)).json()["secret"]
    tables = "/api/me/tables"
    assert (await server.client.get(tables, headers=bearer(secret))).status_code == 200
    path = f"/api/host/people/{person_id}"
    closed = (await marie.ask("PATCH", path, {"is_closed": True})).json()
    assert closed["is_closed"] is True
    assert code_of(await ben.ask("GET", "/api/me")) == "signed_out"
    assert (await server.client.get(tables, headers=bearer(secret))).status_code == 403
    proof = {"name": "Ben", "password": PASSWORD, "bearer": True}
    assert code_of(await server.client.post("/api/sessions", json=proof)) == "account_closed"
    wrong = {**proof, "password": "wrong horse battery"}
    assert code_of(await server.client.post("/api/sessions", json=wrong)) == "sign_in_refused"
    await marie.ask("PATCH", path, {"is_closed": False})
    assert code_of(await server.client.post("/api/sessions", json=proof)) == ""


async def test_the_last_host_cannot_be_removed(server: LiveServer) -> None:
    marie = await host(server)
    ada = await member(server, "Ada")
    own = f"/api/host/people/{(await marie.me())['person_id']}"
    hers = f"/api/host/people/{(await ada.me())['person_id']}"
    assert code_of(await marie.ask("PATCH", own, {"is_host": False})) == "last_host"
    assert code_of(await marie.ask("PATCH", own, {"is_closed": True})) == "last_host"
    assert (await marie.ask("PATCH", hers, {"is_host": True})).json()["is_host"] is True
    assert (await ada.me())["is_host"] is True
    assert code_of(await ada.ask("PATCH", own, {"is_host": False})) == ""
    assert code_of(await marie.ask("GET", "/api/host")) == "host_only"
    assert code_of(await ada.ask("PATCH", "/api/host/people/missing", {})) == "unknown_person"
    deeds = (await ada.read("/api/host"))["deeds"]
    told = [(each["kind"], each["host"], each["about"]) for each in deeds]
    assert told == [("unmade_host", "Ada", "Marie"), ("made_host", "Marie", "Ada")]


async def test_a_closed_account_loses_its_sockets(server: LiveServer) -> None:
    marie = await host(server)
    ben = await member(server, "Ben")
    session = await server.node.accounts.sessions.find(ben.session)
    assert session is not None
    ended = asyncio.create_task(server.node.accounts.sessions.until_ended(session))
    path = f"/api/host/people/{session.person_id}"
    assert code_of(await marie.ask("PATCH", path, {"is_closed": True})) == ""
    await asyncio.wait_for(ended, 5)

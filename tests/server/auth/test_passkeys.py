"""Passkeys against a real server, by an authenticator in software."""

import copy
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from gridwright.server.auth.passkeys import CHALLENGE_SECONDS
from gridwright.server.operations.steady_clock import MachineTime, SteadyClock
from gridwright_lab.trials.live_server import LiveServer, open_live_server
from tests.server.accounts.visitors import PASSWORD, browser, register
from tests.server.auth.authenticator import PRESENT, Authenticator

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server() as server:
        yield server
        assert server.app.crashes == []
        assert server.app.server_errors == []


async def ask_to_add(client: httpx.AsyncClient) -> dict[str, Any]:
    asked = await client.post("/api/me/passkey-options", json={"password": PASSWORD})
    assert asked.status_code == 200, asked.text
    found: dict[str, Any] = asked.json()
    return found


async def add(client: httpx.AsyncClient, key: Authenticator) -> dict[str, Any]:
    """Make a key and give it to the account; returns what was sent."""
    asked = await ask_to_add(client)
    sent = {"state": asked["state"], "credential": key.make(asked["options"]), "label": "phone"}
    added = await client.post("/api/me/passkeys", json=sent)
    assert added.status_code == 201, added.text
    return sent


async def ask(client: httpx.AsyncClient) -> dict[str, Any]:
    asked = await client.post("/api/sessions/passkey-options")
    assert asked.status_code == 200, asked.text
    found: dict[str, Any] = asked.json()
    return found


async def send(client: httpx.AsyncClient, state: str, credential: dict[str, Any]) -> httpx.Response:
    return await client.post(
        "/api/sessions/passkey", json={"state": state, "credential": credential}
    )


async def test_a_key_is_added_and_signs_in_without_a_name(server: LiveServer) -> None:
    key = Authenticator(server.address)
    async with browser(server) as client:
        await register(client, "Ada")
        await add(client, key)
        (kept,) = (await client.get("/api/me/passkeys")).json()
        assert kept["label"] == "phone"
    async with browser(server) as client:
        for _time in range(2):
            asked = await ask(client)
            assert (
                "allowCredentials" not in asked["options"]
                or not asked["options"]["allowCredentials"]
            )
            signed = await send(client, asked["state"], key.sign(asked["options"]))
            assert signed.status_code == 201, signed.text
            assert signed.json()["name"] == "Ada"
        assert (await client.get("/api/me")).json()["name"] == "Ada"
        gone = await client.delete(f"/api/me/passkeys/{kept['credential_id']}")
        assert gone.status_code == 204
        asked = await ask(client)
        again = await send(client, asked["state"], key.sign(asked["options"]))
        assert again.status_code == 403


async def test_a_challenge_is_good_for_once_and_for_one_thing(server: LiveServer) -> None:
    key = Authenticator(server.address)
    async with browser(server) as client:
        await register(client, "Ada")
        sent = await add(client, key)
        assert (await client.post("/api/me/passkeys", json=sent)).status_code == 403
        asked = await ask(client)
        answer = key.sign(asked["options"])
        assert (await send(client, asked["state"], answer)).status_code == 201
        assert (await send(client, asked["state"], answer)).status_code == 403
        fresh = await ask(client)
        assert (await send(client, fresh["state"], answer)).status_code == 403
        adding = await ask_to_add(client)
        answer = key.sign(adding["options"])
        assert (await send(client, adding["state"], answer)).status_code == 403
        async with browser(server) as other:
            await register(other, "Grace")
            adding = await ask_to_add(client)
            made = Authenticator(server.address).make(adding["options"])
            stolen = {"state": adding["state"], "credential": made}
            assert (await other.post("/api/me/passkeys", json=stolen)).status_code == 403


async def test_an_old_challenge_is_none(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = Authenticator(server.address)
    async with browser(server) as client:
        await register(client, "Ada")
        await add(client, key)
        now = server.node.clock()
        past = now - 1_000 * (CHALLENGE_SECONDS + 5)
        monkeypatch.setattr(SteadyClock, "__call__", lambda _self: past)
        asked = await ask(client)
        monkeypatch.setattr(SteadyClock, "__call__", lambda _self: now)
        late = await send(client, asked["state"], key.sign(asked["options"]))
        assert late.status_code == 403


async def test_a_clock_that_is_set_spoils_no_challenge(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = Authenticator(server.address)
    async with browser(server) as client:
        await register(client, "Ada")
        await add(client, key)
        for hours in (1, -1):
            asked = await ask(client)
            wall = MachineTime().wall() + hours * 3_600_000
            monkeypatch.setattr(MachineTime, "wall", lambda _self, wall=wall: wall)
            monkeypatch.setattr("time.time", lambda wall=wall: wall / 1_000)
            answer = await send(client, asked["state"], key.sign(asked["options"]))
            assert answer.status_code == 201, answer.text
            monkeypatch.undo()


async def test_forged_answers_are_refused(server: LiveServer) -> None:
    key = Authenticator(server.address)
    async with browser(server) as client:
        await register(client, "Ada")
        await add(client, key)

        async def refused(answer: dict[str, Any], state: str = "") -> None:
            asked = await ask(client)
            got = await send(client, state or asked["state"], answer)
            assert got.status_code in (403, 422), (answer, got.text)
            assert got.json()["type"] == "refused"

        async def refused_signed(**changes: Any) -> None:
            """Signed by another key, for another site, unseen by the person, or copied."""
            other = copy.copy(key)
            for name, value in changes.items():
                setattr(other, name, value)
            asked = await ask(client)
            got = await send(client, asked["state"], other.sign(asked["options"]))
            assert got.status_code == 403, (changes, got.text)

        await refused_signed(_key=Authenticator(server.address)._key)
        await refused_signed(origin="http://evil.example")
        await refused_signed(site="evil.example")
        await refused_signed(flags=PRESENT)
        await refused_signed(user_handle=b"another-person")
        await refused_signed(credential_id=b"unknown")
        asked = await ask(client)
        key.n_signed = 7
        assert (await send(client, asked["state"], key.sign(asked["options"]))).status_code == 201
        await refused_signed(n_signed=3)  # A copy that has signed less often.
        whole = key.sign((await ask(client))["options"])
        for answer in (
            {},
            {"id": 1},
            {"id": "\x00"},
            {"id": "é"},
            {"id": "x" * 5_000},
            {"id": whole["id"]},
            {**whole, "response": None},
            {**whole, "response": {}},
            {**whole, "response": {**whole["response"], "signature": "%%%"}},
            {**whole, "response": {**whole["response"], "authenticatorData": "AAAA"}},
            {**whole, "response": {**whole["response"], "clientDataJSON": "e30"}},
            {**whole, "response": {**whole["response"], "clientDataJSON": "W1tb"}},
            {**whole, "response": {**whole["response"], "userHandle": 5}},
            {**whole, "type": "password"},
        ):
            await refused(answer)
        for state in ("", "x", "a.b.c", "x" * 700, (await ask(client))["state"][:-3] + "AAA"):
            await refused(whole, state or "...")


async def test_keys_that_prove_nothing_are_not_added(server: LiveServer) -> None:
    async with browser(server) as client:
        await register(client, "Ada")
        wrong = await client.post("/api/me/passkey-options", json={"password": "another one"})
        assert wrong.status_code == 403
        good = Authenticator(server.address)
        await add(client, good)
        for change in ("origin", "site", "flags", "taken", "broken"):
            asked = await ask_to_add(client)
            assert asked["options"]["excludeCredentials"]
            key = Authenticator(server.address)
            answer = key.make(asked["options"])
            if change == "origin":
                key.origin = "http://evil.example"
                answer = key.make(asked["options"])
            elif change == "site":
                key.site = "evil.example"
                answer = key.make(asked["options"] | {"rp": {"id": "evil.example"}})
            elif change == "flags":
                key.flags = PRESENT
                answer = key.make(asked["options"])
            elif change == "taken":
                key.credential_id = good.credential_id
                answer = key.make(asked["options"])
            else:
                answer["response"]["attestationObject"] = "o2NmbXRkbm9uZQ"
            sent = {"state": asked["state"], "credential": answer}
            added = await client.post("/api/me/passkeys", json=sent)
            assert added.status_code == 403, change
        assert len((await client.get("/api/me/passkeys")).json()) == 1


async def test_attempts_of_an_address_are_limited_with_keys_too(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browser(server) as client:
        state = (await ask(client))["state"]
        statuses = [(await send(client, state, {"id": "x"})).status_code for _ in range(302)]
        assert statuses[:300] == [403] * 300
        assert statuses[300:] == [429, 429]

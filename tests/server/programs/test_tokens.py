"""Tokens over HTTP: shown once, limited to their scopes, revoked immediately."""

from collections.abc import AsyncIterator

import pytest

from gridwright.content.table import default_spec
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.rate_limits import Limits, Rate
from gridwright.server.programs.service import MAX_TOKENS
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from tests.server.programs.owners import owner

pytestmark = pytest.mark.anyio

SPEC = default_spec("card", seats=3).to_json()


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server() as server:
        yield server


async def test_a_secret_is_shown_once(server: LiveServer) -> None:
    ada = await owner(server)
    secret, token = await ada.make(["play", "read"], "My bot")
    assert secret.startswith("gwp_")
    assert token["scopes"] == ["play", "read"]
    assert await ada.tokens() == [token]
    assert secret not in str(await ada.tokens())
    assert token["used_at"] is None
    assert (await server.client.get("/api/bots", headers=bearer(secret))).status_code == 200
    assert (await ada.tokens())[0]["used_at"] > 0


async def test_a_token_needs_the_password_and_a_purpose(server: LiveServer) -> None:
    ada = await owner(server)
    wrong = await ada.try_to_make(password="another horse battery")
    assert wrong.json()["code"] == "wrong_password"
    for scopes, label in (([], "Bot"), (["fly"], "Bot"), (["read"], ""), (["read"], "a\nb")):
        assert (await ada.try_to_make(scopes, label)).json()["code"] == "invalid"
    assert await ada.tokens() == []


async def test_there_is_an_end_to_tokens(server: LiveServer) -> None:
    ada = await owner(server)
    for _token in range(MAX_TOKENS):
        await ada.make()
    assert (await ada.try_to_make()).json()["code"] == "too_many_tokens"
    assert (await ada.revoke((await ada.tokens())[0]["token_id"])).status_code == 204
    await ada.make()


async def test_a_revoked_token_opens_nothing(server: LiveServer) -> None:
    ada, grace = await owner(server), await owner(server, "Grace")
    secret, token = await ada.make()
    assert (await server.client.get("/api/me/tables", headers=bearer(secret))).status_code == 200
    assert (await grace.revoke(token["token_id"])).json()["code"] == "unknown_token"
    assert (await server.client.get("/api/me/tables", headers=bearer(secret))).status_code == 200
    assert (await ada.revoke(token["token_id"])).status_code == 204
    assert (await ada.revoke("no-token")).json()["code"] == "unknown_token"
    for path in ("/api/me/tables", "/api/bots"):
        refused = await server.client.get(path, headers=bearer(secret))
        assert refused.json()["code"] in ("bad_ticket", "signed_out")


async def test_a_token_in_a_cookie_opens_nothing(server: LiveServer) -> None:
    secret, _token = await (await owner(server)).make()
    cookies = {"cookie": f"gridwright_session={secret}"}
    assert (await server.client.get("/api/me", headers=cookies)).json()["code"] == "signed_out"


async def test_a_seat_of_a_program_is_shown_as_one(server: LiveServer) -> None:
    ada = await owner(server)
    program, _token = await ada.make()
    by_hand, _token = await ada.make(is_program=False)
    shown = []
    for secret in (program, by_hand, ada.session):
        game_id = await server.make(SPEC)
        path = f"/api/tables/{game_id}"
        sat = await server.client.post(f"{path}/seats/0", json={}, headers=bearer(secret))
        assert sat.status_code == 201, sat.text
        shown.append((await server.client.get(path)).json()["table"]["seats"][0]["is_program"])
    assert shown == [True, False, False]


async def test_a_program_gives_no_orders_for_a_seat_of_a_person(server: LiveServer) -> None:
    """A seat shown as a person must not be played by a program."""
    ada = await owner(server)
    program, _token = await ada.make()
    game_id = await server.make(SPEC)
    path = f"/api/tables/{game_id}"
    await server.client.post(f"{path}/seats/0", json={}, headers=bearer(ada.session))
    order = {"type": "ready", "command_id": "c", "expected": 2}
    refused = await server.client.post(f"{path}/orders", json=order, headers=bearer(program))
    assert refused.json()["code"] == "beyond_scope"
    refused = await server.client.post(f"{path}/rematch", headers=bearer(program))
    assert refused.json()["code"] == "beyond_scope"
    done = await server.client.post(f"{path}/orders", json=order, headers=bearer(ada.session))
    assert done.status_code == 200, done.text


async def test_each_token_has_its_own_limit() -> None:
    limits = Limits(tokens=Rate(3, 600))
    async with open_live_server(limiter=RateLimiter(limits)) as server:
        ada = await owner(server)
        first, _token = await ada.make()
        second, _token = await ada.make()
        for secret in (first, second):
            for _request in range(3):
                answer = await server.client.get("/api/choices", headers=bearer(secret))
                assert answer.status_code == 200
            limited = await server.client.get("/api/choices", headers=bearer(secret))
            assert limited.json()["code"] == "too_many"
            assert int(limited.headers["retry-after"]) > 0
        assert (await server.client.get("/api/choices")).status_code == 200

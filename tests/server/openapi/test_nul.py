"""NUL in any text of a request is refused on every database; PostgreSQL cannot store it."""

from collections.abc import AsyncIterator
from contextlib import ExitStack

import pytest

from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from gridwright_lab.trials.services.databases import fresh_schema
from tests.server.accounts.visitors import SPEC, token_of
from tests.server.hosting.clubs import host

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "postgresql"])
async def server(request: pytest.FixtureRequest) -> AsyncIterator[LiveServer]:
    with ExitStack() as opened:
        database = "" if request.param == "sqlite" else opened.enter_context(fresh_schema())
        async with open_live_server(database, with_worker=False) as server:
            yield server
            assert server.app.crashes == []
            assert server.app.server_errors == []


async def test_nul_in_a_query_is_invalid(server: LiveServer) -> None:
    for query in ("name=%00x", "name=a%00b", "%00=1", "after=%00"):
        answer = await server.client.get(f"/api/watch/finished?{query}")
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid"), query


async def test_nul_in_a_path_is_an_unknown_path(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    for method, path in (
        ("DELETE", "/api/me/notices/channels/%00"),
        ("POST", "/api/me/notices/channels/a%00/try"),
        ("GET", "/api/tables/%00"),
        ("POST", "/api/tables/%00/commands"),
        ("GET", "/api/people/a%00"),
    ):
        answer = await server.client.request(method, path, json={}, headers=bearer(token))
        assert answer.status_code in {404, 405, 422}, (path, answer.text)


async def test_nul_in_a_body_is_invalid(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    body = b'{"kind": "webhook", "to": "https://a.example/\\u0000"}'
    headers = bearer(token) | {"content-type": "application/json"}
    answer = await server.client.post("/api/me/notices/channels", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


async def test_nul_in_a_settled_report_is_invalid(server: LiveServer) -> None:
    marie = await host(server)
    for kind in ("message", "person"):
        settling = {"kind": kind, "game_id": "\0", "number": 0}
        answer = await marie.ask("POST", "/api/host/reports/settle", settling)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


async def test_nul_in_an_order_is_refused(server: LiveServer) -> None:
    game_id = await server.make(SPEC)
    ticket = await server.sit(game_id, 0, "Ada")
    order = {"kind": "act", "command_id": "a\0b", "expected": 1, "action": "0 ready\0"}
    answer = await server.client.post(
        f"/api/tables/{game_id}/orders", json=order, headers=bearer(ticket)
    )
    assert 400 <= answer.status_code < 500, answer.text


async def test_a_backslash_before_u0000_is_plain_text(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    body = b'{"name": "x", "to": "\\\\u0000", "kind": "webhook"}'
    headers = bearer(token) | {"content-type": "application/json"}
    answer = await server.client.post("/api/me/notices/channels", content=body, headers=headers)
    assert "NUL" not in answer.text

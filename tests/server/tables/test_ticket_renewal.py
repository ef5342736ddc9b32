"""Unused tickets expire, used ones are renewed; players of running games keep access."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import websockets

from gridwright.content.table import default_spec
from gridwright.server.auth.tickets import LIFETIME, RENEWED_AFTER, Ticket, Tickets
from gridwright.server.worker.service import Worker
from gridwright_lab.trials.live_server import KEY, LiveServer, bearer, open_live_server

pytestmark = pytest.mark.anyio

SPEC = default_spec("card", seats=2).to_json()
RENEWED = "gridwright-ticket"


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server(with_worker=False) as server:
        yield server


def written_before(server: LiveServer, ticket: str, milliseconds: int) -> str:
    """The same ticket as it would be if it had been written earlier."""
    tickets = server.node.tickets
    past = Tickets(KEY, lambda: server.node.service.now() - milliseconds)
    return past.write(tickets.read(ticket))


async def order(server: LiveServer, game_id: str, ticket: str, **more: Any) -> httpx.Response:
    body = {"command_id": ticket[-9:], "type": "ready", **more}
    path = f"/api/tables/{game_id}/orders"
    return await server.client.post(path, json=body, headers=bearer(ticket))


async def begun(server: LiveServer) -> tuple[str, list[str]]:
    """A table at which two guests play."""
    game_id = await server.make(SPEC)
    tickets = [await server.sit(game_id, seat, f"Guest {seat}") for seat in range(2)]
    for seat, ticket in enumerate(tickets):
        done = await order(server, game_id, ticket, expected=3 + seat, contribution="ab" * 16)
        assert done.status_code == 200, done.text
    return game_id, tickets


async def read(server: LiveServer, game_id: str, ticket: str) -> httpx.Response:
    return await server.client.get(f"/api/tables/{game_id}", headers=bearer(ticket))


async def test_a_fresh_ticket_is_not_renewed_and_an_older_one_is(server: LiveServer) -> None:
    game_id = await server.make(SPEC)
    ticket = await server.sit(game_id, 0, "Ada")
    assert RENEWED not in (await read(server, game_id, ticket)).headers
    old = written_before(server, ticket, RENEWED_AFTER + 1_000)
    answer = await read(server, game_id, old)
    assert answer.status_code == 200
    renewed = answer.headers[RENEWED]
    assert server.node.tickets.read(renewed) == server.node.tickets.read(ticket)
    assert RENEWED not in (await read(server, game_id, renewed)).headers
    ordered = await order(server, game_id, old, expected=2, contribution="ab" * 16)
    assert RENEWED in ordered.headers


async def test_an_unused_ticket_expires_where_no_game_runs(server: LiveServer) -> None:
    game_id = await server.make(SPEC)
    old = written_before(server, await server.sit(game_id, 0, "Ada"), LIFETIME + 1_000)
    for answer in (
        await read(server, game_id, old),
        await order(server, game_id, old, expected=2, contribution="ab" * 16),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_ticket")
        assert RENEWED not in answer.headers
    address = server.address.replace("http", "ws", 1)
    async with websockets.connect(f"{address}/api/tables/{game_id}/socket") as socket:
        await socket.send(json.dumps({"ticket": old}))
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4403


async def test_old_tickets_stay_valid_in_a_running_game(server: LiveServer) -> None:
    game_id, tickets = await begun(server)
    while await server.node[Worker].sweep():
        pass
    shown = (await read(server, game_id, tickets[0])).json()["table"]
    assert shown["status"] == "running"
    for ticket in tickets:
        old = written_before(server, ticket, 10 * LIFETIME)
        answer = await read(server, game_id, old)
        assert answer.status_code == 200
        assert answer.headers[RENEWED] != old
        renewed = await read(server, game_id, answer.headers[RENEWED])
        assert renewed.json()["table"] == answer.json()["table"]
        version = answer.json()["version"]
        ordered = await order(server, game_id, old, type="hand_over", bot="l0", expected=version)
        assert ordered.status_code == 200, ordered.text


async def test_a_ticket_is_renewed_for_its_holder_alone(server: LiveServer) -> None:
    game_id = await server.make(SPEC)
    since = server.node.tickets.read(await server.sit(game_id, 0, "Ada")).since
    stranger = Ticket(game_id, 0, since + 1)
    past = Tickets(KEY, lambda: server.node.service.now() - RENEWED_AFTER - 1_000)
    for answer in (
        await read(server, game_id, past.write(stranger)),
        await order(server, game_id, past.write(stranger), expected=2, contribution="ab" * 16),
    ):
        assert answer.status_code == 403
        assert RENEWED not in answer.headers

"""Undo over real HTTP and sockets: viewers are notified, and the table has its deadline."""

import json
from typing import Any

import pytest
import websockets

from gridwright.content.table import default_spec
from gridwright.server.worker.service import Worker
from gridwright.table.terms import Terms
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server

pytestmark = pytest.mark.anyio


async def order(server: LiveServer, game_id: str, ticket: str, **fields: Any) -> Any:
    """Send an order for the version of now; the answer."""
    table = await shown(server, game_id, ticket)
    full = {"command_id": f"c{table['version']}", "expected": table["version"], **fields}
    path = f"/api/tables/{game_id}/orders"
    return await server.client.post(path, json=full, headers=bearer(ticket))


async def shown(server: LiveServer, game_id: str, ticket: str = "") -> dict[str, Any]:
    answer = await server.client.get(f"/api/tables/{game_id}", headers=bearer(ticket))
    found: dict[str, Any] = answer.json()["table"]
    return found


async def begun(server: LiveServer, **terms: Any) -> tuple[str, list[str]]:
    """Two people in the first auction; seat 0 is first."""
    spec = default_spec(seats=2).to_json() | {"order": [0, 1]}
    game_id = await server.make(spec, terms=terms)
    tickets = [await server.sit(game_id, seat, name) for seat, name in enumerate(("Ada", "Grace"))]
    for ticket in tickets:
        assert (await order(server, game_id, ticket, type="ready")).status_code == 200
    await server.node[Worker].sweep()
    return game_id, tickets


async def test_an_undo_is_sent_to_every_viewer() -> None:
    async with open_live_server(with_worker=False) as server:
        game_id, (ada, grace) = await begun(server)
        before = await shown(server, game_id, ada)
        address = server.address.replace("http", "ws", 1)
        async with websockets.connect(f"{address}/api/tables/{game_id}/socket") as socket:
            await socket.send(json.dumps({"ticket": grace}))
            assert json.loads(await socket.recv())["type"] == "table"
            await order(server, game_id, ada, type="act", line="offer 3 3")
            version = json.loads(await socket.recv())["version"]
            undo = {"version": version, "actions": [{"do": "offer", "plant": "3", "bid": 3}]}
            assert (await shown(server, game_id, ada))["undo"] == undo
            assert (await shown(server, game_id, grace))["undo"] is None
            refused = await order(server, game_id, grace, type="undo")
            assert (refused.status_code, refused.json()["code"]) == (409, "acted_since")
            assert (await order(server, game_id, ada, type="undo")).status_code == 200
            told = json.loads(await socket.recv())
        assert (told["kind"], told["undone"], told["events"]) == ("undone", undo, [])
        assert told["table"]["offers"] == []
        after = await shown(server, game_id, ada)
        assert after["observation"] == before["observation"]
        assert after["offers"] == before["offers"]
        again = await order(server, game_id, ada, type="undo")
        assert again.json()["code"] == "shown_since"
        transcript = (await server.client.get(f"/api/tables/{game_id}/transcript")).text
        assert "offer" not in transcript


async def test_a_table_is_made_with_a_hold_of_its_own() -> None:
    async with open_live_server(with_worker=False) as server:
        game_id, (ada, grace) = await begun(server, hold=30_000)
        await order(server, game_id, ada, type="act", line="offer 3 3")
        assert (await shown(server, game_id))["hold_until"] is None
        await order(server, game_id, grace, type="act", line="drop")
        held = await shown(server, game_id)
        assert held["hold_until"] > 1_700_000_000_000
        assert await server.node[Worker].sweep() == 0
        refused = await order(server, game_id, ada, type="act", line="pass")
        assert (refused.status_code, refused.json()["code"]) == (409, "held")
        for bad in (-1, 60_001):
            body = {"spec": default_spec().to_json(), "terms": {"hold": bad}}
            assert (await server.client.post("/api/tables", json=body)).status_code == 422


async def test_a_node_gives_its_hold_to_tables_that_have_none() -> None:
    async with open_live_server(with_worker=False) as server:
        for terms, expected in ((Terms(), 0), (Terms(hold=900), 900)):
            game_id = await server.node.service.create(default_spec(), terms)
            assert (await server.node.service.load(game_id)).terms.hold == expected

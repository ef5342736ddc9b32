"""A table over real HTTP and sockets: a server on a port, and its clients."""

import asyncio
import json
import socket as sockets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
import websockets

from gridwright.bots.registry import BOTS
from gridwright.content.table import default_spec, rules_identity
from gridwright.engine.codec import canonical
from gridwright.engine.digest import digest
from gridwright.fair.replay import replay
from gridwright.fair.transcript import parse_transcript
from gridwright.fair.verify import verify
from gridwright.protocol.schema import json_schema
from gridwright.server.app import build_app
from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.lines import Line
from gridwright.server.node import Node, open_node
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.storage.games import NewGame
from gridwright.server.storage.vault import SeedVault

pytestmark = pytest.mark.anyio

KEY = b"s" * 32
SPECS = [default_spec("classic", seats=2), default_spec("deluxe", seats=2), default_spec("card")]


class RunningServer:
    """A server on a port, its node, and a client of it."""

    def __init__(self, node: Node, address: str, client: httpx.AsyncClient) -> None:
        self.node = node
        self.address = address
        self.client = client

    async def make(self, spec: dict[str, Any], **more: Any) -> str:
        made = await self.client.post("/api/tables", json={"spec": spec, **more})
        assert made.status_code == 201, made.text
        return str(made.json()["game_id"])

    async def sit(self, game_id: str, seat: int, name: str, bot: str = "") -> str:
        path = f"/api/tables/{game_id}/seats/{seat}"
        seated = await self.client.post(path, json={"name": name, "bot": bot})
        assert seated.status_code == 201, seated.text
        return str(seated.json()["ticket"])

    async def order(self, game_id: str, ticket: str, **order: Any) -> httpx.Response:
        path = f"/api/tables/{game_id}/orders"
        headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
        return await self.client.post(path, json=order, headers=headers)

    async def table(self, game_id: str, ticket: str = "") -> dict[str, Any]:
        headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
        shown = await self.client.get(f"/api/tables/{game_id}", headers=headers)
        assert shown.status_code == 200, shown.text
        found: dict[str, Any] = shown.json()["table"]
        return found

    def watch(self, game_id: str, **more: Any) -> websockets.connect:
        address = self.address.replace("http", "ws", 1)
        return websockets.connect(f"{address}/api/tables/{game_id}/socket", **more)


def free_port() -> int:
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@asynccontextmanager
async def serving(folder: Path, limiter: RateLimiter | None = None) -> AsyncIterator[RunningServer]:
    address = f"sqlite:///{folder / 'games.db'}"
    async with open_node(address, KEY, limiter=limiter) as node:
        port = free_port()
        config = uvicorn.Config(
            build_app(node),
            "127.0.0.1",
            port,
            log_config=None,
            ws=Line,
            proxy_headers=False,
        )
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        address = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=address, timeout=20) as client:
            yield RunningServer(node, address, client)
        server.should_exit = True
        await running


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with serving(tmp_path) as server:
        yield server


async def begun(
    server: RunningServer, spec: dict[str, Any] | None = None, terms: dict[str, Any] | None = None
) -> tuple[str, list[str]]:
    """Two people in the first auction; seat 0 is first."""
    spec = spec or default_spec(seats=2).to_json() | {"order": [0, 1]}
    game_id = await server.make(spec, terms=terms or {})
    tickets = [await server.sit(game_id, seat, name) for seat, name in enumerate(("Ada", "Grace"))]
    for seat, ticket in enumerate(tickets):
        version = (await server.table(game_id))["version"]
        ready = {"command_id": "ready", "expected": version, "contribution": "ab" * 16}
        done = await server.order(game_id, ticket, type="ready", **ready)
        assert done.status_code == 200, (seat, done.text)
    while (await server.table(game_id))["status"] != "running":
        await asyncio.sleep(0.05)
    return game_id, tickets


@pytest.mark.parametrize("number", range(len(SPECS)))
async def test_a_person_plays_against_bots_to_the_end(server: RunningServer, number: int) -> None:
    spec = SPECS[number]
    game_id = await server.make(spec.to_json())
    ticket = await server.sit(game_id, 0, "Ada")
    for seat in range(1, spec.seats):
        assert await server.sit(game_id, seat, f"Bot {seat}", "l0") == ""
    version = (await server.table(game_id))["version"]
    await server.order(game_id, ticket, type="ready", command_id="r", expected=version)
    async with server.watch(game_id) as socket:
        await socket.send(json.dumps({"ticket": ticket}))
        first = json.loads(await socket.recv())
        assert first["type"] == "table"
        table = first["table"]
        n_frames = 0
        node_table = await server.node.service.load(game_id)
        while table["status"] != "finished":
            offers = table["offers"]
            if offers:
                live = await server.node.service.load(game_id)
                if live.version == table["version"]:
                    action = live.game.legal(live.state)[0]
                    line = live.notation.text(action).split(" ", 1)[1]
                    order = {"command_id": f"c{table['version']}", "expected": table["version"]}
                    await server.order(game_id, ticket, type="act", line=line, **order)
            frame = json.loads(await asyncio.wait_for(socket.recv(), 20))
            assert frame["type"] == "happened"
            n_frames += 1
            table = frame["table"] or {"status": "running", "offers": [], "version": -1}
    text = (await server.client.get(f"/api/tables/{game_id}/transcript")).text
    report = verify(text)
    assert report.ok, str(report)
    assert digest(replay(parse_transcript(text)).state) == digest(node_table.state)
    assert n_frames > 20


async def test_refusals_name_the_rule_and_its_numbers(server: RunningServer) -> None:
    game_id, tickets = await begun(server)
    version = (await server.table(game_id))["version"]
    order = {"type": "act", "expected": version}
    low = await server.order(game_id, tickets[0], command_id="a", line="offer 5 3", **order)
    assert low.status_code == 422
    refusal = low.json()
    assert (refusal["code"], refusal["clause"]) == ("opening_too_low", "c3.3")
    assert refusal["numbers"] == {"bid": 3, "minimum": 5}
    assert refusal["problem"]
    record = {"do": "offer", "plant": "5", "bid": 5}
    done = await server.order(game_id, tickets[0], command_id="b", do=record, **order)
    assert done.json() == {"type": "done", "version": version + 1, "command_id": "b"}
    again = await server.order(game_id, tickets[0], command_id="b", do=record, **order)
    assert again.json() == done.json()
    stale = await server.order(game_id, tickets[0], command_id="c", line="pass", **order)
    assert stale.status_code == 409
    assert [frame["lines"] for frame in stale.json()["missing"]] == [["0 offer 5 5"]]


async def test_whose_ticket_whose_seat(server: RunningServer) -> None:
    game_id, tickets = await begun(server)
    version = (await server.table(game_id))["version"]
    order = {"type": "act", "command_id": "x", "expected": version}
    forged = [
        ("", 403),
        ("nonsense", 403),
        (tickets[0][:-2] + "xx", 403),
        (server.node.tickets.write(Ticket("another-table", 0, 2)), 403),
        (server.node.tickets.write(Ticket(game_id, 0, 99)), 403),
        (server.node.tickets.write(Ticket(game_id, 5, 2)), 403),
        (tickets[1], 422),
    ]
    for ticket, status in forged:
        answer = await server.order(game_id, ticket, line="offer 3 3", **order)
        assert answer.status_code == status, (ticket, answer.text)
    record = {"do": "offer", "plant": "3", "bid": 3, "seat": 0}
    answer = await server.order(game_id, tickets[1], do=record, **order)
    assert answer.json()["code"] == "not_your_turn"
    assert (await server.table(game_id))["version"] == version


async def test_malformed_orders_are_answered_and_change_nothing(server: RunningServer) -> None:
    game_id, tickets = await begun(server)
    version = (await server.table(game_id))["version"]
    headers = {"authorization": f"Bearer {tickets[0]}"}
    bodies = [
        b"",
        b"{}",
        b"[1]",
        b"\xff\xfe",
        b'{"type":"act"}',
        b'{"type":"dance","command_id":"a","expected":1}',
        b'{"type":"act","command_id":"a","expected":-1}',
        b'{"type":"act","command_id":"a b","expected":1}',
        b'{"type":"act","command_id":"a","expected":1e9}',
        b'{"type":"act","command_id":"a","expected":1,"line":"x","more":1}',
        b'{"type":"act","command_id":"a","expected":%d,"line":"fly away"}' % version,
        b'{"type":"act","command_id":"a","expected":%d,"do":{"do":"bid"}}' % version,
        b'{"type":"act","command_id":"a","expected":%d,"line":"chance reveal 3"}' % version,
        b'{"type":"act","command_id":"a","expected":%d}' % version,
        b'{"type":"ready","command_id":"a","expected":1,"contribution":"zz"}',
        b"[" * 4_000,
        b"x" * 10_000,
    ]
    for body in bodies:
        path = f"/api/tables/{game_id}/orders"
        answer = await server.client.post(path, content=body, headers=headers)
        assert answer.status_code == 400, (body[:60], answer.status_code, answer.text)
        assert answer.json()["code"] == "malformed"
    assert (await server.table(game_id))["version"] == version


async def test_unknown_tables_and_bad_ones(server: RunningServer) -> None:
    for path in ("", "/entries", "/transcript"):
        answer = await server.client.get(f"/api/tables/unknown{path}")
        assert answer.status_code == 404
    assert (await server.client.get("/api/tables/x/entries?since=abc")).status_code in (400, 404)
    spec = default_spec(seats=2).to_json()
    bads: list[dict[str, Any]] = [
        {"spec": spec | {"board": "atlantis"}},
        {"spec": spec | {"seats": 9}},
        {"spec": {}},
        {"spec": spec | {"content": "ab"}},
        {"spec": spec, "terms": {"clock": {"type": "turns", "turn": 1}}},
        {"spec": spec, "terms": {"clock": {"type": "sundial"}}},
        {"spec": spec, "bribe": 1},
    ]
    for bad in bads:
        answer = await server.client.post("/api/tables", json=bad)
        assert answer.status_code == 422, (bad, answer.text)


async def test_a_half_made_table_is_hidden_and_takes_no_players(server: RunningServer) -> None:
    """A crash between the row of a table and its first entry leaves one without commitment."""
    spec = SPECS[0]
    await server.node.store.create(
        NewGame(
            game_id="half-made",
            rules=rules_identity(spec),
            spec=canonical(spec.to_json()),
            created_at=1_700_000_000_000,
            listed=True,
            box=SeedVault(server.node.store, KEY).seal("half-made", bytes(32)),
        )
    )
    assert (await server.client.get("/api/tables")).json()["tables"] == []
    sitting = await server.client.post("/api/tables/half-made/seats/0", json={"name": "Ada"})
    assert sitting.status_code == 409
    assert "never opened" in sitting.text


async def test_the_lobby_shows_listed_tables_alone(server: RunningServer) -> None:
    spec = default_spec("card", seats=3).to_json()
    hidden = await server.make(spec)
    listed = await server.make(spec, listed=True, terms={"clock": {"type": "bank", "bank": 60_000}})
    await server.sit(listed, 1, "Ada")
    (shown,) = (await server.client.get("/api/tables")).json()["tables"]
    assert shown["game_id"] == listed != hidden
    assert shown["seats"] == ["", "Ada", ""]
    assert shown["spec"] == spec
    bots = (await server.client.get("/api/bots")).json()
    assert [bot["name"] for bot in bots] == list(BOTS)
    assert all(isinstance(bot["strength"], list) for bot in bots)


async def test_players_by_turn_sleep_and_travel(server: RunningServer) -> None:
    spec = default_spec(seats=2).to_json() | {"order": [0, 1]}
    day = 86_400_000
    clock = {"type": "turns", "turn": day, "most_sleep": 28_800_000, "vacation_days": 4}
    game_id, tickets = await begun(server, spec, {"clock": clock})
    before = await server.table(game_id, tickets[0])

    async def order(seat: int, kind: str, **more: int) -> httpx.Response:
        version = (await server.table(game_id))["version"]
        named = {"type": kind, "command_id": f"{kind}{version}", "expected": version}
        return await server.order(game_id, tickets[seat], **named, **more)

    assert (await order(0, "night", start=1_380, end=420, utc_offset=60)).status_code == 200
    shown = await server.table(game_id, tickets[0])
    assert shown["seats"][0]["night"] == {"start": 1_380, "end": 420, "utc_offset": 60}
    assert shown["deadline_at"] > before["deadline_at"]
    for viewer in (tickets[1], ""):
        assert (await server.table(game_id, viewer))["seats"][0]["night"] is None
    assert (await order(0, "vacation", days=3)).status_code == 200
    away = await server.table(game_id)
    assert away["seats"][0]["vacation_days_left"] == 1
    assert away["seats"][0]["vacation"]["ends_at"] < away["deadline_at"]
    assert away["deadline_at"] >= before["deadline_at"] + 3 * day
    assert (await order(0, "end_vacation")).status_code == 200
    assert (await server.table(game_id))["seats"][0]["vacation_days_left"] == 3
    for refused, code in (
        (await order(0, "night", start=0, end=500), "night_too_long"),
        (await order(0, "vacation", days=4), "no_days_left"),
        (await order(0, "end_vacation"), "not_on_vacation"),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, code)


async def test_watchers_get_everything_in_order_and_can_resume(server: RunningServer) -> None:
    game_id, tickets = await begun(server)
    version = (await server.table(game_id))["version"]
    async with server.watch(game_id) as socket:
        await socket.send("{}")
        first = json.loads(await socket.recv())
        assert first["version"] == version
        assert first["table"]["offers"] == []
        await server.order(
            game_id, tickets[0], type="act", command_id="a", expected=version, line="offer 3 3"
        )
        frame = json.loads(await asyncio.wait_for(socket.recv(), 5))
        assert (frame["version"], frame["lines"]) == (version + 1, ["0 offer 3 3"])
        assert frame["events"][0]["event"] == "plant_offered"
    async with server.watch(game_id) as socket:
        await socket.send(json.dumps({"since": 1, "ticket": tickets[1]}))
        kinds = [json.loads(await asyncio.wait_for(socket.recv(), 5)) for _ in range(version)]
        assert [frame["version"] for frame in kinds] == list(range(2, version + 2))
        assert kinds[-1]["table"]["offers"][0]["offer"] == "bid"
    caught_up = await server.client.get(f"/api/tables/{game_id}/entries?since={version}")
    assert [frame["version"] for frame in caught_up.json()["missing"]] == [version + 1]


@pytest.mark.parametrize(
    ("path", "greeting", "code"),
    [
        ("unknown", "{}", 4404),
        ("", '{"ticket":"forged"}', 4403),
        ("", "hello", 4400),
        ("", '{"since":"x"}', 4400),
    ],
)
async def test_bad_greetings_close_the_socket(
    server: RunningServer, path: str, greeting: str, code: int
) -> None:
    game_id = path or await server.make(default_spec(seats=2).to_json())
    async with server.watch(game_id) as socket:
        await socket.send(greeting)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await asyncio.wait_for(socket.recv(), 5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


async def test_pages_of_others_cannot_watch(server: RunningServer) -> None:
    game_id = await server.make(default_spec(seats=2).to_json())
    with pytest.raises(websockets.InvalidStatus):
        async with server.watch(game_id, origin="http://evil.example"):
            raise AssertionError("it was let in")
    async with server.watch(game_id, origin=server.address) as socket:
        await socket.send("{}")
        assert json.loads(await socket.recv())["type"] == "table"


async def test_health_reports_an_unavailable_database(server: RunningServer) -> None:
    assert (await server.client.get("/healthz")).json() == {"alive": True}
    assert (await server.client.get("/readyz")).json() == {"ready": True}


async def test_a_restarted_server_resumes_its_tables(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        game_id, tickets = await begun(server)
        before = await server.table(game_id, tickets[0])
    async with serving(tmp_path) as server:
        assert await server.table(game_id, tickets[0]) == before
        order = {"command_id": "a", "expected": before["version"], "line": "offer 3 3"}
        done = await server.order(game_id, tickets[0], type="act", **order)
        assert done.status_code == 200


def test_the_schema_names_every_message() -> None:
    schema = json_schema()
    parts = schema["$defs"]
    assert {
        "TableFrame",
        "HappenedFrame",
        "RefusedFrame",
        "PresenceFrame",
        "ActOrder",
        "ReadyOrder",
    } <= set(parts)
    assert len(parts["Frame"]["anyOf"]) == 7
    assert len(parts["SeatOrder"]["anyOf"]) == 17
    assert parts["ActOrder"]["additionalProperties"] is False

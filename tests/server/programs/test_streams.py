"""Streams: the frames of a socket as lines, without gaps or repeats from any version on."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from gridwright.content.table import default_spec
from gridwright.server.live import line_stream
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.rate_limits import Limits
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from tests.server.programs.owners import owner

pytestmark = pytest.mark.anyio

SPEC = default_spec("card", seats=3).to_json()
TIMEOUT_S = 60
"""Seconds, on a machine that does much else."""


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server() as server:
        yield server


class Reader:
    """Reads a stream line by line."""

    def __init__(self, lines: AsyncIterator[str]) -> None:
        self._lines = lines

    async def next(self) -> dict[str, Any]:
        """The next line that says something."""
        async with asyncio.timeout(TIMEOUT_S):
            while not (line := await anext(self._lines)):
                pass
        found: dict[str, Any] = json.loads(line)
        return found

    async def raw(self) -> str:
        async with asyncio.timeout(TIMEOUT_S):
            return await anext(self._lines)


@asynccontextmanager
async def reading(server: LiveServer, path: str, token: str = "") -> AsyncIterator[Reader]:
    async with server.client.stream("GET", path, headers=bearer(token)) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        yield Reader(answer.aiter_lines())


async def seated(server: LiveServer, token: str) -> str:
    """A table with the owner of a token and two bots."""
    game_id = await server.make(SPEC)
    path = f"/api/tables/{game_id}/seats/0"
    (await server.client.post(path, json={}, headers=bearer(token))).raise_for_status()
    for seat in (1, 2):
        await server.sit(game_id, seat, f"Bot {seat}", "l0")
    return game_id


async def order(server: LiveServer, game_id: str, token: str, **order: Any) -> dict[str, Any]:
    """Send an order at the table's current version."""
    path = f"/api/tables/{game_id}"
    while True:
        shown = await server.client.get(path, headers=bearer(token))
        version = shown.json()["version"]
        full = {"command_id": f"c{version}", "expected": version, **order}
        answer = await server.client.post(f"{path}/orders", json=full, headers=bearer(token))
        found: dict[str, Any] = answer.json()
        if found["type"] != "stale":
            assert answer.status_code == 200, answer.text
            return found


async def test_a_stream_starts_at_any_version(server: LiveServer) -> None:
    token, _kept = await (await owner(server)).make()
    game_id = await seated(server, token)
    path = f"/api/tables/{game_id}/stream"
    async with reading(server, path, token) as whole:
        first = await whole.next()
        assert first["type"] == "table"
        assert first["table"]["viewer"] == 0
        done = await order(server, game_id, token, type="ready")
        heard = [await whole.next()]
        while heard[-1]["version"] < done["version"]:
            heard.append(await whole.next())
    versions = [frame["version"] for frame in heard]
    assert versions == list(range(first["version"] + 1, done["version"] + 1))
    async with reading(server, f"{path}?after={first['version']}", token) as again:
        for frame in heard:
            told = await again.next()
            assert (told["version"], told["kind"]) == (frame["version"], frame["kind"])


async def test_offers_are_for_the_own_seat_alone(server: LiveServer) -> None:
    token, _kept = await (await owner(server)).make()
    game_id = await seated(server, token)
    await order(server, game_id, token, type="ready")
    path = f"/api/tables/{game_id}/stream"
    async with reading(server, path, token) as own, reading(server, path) as public:
        while not (seen := await own.next())["table"] or not seen["table"]["offers"]:
            pass
        told: dict[str, Any] = {"version": -1}
        while told["version"] < seen["version"]:
            told = await public.next()
            assert not (told["table"] or {}).get("offers")
    asked = await server.client.get(f"/api/tables/{game_id}/actions", headers=bearer(token))
    assert asked.json()["lines"]
    assert asked.json()["seat"] == 0


async def test_every_legal_line_is_taken(server: LiveServer) -> None:
    token, _kept = await (await owner(server)).make()
    game_id = await seated(server, token)
    await order(server, game_id, token, type="ready")
    n_acts = 0
    async with asyncio.timeout(60):
        while n_acts < 12:
            path = f"/api/tables/{game_id}/actions"
            asked = (await server.client.get(path, headers=bearer(token))).json()
            if not asked["lines"]:
                await asyncio.sleep(0.02)
                continue
            line = asked["lines"][n_acts % len(asked["lines"])]
            await order(server, game_id, token, type="act", line=line)
            n_acts += 1


async def test_a_quiet_stream_says_that_it_is_alive(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_stream.LineStream.__init__, "__defaults__", (0.05,))
    game_id = await server.make(SPEC)
    async with reading(server, f"/api/tables/{game_id}/stream?after=1") as quiet:
        assert await quiet.raw() == ""
        assert await quiet.raw() == ""


async def test_a_revoked_token_ends_its_streams(server: LiveServer) -> None:
    ada = await owner(server)
    token, kept = await ada.make()
    game_id = await seated(server, token)
    events = reading(server, "/api/stream/events", token)
    async with reading(server, f"/api/tables/{game_id}/stream", token) as table, events as person:
        await table.next()
        await ada.revoke(kept["token_id"])
        for each in (table, person):
            last = await each.next()
            assert (last["type"], last["code"]) == ("refused", "bad_ticket")
            with pytest.raises(StopAsyncIteration):
                await each.raw()


async def test_a_stream_ends_when_the_seat_is_left(server: LiveServer) -> None:
    token, _kept = await (await owner(server)).make()
    game_id = await seated(server, token)
    async with reading(server, f"/api/tables/{game_id}/stream", token) as table:
        await table.next()
        await order(server, game_id, token, type="stand_up")
        assert (await table.next())["code"] == "bad_ticket"


async def test_a_stream_that_cannot_be_is_refused_as_any_request(server: LiveServer) -> None:
    missing = await server.client.get("/api/tables/x/stream")
    assert missing.json()["code"] == "unknown_table"
    assert (await server.client.get("/api/stream/events")).json()["code"] == "signed_out"
    game_id = await server.make(SPEC)
    bad = await server.client.get(f"/api/tables/{game_id}/stream?after=x")
    assert bad.json()["code"] == "invalid"
    foreign = await server.client.get(f"/api/tables/{game_id}/stream", headers=bearer("no-ticket"))
    assert foreign.json()["code"] == "bad_ticket"


async def test_streams_of_a_token_are_limited() -> None:
    limits = Limits(streams_of_token=1)
    async with open_live_server(limiter=RateLimiter(limits)) as server:
        token, _kept = await (await owner(server)).make()
        async with reading(server, "/api/stream/events", token):
            second = await server.client.get("/api/stream/events", headers=bearer(token))
            assert second.json()["code"] == "too_many"


async def test_events_report_games_and_turns(server: LiveServer) -> None:
    token, _kept = await (await owner(server)).make()
    async with reading(server, "/api/stream/events", token) as events:
        game_id = await seated(server, token)
        await order(server, game_id, token, type="ready")
        began = await events.next()
        assert (began["type"], began["game_id"], began["seat"]) == ("began", game_id, 0)
        turn = await events.next()
        assert (turn["type"], turn["game_id"]) == ("turn", game_id)
        async with reading(server, "/api/stream/events", token) as again:
            assert (await again.next())["type"] == "began"
            assert (await again.next())["version"] == turn["version"]


async def test_events_report_the_end_and_a_rematch(server: LiveServer) -> None:
    ada, grace = await owner(server), await owner(server, "Grace")
    token, _kept = await ada.make()
    other, _kept = await grace.make()
    game_id = await server.make(default_spec("classic", seats=2).to_json())
    for seat, each in enumerate((token, other)):
        path = f"/api/tables/{game_id}/seats/{seat}"
        (await server.client.post(path, json={}, headers=bearer(each))).raise_for_status()
        await order(server, game_id, each, type="ready")
    async with reading(server, "/api/stream/events", token) as events:
        while (await events.next())["type"] != "began":
            pass
        await order(server, game_id, other, type="resign")
        while (ended := await events.next())["type"] == "turn":
            pass
        assert (ended["type"], ended["game_id"]) == ("ended", game_id)
        path = f"/api/tables/{game_id}/rematch"
        called = (await server.client.post(path, headers=bearer(other))).json()
        invited = await events.next()
        assert (invited["type"], invited["game_id"]) == ("invited", called["game_id"])
        path = f"/api/tables/{game_id}/rematch/seat"
        sat = await server.client.post(path, headers=bearer(token))
        assert sat.status_code == 201, sat.text
        shown = (await server.client.get(f"/api/tables/{called['game_id']}")).json()["table"]
        assert shown["seats"][sat.json()["seat"]]["is_program"]

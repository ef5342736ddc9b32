"""Several processes on one PostgreSQL and one Redis: they play as one, with Redis and without."""

import json
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
import websockets

from gridwright.content.table import default_spec
from gridwright.engine.digest import digest
from gridwright.fair.replay import replay
from gridwright.fair.transcript import parse_transcript
from gridwright.fair.verify import verify
from gridwright.server.live.watchers import POLL_SECONDS
from gridwright_lab.trials.services.databases import fresh_schema
from gridwright_lab.trials.services.private_redis import private_redis
from gridwright_lab.trials.services.server_process import ServerProcess, started
from tests.server.places import REDIS
from tests.server.scripted_person import ScriptedPerson

pytestmark = pytest.mark.anyio

SPEC = default_spec("card", seats=3)
CONTRIBUTION = "c0ffee" * 6
SLACK = 3.0
"""Seconds that a busy machine may take on top."""


@contextmanager
def cluster(folder: Path, redis: str) -> Iterator[dict[str, ServerProcess]]:
    """Two nodes for orders, one for sockets, one for what is due."""
    with fresh_schema() as database:
        shared = ("--database", database, "--redis", redis)
        with started(
            folder,
            api_one=("--role", "api", *shared),
            api_two=("--role", "api", *shared),
            ws=("--role", "ws", *shared),
            worker=("--role", "worker", *shared),
        ) as servers:
            yield servers


async def person(servers: dict[str, ServerProcess], opened: AsyncExitStack) -> ScriptedPerson:
    clients = [
        await opened.enter_async_context(
            httpx.AsyncClient(base_url=servers[name].address, timeout=30)
        )
        for name in ("api_one", "api_two")
    ]
    return ScriptedPerson(SPEC, clients, servers["ws"].address)


async def verify_game(player: ScriptedPerson) -> None:
    """The transcript verifies, and the watcher saw that very game."""
    text = (await player.client().get(f"/api/tables/{player.game_id}/transcript")).text
    report = verify(text)
    assert report.ok, str(report)
    assert digest(replay(parse_transcript(text)).state) == digest(player.history.state)


def figures(server: ServerProcess) -> dict[str, float]:
    """Return the metrics of a node."""
    found: dict[str, float] = {}
    for line in httpx.get(f"{server.address}/metrics").text.splitlines():
        if line.startswith("gridwright_"):
            name, _space, value = line.rpartition(" ")
            found[name] = float(value)
    return found


async def test_four_processes_play_one_game(tmp_path: Path) -> None:
    with cluster(tmp_path / "shared", REDIS) as servers:
        async with AsyncExitStack() as opened:
            player = await person(servers, opened)
            await player.sit_down("Ada")
            await player.play(CONTRIBUTION)
            await verify_game(player)
            again = await player.order(type="act", line="pass")
            assert again.status_code == 422, "the game is over"
        assert sorted(player.waits)[len(player.waits) // 2] < 1, "hints did not arrive"
        await verify_routes(servers, player.game_id)
        verify_figures({name: figures(server) for name, server in servers.items()})
        await verify_stop(servers["ws"], player)
    for server in servers.values():
        assert [line["event"] for line in server.lines()][-1] == "stopped"


async def verify_routes(servers: dict[str, ServerProcess], game_id: str) -> None:
    """Each role serves its own routes and no others."""
    table = f"/api/tables/{game_id}"
    routes = {
        "api_one": {table: 200, "/api/bots": 200, f"{table}/orders": 405, "/docs": 200},
        "ws": {table: 200, f"{table}/entries": 200, "/api/bots": 404, f"{table}/orders": 404},
        "worker": {table: 404, "/api/bots": 404, "/docs": 404},
    }
    for name, expected in routes.items():
        with httpx.Client(base_url=servers[name].address) as client:
            for path in ("/healthz", "/readyz", "/metrics"):
                assert client.get(path).status_code == 200
            found = {path: client.get(path).status_code for path in expected}
            assert found == expected, name
    for name in ("api_one", "worker"):
        address = servers[name].address.replace("http", "ws", 1)
        with pytest.raises(websockets.InvalidStatus):
            async with websockets.connect(f"{address}{table}/socket"):
                raise AssertionError("it was let in")


def verify_figures(found: dict[str, dict[str, float]]) -> None:
    done = 'gridwright_commands_total{outcome="done"}'
    for name in ("api_one", "api_two", "worker"):
        assert found[name][done] > 5, name
        assert found[name]["gridwright_hints_published_total"] > 5
        assert found[name]["gridwright_hints_failed_total"] == 0
        assert found[name]["gridwright_append_seconds_count"] == found[name][done]
        assert found[name]["gridwright_decide_seconds_count"] >= found[name][done]
        assert found[name]["gridwright_tables_in_memory"] == 1
    assert sum(found[name][done] for name in found) > 50
    assert found["worker"]["gridwright_due_tables_claimed_total"] > 20
    assert found["ws"]["gridwright_frames_sent_total"] > 50
    assert found["ws"]["gridwright_sockets_open"] == 0
    assert found["ws"][done] == 0


async def verify_stop(server: ServerProcess, player: ScriptedPerson) -> None:
    """A watcher receives the close code for a restart."""
    address = server.address.replace("http", "ws", 1)
    async with websockets.connect(f"{address}/api/tables/{player.game_id}/socket") as socket:
        await socket.send("{}")
        assert json.loads(await socket.recv())["type"] == "table"
        server.process.terminate()
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert server.process.wait(20) == 0


async def test_without_redis_moves_are_late_and_none_is_lost(tmp_path: Path) -> None:
    with private_redis() as redis, cluster(tmp_path / "shared", redis.url) as servers:
        n_stopped, n_started = 5, 8

        def interfere(n_acts: int) -> None:
            if n_acts == n_stopped:
                redis.stop()
            elif n_acts == n_started:
                redis.start()

        async with AsyncExitStack() as opened:
            player = await person(servers, opened)
            await player.sit_down("Ada")
            await player.play(CONTRIBUTION, interfere)
            await verify_game(player)
        assert max(player.waits) < POLL_SECONDS + SLACK
        after = player.waits[n_started + 2 :]
        assert len(after) > 5
        assert sorted(after)[len(after) // 2] < 1, "hints did not come back"
        failed = sum(
            figures(servers[name])["gridwright_hints_failed_total"]
            for name in ("api_one", "api_two", "worker")
        )
        assert failed > 0
        deadline = time.monotonic() + 10
        while "Redis is back" not in {line["event"] for line in servers["ws"].lines()}:
            assert time.monotonic() < deadline
            time.sleep(0.1)

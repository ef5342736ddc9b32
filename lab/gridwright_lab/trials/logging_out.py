"""Logging out closes sockets: ``gridwright-lab trial logging-out --sockets 100``.

Two nodes share a database and a Redis. Users watch at both and log out at one: all their sockets
must close within a second, and no other socket may.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import websockets

from gridwright.content.table import default_spec
from gridwright.server.live.opening import open_bus
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from gridwright_lab.trials.services.private_redis import private_redis
from gridwright_lab.trials.thresholds import Threshold, Verdict

MAX_SECONDS: Final = 1.0
TIMEOUT_S: Final = 2.5
"""Wait for a socket that should have closed."""
PER_PERSON: Final = 5
BAD_TICKET: Final = 4403


async def sign_in(server: LiveServer, name: str) -> str:
    """A new person; the token of the session."""
    proof = {"name": name, "password": "correct horse battery", "bearer": True}
    answer = await server.client.post("/api/people", json=proof)
    answer.raise_for_status()
    return str(answer.json()["token"])


async def watch(
    server: LiveServer, game_id: str, token: str, opened: AsyncExitStack
) -> websockets.ClientConnection:
    """A socket that has had its first frame."""
    address = server.address.replace("http", "ws", 1)
    connecting = websockets.connect(
        f"{address}/api/tables/{game_id}/socket",
        compression=None,
        additional_headers=bearer(token),
    )
    socket = await opened.enter_async_context(connecting)
    await socket.send("{}")
    assert json.loads(await socket.recv())["type"] == "table"
    return socket


async def seconds_until_closed(socket: websockets.ClientConnection, since: float) -> float | None:
    """None if it stays, or closes for another reason."""
    try:
        async with asyncio.timeout(TIMEOUT_S):
            await socket.wait_closed()
    except TimeoutError:
        return None
    return time.monotonic() - since if socket.close_code == BAD_TICKET else None


async def try_out(nodes: Sequence[LiveServer], n_sockets: int) -> Verdict:
    """Open the sockets at all nodes in turn, log out all users but one, and count."""
    game_id = await nodes[0].make(default_spec("card", seats=3).to_json())
    async with AsyncExitStack() as opened:
        sockets: list[websockets.ClientConnection] = []
        tokens: list[str] = []
        for place in range(n_sockets):
            if place % PER_PERSON == 0:
                tokens.append(await sign_in(nodes[0], f"Watcher {place}"))
            sockets.append(await watch(nodes[place % len(nodes)], game_id, tokens[-1], opened))
        stayer = await sign_in(nodes[0], "Stayer")
        staying = [await watch(node, game_id, stayer, opened) for node in nodes]
        n_early = sum([socket.close_code is not None for socket in sockets])
        closing = []
        for place, token in enumerate(tokens):
            started = time.monotonic()
            path = "/api/me/sessions" if place % 2 else "/api/me/sessions/current"
            (await nodes[0].client.delete(path, headers=bearer(token))).raise_for_status()
            closing += [
                asyncio.create_task(seconds_until_closed(socket, started))
                for socket in sockets[place * PER_PERSON : (place + 1) * PER_PERSON]
            ]
        waits = await asyncio.gather(*closing)
        n_stayed = sum([socket.close_code is None for socket in staying])
    in_time = sorted([wait for wait in waits if wait is not None and wait <= MAX_SECONDS])
    slowest = max([wait for wait in waits if wait is not None], default=0.0)
    n_errors = sum([len(node.app.server_errors) + len(node.app.crashes) for node in nodes])
    thresholds = [
        Threshold("sockets closed within a second", len(in_time), max(1, n_sockets)),
        Threshold("sockets closed before any logout", n_early),
        Threshold("sockets of others that stayed open", n_stayed, len(nodes)),
        Threshold("answers of class 5xx and crashes", n_errors),
    ]
    return Verdict(thresholds, {"slowest in ms": round(1_000 * slowest), "people": len(tokens)})


async def run(n_sockets: int, database: str = "", redis: str = "") -> Verdict:
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory(prefix="gridwright-trial-"))
        place = database or f"sqlite:///{Path(folder) / 'games.db'}"
        url = redis or opened.enter_context(private_redis()).url
        nodes = [
            await opened.enter_async_context(
                open_live_server(place, bus=await opened.enter_async_context(await open_bus(url)))
            )
            for _node in range(2)
        ]
        return await try_out(nodes, n_sockets)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, on_database=True)
    parser.add_argument("--sockets", type=int, default=100)
    parser.add_argument("--redis", default="", help="an address; a server of its own by default")
    chosen = parser.parse_args(arguments)
    verdict = asyncio.run(run(chosen.sockets, chosen.database, chosen.redis))
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

"""People on a real server, each with a browser or a program of their own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import websockets

from gridwright.content.table import default_spec
from gridwright_lab.trials.live_server import LiveServer, bearer

PASSWORD = "correct horse battery"
SPEC = default_spec("card", seats=3).to_json()


@asynccontextmanager
async def browser(server: LiveServer, origin: str | None = "") -> AsyncIterator[httpx.AsyncClient]:
    """Keeps cookies and says from which page it asks: one of the server's own unless told."""
    headers = {} if origin is None else {"origin": origin or server.address}
    headers["user-agent"] = "Tester/1.0"
    async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=30) as client:
        yield client


async def register(client: httpx.AsyncClient, name: str, **more: Any) -> httpx.Response:
    return await client.post("/api/people", json={"name": name, "password": PASSWORD} | more)


async def sign_in(client: httpx.AsyncClient, name: str, password: str = PASSWORD) -> httpx.Response:
    return await client.post("/api/sessions", json={"name": name, "password": password})


async def token_of(server: LiveServer, name: str) -> str:
    """A new person who comes by a program."""
    answer = await register(server.client, name, bearer=True)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def watch(server: LiveServer, game_id: str, token: str = "", **more: Any) -> websockets.connect:
    address = server.address.replace("http", "ws", 1)
    headers = bearer(token) | more
    path = f"{address}/api/tables/{game_id}/socket"
    return websockets.connect(path, additional_headers=headers)

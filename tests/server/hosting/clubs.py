"""A server with a host and members."""

from typing import Any

import httpx

from gridwright_lab.trials.live_server import LiveServer, bearer
from gridwright_lab.trials.logging_out import sign_in

PASSWORD = "correct horse battery"
SPEC = {"edition": "classic", "preset": "original", "board": "germany", "seats": 2}


class Member:
    """A signed-in person."""

    def __init__(self, server: LiveServer, session: str) -> None:
        self._server = server
        self.session = session

    async def ask(self, method: str, path: str, body: Any = None, **query: Any) -> httpx.Response:
        return await self._server.client.request(
            method, path, json=body, params=query or None, headers=bearer(self.session)
        )

    async def read(self, path: str, **query: Any) -> Any:
        answer = await self.ask("GET", path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def me(self) -> Any:
        return await self.read("/api/me")


async def member(server: LiveServer, name: str) -> Member:
    return Member(server, await sign_in(server, name))


async def host(server: LiveServer, name: str = "Marie") -> Member:
    """Return a host of the server, as the command makes one."""
    made = await member(server, name)
    person_id = (await made.me())["person_id"]
    await server.node.store.home.change_one("INSERT INTO host_role VALUES ($1, 5)", person_id)
    return made


async def choose(marie: Member, registration: str, name: str = "", welcome: str = "") -> None:
    body = {"name": name, "welcome": welcome, "registration": registration}
    answer = await marie.ask("PUT", "/api/host/club", body)
    assert answer.status_code == 200, answer.text


async def register(server: LiveServer, name: str, invitation: str = "") -> httpx.Response:
    body = {"name": name, "password": PASSWORD, "bearer": True, "invitation": invitation}
    return await server.client.post("/api/people", json=body)


async def invite(marie: Member, most_uses: int = 1, lasts: int | None = None) -> Any:
    body = {"label": "Club members", "most_uses": most_uses, "lasts": lasts}
    answer = await marie.ask("POST", "/api/host/invitations", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def code_of(answer: httpx.Response) -> str:
    """Return the error code of an answer; empty if it was accepted."""
    return "" if answer.status_code < 400 else str(answer.json()["code"])

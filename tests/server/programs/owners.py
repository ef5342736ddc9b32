"""People who give tokens to programs."""

from typing import Any

import httpx

from gridwright_lab.trials.live_server import LiveServer, bearer
from gridwright_lab.trials.logging_out import sign_in

PASSWORD = "correct horse battery"
ALL = ["read", "play", "tables", "talk"]


class Owner:
    """A signed-in person."""

    def __init__(self, server: LiveServer, session: str) -> None:
        self._server = server
        self.session = session

    async def make(
        self, scopes: list[str] | None = None, label: str = "Bot", is_program: bool = True
    ) -> tuple[str, dict[str, Any]]:
        """A token: its secret, and what the owner is shown of it."""
        answer = await self.try_to_make(scopes, label, is_program)
        assert answer.status_code == 201, answer.text
        return answer.json()["secret"], answer.json()["token"]

    async def try_to_make(
        self,
        scopes: list[str] | None = None,
        label: str = "Bot",
        is_program: bool = True,
        password: str = PASSWORD,
    ) -> httpx.Response:
        wanted = {
            "label": label,
            "scopes": ALL if scopes is None else scopes,
            "password": password,
            "is_program": is_program,
        }
        return await self._server.client.post(
            "/api/me/tokens", json=wanted, headers=bearer(self.session)
        )

    async def tokens(self) -> list[dict[str, Any]]:
        answer = await self._server.client.get("/api/me/tokens", headers=bearer(self.session))
        found: list[dict[str, Any]] = answer.json()
        return found

    async def revoke(self, token_id: str) -> httpx.Response:
        return await self._server.client.delete(
            f"/api/me/tokens/{token_id}", headers=bearer(self.session)
        )


async def owner(server: LiveServer, name: str = "Ada") -> Owner:
    return Owner(server, await sign_in(server, name))

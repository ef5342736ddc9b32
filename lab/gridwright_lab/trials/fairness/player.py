"""A player over HTTP who records the same data as a browser."""

import json
import secrets
from typing import Any, Final

from gridwright.fair.receipt import FORMAT
from gridwright_lab.trials.live_server import LiveServer, bearer

SEAT: Final = 0
BOT: Final = "l0"
OVER: Final = ("finished", "abandoned")


class KeepingPlayer:
    """Sits on the first seat of a table of bots, and hands it to a bot once the game runs."""

    def __init__(self, game_id: str, ticket: str) -> None:
        self.game_id: Final = game_id
        self._ticket: Final = ticket
        self._path: Final = f"/api/tables/{game_id}"
        self._seen = ""
        self._ready: Final[list[dict[str, Any]]] = []
        self._heads: Final[list[dict[str, Any]]] = []

    @classmethod
    async def sit(cls, server: LiveServer, spec: dict[str, Any]) -> "KeepingPlayer":
        game_id = await server.make(spec)
        player = cls(game_id, await server.sit(game_id, SEAT, "Ada"))
        for seat in range(1, spec["seats"]):
            await server.sit(game_id, seat, f"Bot {seat}", BOT)
        return player

    async def look(self, server: LiveServer) -> dict[str, Any]:
        """Request the table, and record the data that a browser stores."""
        answer = await server.client.get(self._path, headers=bearer(self._ticket))
        answer.raise_for_status()
        table: dict[str, Any] = answer.json()["table"]
        if not table["seed"]:
            if table["status"] != "gathering":
                self._seen = self._seen or table["commitment"]
            head = {"version": table["version"], "chain": table["chain"]}
            if head not in self._heads:
                self._heads.append(head)
        return table

    async def get_ready(self, server: LiveServer) -> None:
        """Store the commitment and a random contribution, then send the contribution."""
        table = await self.look(server)
        own = secrets.token_hex(32)
        kept = {"seat": SEAT, "commit": table["commitment"], "contribution": own}
        order = {"type": "ready", "contribution": own}
        self._ready.append({**kept, "answered": await self._send(server, table, order)})

    async def hand_over(self, server: LiveServer) -> None:
        table = await self.look(server)
        await self._send(server, table, {"type": "hand_over", "bot": BOT})

    async def _send(self, server: LiveServer, table: dict[str, Any], order: dict[str, Any]) -> bool:
        name = f"{order['type']}-{table['version']}"
        named = {"command_id": name, "expected": table["version"], **order}
        answer = await server.client.post(
            f"{self._path}/orders", content=json.dumps(named), headers=bearer(self._ticket)
        )
        answer.raise_for_status()
        return bool(answer.json()["type"] == "done")

    def receipt(self) -> dict[str, Any]:
        """Return the saved receipt, in the browser's format."""
        return {
            "format": FORMAT,
            "game": self.game_id,
            "seen": self._seen,
            "ready": self._ready,
            "heads": self._heads,
        }

    def with_one_moment(self, version: int) -> dict[str, Any]:
        """Return the receipt of a player who saved a single frame."""
        heads = [head for head in self._heads if head["version"] == version]
        return {**self.receipt(), "heads": heads[:1]}

    async def evidence(self, server: LiveServer) -> dict[str, Any]:
        """Return the data of the end page: transcript, rules sheet and whole log."""
        text = (await server.client.get(f"{self._path}/transcript")).text
        sheet = (await server.client.get(f"{self._path}/sheet")).json()
        log = (await server.client.get(f"{self._path}/entries?since=0")).json()["missing"]
        return {"transcript": text, "sheet": sheet, "log": log}

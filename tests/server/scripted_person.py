"""A player that follows the frames of the wire and keeps a copy of the game to compare with."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import httpx
import websockets

from gridwright.content.table import TableSpec, build_game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation


class ScriptedPerson:
    """Plays seat 0 among bots, sends orders to several nodes in turn and watches another one.

    Its copy of the game is played from the lines of the socket, so a line that is lost, doubled
    or out of order there ends the game with an error.
    """

    def __init__(self, spec: TableSpec, clients: list[httpx.AsyncClient], watching: str) -> None:
        self.spec = spec
        self._clients = clients
        self._watching = watching.replace("http", "ws", 1)
        self._n_orders = 0
        self.game = build_game(spec)
        self.history = History(self.game)
        self._notation = Notation(self.game.rules)
        self.game_id = ""
        self.ticket = ""
        self.version = 0
        self.is_over = False
        self.waits: list[float] = []
        """Seconds from each acknowledged order until the socket reported it."""

    def client(self) -> httpx.AsyncClient:
        """Return the client of the next server in turn."""
        self._n_orders += 1
        return self._clients[self._n_orders % len(self._clients)]

    async def sit_down(self, name: str, bot: str = "l0") -> None:
        """Make a table and fill it."""
        made = await self.client().post("/api/tables", json={"spec": self.spec.to_json()})
        self.game_id = made.raise_for_status().json()["game_id"]
        for seat in range(self.spec.seats):
            sitting = {"name": name} if seat == 0 else {"name": f"Bot {seat}", "bot": bot}
            path = f"/api/tables/{self.game_id}/seats/{seat}"
            seated = (await self.client().post(path, json=sitting)).raise_for_status().json()
            self.ticket = self.ticket or seated["ticket"]
            self.version = seated["version"]

    async def order(self, **order: Any) -> httpx.Response:
        order = {"command_id": f"c{self.version}", "expected": self.version, **order}
        headers = {"authorization": f"Bearer {self.ticket}"}
        path = f"/api/tables/{self.game_id}/orders"
        return await self.client().post(path, json=order, headers=headers)

    async def play(
        self, contribution: str, after_order: Callable[[int], None] | None = None
    ) -> None:
        """Play to the end; ``after_order`` receives the number of actions of the person."""
        address = f"{self._watching}/api/tables/{self.game_id}/socket"
        async with websockets.connect(address) as socket:
            await socket.send(json.dumps({"ticket": self.ticket, "since": self.version}))
            ready = await self.order(type="ready", contribution=contribution)
            assert ready.status_code == 200, ready.text
            await self._hear(socket)
            n_acts = 0
            while not self.is_over:
                if self.history.state.actor == 0 and not self.game.is_over(self.history.state):
                    action = self.game.legal(self.history.state)[0]
                    line = self._notation.text(action).split(" ", 1)[1]
                    acted = await self.order(type="act", line=line)
                    assert acted.status_code == 200, acted.text
                    n_acts += 1
                    if after_order is not None:
                        after_order(n_acts)
                    sent = time.monotonic()
                    await self._hear(socket)
                    self.waits.append(time.monotonic() - sent)
                else:
                    await self._hear(socket)

    async def _hear(self, socket: websockets.ClientConnection) -> None:
        frame = json.loads(await asyncio.wait_for(socket.recv(), 30))
        assert frame["type"] == "happened"
        assert frame["version"] == self.version + 1, "something was lost or doubled"
        self.version = frame["version"]
        for line in frame["lines"]:
            self.history.play(self._notation.parse(line))
        self.is_over = frame["kind"] == "revealed"

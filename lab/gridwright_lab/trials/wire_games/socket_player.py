"""A player that watches by WebSocket, orders over HTTP, and folds the game from socket frames."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import websockets

from gridwright.content.table import TableSpec, build_game
from gridwright.engine.dice import Dice
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright_lab.conformance.sampling.random_players import FINISHER
from gridwright_lab.trials.services.http_client import Answer, HttpClient

TIMEOUT_S: Final = 60.0
"""Seconds within which a frame must arrive."""
DONE: Final = 200
ODDITY: Final = 12
"""One in this many orders is doubled, another one is sent to all nodes in parallel."""
RESTLESS: Final = 50
"""The socket is replaced by another one after one in this many frames."""


class ProtocolFault(Exception):
    """The server sent something wrong; the text says what."""


class Tally:
    """Counts over all tables."""

    def __init__(self) -> None:
        self.counts: Final[Counter[str]] = Counter()
        self.server_errors: Final[list[str]] = []
        """Answers of class 5xx."""


class Nodes:
    """The nodes that the players of one table use: some for orders in turn, one for sockets."""

    def __init__(self, addresses: Sequence[str], watching: str, tally: Tally) -> None:
        self._lines: Final = [HttpClient(address) for address in addresses]
        self._watching: Final = watching.replace("http", "ws", 1)
        self._turn = 0
        self._tally: Final = tally
        self.counts: Final = tally.counts

    @property
    def n_nodes(self) -> int:
        return len(self._lines)

    async def ask(self, method: str, path: str, asked: Any = None, ticket: str = "") -> Answer:
        """Send a request to the next node in turn."""
        self._turn += 1
        body = b"" if asked is None else msgspec.json.encode(asked)
        answer = await self._lines[self._turn % len(self._lines)].ask(method, path, body, ticket)
        if answer.status >= 500:
            self._tally.server_errors.append(f"{method} {path}: {answer.status}")
        return answer

    async def ask_json(self, method: str, path: str, asked: Any = None) -> dict[str, Any]:
        answer = await self.ask(method, path, asked)
        if answer.status not in (DONE, 201):
            raise ProtocolFault(f"{path} was answered {answer.status}")
        found: dict[str, Any] = msgspec.json.decode(answer.body)
        return found

    async def watch(self, path: str, ticket: str, since: int) -> websockets.ClientConnection:
        """A socket that has said who watches, and from which version on."""
        socket = await websockets.connect(f"{self._watching}{path}/socket", compression=None)
        await socket.send(json.dumps({"ticket": ticket, "since": since}))
        self.counts["sockets"] += 1
        return socket

    async def view(self, path: str, ticket: str) -> dict[str, Any]:
        """The whole table, as the server sends it to a new page."""
        socket = await self.watch(path, ticket, -1)
        try:
            frame = await hear(socket)
        finally:
            await socket.close()
        if frame["type"] != "table":
            raise ProtocolFault(f"a fresh page heard {frame['type']} first")
        table: dict[str, Any] = frame["table"]
        return table

    async def close(self) -> None:
        for line in self._lines:
            await line.close()


async def hear(socket: websockets.ClientConnection) -> dict[str, Any]:
    """The next frame, or WireFault."""
    try:
        frame: dict[str, Any] = msgspec.json.decode(
            await asyncio.wait_for(socket.recv(), TIMEOUT_S)
        )
    except (TimeoutError, websockets.ConnectionClosed) as error:
        raise ProtocolFault(f"a socket fell silent: {type(error).__name__}") from error
    return frame


class SocketPlayer:
    """One seat. A lost, doubled or misplaced frame on the socket is a fault."""

    def __init__(
        self, nodes: Nodes, spec: TableSpec, path: str, seat: int, ticket: str, dice: Dice
    ) -> None:
        self._doors: Final = nodes
        self._path: Final = path
        self._dice: Final = dice
        self.seat: Final = seat
        self.edition: Final = spec.edition
        self.n_seats: Final = spec.seats
        self.ticket: Final = ticket
        self._game: Final = build_game(spec)
        self._notation: Final = Notation(self._game.rules)
        self.history: Final = History(self._game)
        self.version = 0
        self._acknowledged = 0
        self._is_over = False

    async def play(self) -> None:
        """Watch from the first entry, act when it is one's turn, until the seed is open."""
        socket = await self._doors.watch(self._path, self.ticket, 0)
        try:
            while not self._is_over:
                if self._is_to_act():
                    await self._act()
                self.take(await hear(socket))
                if self._dice.below(RESTLESS) == 0:
                    await socket.close()
                    self._doors.counts["reconnects"] += 1
                    socket = await self._doors.watch(self._path, self.ticket, self.version)
        finally:
            await socket.close()

    def _is_to_act(self) -> bool:
        state = self.history.state
        is_current = self.version >= self._acknowledged
        return is_current and state.actor == self.seat and not self._game.is_over(state)

    def take(self, frame: dict[str, Any]) -> None:
        """Bring the own copy to the version of a frame."""
        if frame["type"] != "happened" or frame["version"] != self.version + 1:
            raise ProtocolFault(f"after {self.version} came {frame['type']} {frame['version']}")
        self.version = frame["version"]
        for line in frame["lines"]:
            self.history.play(self._notation.parse(line))
        self._is_over = frame["kind"] == "revealed"
        self._doors.counts["frames"] += 1

    async def get_ready(self, expected: int) -> int:
        """Get ready with random bytes; return the version that this made."""
        contribution = "".join(f"{self._dice.below(256):02x}" for _byte in range(32))
        order = {"type": "ready", "contribution": contribution}
        return await self._order(order, expected)

    async def _act(self) -> None:
        action = FINISHER.choose(self._game.offers(self.history.state), self._dice)
        line = self._notation.text(action).split(" ", 1)[1]
        self._acknowledged = await self._order({"type": "act", "line": line}, self.version)

    async def _order(self, order: dict[str, Any], expected: int) -> int:
        """Send an order once, twice, or to all nodes in parallel; all answers must be equal."""
        full = {"command_id": f"c{expected}", "expected": expected, **order}
        oddity = self._dice.below(ODDITY)
        answers = [await self._send(full)] if oddity else []
        if oddity == 0:
            self._doors.counts["orders to all nodes in parallel"] += 1
            copies = [self._send(full) for _node in range(self._doors.n_nodes)]
            answers += await asyncio.gather(*copies)
        elif oddity == 1:
            self._doors.counts["orders sent again"] += 1
            answers.append(await self._send(full))
        for answer in answers:
            version = msgspec.json.decode(answer.body).get("version")
            if answer.status != DONE or version != expected + 1:
                raise ProtocolFault(f"{full} was answered {answer.status} {answer.body[:200]!r}")
        self._doors.counts["orders"] += 1
        return expected + 1

    async def _send(self, order: dict[str, Any]) -> Answer:
        return await self._doors.ask("POST", f"{self._path}/orders", order, self.ticket)

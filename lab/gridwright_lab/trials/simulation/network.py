"""Lines between people and nodes: messages take a while, get lost, and end with their process."""

import asyncio
import contextvars
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from starlette.types import Message

from gridwright_lab.trials.simulation.faults import Weather
from gridwright_lab.trials.simulation.node_process import NodeProcess
from gridwright_lab.trials.simulation.plan import Kind

_WORLD: Final = contextvars.Context()
"""Context of callbacks that belong to no process."""
TIMEOUT_S: Final = 6.0
"""Seconds after which a client takes a request for lost."""


class NoAnswer(Exception):
    """No answer: the request may or may not have taken effect."""


@dataclass(frozen=True)
class Answered:
    """A response."""

    status: int
    text: bytes

    def values(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text)
        return found


class Network:
    """All lines of a run."""

    def __init__(self, loop: asyncio.AbstractEventLoop, weather: Weather) -> None:
        self._loop: Final = loop
        self._weather: Final = weather
        self.sockets: Final[list[Socket]] = []

    async def ask(
        self, node: NodeProcess, method: str, path: str, body: Any = None, ticket: str = ""
    ) -> Answered:
        """The answer of a node, or NoAnswer."""
        await asyncio.sleep(self._weather.line_seconds())
        if not node.is_up:
            raise NoAnswer("the node is down")
        answered: asyncio.Future[Answered] = self._loop.create_future()
        if not self._weather.strikes(Kind.LOST_ANSWERS, node.number):
            self._send(node, answered, method, path, body, ticket)
        try:
            async with asyncio.timeout(TIMEOUT_S):
                found = await answered
        except TimeoutError as error:
            raise NoAnswer("no answer") from error
        await asyncio.sleep(self._weather.line_seconds())
        if self._weather.strikes(Kind.LOST_ANSWERS, node.number):
            await asyncio.sleep(TIMEOUT_S)
            raise NoAnswer("the answer was lost")
        return found

    def _send(
        self,
        node: NodeProcess,
        answered: "asyncio.Future[Answered]",
        method: str,
        path: str,
        body: Any,
        ticket: str,
    ) -> None:
        path, _mark, query = path.partition("?")
        scope = _scope("http", path, ticket) | {
            "method": method,
            "query_string": query.encode(),
        }
        asked = b"" if body is None else json.dumps(body).encode()
        status = 0
        text = b""

        async def receive() -> Message:
            return {"type": "http.request", "body": asked, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, text
            status = message.get("status", status)
            text += message.get("body", b"")
            if message["type"] == "http.response.body" and not answered.done():
                answered.set_result(Answered(status, text))

        def reset() -> None:
            if not answered.done():
                answered.set_exception(NoAnswer("the node is gone"))

        node.at_end(lambda: _later(self._loop, self._weather.line_seconds(), reset))
        node.answer(scope, receive, send)

    def watch(
        self, node: NodeProcess, path: str, greeting: dict[str, Any], hear: "Hear"
    ) -> "Socket":
        """Open a socket. ``hear`` gets each frame, None at the end."""
        socket = Socket(self._loop, self._weather, node, hear)
        self.sockets[:] = [each for each in self.sockets if each.is_open]
        self.sockets.append(socket)
        game_id = path.split("/")[3]
        scope = _scope("websocket", path, "") | {
            "path_params": {"game_id": game_id},
            "query_string": b"",
            "scheme": "ws",
            "subprotocols": [],
        }
        socket.say({"type": "websocket.connect"})
        socket.say({"type": "websocket.receive", "text": json.dumps(greeting)})
        node.at_end(socket.cut)
        node.answer(scope, socket.receive, socket.send)
        return socket


Hear = Callable[[str | None], None]


class Socket:
    """One watcher's line: frames arrive in the order in which they were sent."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, weather: Weather, node: NodeProcess, hear: Hear
    ) -> None:
        self._loop: Final = loop
        self._weather: Final = weather
        self.node: Final = node
        self._hear: Final = hear
        self._said: Final[asyncio.Queue[Message]] = asyncio.Queue()
        self._arrives_at = 0.0
        self.is_open = True

    def say(self, message: Message) -> None:
        self._said.put_nowait(message)

    async def receive(self) -> Message:
        return await self._said.get()

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._deliver(message["text"])
        elif message["type"] == "websocket.close":
            self._deliver(None)

    def cut(self) -> None:
        """The line ends, for both sides."""
        if self.is_open:
            self.say({"type": "websocket.disconnect", "code": 1006})
            self._deliver(None)

    def _deliver(self, text: str | None) -> None:
        seconds = self._loop.time() + self._weather.line_seconds()
        self._arrives_at = max(self._arrives_at + 1e-6, seconds)
        _at(self._loop, self._arrives_at, lambda: self._arrive(text))

    def _arrive(self, text: str | None) -> None:
        if self.is_open:
            self.is_open = text is not None
            self._hear(text)


def _scope(kind: str, path: str, ticket: str) -> dict[str, Any]:
    headers = [(b"host", b"simulated"), (b"content-type", b"application/json")]
    if ticket:
        headers.append((b"authorization", f"Bearer {ticket}".encode()))
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("192.0.2.1", 1),
        "server": ("simulated", 80),
        "state": {},
    }


def _later(loop: asyncio.AbstractEventLoop, seconds: float, do: Callable[[], None]) -> None:
    _at(loop, loop.time() + seconds, do)


def _at(loop: asyncio.AbstractEventLoop, when: float, do: Callable[[], None]) -> None:
    """Schedule an effect on the network; a killed process does not cancel it."""
    loop.call_at(when, do, context=_WORLD.copy())

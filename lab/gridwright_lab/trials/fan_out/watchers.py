"""Many watchers in a separate process, so light that they do not disturb the measurement.

``python -m gridwright_lab.trials.fan_out.watchers`` reads one line of JSON with the sockets to
open, prints ``ready`` once every socket has a frame, and prints its report at the next line.
"""

import asyncio
import base64
import json
import struct
import sys
import time
from collections import defaultdict
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from gridwright.content.table import TableSpec, build_game
from gridwright.engine.codec import observation_values
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.engine.observe import observe

PROGRAM: Final = ("-m", "gridwright_lab.trials.fan_out.watchers")
CONCURRENCY: Final = 50
"""Sockets that are opened concurrently."""
TEXT: Final = 0x81
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A
_MASK: Final = bytes(4)


class Heard(msgspec.Struct):
    """Parts of a frame that are read while frames arrive; the rest is read afterwards."""

    type: str
    version: int
    at: int = 0


_DECODER: Final = msgspec.json.Decoder(Heard)


class Watching(asyncio.Protocol):
    """One socket: sends the first message, answers pings, stores frames and their times."""

    def __init__(self, address: str, game_id: str, seat: int, ticket: str) -> None:
        self.game_id: Final = game_id
        self.seat: Final = seat
        self._ticket: Final = ticket
        self._host: Final = urlsplit(address).netloc
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._is_open = False
        self.version = 0
        self.frames: Final[list[bytes]] = []
        self.delays: Final[dict[int, float]] = {}
        """Milliseconds from an entry's time in the log to its arrival here, by version."""
        self.n_wrong = 0
        """Frames that were not the next one."""
        self.is_closed = False
        self.greeted: Final = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(bytes(16)).decode()
        head = f"GET /api/tables/{self.game_id}/socket HTTP/1.1\r\nHost: {self._host}\r\n"
        head += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        transport.write(f"{head}Sec-WebSocket-Key: {key}\r\n\r\n".encode())

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.is_closed = True
        if not self.greeted.done():
            self.greeted.set_result(None)

    def data_received(self, data: bytes) -> None:
        now = time.time()
        self._buffer += data
        if not self._is_open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(f"expected a socket, got {head[:80]!r}")
            self._is_open = True
            self._buffer = rest
            greeting = json.dumps({"ticket": self._ticket, "since": 0}).encode()
            self._say(TEXT, greeting)
        while self._take(now):
            pass

    def _say(self, kind: int, text: bytes) -> None:
        assert self._transport is not None
        n_bytes = len(text)
        head = struct.pack("!BBH", kind, 0x80 | 126, n_bytes)
        if n_bytes < 126:
            head = struct.pack("!BB", kind, 0x80 | n_bytes)
        self._transport.write(head + _MASK + text)

    def _take(self, now: float) -> bool:
        """Parse one frame from the received bytes; False if it is incomplete."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        start, n_bytes = 2, buffer[1]
        if n_bytes == 126:
            start, n_bytes = 4, int.from_bytes(buffer[2:4])
        elif n_bytes == 127:
            start, n_bytes = 10, int.from_bytes(buffer[2:10])
        if len(buffer) < start + n_bytes:
            return False
        kind, text = buffer[0], buffer[start : start + n_bytes]
        self._buffer = buffer[start + n_bytes :]
        if kind == TEXT:
            self._hear(text, now)
        elif kind == PING:
            self._say(PONG, text)
        elif kind == CLOSE:
            self.is_closed = True
        return True

    def _hear(self, text: bytes, now: float) -> None:
        heard = _DECODER.decode(text)
        if heard.type != "happened" or heard.version != self.version + 1:
            self.n_wrong += 1
        self.version = heard.version
        self.frames.append(text)
        self.delays[heard.version] = 1000 * now - heard.at
        if not self.greeted.done():
            self.greeted.set_result(None)

    def view(self, spec: TableSpec) -> dict[str, Any]:
        """Return the table rebuilt from the frames: the observation from lines, the rest as sent.

        A lost, doubled or misplaced frame gives another game, or none.
        """
        game = build_game(spec)
        notation = Notation(game.rules)
        history = History(game)
        said: dict[str, Any] = {}
        for text in self.frames:
            frame = json.loads(text)
            for line in frame.get("lines", []):
                history.play(notation.parse(line))
            said = frame.get("table", {})
        seen = observation_values(observe(game, history.state, self.seat))
        return {**said, "observation": seen}


async def watch_all(order: dict[str, Any]) -> list[Watching]:
    """Open every requested socket; return once each has a frame."""
    address = order["address"]
    place = urlsplit(address)
    slots = asyncio.Semaphore(CONCURRENCY)
    loop = asyncio.get_running_loop()

    async def open_one(game_id: str, seat: int, ticket: str) -> Watching:
        async with slots:
            _transport, watching = await loop.create_connection(
                lambda: Watching(address, game_id, seat, ticket), place.hostname, place.port
            )
            await watching.greeted
        return watching

    return await asyncio.gather(*[open_one(*each) for each in order["sockets"]])


def report(all_watching: list[Watching], spec: TableSpec, first: dict[str, int]) -> dict[str, Any]:
    """Received frames; delays are those of the last viewer of each entry."""
    last: defaultdict[tuple[str, int], float] = defaultdict(float)
    n_viewers: defaultdict[tuple[str, int], int] = defaultdict(int)
    views = []
    for watching in all_watching:
        for version, delay in watching.delays.items():
            if version > first[watching.game_id]:
                entry = (watching.game_id, version)
                last[entry] = max(last[entry], delay)
                n_viewers[entry] += 1
        try:
            view: Any = watching.view(spec)
        except Exception as error:
            # An invalid frame is a finding and does not end the experiment.
            view = repr(error)
        views.append([watching.game_id, watching.seat, watching.version, view])
    return {
        "delays": list(last.values()),
        "deliveries": sum(n_viewers.values()),
        "wrong": sum([watching.n_wrong for watching in all_watching]),
        "closed": sum([watching.is_closed for watching in all_watching]),
        "bytes": sum([len(text) for watching in all_watching for text in watching.frames]),
        "views": views,
    }


async def main() -> None:
    loop = asyncio.get_running_loop()
    order = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    spec = TableSpec.from_json(order["spec"])
    all_watching = await watch_all(order)
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    print(json.dumps(report(all_watching, spec, order["first"])), flush=True)


if __name__ == "__main__":
    asyncio.run(main())

"""Bad first messages on WebSockets, and bytes that are not HTTP."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

import websockets

from gridwright.server.auth.records import PREFIX, new_token
from gridwright_lab.trials.bad_input.target import Target
from gridwright_lab.trials.live_server import LiveServer

TIMEOUT_S: Final = 10.0
REFUSED: Final = frozenset({4400, 4403, 4404, 1007, 1009})
"""Close codes that blame the client."""


@dataclass(frozen=True)
class BadGreeting:
    """A bad first message on a socket."""

    path: str
    messages: Sequence[str | bytes]
    headers: dict[str, str] = field(default_factory=dict)


def bad_greetings(target: Target) -> list[BadGreeting]:
    path = f"{target.driver.path}/socket"
    own = target.ticket()
    texts: list[str | bytes] = [
        *("", "hello", "[]", "null", "1", '"x"', "{", '{"since":"x"}', '{"since":1.5}'),
        *('{"since":NaN}', '{"since":1e400}', '{"since":null}', '{"more":1}', '{"ticket":1}'),
        *('{"ticket":"\\ud800"}', '{"ticket":"forged"}', '{"ticket":"😀"}', '{"ticket":[]}'),
        *("[" * 4_000, '{"x":' * 800, '{"ticket":"' + "x" * 100_000 + '"}', "\x00"),
        *(b"", b"{}", b"\x00\xff", json.dumps({"ticket": own}).encode()),
        json.dumps({"ticket": own[:-4] + "AAAA"}),
        *[json.dumps({"ticket": ticket}) for ticket in target.driver.expired],
        *[json.dumps({"ticket": each.ticket()}) for each in _other_targets(target)],
        *[json.dumps({"ticket": token}) for token in (*target.tokens.ended, new_token(), PREFIX)],
    ]
    found = [BadGreeting(path, [text]) for text in texts]
    for token in (*target.tokens.ended, new_token()):
        found.append(BadGreeting(path, ["{}"], {"authorization": f"Bearer {token}"}))
    for table in ("never-made", "%00", "%ff", "a" * 500):
        found.append(BadGreeting(f"/api/tables/{table}/socket", ["{}"]))
    origins = ("http://evil.example", "null", "http://[", "", "http://127.0.0.1", "file://", "\\")
    found.extend([BadGreeting(path, ["{}"], {"origin": origin}) for origin in origins])
    return found


def _other_targets(target: Target) -> list[Target]:
    """Return other tables, for their tickets."""
    return [
        Target(other, target.table, [], target.dice) for other in target.others if other.tickets
    ][:1]


async def try_greeting(server: LiveServer, bad: BadGreeting) -> str:
    """Send it; return the fault of the response, or nothing."""
    address = server.address.replace("http", "ws", 1) + bad.path
    try:
        async with (
            asyncio.timeout(TIMEOUT_S),
            websockets.connect(address, compression=None, additional_headers=bad.headers) as socket,
        ):
            for message in bad.messages:
                await socket.send(message)
            answer = await socket.recv()
            return f"{bad.messages!r:.80} was answered with {answer!r:.80}"
    except websockets.InvalidStatus as refused:
        status = refused.response.status_code
        return "" if 400 <= status < 500 else f"{bad.path} {bad.headers}: status {status}"
    except websockets.ConnectionClosed as closed:
        code = None if closed.rcvd is None else closed.rcvd.code
        return "" if code in REFUSED else f"{bad.messages!r:.80} closed by {code}"
    except TimeoutError:
        return f"{bad.messages!r:.80} was not answered"


def broken_streams(target: Target) -> list[bytes]:
    """Return requests that no library would send."""
    head = (
        f"POST {target.orders} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {target.ticket()}\r\n"
    )
    legal = target.legal()
    chunk = b"%x\r\n%s\r\n" % (1_000, b"x" * 1_000)
    return [
        b"\x00" * 64 + b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        head.encode() + b"Content-Length: 5000000000\r\n\r\n" + b"x" * 6_000,
        head.encode() + b"Content-Length: -1\r\n\r\n" + legal,
        head.encode() + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n" + legal,
        head.encode() + b"Content-Length: %d\r\n\r\n" % (len(legal) + 1) + legal,
        head.encode() + b"Content-Length: %d\r\n\r\n" % (len(legal) - 1) + legal,
        head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 9 + b"0\r\n\r\n",
        head.encode() + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + legal,
        head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk,
        head.encode() + b"X: " + b"x" * 200_000 + b"\r\n\r\n",
        head.replace("HTTP/1.1", "HTTP/9.9").encode() + b"\r\n" + legal,
        head.encode()[:40],
    ]


async def try_stream(server: LiveServer, stream: bytes) -> str:
    """Send raw bytes and disconnect; return the fault of the response, or nothing."""
    parts = urlsplit(server.address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    answer = b""
    try:
        async with asyncio.timeout(0.2):
            writer.write(stream)
            await writer.drain()
            answer = await reader.read(65_536)
    except (TimeoutError, ConnectionError):
        # No response to half a request is correct.
        pass
    finally:
        # Data that the server did not read must not keep the connection open: an abort.
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()
    status = answer[9:12]
    return f"{stream[:60]!r}: {answer[:60]!r}" if status[:1] in (b"2", b"5") else ""

"""Slow clients and many connections: each has its limit, and others do not notice."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
import uvicorn
import websockets
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gridwright.server.live.connections import OpenConnections, Timeouts
from gridwright.server.live.forwarded import ForwardedPlaces
from gridwright.server.live.lines import Line
from gridwright.server.operations.metrics import Limited, Metrics, Slow
from gridwright.server.operations.rate_limits import Limits, Rate
from gridwright.server.serving import ServingConfig
from gridwright_lab.trials.slow_requests import run as try_slow_requests

pytestmark = pytest.mark.anyio

QUICK = Timeouts(head=0.6, body=1.2, idle=0.8, reading=0.6)
NORMAL_TIMEOUTS = Timeouts()
"""Timeouts of tests that are not about time; a busy machine may exceed a quick limit."""
LATER = 3.0
"""Seconds after a limit within which a busy machine has closed the connection."""
HALF_HEAD = b"GET / HTTP/1.1\r\nhost: x\r\nx-half: "
HALF_BODY = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf"
WHOLE = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
SLOWLY = b"GET /slowly HTTP/1.1\r\nhost: x\r\n\r\n"
LARGE = b"GET /large HTTP/1.1\r\nhost: x\r\n\r\n"


class Counts(Metrics):
    """Counters of connections."""

    def __init__(self) -> None:
        self.limited: list[Limited] = []
        self.slow: list[Slow] = []

    def request_limited(self, what: Limited) -> None:
        self.limited.append(what)

    def client_too_slow(self, what: Slow) -> None:
        self.slow.append(what)


async def show(request: Request) -> Response:
    return PlainTextResponse(f"{len(await request.body())}")


async def large(_request: Request) -> Response:
    return Response(bytes(20_000_000))


async def slowly(_request: Request) -> Response:
    await asyncio.sleep(2 * QUICK.body)
    return PlainTextResponse("at last")


async def listen(socket: WebSocket) -> None:
    await socket.accept()
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


APP = Router(
    [
        Route("/", show, methods=["GET", "POST"]),
        Route("/large", large),
        Route("/slowly", slowly),
        WebSocketRoute("/socket", listen),
    ]
)


class Served:
    """A server with few connections."""

    def __init__(self, port: int, open_connections: OpenConnections, counts: Counts) -> None:
        self.port = port
        self.open = open_connections
        self.counts = counts

    async def connect(
        self, said: bytes = b"", of: str = "127.0.0.1"
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(of, 0), limit=100_000_000
        )
        writer.write(said)
        return reader, writer

    def watch(self) -> websockets.connect:
        return websockets.connect(f"ws://127.0.0.1:{self.port}/socket")

    async def until(self, n_open: int) -> None:
        """Return when `n_open` connections are open."""
        async with asyncio.timeout(10):
            while len(self.open) != n_open:
                await asyncio.sleep(0.02)


@asynccontextmanager
async def serving(
    app: ASGIApp = APP,
    limits: Limits | None = None,
    most: int | None = None,
    n_proxies: int = 0,
    counts: Counts | None = None,
    timeouts: Timeouts = QUICK,
) -> AsyncIterator[Served]:
    counts = counts or Counts()
    open_connections = OpenConnections(timeouts, limits, most, n_proxies, counts)
    config = ServingConfig(app, open_connections, host="127.0.0.1", port=0, lifespan="off")
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with open_connections.swept():
        yield Served(port, open_connections, counts)
    server.should_exit = True
    await running


async def seconds_until_closed(reader: asyncio.StreamReader) -> tuple[float, bytes]:
    """Return the seconds until the connection is closed, and the bytes received before."""
    started = time.monotonic()
    async with asyncio.timeout(10):
        try:
            said = await reader.read()
        except ConnectionError:
            said = b""
    return time.monotonic() - started, said


# Time


@pytest.mark.parametrize(
    ("said", "limit", "told"),
    [
        (b"", QUICK.head, b"HTTP/1.1 408 "),
        (b"G", QUICK.head, b"HTTP/1.1 408 "),
        (HALF_HEAD, QUICK.head, b"HTTP/1.1 408 "),
        (b"\r\n", QUICK.head, b"HTTP/1.1 408 "),
        (HALF_BODY, QUICK.body, b"HTTP/1.1 408 "),
        (WHOLE, QUICK.idle, b"HTTP/1.1 200 "),
        (WHOLE + HALF_HEAD, QUICK.head, b"HTTP/1.1 200 "),
        (WHOLE + HALF_BODY, QUICK.body, b"HTTP/1.1 200 "),
    ],
)
async def test_half_a_request_is_closed_in_time(said: bytes, limit: float, told: bytes) -> None:
    async with serving() as served:
        reader, writer = await served.connect(said)
        seconds, heard = await seconds_until_closed(reader)
        assert limit - 0.1 < seconds < limit + LATER
        assert heard.startswith(told)
        writer.close()
        await served.until(0)


@pytest.mark.parametrize(
    ("said", "drop", "limit", "slow"),
    [
        (HALF_HEAD, b"x", QUICK.head, Slow.HEAD),
        (HALF_BODY, b"x", QUICK.body, Slow.BODY),
        (WHOLE, b"\r\n", QUICK.idle + QUICK.head, Slow.HEAD),
    ],
)
async def test_drops_win_no_time(said: bytes, drop: bytes, limit: float, slow: Slow) -> None:
    """Drops win no time, not even empty lines between two requests, which are no part of any."""
    async with serving() as served:
        reader, writer = await served.connect(said)

        async def drip() -> None:
            for _drop in range(4):
                await asyncio.sleep(0.25)
                writer.write(drop)

        dripping = asyncio.create_task(drip())
        seconds, _heard = await seconds_until_closed(reader)
        assert seconds < limit + LATER
        await asyncio.gather(dripping, return_exceptions=True)
        assert served.counts.slow == [slow]
        writer.close()


async def test_a_body_in_time_is_answered_and_the_connection_stays() -> None:
    async with serving() as served:
        reader, writer = await served.connect(HALF_BODY)
        await asyncio.sleep(QUICK.head)
        for _time in range(2):
            writer.write(b"-whole")
            answer = await reader.readuntil(b"\r\n\r\n10")
            assert answer.startswith(b"HTTP/1.1 200 ")
            writer.write(HALF_BODY)
        writer.close()


@pytest.mark.parametrize("half", [HALF_HEAD, HALF_BODY])
async def test_a_request_that_came_in_time_is_answered_however_slow_the_next_one_is(
    half: bytes,
) -> None:
    async with serving() as served:
        reader, writer = await served.connect(SLOWLY + half)
        async with asyncio.timeout(10):
            heard = await reader.read()
        assert heard.startswith(b"HTTP/1.1 200 ")
        assert b"at last" in heard
        writer.close()


async def test_a_client_that_does_not_read_is_cut_and_a_slow_one_is_not() -> None:
    async with serving() as served:
        deaf, deaf_writer = await served.connect(LARGE)
        deaf._transport.pause_reading()  # type: ignore[attr-defined]  # As a program does.
        slow, slow_writer = await served.connect(LARGE)
        heard = 0
        async with asyncio.timeout(20):
            while heard < 20_000_000:
                heard += len(await slow.read(2_000_000))
                await asyncio.sleep(0.1)
        assert served.counts.slow == [Slow.READER]
        slow_writer.close()
        deaf_writer.close()


# Number


FEW = Limits(connections_of_address=3, frames=Rate(10, 60))


async def is_answered(served: Served, of: str) -> bool:
    reader, writer = await served.connect(WHOLE, of)
    try:
        return (await reader.read(12)).startswith(b"HTTP/1.1 200")
    except ConnectionError:
        return False
    finally:
        writer.close()


async def test_connections_are_limited_for_each_address() -> None:
    async with serving(limits=FEW, timeouts=NORMAL_TIMEOUTS) as served:
        held = [await served.connect(WHOLE, "127.0.0.2") for _ in range(2)]
        async with served.watch() as _socket:
            assert await is_answered(served, "127.0.0.2")
            await served.until(3)
            held.append(await served.connect(WHOLE, "127.0.0.2"))
            await served.until(4)
            assert not await is_answered(served, "127.0.0.2")
            assert await is_answered(served, "127.0.0.1")
            assert served.counts.limited == [Limited.CONNECTIONS]
        for _reader, writer in held:
            writer.close()
        await served.until(0)
        assert await is_answered(served, "127.0.0.2")


async def test_sockets_are_connections_too_and_give_their_place_back() -> None:
    async with serving(limits=FEW, timeouts=NORMAL_TIMEOUTS) as served:
        for _time in range(3):
            opened = [await served.watch() for _ in range(3)]
            assert not await is_answered(served, "127.0.0.1")
            for socket in opened:
                await socket.close()
            await served.until(0)


async def test_without_free_files_a_connection_waiting_for_a_head_is_closed() -> None:
    async with serving(most=3, timeouts=NORMAL_TIMEOUTS) as served:
        socket = await served.watch()
        half = [await served.connect(HALF_HEAD, f"127.0.0.{n}") for n in (3, 4)]
        await served.until(3)
        assert await is_answered(served, "127.0.0.5")
        seconds, told = await seconds_until_closed(half[0][0])
        assert (seconds < NORMAL_TIMEOUTS.head / 2, told) == (True, b"")
        assert not half[1][0].at_eof()
        for _reader, writer in half:
            writer.close()
        await socket.close()


async def test_behind_a_proxy_its_clients_are_counted_apart() -> None:
    release = asyncio.Event()
    all_hang = asyncio.Event()
    hung: list[Request] = []

    async def hang(request: Request) -> Response:
        hung.append(request)
        if len(hung) == 6:
            all_hang.set()
        await release.wait()
        return PlainTextResponse("done")

    counts = Counts()
    hanging = Router([Route("/", hang), WebSocketRoute("/socket", listen)])
    app = ForwardedPlaces(hanging, FEW.connections_of_address, 1, counts)
    async with (
        serving(app, FEW, n_proxies=1, counts=counts, timeouts=NORMAL_TIMEOUTS) as served,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{served.port}", timeout=20) as client,
    ):

        def ask(address: str) -> "asyncio.Task[httpx.Response]":
            head = {"x-forwarded-for": f"1.1.1.1, {address}"}
            return asyncio.create_task(client.get("/", headers=head))

        waiting = [ask("6.6.6.6") for _ in range(3)] + [ask("7.7.7.7") for _ in range(3)]
        # A connection is open before its request is counted.
        async with asyncio.timeout(10):
            await all_hang.wait()
        refused = await ask("6.6.6.6")
        assert refused.status_code == 429
        assert refused.json()["code"] == "too_many"
        assert int(refused.headers["retry-after"]) >= 1
        path = f"ws://127.0.0.1:{served.port}/socket"
        head = {"x-forwarded-for": "6.6.6.6"}
        async with websockets.connect(path, additional_headers=head) as socket:
            with pytest.raises(websockets.ConnectionClosed):
                await socket.recv()
            assert socket.close_code == 4429
        release.set()
        assert {(await each).status_code for each in waiting} == {200}
        assert (await ask("6.6.6.6")).status_code == 200


# Frames


async def send_without_end(socket: websockets.ClientConnection) -> None:
    while True:
        await socket.send("{}")
        await asyncio.sleep(0)


async def test_a_socket_that_sends_too_many_frames_is_closed() -> None:
    async with (
        serving(limits=FEW, timeouts=NORMAL_TIMEOUTS) as served,
        served.watch() as calm,
        served.watch() as flood,
    ):
        for socket in (calm, flood):
            for _frame in range(5):
                await socket.send("{}")
        assert await asyncio.wait_for(await calm.ping(), 5) is not None
        with pytest.raises(websockets.ConnectionClosed):
            await send_without_end(flood)
        await flood.wait_closed()
        assert flood.close_code in (4429, 1006)
        assert served.counts.limited == [Limited.FRAMES]
        assert calm.close_code is None
        assert await asyncio.wait_for(await calm.ping(), 5) is not None


# The whole


def test_slow_requests_do_not_delay_other_clients() -> None:
    """`gridwright-lab trial slow-requests` in short."""
    verdict = try_slow_requests(150, 1.0, 2.0, limits="0.2")
    # On a busy machine these two values mean nothing.
    assert set(verdict.missed()) <= {"p95 of others in ms", "requests of others"}, verdict
    assert verdict.figures["rejected immediately"] >= 150 - 102


def test_a_server_without_limits_is_found_out() -> None:
    verdict = try_slow_requests(
        20, 0.5, 0.5, "--header-timeout", "60", "--body-timeout", "60", limits="0"
    )
    assert "half-sent requests not closed within the limit" in verdict.missed()


def test_uvicorn_pings_watchers() -> None:
    """Older releases send no pings, so a dead watcher would stay connected."""
    assert "keepalive_timeout" in vars(WebSocketsSansIOProtocol)
    assert Line.keepalive_timeout is not WebSocketsSansIOProtocol.keepalive_timeout

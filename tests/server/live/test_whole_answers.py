"""Responses written in one piece: the same bytes as in parts, and only where that is possible."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, Router
from starlette.types import Receive, Scope, Send

from gridwright.server.live import whole_answers
from gridwright.server.live.connections import OpenConnections, Timeouts
from gridwright.server.live.whole_answers import prepared_head
from gridwright.server.serving import ServingConfig
from gridwright.server.wire.refusals import JSON, PRIVATE, PrivateJson

pytestmark = pytest.mark.anyio

GET = b"GET %b HTTP/1.1\r\nhost: x\r\n\r\n"


async def small(_request: Request) -> Response:
    return PrivateJson(b'{"a":1}')


async def cookie(_request: Request) -> Response:
    found = Response(b"sweet", 201)
    found.set_cookie("name", "value")
    return found


async def stream(_request: Request) -> Response:
    async def parts() -> AsyncIterator[bytes]:
        yield b"first "
        yield b"second"

    return StreamingResponse(parts())


async def file(_request: Request) -> Response:
    return FileResponse(__file__)


async def nothing(_request: Request) -> Response:
    return Response(None, 204)


async def farewell(_request: Request) -> Response:
    return Response(b"bye", headers={"connection": "close"})


async def late(scope: Scope, _receive: Receive, send: Send) -> None:
    """Fails after its head, before its body."""
    head: dict[str, Any] = {"type": "http.response.start", "status": 200}
    await send({**head, "headers": [(b"content-length", b"5")]})
    raise RuntimeError(scope["path"])


async def short(_scope: Scope, _receive: Receive, send: Send) -> None:
    """Sends less than its head says."""
    head: dict[str, Any] = {"type": "http.response.start", "status": 200}
    await send({**head, "headers": [(b"content-length", b"5")]})
    await send({"type": "http.response.body", "body": b"four"})


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[str, int]]:
    pages = (small, cookie, stream, file, nothing, farewell)
    routes = [Route(f"/{page.__name__}", page) for page in pages]
    broken = [Mount("/late", late), Mount("/short", short)]
    app = Router([*routes, *broken])
    config = ServingConfig(app, OpenConnections(Timeouts(), None), host="127.0.0.1", port=0)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        host, port = server.servers[0].sockets[0].getsockname()[:2]
        yield host, port
    finally:
        server.should_exit = True
        await running


@pytest.fixture
async def place() -> AsyncIterator[tuple[str, int]]:
    async with serving() as found:
        yield found


async def shown(place: tuple[str, int], path: str, method: str = "GET") -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"http://{place[0]}:{place[1]}") as client:
        return await client.request(method, path)


async def test_each_response_is_that_of_uvicorn(
    place: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [(method, f"/{path}") for method in ("GET", "HEAD") for path in PATHS]
    here = [await shown(place, path, method) for method, path in asked]
    monkeypatch.setattr(whole_answers, "LENGTH", b"never")  # So every response comes in parts.
    there = [await shown(place, path, method) for method, path in asked]
    for one, other in zip(here, there, strict=True):
        assert (one.status_code, one.content) == (other.status_code, other.content)
        told = [set(each.headers.multi_items()) for each in (one, other)]
        assert {name for name, _value in told[0] ^ told[1]} <= {"date"}


PATHS = ("small", "cookie", "stream", "file", "nothing", "farewell", "missing")


async def test_a_small_response_is_one_piece_and_the_connection_stays(
    place: tuple[str, int],
) -> None:
    reader, writer = await asyncio.open_connection(*place)
    try:
        for _number in range(3):
            writer.write(GET % b"/small")
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 OK\r\n")
            assert head.count(b"content-length: 7\r\n") == 1
            assert await reader.readexactly(7) == b'{"a":1}'
        # Two requests at one time are answered in order.
        writer.write(GET % b"/small" + GET % b"/cookie")
        assert (await reader.readuntil(b'{"a":1}')).startswith(b"HTTP/1.1 200 ")
        assert (await reader.readuntil(b"sweet")).startswith(b"HTTP/1.1 201 ")
    finally:
        writer.close()


async def test_an_application_that_fails_before_the_body_answers_500(
    place: tuple[str, int],
) -> None:
    assert (await shown(place, "/late/")).status_code == 500


async def test_a_body_of_another_length_is_no_whole_response(place: tuple[str, int]) -> None:
    with pytest.raises(httpx.RemoteProtocolError):
        await shown(place, "/short/")


def test_a_head_that_uvicorn_would_refuse_is_not_prepared() -> None:
    assert prepared_head(200, ((b"bad name", b"x"),)) is None
    assert prepared_head(200, ((b"name", b"x\r\ny: z"),)) is None
    assert prepared_head(200, ((b"Connection", b"close"),)) is None
    assert prepared_head(99, ()) is None
    found = prepared_head(200, ((b"A", b"b"),))
    assert found == (b"HTTP/1.1 200 OK\r\n", b"a: b\r\ncontent-length: ")


def test_private_json_has_the_headers_of_its_base_class() -> None:
    plain = Response(b"{}", 409, PRIVATE, JSON)
    assert sorted(PrivateJson(b"{}", 409).raw_headers) == sorted(plain.raw_headers)

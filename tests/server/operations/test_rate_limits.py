"""Rate limits of all routes, and the addresses of requests."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import websockets
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

from gridwright.content.table import default_spec
from gridwright.server.operations.prometheus import PrometheusMetrics
from gridwright.server.operations.rate_limiter import RateLimiter, address_of
from gridwright.server.operations.rate_limits import (
    Buckets,
    Limits,
    Pace,
    Places,
    Rate,
    TooMany,
    scaled_limits,
)
from gridwright.server.operations.settings import BadSettings, Settings, verify_settings
from tests.server.tables.test_routes import RunningServer, begun, serving

pytestmark = pytest.mark.anyio

FEW = Limits(Rate(2, 600), Rate(4, 600), Rate(3, 600), Rate(6, 600), 2, 3)
SPEC = default_spec("card", seats=2).to_json()


@given(
    st.integers(1, 20),
    st.floats(0.5, 60),
    st.lists(st.floats(0, 5, allow_nan=False), min_size=1, max_size=200),
)
def test_a_bucket_never_gives_more_than_it_holds_and_gains(
    count: int, seconds: float, waits: list[float]
) -> None:
    now = [1_000.0]
    buckets = Buckets(Rate(count, seconds), "too many", lambda: now[0])
    given_out = 0
    for wait in waits:
        now[0] += wait
        try:
            buckets.take("key")
        except TooMany as error:
            # A client that waits for the retry time is admitted.
            now[0] += error.retry_after
            buckets.take("key")
        given_out += 1
    assert given_out <= count + (now[0] - 1_000) * count / seconds + 1e-6


def test_each_key_has_its_own_bucket_and_old_ones_are_forgotten() -> None:
    now = [0.0]
    buckets = Buckets(Rate(2, 10), "too many", lambda: now[0], most_keys=3)
    for key in ("a", "b", "c"):
        buckets.take(key)
        buckets.take(key)
        with pytest.raises(TooMany) as error:
            buckets.take(key)
        assert error.value.retry_after == 5
    buckets.take("d")
    assert len(buckets._buckets) == 3
    with pytest.raises(TooMany):
        buckets.take("c")
    now[0] = 5.0
    buckets.take("c")


async def test_places_are_released_after_any_error() -> None:
    places = Places(1, "too many")

    async def fall_over() -> None:
        async with places.place("a"), places.place("b"):
            with pytest.raises(TooMany):
                await places.place("a").__aenter__()
            raise KeyError

    for _time in range(3):
        with pytest.raises(KeyError):
            await fall_over()
    assert not places._taken


def connection(peer: str | None, *forwarded: str) -> HTTPConnection:
    headers = [(b"x-forwarded-for", text.encode("latin-1")) for text in forwarded]
    client = None if peer is None else (peer, 1)
    return HTTPConnection({"type": "http", "headers": headers, "client": client})


@pytest.mark.parametrize(
    ("peer", "forwarded", "n_proxies", "address"),
    [
        ("10.0.0.1", (), 0, "10.0.0.1"),
        ("10.0.0.1", ("6.6.6.6",), 0, "10.0.0.1"),
        ("10.0.0.1", ("6.6.6.6",), 1, "6.6.6.6"),
        ("10.0.0.1", ("1.1.1.1, 6.6.6.6",), 1, "6.6.6.6"),
        ("10.0.0.1", ("1.1.1.1", "6.6.6.6"), 1, "6.6.6.6"),
        ("10.0.0.1", ("1.1.1.1, 6.6.6.6, 10.0.0.2",), 2, "6.6.6.6"),
        ("10.0.0.1", ("6.6.6.6",), 2, "10.0.0.1"),
        ("10.0.0.1", (), 1, "10.0.0.1"),
        ("10.0.0.1", ("1.1.1.1,  ",), 1, "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", (), 0, "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", (), 0, "10.0.0.1"),
        (None, (), 0, ""),
        ("10.0.0.1", ("\xff\x00" * 90,), 1, "\xff\x00" * 32),
    ],
)
def test_where_a_request_comes_from(
    peer: str | None, forwarded: tuple[str, ...], n_proxies: int, address: str
) -> None:
    assert address_of(connection(peer, *forwarded), n_proxies) == address


def test_limits_are_raised_and_switched_off_by_a_setting() -> None:
    assert scaled_limits(1) == Limits()
    assert scaled_limits(0) is None
    tenfold = scaled_limits(10)
    assert tenfold is not None
    assert tenfold.orders == Rate(1_000, 20)
    assert (tenfold.sockets_of_ticket, tenfold.pace.short) == (50, 50)
    least = Limits().times(0.001)
    assert (least.orders.count, least.pace) == (1, Pace(short=1, long=1))
    for bad in (
        Settings(Path(), limits=-1),
        Settings(Path(), hold=-1),
        Settings(Path(), limits=float("nan")),
        Settings(Path(), limits=float("inf")),
        Settings(Path(), proxies=-1),
        Settings(Path(), proxies=10),
        Settings(Path(), header_timeout=0),
        Settings(Path(), body_timeout=3_601),
        Settings(Path(), idle_timeout=float("nan")),
    ):
        with pytest.raises(BadSettings):
            verify_settings(bad)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with serving(tmp_path, RateLimiter(FEW)) as server:
        yield server


async def test_tables_and_seats_are_counted_by_address(server: RunningServer) -> None:
    made = [
        await server.client.post(
            "/api/tables", json={"spec": SPEC}, headers={"x-forwarded-for": f"6.6.6.{n}"}
        )
        for n in range(3)
    ]
    assert [answer.status_code for answer in made] == [201, 201, 429]
    assert made[2].headers["retry-after"] == "300"
    assert made[2].json()["problem"] == (
        "too many tables from this address: expected at most 2 in 600 s"
    )
    game_id = made[0].json()["game_id"]
    path = f"/api/tables/{game_id}/seats"
    statuses = [
        (await server.client.post(f"{path}/{n % 2}", json={"name": "Ada"})).status_code
        for n in range(6)
    ]
    assert statuses == [201, 201, 409, 409, 429, 429]
    looked = [(await server.client.get("/api/tables")).status_code for _ in range(4)]
    assert looked == [200, 200, 200, 429]


async def test_behind_a_proxy_its_clients_are_counted_apart(tmp_path: Path) -> None:
    async with serving(tmp_path, RateLimiter(FEW, n_proxies=1)) as server:
        for address in ("6.6.6.6", "7.7.7.7"):
            head = {"x-forwarded-for": f"1.1.1.1, {address}"}
            made = [
                (await server.client.post("/api/tables", json={"spec": SPEC}, headers=head))
                for _ in range(3)
            ]
            assert [answer.status_code for answer in made] == [201, 201, 429]


async def test_orders_are_counted_by_ticket(server: RunningServer) -> None:
    game_id, tickets = await begun(server)
    order = {"type": "act", "command_id": "x", "expected": 1, "line": "pass"}
    answers = [await server.order(game_id, tickets[0], **order) for _ in range(9)]
    # One order was to be ready.
    assert [answer.status_code for answer in answers] == [409] * 5 + [429] * 4
    assert answers[-1].json()["code"] == "too_many"
    assert int(answers[-1].headers["retry-after"]) <= 100
    assert (await server.order(game_id, tickets[1], **order)).status_code == 409
    # A forged ticket costs its owner nothing.
    for _ in range(9):
        assert (await server.order(game_id, tickets[1][:-1] + "x", **order)).status_code == 403
    assert (await server.order(game_id, tickets[1], **order)).status_code == 409


async def test_refused_requests_are_counted(tmp_path: Path) -> None:
    metrics = PrometheusMetrics()
    async with serving(tmp_path, RateLimiter(FEW, metrics=metrics)) as server:
        for _ in range(5):
            await server.client.post("/api/tables", json={"spec": SPEC})
    figures = metrics.show()[0].decode()
    assert 'gridwright_requests_limited_total{what="tables"} 3.0' in figures
    assert 'gridwright_requests_limited_total{what="sockets"} 0.0' in figures


async def is_let_in(socket: websockets.ClientConnection, ticket: str) -> bool:
    """Return whether a watcher gets the table; a refused one must get the reason."""
    await socket.send(json.dumps({"ticket": ticket}))
    try:
        await asyncio.wait_for(socket.recv(), 5)
    except websockets.ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd else 0
        if code != 4429:
            raise
        return False
    return True


async def is_let_in_soon(server: RunningServer, game_id: str, ticket: str) -> bool:
    for _try in range(50):
        async with server.watch(game_id) as socket:
            if await is_let_in(socket, ticket):
                return True
        await asyncio.sleep(0.02)
    return False


async def test_sockets_are_counted_by_ticket_and_by_address(server: RunningServer) -> None:
    game_id = await server.make(SPEC)
    ticket = await server.sit(game_id, 0, "Ada")
    for text, most in ((ticket, 2), ("", 3)):
        opened = [await server.watch(game_id) for _ in range(most + 1)]
        assert [await is_let_in(socket, text) for socket in opened] == [True] * most + [False]
        await opened[0].close()
        assert await is_let_in_soon(server, game_id, text)
        for socket in opened:
            await socket.close()

"""A minimal client, so that the measurement is not about the client: bytes out, a status back."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

from gridwright_lab.load.prepared import PreparedTable

HEAD_END: Final = b"\r\n\r\n"
DONE: Final = b"HTTP/1.1 200 "


class BadAnswer(Exception):
    """An order that was prepared as legal was not carried out."""


class Connection(asyncio.Protocol):
    """One connection that waits for each response before the next request, as a person does."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._received = b""
        self._answer: asyncio.Future[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(exc or ConnectionResetError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        self._received += data
        end = self._received.find(HEAD_END)
        if end < 0 or self._answer is None:
            return
        length = _body_length(self._received[:end])
        if len(self._received) >= end + len(HEAD_END) + length:
            answer, self._received = self._received, b""
            self._answer.set_result(answer)

    async def ask(self, request: bytes) -> bytes:
        """Return the whole response."""
        assert self._transport is not None
        if self._transport.is_closing():
            raise ConnectionResetError("the server hung up")
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def _body_length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


@asynccontextmanager
async def connected(address: str, n_connections: int) -> AsyncIterator[list[Connection]]:
    """Open new connections to a server: it closes idle ones after some seconds."""
    place = urlsplit(address)
    assert place.port is not None
    loop = asyncio.get_running_loop()
    connections: list[Connection] = []
    try:
        for _number in range(n_connections):
            made = await loop.create_connection(Connection, place.hostname or "", place.port)
            connections.append(made[1])
        yield connections
    finally:
        for connection in connections:
            connection.close()


async def send_flat_out(
    connections: list[Connection], tables: list[PreparedTable], seconds: float
) -> tuple[int, float]:
    """Send as fast as responses arrive, until the time or the orders are used up.

    Returns the number of acknowledged moves and the seconds.
    """
    started = time.perf_counter()
    n_waiting = sum(len(table.orders) for table in tables)
    shares = [tables[number :: len(connections)] for number in range(len(connections))]
    await asyncio.gather(
        *(
            _send_share(connection, share, started + seconds)
            for connection, share in zip(connections, shares, strict=True)
        )
    )
    n_left = sum(len(table.orders) for table in tables)
    return n_waiting - n_left, time.perf_counter() - started


async def _send_share(
    connection: Connection, tables: Iterable[PreparedTable], until: float
) -> None:
    """Send orders at one table after the other, while there is time and there are orders."""
    waiting = [table for table in tables if table.orders]
    while waiting:
        for table in waiting:
            if time.perf_counter() >= until:
                return
            await _order(connection, table)
        waiting = [table for table in waiting if table.orders]


async def _order(connection: Connection, table: PreparedTable) -> None:
    answer = await connection.ask(table.orders.popleft())
    if not answer.startswith(DONE):
        raise BadAnswer(answer[-300:].decode(errors="replace"))


async def send_at_rate(
    connections: list[Connection], tables: list[PreparedTable], rate: float, seconds: float
) -> list[float]:
    """Send at a fixed rate without waiting for responses; return seconds since each was due.

    Queueing delays are included: waiting for a free connection counts, too, and so does waiting for
    the last order at the same table, without which the next one would be stale.
    """
    idle: asyncio.Queue[Connection] = asyncio.Queue()
    for connection in connections:
        idle.put_nowait(connection)
    turns = [asyncio.Lock() for _table in tables]
    taken: list[float] = []
    sending: set[asyncio.Task[None]] = set()
    started = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = started + number / rate
        place = number % len(tables)
        await _until(due)
        if tables[place].orders:
            sent = _order_in_turn(idle, turns[place], tables[place], due, taken.append)
            task = asyncio.create_task(sent)
            sending.add(task)
            task.add_done_callback(sending.discard)
    await asyncio.gather(*sending)
    return taken


async def _until(moment: float) -> None:
    left = moment - time.perf_counter()
    if left > 0:
        await asyncio.sleep(left)


async def _order_in_turn(
    idle: asyncio.Queue[Connection],
    turn: asyncio.Lock,
    table: PreparedTable,
    due: float,
    note: Callable[[float], None],
) -> None:
    async with turn:
        if not table.orders:
            return
        connection = await idle.get()
        try:
            await _order(connection, table)
        finally:
            idle.put_nowait(connection)
    note(time.perf_counter() - due)

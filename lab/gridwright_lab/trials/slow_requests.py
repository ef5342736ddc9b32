"""Slow requests take nothing from others: ``gridwright-lab trial slow-requests``.

One address opens many connections to a real server and sends half a request on each: half a head,
half a body, or one that continues letter by letter. Meanwhile users at other addresses make tables
and read the lobby. They must notice nothing, and every half-sent request must be closed in time.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import httpx

from gridwright.content.table import default_spec
from gridwright.server.operations.process import raise_open_files
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.services.server_process import ServerProcess, started
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

ATTACKER: Final = "127.0.0.2"
"""Every loopback address is this machine, and each counts as an address of its own."""
OTHERS: Final = 5
PAUSE: Final = 0.05
MAX_MS: Final = 200
SLACK: Final = 1.5
"""Seconds beyond the limit that a sweep and a busy machine may take."""
LEAST_ASKED: Final = 50
OPENING_CONCURRENCY: Final = 100
HALF_HEAD: Final = b"GET /api/tables HTTP/1.1\r\nhost: x\r\nx-half: "
HALF_BODY: Final = (
    b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    b'content-length: 200\r\n\r\n{"spec": '
)
DRIP_SECONDS: Final = 0.5
CALM_SECONDS: Final = 3.0
"""Duration of the users' requests before the attack, for comparison."""


class HalfSent:
    """One connection of the attacker."""

    def __init__(self, place: int) -> None:
        self.is_body: Final = place % 2 == 1
        self.drips: Final = place % 10 == 0
        """True if it continues with one byte now and then."""
        self.opened_at = 0.0
        self.seconds: float | None = None
        """Seconds until the server closed it; None if it never did."""

    async def run(self, port: int, timeout_s: float, opened: asyncio.Semaphore) -> None:
        """Send half a request, and stay until the server has had enough."""
        try:
            async with opened:
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(ATTACKER, 0)
                )
                self.opened_at = time.monotonic()
                writer.write(HALF_BODY if self.is_body else HALF_HEAD)
        except ConnectionError:
            self.opened_at = self.opened_at or time.monotonic()
            self.seconds = 0.0
            return
        dripping = asyncio.create_task(_drip(writer)) if self.drips else None
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(timeout_s):
                while await reader.read(1_024):
                    pass
        if reader.at_eof() or reader.exception() is not None:
            self.seconds = time.monotonic() - self.opened_at
        if dripping is not None:
            dripping.cancel()
        writer.close()


async def _drip(writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while not writer.is_closing():
            await asyncio.sleep(DRIP_SECONDS)
            writer.write(b"x")


def attack(port: int, n_requests: int, timeout_s: float) -> list[HalfSent]:
    """Open connections, send half a request on each, and return how they ended."""
    raise_open_files()
    return asyncio.run(_attack(port, n_requests, timeout_s))


async def _attack(port: int, n_requests: int, timeout_s: float) -> list[HalfSent]:
    half_sent = [HalfSent(place) for place in range(n_requests)]
    opening = asyncio.Semaphore(OPENING_CONCURRENCY)
    await asyncio.gather(*[each.run(port, timeout_s, opening) for each in half_sent])
    return half_sent


class Users:
    """People at other addresses."""

    def __init__(self, address: str) -> None:
        self._address: Final = address
        self._n_clients = 0
        self.waits: Final[list[float]] = []
        self.failures: Final[list[str]] = []

    async def ask(self, over: asyncio.Event) -> None:
        """Read the lobby and make tables until it is over, on old and on new connections."""
        spec = default_spec("card", seats=3).to_json()
        while not over.is_set():
            self._n_clients += 1
            # Each from an address of its own: what they ask for is counted by address.
            mine = f"127.1.{self._n_clients // 250}.{self._n_clients % 250 + 1}"
            # Nothing is checked by TLS here, and reading the certificates would take the time.
            transport = httpx.AsyncHTTPTransport(local_address=mine, verify=False)
            async with httpx.AsyncClient(
                base_url=self._address, transport=transport, timeout=20
            ) as client:
                for place in range(4):
                    started_at = time.perf_counter()
                    try:
                        if place == 1:
                            answer = await client.post("/api/tables", json={"spec": spec})
                        else:
                            answer = await client.get("/api/tables")
                        if not answer.is_success:
                            self.failures.append(f"status {answer.status_code}")
                    except httpx.HTTPError as error:
                        self.failures.append(repr(error)[:200])
                    self.waits.append(time.perf_counter() - started_at)
                    await asyncio.sleep(PAUSE)


async def try_out(server: ServerProcess, n_requests: int, head: float, body: float) -> Verdict:
    """Attack a server whose limits are these many seconds."""
    port = int(server.address.rpartition(":")[2])
    over = asyncio.Event()
    users = Users(server.address)
    asking = [asyncio.create_task(users.ask(over)) for _user in range(OTHERS)]
    await asyncio.sleep(CALM_SECONDS)
    calm, users.waits[:] = users.waits[:], []
    timeout_s = max(head, body) + SLACK + 2
    # The attacker is a process of its own: what it has to do must not slow the users down.
    with ProcessPoolExecutor(1, get_context("spawn")) as attacker:
        loop = asyncio.get_running_loop()
        half_sent = await loop.run_in_executor(attacker, attack, port, n_requests, timeout_s)
    over.set()
    await asyncio.gather(*asking)
    limits = {True: body, False: head}
    late = [
        each
        for each in half_sent
        if each.seconds is None or each.seconds > limits[each.is_body] + SLACK
    ]
    closed = [each.seconds for each in half_sent if each.seconds is not None]
    held = [seconds for seconds in closed if seconds > min(head, body) / 2]
    p95 = round(1_000 * share(users.waits, 95))
    thresholds = [
        Threshold(
            "half-sent requests", sum([each.opened_at > 0 for each in half_sent]), n_requests
        ),
        Threshold("half-sent requests not closed within the limit", len(late)),
        Threshold("half-sent requests that were held until their limit", len(held), 1),
        Threshold("requests of others", len(users.waits), LEAST_ASKED),
        Threshold("requests of others that failed", len(users.failures)),
        Threshold("p95 of others in ms", p95, most=MAX_MS),
    ]
    figures = {
        "rejected immediately": sum([seconds <= 1 for seconds in closed]),
        "longest held in s": round(max(closed, default=0.0), 2),
        "p95 of others before the attack in ms": round(1_000 * share(calm, 95)),
        "p50 of others in ms": round(1_000 * share(users.waits, 50)),
        "limits in s": {"head": head, "body": body, "slack": SLACK},
    }
    return Verdict(thresholds, figures, users.failures)


def run(n_requests: int, head: float, body: float, *options: str, limits: str = "1") -> Verdict:
    """Try a server of its own; further options come after those of the experiment, and win."""
    told = ("--limits", limits, "--header-timeout", str(head), "--body-timeout", str(body))
    with (
        tempfile.TemporaryDirectory(prefix="gridwright-trial-") as folder,
        started(Path(folder), home=(*told, *options)) as servers,
    ):
        return asyncio.run(try_out(servers["home"], n_requests, head, body))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--header-timeout", type=float, default=10.0, help="as of the server")
    parser.add_argument("--body-timeout", type=float, default=30.0, help="as of the server")
    chosen = parser.parse_args(arguments)
    verdict = run(max(1, chosen.requests), chosen.header_timeout, chosen.body_timeout)
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

"""Endpoints that answer byte by byte, beside good ones, at a real server.

People test channels whose endpoints drip, and have turns that are sent there; meanwhile others test
good channels and have turns. Then the server is stopped while exchanges are in progress.
"""

import asyncio
import json
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec

from gridwright.content.table import default_spec
from gridwright_lab.trials.live_server import bearer
from gridwright_lab.trials.services.server_process import ServerProcess, started

PASSWORD: Final = "correct horse battery"
DAY: Final = 86_400_000
DRIP_S: Final = 0.5
PAUSE_S: Final = 0.1
TESTS_OF_PERSON: Final = 10
"""Below the rate of a person and an endpoint."""
NOTICE_AFTER_S: Final = 5.0
"""Delay of a turn's notice; the next sweep is at most a second later."""
TURN_TIMEOUT_S: Final = 40.0
MAX_STOP_S: Final = 60.0


class Endpoints:
    """A dripping and a good endpoint on this machine."""

    def __init__(self) -> None:
        self.drip_url = ""
        self.good_url = ""
        self.n_dripping = 0
        """Exchanges that are in progress at the dripping endpoint."""
        self.most_dripping = 0
        self.arrived: Final[dict[str, float]] = {}
        """Time of the first notice of each table."""

    async def drip(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.n_dripping += 1
        self.most_dripping = max(self.most_dripping, self.n_dripping)
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 103 Early Hints\r\n")
            while not reader.at_eof():
                writer.write(b"X: y\r\n")
                await writer.drain()
                with suppress(TimeoutError):
                    async with asyncio.timeout(DRIP_S):
                        await reader.read()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self.n_dripping -= 1
            writer.close()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
            content = json.loads(await reader.readexactly(length))
            for tag in content["tags"]:
                self.arrived.setdefault(tag.partition(":")[0], time.monotonic())
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            await writer.drain()
        writer.close()


@asynccontextmanager
async def open_endpoints() -> AsyncIterator[Endpoints]:
    endpoints = Endpoints()
    drip = await asyncio.start_server(endpoints.drip, "127.0.0.1", 0)
    good = await asyncio.start_server(endpoints.answer, "127.0.0.1", 0)
    endpoints.drip_url = f"http://127.0.0.1:{drip.sockets[0].getsockname()[1]}/hook"
    endpoints.good_url = f"http://127.0.0.1:{good.sockets[0].getsockname()[1]}/hook"
    async with drip, good:
        yield endpoints


class Beside(msgspec.Struct):
    """Results of good channels beside dripping ones."""

    alone: list[float] = msgspec.field(default_factory=list)
    """Seconds of tests before anything drips."""
    one_owner: list[float] = msgspec.field(default_factory=list)
    """Seconds of tests while one person's channel drips."""
    many_owners: list[float] = msgspec.field(default_factory=list)
    turns: list[float] = msgspec.field(default_factory=list)
    """Seconds by which notices of turns were late."""
    most_dripping: int = 0
    failures: list[str] = msgspec.field(default_factory=list)
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    """Answers of tests of dripping channels."""
    stop_s: float = MAX_STOP_S


class Channels:
    """People with a channel each, at one server."""

    def __init__(self, client: httpx.AsyncClient, results: Beside) -> None:
        self._client: Final = client
        self._results: Final = results
        self._n_people = 0

    async def person(self, url: str) -> tuple[str, str]:
        """Return the token of a new person with a webhook, and the path that tests it."""
        self._n_people += 1
        body = {"name": f"Person {self._n_people}", "password": PASSWORD, "bearer": True}
        made = await self._client.post("/api/people", json=body)
        made.raise_for_status()
        token = str(made.json()["token"])
        new = {"kind": "webhook", "to": url}
        path = "/api/me/notices/channels"
        added = await self._client.post(path, json=new, headers=bearer(token))
        added.raise_for_status()
        return token, f"{path}/{added.json()['channels'][0]['channel_id']}/try"

    async def test(self, person: tuple[str, str]) -> str:
        token, path = person
        tried = (await self._client.post(path, headers=bearer(token))).json()
        return "arrived" if tried.get("arrived") else str(tried.get("answer", tried))

    async def test_on(self, person: tuple[str, str]) -> None:
        """Test a channel again and again, until cancelled."""
        while True:
            self._results.answers[await self.test(person)] += 1
            await asyncio.sleep(PAUSE_S)

    async def measure(self, people: list[tuple[str, str]], seconds: list[float]) -> None:
        """Test good channels one after the other."""
        for person in people:
            for _test in range(TESTS_OF_PERSON):
                began_at = time.monotonic()
                answer = await self.test(person)
                seconds.append(time.monotonic() - began_at)
                if answer != "arrived":
                    self._results.failures.append(f"a good channel: {answer}")
                await asyncio.sleep(PAUSE_S)

    async def begin_turn(self, people: list[tuple[str, str]]) -> str:
        """Begin a game by turns of two people; return its id."""
        spec = default_spec("card", seats=len(people)).to_json()
        body = {"spec": spec, "terms": {"clock": {"type": "turns", "turn": 3 * DAY}}}
        made = await self._client.post("/api/tables", json=body)
        made.raise_for_status()
        path = f"/api/tables/{made.json()['game_id']}"
        for seat, (token, _test) in enumerate(people):
            headers = bearer(token)
            taken = await self._client.post(f"{path}/seats/{seat}", json={}, headers=headers)
            taken.raise_for_status()
        for token, _test in people:
            version = (await self._client.get(path)).json()["version"]
            order = {"type": "ready", "command_id": "ready", "expected": version}
            answer = await self._client.post(f"{path}/orders", json=order, headers=bearer(token))
            answer.raise_for_status()
        return str(made.json()["game_id"])

    async def until_running(self, game_id: str) -> None:
        """Return when the first turn has begun."""
        async with asyncio.timeout(TURN_TIMEOUT_S):
            while True:
                found: Any = (await self._client.get(f"/api/tables/{game_id}")).json()
                if found["table"]["status"] == "running":
                    return
                await asyncio.sleep(PAUSE_S / 2)


async def run_dripping(n_drips: int = 17, n_good: int = 4, n_turns: int = 8) -> Beside:
    """Measure good channels beside dripping ones at a server of its own."""
    results = Beside()
    async with open_endpoints() as endpoints:
        places = [url.split("/")[2] for url in (endpoints.drip_url, endpoints.good_url)]
        with (
            tempfile.TemporaryDirectory(prefix="gridwright-trial-") as folder,
            started(Path(folder), home=("--notice-hosts", ",".join(places))) as servers,
        ):
            async with httpx.AsyncClient(
                base_url=servers["home"].address,
                timeout=60,
                limits=httpx.Limits(max_connections=99),
            ) as client:
                channels = Channels(client, results)
                await _measure(channels, endpoints, results, (n_drips, n_good, n_turns))
                results.stop_s = await _stop_beside(channels, endpoints, servers["home"], n_drips)
    results.most_dripping = endpoints.most_dripping
    return results


async def _measure(
    channels: Channels, endpoints: Endpoints, results: Beside, sizes: tuple[int, int, int]
) -> None:
    n_drips, n_good, n_turns = sizes
    people = [await channels.person(endpoints.good_url) for _ in range(n_good)]
    await channels.measure(people, results.alone)
    mallory = await channels.person(endpoints.drip_url)
    async with _tests([mallory] * n_drips, channels):
        people = [await channels.person(endpoints.good_url) for _ in range(n_good)]
        await channels.measure(people, results.one_owner)
    owners = [await channels.person(endpoints.drip_url) for _ in range(n_drips)]
    async with _tests(owners, channels):
        people = [await channels.person(endpoints.good_url) for _ in range(n_good)]
        await channels.measure(people, results.many_owners)
    dripping = [await channels.person(endpoints.drip_url) for _ in range(2 * n_drips)]
    for first, second in zip(dripping[::2], dripping[1::2], strict=True):
        await channels.begin_turn([first, second])
    async with _tests(owners, channels):
        turns = [_lateness(channels, endpoints, place) for place in range(n_turns)]
        for late in await asyncio.gather(*turns):
            if late is None:
                results.failures.append("a turn without its notice")
            else:
                results.turns.append(late)


async def _lateness(channels: Channels, endpoints: Endpoints, place: int) -> float | None:
    """Return the seconds by which the notice of a turn is late; None if it does not arrive."""
    people = [await channels.person(endpoints.good_url) for _seat in range(2)]
    # Turns begin one after the other, while others drip.
    await asyncio.sleep(place)
    game_id = await channels.begin_turn(people)
    await channels.until_running(game_id)
    due_at = time.monotonic() + NOTICE_AFTER_S
    while game_id not in endpoints.arrived:
        if time.monotonic() > due_at + TURN_TIMEOUT_S:
            return None
        await asyncio.sleep(PAUSE_S / 2)
    return max(0.0, endpoints.arrived[game_id] - due_at)


@asynccontextmanager
async def _tests(people: list[tuple[str, str]], channels: Channels) -> AsyncIterator[None]:
    """Test dripping channels in the background."""
    works = [asyncio.create_task(channels.test_on(person)) for person in people]
    await asyncio.sleep(1)
    try:
        yield
    finally:
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)


async def _stop_beside(
    channels: Channels, endpoints: Endpoints, server: ServerProcess, n_drips: int
) -> float:
    """Return the seconds from the signal until the server ends, while exchanges drip."""
    people = [await channels.person(endpoints.drip_url) for _ in range(n_drips)]
    tests = [asyncio.create_task(channels.test(person)) for person in people]
    await asyncio.sleep(1)
    began_at = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    code = await asyncio.to_thread(server.process.wait, MAX_STOP_S)
    seconds = time.monotonic() - began_at
    await asyncio.gather(*tests, return_exceptions=True)
    return seconds if code == 0 else MAX_STOP_S

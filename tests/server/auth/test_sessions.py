"""Sessions in the cache of a node: fast to find, and evicted immediately when they end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.records import Person, Session
from gridwright.server.auth.sessions import LONGEST, MAX_DEVICE_LENGTH, SEEN_EVERY, UNSEEN, Sessions
from gridwright.server.live.bus import Bus, LocalBus
from gridwright.server.storage import open_store

pytestmark = pytest.mark.anyio

ADA = Person("p-ada", "Ada", "ada", 0)
GRACE = Person("p-grace", "Grace", "grace", 0)


class CountingStore(AccountStore):
    """Counts queries for a session."""

    n_asked = 0

    async def session(self, session_id: str) -> Session | None:
        self.n_asked += 1
        return await super().session(session_id)


class Nodes:
    """Two nodes on one store, and a clock that the test turns."""

    def __init__(self, store: CountingStore, buses: tuple[Bus, Bus]) -> None:
        self.store = store
        self.now = 1_000_000
        self.one, self.two = [Sessions(store, bus, lambda: self.now) for bus in buses]


@asynccontextmanager
async def opened(folder: Path, other: Bus | None = None) -> AsyncIterator[Nodes]:
    async with await open_store(f"sqlite:///{folder / 'games.db'}", upgrade=True) as store:
        people = CountingStore(store.home)
        await people.add(ADA, "hash")
        await people.add(GRACE, "hash")
        bus = LocalBus()
        nodes = Nodes(people, (bus, other or bus))
        yield nodes
        await nodes.one.close()
        await nodes.two.close()


async def test_a_session_is_found_by_its_token_and_remembered(tmp_path: Path) -> None:
    async with opened(tmp_path) as nodes:
        token = await nodes.one.open(ADA, "Browser\x00\n on a phone" + "x" * 500)
        session = await nodes.one.find(token)
        assert session is not None
        assert (session.person_id, session.name) == ("p-ada", "Ada")
        assert session.device.startswith("Browser on a phone")
        assert len(session.device) == MAX_DEVICE_LENGTH
        n_asked = nodes.store.n_asked
        for _time in range(50):
            assert await nodes.one.find(token) == session
        assert nodes.store.n_asked == n_asked
        assert token not in repr(await nodes.store.sessions("p-ada"))


async def test_a_session_that_ends_is_forgotten_on_every_node(tmp_path: Path) -> None:
    async with opened(tmp_path) as nodes:
        kept = await nodes.one.open(ADA, "")
        token = await nodes.one.open(ADA, "")
        other = await nodes.one.open(GRACE, "")
        for node in (nodes.one, nodes.two):
            for each in (kept, token, other):
                assert await node.find(each) is not None
        session = await nodes.one.find(token)
        assert session is not None
        assert not await nodes.one.end("p-grace", session.session_id)
        assert await nodes.one.end("p-ada", session.session_id)
        assert await nodes.one.find(token) is None
        await asyncio.sleep(0.05)
        assert await nodes.two.find(token) is None
        assert await nodes.two.find(kept) is not None
        assert await nodes.two.end_all("p-ada") == 1
        await asyncio.sleep(0.05)
        assert await nodes.one.find(kept) is None
        assert await nodes.one.find(other) is not None


async def test_without_the_hint_another_node_keeps_its_cache(tmp_path: Path) -> None:
    """A faulty variant: nodes without hints use their caches."""
    async with opened(tmp_path, LocalBus()) as nodes:
        token = await nodes.one.open(ADA, "")
        assert await nodes.two.find(token) is not None
        assert await nodes.one.end_all("p-ada") == 1
        await asyncio.sleep(0.05)
        assert await nodes.one.find(token) is None
        assert await nodes.two.find(token) is not None


async def test_only_watchers_of_the_person_are_notified(tmp_path: Path) -> None:
    async with opened(tmp_path) as nodes:
        tokens = [await nodes.one.open(person, "") for person in (ADA, ADA, GRACE)]
        sessions = [await nodes.two.find(token) for token in tokens]
        watching = [
            asyncio.create_task(nodes.two.until_ended(session)) for session in sessions if session
        ]
        await asyncio.sleep(0.05)
        assert sessions[0] is not None
        await nodes.one.end("p-ada", sessions[0].session_id)
        await asyncio.wait_for(watching[0], 1)
        await asyncio.sleep(0.05)
        assert [task.done() for task in watching] == [True, False, False]
        await nodes.one.tell("p-grace")  # News that end nothing.
        await asyncio.sleep(0.05)
        assert not watching[2].done()
        await nodes.two.end_all("p-grace")
        await asyncio.wait_for(watching[2], 1)
        watching[1].cancel()


async def test_sessions_expire(tmp_path: Path) -> None:
    async with opened(tmp_path) as nodes:
        token = await nodes.one.open(ADA, "")
        begun = nodes.now
        nodes.now += UNSEEN - 1
        assert await nodes.two.find(token) is not None  # And is seen again.
        nodes.now += UNSEEN + SEEN_EVERY + 2
        await nodes.two.tell("p-ada")
        assert await nodes.two.find(token) is None
        assert await nodes.one.of("p-ada") == []
        token = await nodes.one.open(ADA, "")
        begun = nodes.now
        while nodes.now < begun + LONGEST:
            assert await nodes.one.find(token) is not None
            nodes.now += UNSEEN // 2
            await nodes.one.tell("p-ada")
        nodes.now = begun + LONGEST + 1
        await nodes.one.tell("p-ada")
        assert await nodes.one.find(token) is None


async def test_nonsense_is_not_looked_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as nodes:
        for text in ("", "gws_", "gws_" + "\x00" * 43, "x" * 5_000):
            assert await nodes.one.find(text) is None
        assert nodes.store.n_asked == 0

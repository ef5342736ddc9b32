"""Sessions: found by their token, cached for some seconds, ended on all nodes immediately."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Final, Protocol

import structlog

from gridwright.server.auth.records import PROGRAM, Person, Session, new_token, session_id_of
from gridwright.server.auth.store import AuthStore
from gridwright.server.storage.errors import StoreUnavailable

_DAY: Final = 24 * 60 * 60 * 1000
UNSEEN: Final = 30 * _DAY
"""A session expires when it was not used for this long, in milliseconds."""
LONGEST: Final = 180 * _DAY
"""The maximum age of a session, in milliseconds."""
SEEN_EVERY: Final = 5 * 60 * 1000
"""Milliseconds between writes of the time of the last use."""
CACHE_SECONDS: Final = 10.0
"""Seconds for which a node trusts its cache if no hint arrives."""
ATTENTION_SECONDS: Final = 60.0
"""Seconds for which a node listens for hints about a person after the last use."""
RECHECK_SECONDS: Final = 60.0
"""Seconds between checks of a socket's session, also without a hint."""
MAX_CACHED: Final = 20_000
"""Sessions that a node caches."""
MAX_DEVICE_LENGTH: Final = 120

_LOG: Final = structlog.get_logger()


class Subscription(Protocol):
    """Hints about one person."""

    async def next(self) -> int: ...


class SessionBus(Protocol):
    """The part of the bus that sessions use; the bus itself is in a higher layer."""

    async def publish(self, game_id: str, version: int) -> None: ...

    def listen(self, game_id: str) -> AbstractAsyncContextManager[Subscription]: ...


class _Listener:
    """Listens for hints about one person while the node caches their sessions."""

    def __init__(self) -> None:
        self.is_listening: Final = asyncio.Event()
        self.n_heard = 0
        self.used_at = time.monotonic()
        self.session_ids: Final[set[str]] = set()
        """Cached sessions of the person."""
        self.watchers: Final[set[asyncio.Event]] = set()

    def is_wanted(self) -> bool:
        return bool(self.watchers) or time.monotonic() - self.used_at < ATTENTION_SECONDS


class Sessions:
    """Sessions of signed-in people.

    A node caches sessions for some seconds. When a session ends, its node evicts it immediately and
    publishes a hint on the bus; a node listens for every person it has cached. If a hint is lost,
    other nodes notice the end after those seconds.
    """

    def __init__(self, store: AuthStore, bus: SessionBus, clock: Callable[[], int]) -> None:
        self._store: Final = store
        self._bus: Final = bus
        self._clock: Final = clock
        self._known: Final[OrderedDict[str, tuple[Session, float]]] = OrderedDict()
        """Cache by id, with the time at which an entry expires."""
        self._ears: Final[dict[str, _Listener]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    async def open(self, person: Person, device: str) -> str:
        """Sign a person in; return the token, which is not stored."""
        token = new_token()
        session_id = session_id_of(token)
        assert session_id is not None
        await self._store.open_session(
            session_id, person.person_id, self._clock(), _device(device), UNSEEN, LONGEST
        )
        return token

    async def find(self, token: str) -> Session | None:
        """Return the session of a token if it has not ended. A program's token has none."""
        session_id = session_id_of(token)
        if session_id is None or session_id.startswith(PROGRAM):
            return None
        return await self.by_id(session_id)

    async def find_program(self, token: str) -> Session | None:
        """Return the session of a program's token, unless it was revoked."""
        token_id = session_id_of(token)
        if token_id is None or not token_id.startswith(PROGRAM):
            return None
        return await self.by_id(token_id)

    async def by_id(self, session_id: str) -> Session | None:
        """Return the session, from cache or store."""
        known = self._known.get(session_id)
        if known is not None and known[1] > time.monotonic():
            self._ears[known[0].person_id].used_at = time.monotonic()
            return known[0]
        found = await self._load(session_id)
        if found is None:
            return None
        ear = await self._listen(found.person_id)
        n_heard = ear.n_heard
        # Load again: a session that ended before this node listened has sent no hint here.
        session = await self._load(session_id)
        is_current = ear.n_heard == n_heard and self._ears.get(found.person_id) is ear
        if session is not None and is_current:
            self._remember(session, ear)
        return session

    async def of(self, person_id: str) -> list[Session]:
        """Return the person's sessions that have not ended."""
        sessions = await self._store.sessions(person_id)
        return [session for session in sessions if not self._is_over(session)]

    async def end(self, person_id: str, session_id: str) -> bool:
        """End one of the person's sessions; return False if there is no such session."""
        is_ended = await self._store.end_session(person_id, session_id)
        await self.tell(person_id)
        return is_ended

    async def end_all(self, person_id: str, but: str = "") -> int:
        """End all of the person's sessions, or all but one."""
        n_ended = await self._store.end_sessions(person_id, but)
        await self.tell(person_id)
        return n_ended

    async def tell(self, person_id: str) -> None:
        """Invalidate the person's sessions in the caches of all nodes."""
        self._forget(person_id)
        await self._bus.publish(_channel(person_id), self._clock())

    async def until_ended(self, session: Session) -> None:
        """Wait until the session has ended, on any node."""
        ear = await self._listen(session.person_id)
        told = asyncio.Event()
        ear.watchers.add(told)
        try:
            while True:
                told.clear()
                if await self.by_id(session.session_id) is None:
                    return
                try:
                    async with asyncio.timeout(RECHECK_SECONDS):
                        await told.wait()
                except TimeoutError:
                    continue
        finally:
            ear.watchers.discard(told)
            ear.used_at = time.monotonic()

    async def close(self) -> None:
        """Stop listening."""
        while self._tasks:
            # More than once: before Python 3.12 a wait that has just ended may swallow it.
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(set(self._tasks), timeout=1)

    # The store

    async def _load(self, session_id: str) -> Session | None:
        if session_id.startswith(PROGRAM):
            return await self._load_program(session_id)
        session = await self._store.session(session_id)
        if session is None or self._is_over(session):
            return None
        now = self._clock()
        if now - session.seen_at > SEEN_EVERY:
            # Sessions stay valid while the database is read-only, so that people see the reason.
            with suppress(StoreUnavailable):
                await self._store.see_session(session_id, now)
        return session

    async def _load_program(self, token_id: str) -> Session | None:
        """Return the session of a program's token, valid until its person revokes it."""
        program = await self._store.program(token_id)
        now = self._clock()
        if program is not None and now - program.seen_at > SEEN_EVERY:
            await self._store.use_token(token_id, now)
        return program

    def _is_over(self, session: Session) -> bool:
        now = self._clock()
        return now - session.seen_at > UNSEEN or now - session.created_at > LONGEST

    # Cache

    def _remember(self, session: Session, ear: _Listener) -> None:
        self._known[session.session_id] = (session, time.monotonic() + CACHE_SECONDS)
        self._known.move_to_end(session.session_id)
        ear.session_ids.add(session.session_id)
        ear.used_at = time.monotonic()
        if len(self._known) > MAX_CACHED:
            self._known.popitem(last=False)

    def _forget(self, person_id: str) -> None:
        ear = self._ears.get(person_id)
        if ear is None:
            return
        ear.n_heard += 1
        for session_id in ear.session_ids:
            self._known.pop(session_id, None)
        ear.session_ids.clear()
        for told in ear.watchers:
            told.set()

    # Hints from other nodes

    async def _listen(self, person_id: str) -> _Listener:
        """Return a listener for hints about a person, once it is listening."""
        ear = self._ears.get(person_id)
        if ear is None:
            ear = self._ears[person_id] = _Listener()
            task = asyncio.create_task(self._hear(person_id, ear))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        ear.used_at = time.monotonic()
        await ear.is_listening.wait()
        return ear

    async def _hear(self, person_id: str, ear: _Listener) -> None:
        try:
            async with self._bus.listen(_channel(person_id)) as listener:
                ear.is_listening.set()
                while ear.is_wanted():
                    try:
                        async with asyncio.timeout(ATTENTION_SECONDS):
                            await listener.next()
                    except TimeoutError:
                        continue
                    self._forget(person_id)
        except Exception as error:
            _LOG.warning("cannot listen for hints about a person", exc_info=error)
        finally:
            self._forget(person_id)
            del self._ears[person_id]
            ear.is_listening.set()


def _channel(person_id: str) -> str:
    return f"person/{person_id}"


def _device(text: str) -> str:
    """Return the printable part of the user agent."""
    return "".join([letter for letter in text if letter.isprintable()])[:MAX_DEVICE_LENGTH]

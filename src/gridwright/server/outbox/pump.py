"""Hands the events of tables to the readers that features declare.

    append --(same transaction)--> outbox --number--> reader's cursor --> effect, then advance

Every worker may run it. A reader is leased to one node while it reads; if that node dies, another
continues from the stored cursor when the lease has expired.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import structlog

from gridwright.server.feature import Feature, Job, Parts, Read, Reader
from gridwright.server.live.bus import OUTBOX as HINTS
from gridwright.server.live.bus import Bus
from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.outbox.store import OutboxStore
from gridwright.server.storage.append import EventKind
from gridwright.server.storage.errors import StoreError
from gridwright.server.storage.sharded import ShardedStore

BATCH: Final = 50
LEASE_MS: Final = 2_000
"""Lease of a reader; renewed between events. Short: a longer effect may be taken twice."""
RENEW_MS: Final = 500
"""Milliseconds after which the position is stored within a batch."""
RETRY_MS: Final = 2_000
"""Milliseconds until a reader that failed is tried again, by any node."""
POLL_S: Final = 0.4
"""Seconds after which the outbox is read without a hint of the bus."""
GATHER_S: Final = 0.02
"""Seconds to wait for further events after a hint."""
REGISTER_MS: Final = 60_000
RETIRE_MS: Final = 30 * 86_400_000
"""Milliseconds until an unused cursor is deleted."""
PRUNE_MS: Final = 5_000

_LOG: Final = structlog.get_logger()


class BoundReader:
    """A declared reader on a node."""

    def __init__(self, name: str, kinds: frozenset[EventKind], read: Read) -> None:
        self.name: Final = name
        self.kinds: Final = kinds
        self.read: Final = read


class OutboxPump:
    """Reads the outbox of every database for all readers, each in a task of its own."""

    def __init__(
        self,
        store: ShardedStore,
        readers: Sequence[BoundReader],
        bus: Bus,
        clock: Callable[[], int],
        lease: int = LEASE_MS,
    ) -> None:
        self._readers: Final = {reader.name: reader for reader in readers}
        assert len(self._readers) == len(readers), "expected other names of readers"
        self._bus: Final = bus
        self._clock: Final = clock
        self._lease: Final = lease
        owner = secrets.token_hex(8)
        self._places: Final = [OutboxStore(each, owner) for each in store.databases]
        self._reading: Final[dict[tuple[int, str], asyncio.Task[None]]] = {}
        """Running readers, by the number of the database and their name."""
        self._registered_at: Final[dict[int, int]] = {}
        self._pruned_at: Final[dict[int, int]] = {}
        self._hint: Final = asyncio.Event()

    async def run(self, stop: asyncio.Event) -> None:
        """Read until ``stop`` is set."""
        async with self._bus.listen(HINTS) as listener:

            async def hear() -> None:
                while True:
                    await listener.next()
                    self._hint.set()

            hearing = asyncio.create_task(hear())
            try:
                await sweep_until(stop, self._round, POLL_S, "outbox")
            finally:
                hearing.cancel()
                await asyncio.gather(*self._reading.values(), return_exceptions=True)

    async def _round(self, stop: asyncio.Event) -> bool:
        await self.sweep(stop)
        waits = [asyncio.ensure_future(each.wait()) for each in (self._hint, stop)]
        await asyncio.wait(waits, timeout=POLL_S, return_when=asyncio.FIRST_COMPLETED)
        for each in waits:
            each.cancel()
        if self._hint.is_set():
            await asyncio.sleep(GATHER_S)
            self._hint.clear()
        return True

    async def sweep(self, stop: asyncio.Event | None = None) -> None:
        """Begin to read for each reader that is behind. A database that is down delays no other."""
        failure: StoreError | None = None
        for number, place in enumerate(self._places):
            try:
                await self._sweep_one(number, place, stop or asyncio.Event())
            except StoreError as error:
                failure = error
        if failure is not None:
            raise failure

    async def drain(self) -> None:
        """Read until nothing is left that this node may read, and delete what all have read."""
        await self.sweep()
        while self._reading:
            for failure in await asyncio.gather(*self._reading.values(), return_exceptions=True):
                if isinstance(failure, BaseException):
                    raise failure
            await self.sweep()
        for place in self._places:
            await place.prune()

    async def _sweep_one(self, number: int, place: OutboxStore, stop: asyncio.Event) -> None:
        now = self._clock()
        if number not in self._registered_at or now - self._registered_at[number] >= REGISTER_MS:
            for name in self._readers:
                await place.register(name, now)
            await place.retire(now - RETIRE_MS)
            self._registered_at[number] = now
        await place.number()
        for name in await place.behind(now):
            key = (number, name)
            if name in self._readers and key not in self._reading:
                reading = asyncio.create_task(self._read(place, self._readers[name], stop))
                self._reading[key] = reading
                reading.add_done_callback(partial(self._forget, key))
        if now - self._pruned_at.get(number, 0) >= PRUNE_MS:
            await place.prune()
            self._pruned_at[number] = now

    def _forget(self, key: tuple[int, str], _task: object) -> None:
        del self._reading[key]

    async def _read(self, place: OutboxStore, reader: BoundReader, stop: asyncio.Event) -> None:
        """Read until the end of the outbox. An error ends it; the same event comes again."""
        claimed = await place.claim(reader.name, self._clock(), self._lease)
        if claimed is None:
            return
        position, last = claimed
        stored_at = self._clock()
        wait = 0
        try:
            while (events := await place.read(position, BATCH)) and not stop.is_set():
                for event in events:
                    if event.kind in reader.kinds:
                        await reader.read(event)
                    # Only after the effect: an event whose effect a crash prevents comes again.
                    position = event.number
                    now = self._clock()
                    if now - stored_at >= RENEW_MS:
                        if not await place.advance(reader.name, position, now + self._lease):
                            return
                        stored_at = now
                    if stop.is_set():
                        break
            if not events:
                # Those of a new reader may be deleted already.
                position = max(position, last)
        except StoreError as error:
            wait = RETRY_MS
            _LOG.warning("the outbox waits for the store", reader=reader.name, why=str(error))
        except Exception:
            wait = RETRY_MS
            _LOG.exception("a reader of the outbox failed", reader=reader.name)
        with suppress(StoreError):
            await place.release(reader.name, position, self._clock() + wait)


def bind(reader: Reader, parts: Parts) -> BoundReader:
    """Return a reader with its part of the node."""
    return BoundReader(reader.name, reader.kinds, reader.read(parts))


def _pump(parts: Parts) -> OutboxPump:
    readers = [
        bind(reader, parts)
        for feature in parts.features
        for reader in feature.readers
        if reader.is_on(parts)
    ]
    return OutboxPump(parts.store, readers, parts.bus, parts.clock)


OUTBOX: Final = Feature("outbox", parts={OutboxPump: _pump}, jobs=(Job(OutboxPump),))

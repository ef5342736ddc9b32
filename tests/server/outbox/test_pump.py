"""Each event reaches each reader at least once in spite of failures, and is deleted afterwards."""

import asyncio
from collections import Counter
from random import Random

import asyncpg  # type: ignore[import-untyped]  # It ships no types.
import pytest

from gridwright.server.live.bus import LocalBus
from gridwright.server.outbox import statements
from gridwright.server.outbox.pump import LEASE_MS, RETRY_MS, BoundReader, OutboxPump
from gridwright.server.storage import Status
from gridwright.server.storage.append import EventKind, NewEvent, TableEvent
from gridwright.server.storage.errors import StoreUnavailable
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table.entries import LoggedEntry
from gridwright_lab.trials.services.databases import fresh_schema
from tests.server.storage.samples import append, move, new_game

pytestmark = pytest.mark.anyio

ALL = frozenset(EventKind)
TURN = NewEvent(EventKind.TURN, '{"person": null}')


class MovedClock:
    """Time that the test moves."""

    def __init__(self) -> None:
        self.now = 1_790_000_000_000

    def __call__(self) -> int:
        return self.now


class Journal:
    """A reader that notes what it gets, and fails when the test wants it to."""

    def __init__(self, name: str = "journal", kinds: frozenset[EventKind] = ALL) -> None:
        self.events: list[TableEvent] = []
        self.failures: list[Exception] = []
        self.bound = BoundReader(name, kinds, self.read)

    async def read(self, event: TableEvent) -> None:
        if self.failures:
            raise self.failures.pop()
        self.events.append(event)

    @property
    def told(self) -> list[tuple[str, int, str]]:
        return [(event.game_id, event.version, event.kind.value) for event in self.events]


def pump_of(store: ShardedStore, clock: MovedClock, *journals: Journal) -> OutboxPump:
    return OutboxPump(store, [each.bound for each in journals], LocalBus(), clock)


async def play(store: ShardedStore, game_id: str, *, end: Status = Status.FINISHED) -> None:
    """A game that opens, begins, has a turn and ends."""
    await store.create(new_game(game_id))
    await append(store, game_id, 0, move("c0"), Status.GATHERING)
    await append(store, game_id, 1, move("c1"), Status.RUNNING)
    await store.append(
        game_id, 2, move("c2"), status=Status.RUNNING, deadline_at=None, events=[TURN]
    )
    await append(store, game_id, 3, move("c3"), Status.PAUSED)
    await append(store, game_id, 4, move("c4"), Status.RUNNING)
    await append(store, game_id, 5, move("c5", at=77), end)
    await append(store, game_id, 6, move("c6"), end)


async def unread(store: ShardedStore) -> int:
    counts = [await each.rows("SELECT count(*) FROM outbox") for each in store.databases]
    return sum([count[0][0] for count in counts])


@pytest.mark.parametrize(("end", "kind"), [(Status.FINISHED, "ended"), (Status.ABANDONED, "gone")])
async def test_events_of_a_game_arrive_in_order(
    store: ShardedStore, end: Status, kind: str
) -> None:
    await play(store, "g1", end=end)
    journal = Journal()
    await pump_of(store, MovedClock(), journal).drain()
    assert journal.told == [
        ("g1", 1, "opened"),
        ("g1", 2, "began"),
        ("g1", 3, "turn"),
        ("g1", 6, kind),
    ]
    assert [event.at for event in journal.events][-1] == 77, "the time of its entry"
    assert [event.data for event in journal.events] == ["{}", "{}", TURN.data, "{}"]


async def test_an_append_that_changes_nothing_adds_no_event(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    await append(store, "g1", 0, move("c0"))
    before = await unread(store)
    for expected in (0, 5):  # A duplicate, and a conflict.
        await store.append(
            "g1", expected, move("c0"), status=Status.FINISHED, deadline_at=None, events=[TURN]
        )
    assert await unread(store) == before


async def test_an_import_adds_no_event(store: ShardedStore) -> None:
    log = [
        LoggedEntry(1, move("c0"), Status.RUNNING, None),
        LoggedEntry(2, move("c1"), Status.FINISHED, None),
    ]
    await store.create_whole(new_game("g1"), log)
    assert await unread(store) == 0


async def test_readers_get_their_kinds_at_cursors_of_their_own(store: ShardedStore) -> None:
    clock = MovedClock()
    first, second = Journal("first"), Journal("second", frozenset({EventKind.ENDED}))
    await play(store, "g1")
    await pump_of(store, clock, first).drain()
    await play(store, "g2")
    await pump_of(store, clock, first, second).drain()
    assert sorted(Counter(event.game_id for event in first.events).items()) == [
        ("g1", 4),
        ("g2", 4),
    ]
    assert {kind for _game, _version, kind in second.told} == {"ended"}
    assert ("g2", 6, "ended") in second.told


async def test_rows_are_deleted_once_every_reader_has_passed_them(store: ShardedStore) -> None:
    clock = MovedClock()
    ready, late = Journal("ready"), Journal("late")
    await play(store, "g1")
    late.failures = [ValueError("not yet")]
    pump = pump_of(store, clock, ready, late)
    await pump.drain()
    assert len(ready.events) == 4
    assert await unread(store) == 4
    clock.now += RETRY_MS
    await pump.drain()
    assert len(late.events) == 4
    assert await unread(store) == 0
    assert len(ready.events) == 4


async def test_an_event_whose_effect_failed_comes_again_before_later_ones(
    store: ShardedStore,
) -> None:
    clock = MovedClock()
    journal = Journal()
    await play(store, "g1")
    journal.failures = [StoreUnavailable("away")]
    pump = pump_of(store, clock, journal)
    await pump.drain()
    assert journal.told == []
    await pump.drain()
    assert journal.told == [], "it waits a while"
    clock.now += RETRY_MS
    await pump.drain()
    assert [version for _game, version, _kind in journal.told] == [1, 2, 3, 6]


async def test_a_node_that_dies_is_followed_when_its_lease_ends(store: ShardedStore) -> None:
    clock = MovedClock()
    await play(store, "g1")
    stuck = asyncio.Event()

    async def hang(_event: TableEvent) -> None:
        stuck.set()
        await asyncio.Event().wait()

    dead = OutboxPump(store, [BoundReader("journal", ALL, hang)], LocalBus(), clock)
    dying = asyncio.create_task(dead.drain())
    await stuck.wait()
    journal = Journal()
    other = pump_of(store, clock, journal)
    await other.drain()
    assert journal.told == []
    clock.now += LEASE_MS
    await other.drain()
    assert [version for _game, version, _kind in journal.told] == [1, 2, 3, 6]
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)


async def test_a_node_that_lost_its_lease_moves_no_cursor(store: ShardedStore) -> None:
    clock = MovedClock()
    await play(store, "g1")
    others = Journal()
    taken_over: list[TableEvent] = []

    async def slow(event: TableEvent) -> None:
        if event.version == 1 and not taken_over:
            taken_over.append(event)
            # Another node takes over while this one hangs, and waits for its own database.
            clock.now += LEASE_MS
            others.failures = [ValueError("fails at the first event")]
            await pump_of(store, clock, others).drain()

    await OutboxPump(store, [BoundReader("journal", ALL, slow)], LocalBus(), clock).drain()
    clock.now += LEASE_MS
    await pump_of(store, clock, others).drain()
    assert [version for _game, version, _kind in others.told] == [1, 2, 3, 6]


async def test_unused_cursors_keep_no_events(store: ShardedStore) -> None:
    clock = MovedClock()
    await pump_of(store, clock, Journal("removed feature")).drain()
    await play(store, "g1")
    await pump_of(store, clock, Journal()).drain()
    assert await unread(store) == 4
    clock.now += 31 * 86_400_000
    await pump_of(store, clock, Journal()).drain()
    assert await unread(store) == 0


async def test_a_hint_wakes_the_reader(store: ShardedStore) -> None:
    bus, journal, stop = LocalBus(), Journal(), asyncio.Event()
    pump = OutboxPump(store, [journal.bound], bus, MovedClock())
    running = asyncio.create_task(pump.run(stop))
    await play(store, "g1")
    async with asyncio.timeout(20):
        while len(journal.events) < 4:
            await bus.publish("outbox", 1)
            await asyncio.sleep(0.01)
    stop.set()
    await running


PLAIN: str = "SELECT id, game_id FROM outbox WHERE id > $1 ORDER BY id"
"""A reader by id, as it would be without numbers."""
ADDED: str = (
    "INSERT INTO outbox (game_id, version, kind, at, data) VALUES ($1, 1, 'began', 5, '{}')"
)


async def test_an_append_that_commits_late_is_not_skipped() -> None:
    """PostgreSQL draws ids before the commit: a later id may be visible before an earlier one."""
    with fresh_schema() as url:
        await migrate(url)
        slow, fast = await asyncpg.connect(url), await asyncpg.connect(url)
        async with await open_store(url, connections=4) as store:
            journal = Journal()
            pump = pump_of(store, MovedClock(), journal)
            late = slow.transaction()
            await late.start()
            await slow.execute(ADDED, "late")
            await fast.execute(ADDED, "early")
            # The plain reader sees the second event and moves its cursor.
            ((cursor, name),) = await fast.fetch(PLAIN, 0)
            assert name == "early"
            await pump.drain()
            await late.commit()
            assert await fast.fetch(PLAIN, cursor) == [], "it would have skipped the other forever"
            await pump.drain()
            assert [game_id for game_id, _version, _kind in journal.told] == ["early", "late"]
        await slow.close()
        await fast.close()


async def test_concurrent_numbering_keeps_the_order_of_visibility() -> None:
    """While a node numbers events, another waits, and numbers only what the first did not see."""
    with fresh_schema() as url:
        await migrate(url)
        first, second = await asyncpg.connect(url), await asyncpg.connect(url)
        await first.execute(ADDED, "a")
        numbering = first.transaction()
        await numbering.start()
        for statement in statements.NUMBER:
            await first.execute(statement)
        await second.execute(ADDED, "b")

        async def number() -> None:
            async with second.transaction():
                for statement in statements.NUMBER:
                    await second.execute(statement)

        waiting = asyncio.create_task(number())
        await asyncio.sleep(0.2)
        assert not waiting.done()
        await numbering.commit()
        await waiting
        found = await first.fetch("SELECT game_id, number FROM outbox ORDER BY number")
        assert [tuple(row) for row in found] == [("a", 1), ("b", 2)]
        await first.close()
        await second.close()


@pytest.mark.parametrize("seed", range(4))
async def test_random_failures_lose_and_disorder_nothing(store: ShardedStore, seed: int) -> None:
    """Nodes that fail, hang up and lose leases at random; each game's events stay in order."""
    dice, clock = Random(seed), MovedClock()
    journals = [Journal(name) for name in ("first", "second")]
    pumps = [pump_of(store, clock, *journals) for _node in range(3)]
    for number in range(6):
        await play(store, f"g{number}")
        for journal in journals:
            journal.failures = [ValueError("now and then")] * dice.randrange(3)
        running = [asyncio.create_task(each.drain()) for each in dice.sample(pumps, 2)]
        await asyncio.sleep(dice.random() / 50)
        if dice.random() < 0.5:
            running[0].cancel()
        await asyncio.gather(*running, return_exceptions=True)
        clock.now += dice.choice((0, RETRY_MS, LEASE_MS))
    for journal in journals:
        journal.failures = []
    for _again in range(3):
        clock.now += LEASE_MS
        for pump in pumps:
            await pump.drain()
    for journal in journals:
        for number in range(6):
            versions = [version for game, version, _kind in journal.told if game == f"g{number}"]
            assert list(dict.fromkeys(versions)) == [1, 2, 3, 6]
    assert await unread(store) == 0

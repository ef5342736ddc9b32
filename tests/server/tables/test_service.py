"""Whole games through the service, on every store: nothing is lost, doubled or forked."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.codec import canonical
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.history import History
from gridwright.engine.ids import SPECTATOR
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.bus import LocalBus
from gridwright.server.storage.errors import UnknownGame
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.account_erasure import AccountErasure
from gridwright.server.tables.held_seats import HeldSeats
from gridwright.server.tables.service import Done, Stale, TableService
from gridwright.server.worker.service import RECHECK_MS, Worker
from gridwright.table import commands, leaving
from gridwright.table.absence_log import Attendance, LeaveRequest
from gridwright.table.bid_limits import BidLimit
from gridwright.table.clock_pauses import Night
from gridwright.table.commands import RefusedCommand
from gridwright.table.entries import Status
from gridwright.table.export import export
from gridwright.table.seats import Left
from gridwright.table.terms import AWAY_AFTER, TAKE_OVER, Terms, TurnClock
from gridwright.table.view import view

pytestmark = pytest.mark.anyio

KEY = b"k" * 32
SPECS = [default_spec("classic", seats=2), default_spec("deluxe", seats=3), default_spec("card")]


class Clock:
    """Time that the test moves."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


class Node:
    """A server process: its own memory, the same store."""

    def __init__(self, store: ShardedStore, clock: Clock, bus: LocalBus | None = None) -> None:
        self.bus = bus or LocalBus()
        self.service = TableService(store, SeedVault(store, KEY), self.bus, clock)
        self.worker = Worker(store, self.service, clock)

    async def fill(self, spec: TableSpec, bot: str = "l0", terms: Terms | None = None) -> str:
        """A table at which bots sit everywhere."""
        game_id = await self.service.create(spec, terms or Terms())
        for seat in range(spec.seats):
            sit = partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot=bot)
            assert isinstance(
                await self.service.run_command(
                    game_id, f"sit:{seat}", expected_version=1 + seat, decide=sit
                ),
                Done,
            )
        return game_id

    async def act(self, game_id: str, line: str, command_id: str, expected: int) -> Done | Stale:
        table = await self.service.load(game_id)
        action = table.notation.parse(line)
        act = partial(commands.act, seat=action.seat, action=action)
        return await self.service.run_command(
            game_id, command_id, expected_version=expected, decide=act
        )


async def sweep_all(*nodes: Node) -> int:
    """Let workers work until nothing is due."""
    n_woken = 0
    while woken := sum(await asyncio.gather(*[node.worker.sweep() for node in nodes])):
        n_woken += woken
    return n_woken


async def test_games_of_bots_are_played_to_the_end_and_verify(store: ShardedStore) -> None:
    node = Node(store, Clock())
    games = [await node.fill(spec) for spec in SPECS]
    await sweep_all(node)
    for game_id in games:
        record = await store.load(game_id)
        assert record.status is Status.FINISHED
        assert record.deadline_at is None
        table = await node.service.load(game_id)
        report = verify(format_transcript(export(table)))
        assert report.ok, str(report)
        local = History(table.game)
        for line in table.lines:
            local.play(table.notation.parse(line))
        assert digest(local.state) == digest(table.state)


async def test_a_new_node_has_the_same_table(store: ShardedStore) -> None:
    clock = Clock()
    first = Node(store, clock)
    game_id = await first.fill(SPECS[2])
    for _turn in range(12):
        await first.worker.sweep()
    second = Node(store, clock)
    one = await first.service.load(game_id)
    other = await second.service.load(game_id)
    assert one is not other
    assert view(one) == view(other)
    assert one.version > 10


async def test_three_workers_do_nothing_twice(store: ShardedStore) -> None:
    clock = Clock()
    nodes = [Node(store, clock) for _ in range(3)]
    games = [await nodes[place % 3].fill(SPECS[2]) for place in range(2)]
    await sweep_all(*nodes)
    for game_id in games:
        assert (await store.load(game_id)).status is Status.FINISHED
        table = await nodes[0].service.load(game_id)
        assert verify(format_transcript(export(table))).ok


async def begun(node: Node, terms: Terms | None = None) -> tuple[str, int]:
    """Two people in the first auction; the id of the table and its version."""
    spec = replace(default_spec(seats=2), order=(0, 1))
    game_id = await node.service.create(spec, terms or Terms())
    version = 1
    for seat, name in enumerate(("Ada", "Grace")):
        for decide in (
            partial(commands.sit_down, seat=seat, name=name),
            partial(commands.get_ready, seat=seat, contribution=bytes(16)),
        ):
            done = await node.service.run_command(
                game_id, f"c:{version}", expected_version=version, decide=decide
            )
            assert isinstance(done, Done)
            version = done.version
    assert await sweep_all(node) == 1
    return game_id, version + 1


async def test_a_repeated_command_gets_its_first_answer(store: ShardedStore) -> None:
    node = Node(store, Clock())
    game_id, version = await begun(node)
    first = await node.act(game_id, "0 offer 3 3", "ada:1", version)
    assert isinstance(first, Done)
    assert first.events
    again = await node.act(game_id, "0 offer 3 3", "ada:1", version)
    assert again == Done(first.version)
    await node.act(game_id, "1 bid 4", "grace:1", first.version)
    assert await node.act(game_id, "0 offer 3 3", "ada:1", version) == Done(first.version)
    assert (await store.load(game_id)).version == first.version + 1


async def test_a_stale_command_returns_the_missed_entries(store: ShardedStore) -> None:
    node = Node(store, Clock())
    game_id, version = await begun(node)
    await node.act(game_id, "0 offer 3 3", "ada:1", version)
    late = await node.act(game_id, "0 offer 4 4", "ada:2", version)
    assert isinstance(late, Stale)
    assert late.version == version + 1
    assert [logged.entry.lines for logged in late.missing] == [("0 offer 3 3",)]
    early = await node.act(game_id, "1 bid 4", "grace:1", version + 9)
    assert isinstance(early, Stale)


async def test_of_two_nodes_one_is_first(store: ShardedStore) -> None:
    clock = Clock()
    nodes = [Node(store, clock), Node(store, clock)]
    game_id, version = await begun(nodes[0])
    await nodes[1].service.load(game_id)
    answers = await asyncio.gather(
        nodes[0].act(game_id, "0 offer 3 3", "ada:1", version),
        nodes[1].act(game_id, "0 offer 4 4", "ada:2", version),
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Stale"]
    views = [view(await node.service.load(game_id)) for node in nodes]
    assert views[0] == views[1]


async def test_a_refused_command_changes_nothing(store: ShardedStore) -> None:
    node = Node(store, Clock())
    game_id, version = await begun(node)
    before = view(await node.service.load(game_id))
    with pytest.raises(IllegalAction, match="must_buy"):
        await node.act(game_id, "0 pass", "ada:1", version)
    with pytest.raises(RefusedCommand):
        await node.service.run_command(
            game_id, "x", expected_version=version, decide=commands.reveal
        )
    assert view(await node.service.load(game_id)) == before
    assert (await store.load(game_id)).version == version
    with pytest.raises(UnknownGame):
        await node.service.load("unknown")


async def test_time_that_is_up_hands_the_seat_to_a_bot(store: ShardedStore) -> None:
    clock = Clock()
    node = Node(store, clock)
    game_id, _version = await begun(node, Terms(TurnClock(turn=60_000)))
    assert await sweep_all(node) == 0
    clock.now += 59_999
    assert await sweep_all(node) == 0
    clock.now += 1
    assert await sweep_all(node) > 1
    table = await node.service.load(game_id)
    assert table.seats[0].bot == "l1"
    while (await store.load(game_id)).status is not Status.FINISHED:
        clock.now += 60_000
        await sweep_all(node)
    assert verify(format_transcript(export(await node.service.load(game_id)))).ok


async def test_an_unplayed_seat_is_taken_over_unless_its_player_thinks(
    store: ShardedStore,
) -> None:
    clock = Clock()
    node = Node(store, clock)
    here: set[int] = {0}

    async def present_seats(_game_id: str) -> set[int]:
        return here

    node.service = TableService(
        store, SeedVault(store, KEY), node.bus, clock, present_seats=present_seats
    )
    node.worker = Worker(store, node.service, clock)
    game_id, version = await begun(node)
    clock.now += TAKE_OVER
    assert await node.worker.sweep() == 1
    record = await store.load(game_id)
    assert (record.version, record.wake_at) == (version, clock.now + RECHECK_MS)
    here.clear()
    clock.now += RECHECK_MS
    await node.worker.sweep()
    table = await node.service.load(game_id)
    assert table.seats[0].left is Left.OVERDUE
    while (await store.load(game_id)).status is not Status.FINISHED:
        clock.now += TAKE_OVER
        await sweep_all(node)


async def test_a_returning_player_gets_the_seat_back(store: ShardedStore) -> None:
    """Two nodes: on one the people vote, at the other the missed person opens the page."""
    clock = Clock()
    node, other = Node(store, clock), Node(store, clock)
    game_id, version = await begun(node)
    clock.now += AWAY_AFTER
    cast = partial(
        leaving.vote,
        seat=1,
        about=0,
        choice=LeaveRequest.BOT,
        now=clock.now,
        attendance=Attendance(frozenset({1})),
    )
    assert isinstance(
        await node.service.run_command(game_id, "v", expected_version=version, decide=cast), Done
    )
    table = await node.service.load(game_id)
    assert table.seats[0].left is Left.VOTED
    ticket = Ticket(game_id, 0, table.seats[0].since)
    departing = AccountErasure(other.service, HeldSeats(store.home))
    await departing.welcome(Ticket(game_id, 0, 99))
    assert (await node.service.load(game_id)).seats[0].bot, "ticket of an earlier occupant"
    await departing.welcome(ticket)
    await departing.welcome(ticket)
    table = await node.service.load(game_id)
    assert not table.seats[0].bot
    assert table.version == version + 2


async def test_time_is_not_up_before_the_night_is_over(store: ShardedStore) -> None:
    clock = Clock()
    minute = clock.now // 60_000 % 1_440
    node = Node(store, clock)
    terms = Terms(TurnClock(turn=60_000, most_sleep=36_000_000, vacation_days=2))
    game_id, version = await begun(node, terms)
    night = Night(minute, (minute + 481) % 1_440)
    set_night = partial(commands.set_night, seat=0, night=night)
    await node.service.run_command(game_id, "night", expected_version=version, decide=set_night)
    wakes = clock.now - clock.now % 60_000 + 481 * 60_000
    assert (await store.load(game_id)).deadline_at == wakes + 60_000
    vacation = partial(commands.take_vacation, seat=0, days=1, now=clock.now)
    await node.service.run_command(game_id, "away", expected_version=version + 1, decide=vacation)
    deadline = (await store.load(game_id)).deadline_at
    assert deadline is not None
    # The vacation ends in the next night, whose end is a day after that of the first.
    assert deadline == wakes + 86_400_000 + 60_000
    clock.now = deadline - 1
    assert await sweep_all(node) == 0
    clock.now = deadline
    assert await sweep_all(node) > 1
    assert (await node.service.load(game_id)).seats[0].bot == "l1"


async def test_listeners_are_notified_after_the_commit(store: ShardedStore) -> None:
    node = Node(store, Clock())
    game_id, version = await begun(node)
    async with node.bus.listen(game_id) as listener:
        waiting = asyncio.create_task(listener.next())
        await node.act(game_id, "0 offer 3 3", "ada:1", version)
        told = await asyncio.wait_for(waiting, 5)
    assert told == version + 1
    assert len((await node.service.entries_since(game_id, version)).happened) == 1


async def test_forgotten_tables_are_replayed(
    store: ShardedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridwright.server.tables.service.MAX_CACHED_TABLES", 1)
    node = Node(store, Clock())
    games = [await node.fill(SPECS[2]) for _ in range(2)]
    await sweep_all(node)
    for game_id in games:
        assert (await store.load(game_id)).status is Status.FINISHED


async def test_a_sealed_limit_is_played_out_and_never_shown(store: ShardedStore) -> None:
    node = Node(store, Clock())
    game_id, version = await begun(node)
    leave = node.service.sealed_limit(game_id, 1, BidLimit("4", 17))
    done = await node.service.run_command(
        game_id, "grace:limit", expected_version=version, decide=leave
    )
    assert isinstance(done, Done)
    version = done.version
    await node.act(game_id, "0 offer 4 4", "ada:1", version)
    assert await sweep_all(node) == 1
    await node.act(game_id, "0 bid 9", "ada:2", version + 2)
    assert await sweep_all(node) == 1
    table = await node.service.load(game_id)
    assert table.lines[-1] == "1 bid 10"
    sent = [canonical(view(table, viewer)) for viewer in (0, 1, SPECTATOR)]
    kept = [logged.entry.data for logged in await store.entries(game_id)]
    assert not any("17" in text and "up_to" in text for text in [*sent, *kept])


async def test_asking_for_tables_that_are_none_leaves_nothing_behind(store: ShardedStore) -> None:
    node = Node(store, Clock())
    for number in range(20):
        with pytest.raises(UnknownGame):
            await node.service.load(f"unknown-{number}")
    assert not node.service._locks

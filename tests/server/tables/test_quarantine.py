"""Quarantine of unreadable tables: they are refused and logged once; other tables continue."""

from functools import partial

import pytest
from structlog.testing import capture_logs

from gridwright.content.table import default_spec
from gridwright.engine.codec import canonical
from gridwright.fair.commit import commitment
from gridwright.server.listing.lobby import Lobby, TableFilter
from gridwright.server.live.bus import LocalBus
from gridwright.server.operations.prometheus import PrometheusMetrics
from gridwright.server.storage.games import NewGame
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.account_erasure import AccountErasure
from gridwright.server.tables.held_seats import HeldSeat, HeldSeats
from gridwright.server.tables.inspection import check
from gridwright.server.tables.loading import LOOK_AGAIN, QuarantinedTable
from gridwright.server.tables.service import TableService
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.entries import Status
from gridwright.table.log_entries import Began, Opened, to_entry
from gridwright.table.terms import Terms

pytestmark = pytest.mark.anyio

KEY = b"k" * 32
UNKNOWN = "0" * 64
SPEC = default_spec("card", seats=2)
SEED = bytes(range(32))
TOLD = "table set aside"


class Clock:
    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


class Node:
    """A server process and its figures."""

    def __init__(self, store: ShardedStore) -> None:
        self.store = store
        self.clock = Clock()
        self.vault = SeedVault(store, KEY)
        self.metrics = PrometheusMetrics()
        self.service = TableService(store, self.vault, LocalBus(), self.clock, self.metrics)
        self.worker = Worker(store, self.service, self.clock, self.metrics)
        self.lobby = Lobby(store, self.service.is_quarantined)

    async def plant(self, game_id: str = "unknown", rules: str = UNKNOWN) -> str:
        """A listed table as a newer version would make it, and something is due there."""
        await self.store.create(
            NewGame(
                game_id=game_id,
                rules=rules,
                spec=canonical(SPEC.to_json()),
                created_at=self.clock.now,
                listed=True,
                box=self.vault.seal(game_id, SEED),
            )
        )
        promise = commitment(game_id, rules, SEED).hex()
        entry = to_entry(Opened(promise, Terms()), "server:open", self.clock.now)
        await self.store.append(
            game_id, 0, entry, status=Status.GATHERING, deadline_at=self.clock.now
        )
        return game_id

    async def fill(self) -> str:
        """A table of bots."""
        game_id = await self.service.create(SPEC, Terms(), listed=True)
        for seat in range(SPEC.seats):
            sit = partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot="l0")
            await self.service.run_command(
                game_id, f"sit:{seat}", expected_version=1 + seat, decide=sit
            )
        return game_id

    def n_aside(self) -> float:
        figures = self.metrics.show()[0].decode()
        (line,) = [each for each in figures.splitlines() if each.startswith("gridwright_tables_s")]
        return float(line.split()[1])


async def test_a_table_with_unknown_rules_is_refused_and_logged_once(store: ShardedStore) -> None:
    node = Node(store)
    game_id = await node.plant()
    assert node.n_aside() == 0
    with capture_logs() as logs:
        for _try in range(3):
            with pytest.raises(QuarantinedTable) as caught:
                await node.service.load(game_id)
            node.clock.now += LOOK_AGAIN
        with pytest.raises(QuarantinedTable):
            await node.service.wake(game_id, 1)
        with pytest.raises(QuarantinedTable):
            await node.service.state_before(game_id, 1)
    assert caught.value.code == "set_aside"
    assert UNKNOWN not in str(caught.value)
    assert caught.value.spec == SPEC.to_json()
    told = [log for log in logs if log["event"] == TOLD]
    assert [(log["game"], log["rules"]) for log in told] == [(game_id, UNKNOWN)]
    assert UNKNOWN in told[0]["why"]
    assert node.n_aside() == 1
    assert node.service.is_quarantined(game_id)


async def test_a_quarantined_table_is_not_read_again_before_its_recheck(
    store: ShardedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = Node(store)
    game_id = await node.plant()
    with pytest.raises(QuarantinedTable):
        await node.service.load(game_id)
    with monkeypatch.context() as patched:
        patched.setattr(ShardedStore, "load", None)
        with pytest.raises(QuarantinedTable):
            await node.service.load(game_id)
    node.clock.now += LOOK_AGAIN
    await store.delete(game_id)
    with pytest.raises(LookupError):
        await node.service.load(game_id)
    assert node.n_aside() == 0


async def test_the_worker_leaves_it_alone_and_does_the_others(store: ShardedStore) -> None:
    node = Node(store)
    broken = await node.plant()
    good = await node.fill()
    with capture_logs() as logs:
        n_claimed = [await node.worker.sweep() for _sweep in range(4)]
    assert n_claimed[0] == 2
    assert n_claimed[1:] == [1, 1, 1]
    assert [log["event"] for log in logs if log["log_level"] == "error"] == [TOLD]
    record = await store.load(broken)
    assert (record.wake_at, record.version) == (node.clock.now + LOOK_AGAIN, 1)
    assert record.deadline_at == node.clock.now
    while await node.worker.sweep():
        pass
    assert (await store.load(good)).status is Status.FINISHED


async def test_a_log_that_cannot_be_folded_is_quarantined(store: ShardedStore) -> None:
    node = Node(store)
    game_id = await node.fill()
    good = await node.service.load(game_id)
    entry = to_entry(Began(), "server:4", node.clock.now, None, ("chance no such thing",))
    await store.append(game_id, 3, entry, status=Status.RUNNING, deadline_at=None)
    with pytest.raises(QuarantinedTable):
        await node.service.load(good.game_id)
    other = Node(store)
    await other.service.fetch([game_id])
    assert other.service.peek(game_id) is None
    with pytest.raises(QuarantinedTable):
        await other.service.load(game_id)


async def test_a_seed_that_does_not_open_is_quarantined(store: ShardedStore) -> None:
    node = Node(store)
    game_id = await node.fill()
    await store.keep_box(game_id, node.vault.seal("another", SEED))
    with pytest.raises(QuarantinedTable):
        await Node(store).service.load(game_id)


async def test_the_lobby_lists_quarantined_tables_separately(store: ShardedStore) -> None:
    node = Node(store)
    broken, good = await node.plant(), await node.fill()
    page = await node.lobby.page(TableFilter())
    assert [shown.record.game_id for shown in page.tables] == [good]
    assert page.set_aside == [broken]


async def test_the_lobby_shows_others_beside_a_row_that_makes_no_sense(
    store: ShardedStore,
) -> None:
    node = Node(store)
    good = await node.fill()
    entry = to_entry(Began(), "server:4", node.clock.now)
    entry = type(entry)(
        command_id=entry.command_id, kind="later", at=entry.at, seat=None, lines=(), data="{}"
    )
    broken = await node.plant("odd", (await store.load(good)).rules)
    await store.append(broken, 1, entry, status=Status.GATHERING, deadline_at=None)
    page = await node.lobby.page(TableFilter())
    assert [shown.record.game_id for shown in page.tables] == [good]
    assert page.set_aside == [broken]


async def test_the_check_of_all_tables_names_it(store: ShardedStore) -> None:
    node = Node(store)
    broken, good = await node.plant(), await node.fill()
    for game_id, is_broken in ((broken, True), (good, False)):
        finding = await check(store, node.vault, await store.load(game_id))
        assert bool(finding.problem) is is_broken
        if is_broken:
            assert UNKNOWN in finding.problem


async def test_account_erasure_skips_a_quarantined_table(store: ShardedStore) -> None:
    """An account can be erased although one of its tables cannot be read."""
    node = Node(store)
    broken = await node.plant()
    departing = AccountErasure(node.service, HeldSeats(store.home))
    await departing._vacate_one(HeldSeat("ada", broken, 0, 1, node.clock.now))

"""Load tables from their logs, run commands on them and publish the result.

A table is event-sourced: its state is the replay of its log, and each command appends exactly one
entry. Concurrency is optimistic: a lock per table orders commands within a node; between nodes the
store accepts an entry only if the log is still at the expected version.

    command -> lock -> cached or loaded table -> decide -> append -> publish

Every append goes through `TableService`; imports write a whole log (`share.importing`).
Commands are in `table.commands`, their HTTP routes in `tables.orders`, rules in the engine.
"""

import asyncio
import base64
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Final, TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from gridwright.content.table import TableSpec, rules_identity
from gridwright.engine.codec import canonical
from gridwright.engine.vocabulary.base import Event
from gridwright.fair.chain import first_digest
from gridwright.fair.commit import SEED_BYTES, commitment
from gridwright.fair.transcript import Transcript
from gridwright.server.auth.tickets import BadTicket
from gridwright.server.live.bus import OUTBOX, Bus
from gridwright.server.operations.metrics import Ending, Metrics
from gridwright.server.operations.steady_clock import TableTimes
from gridwright.server.search.process import act_on_answer
from gridwright.server.storage.append import Appended, Conflict, Duplicate
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import GameExists, Malformed, UnknownGame
from gridwright.server.storage.games import Label, NewGame
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.append_effects import person_to_move, turn_events
from gridwright.server.tables.export import export_whole
from gridwright.server.tables.loading import (
    QuarantinedTables,
    TableLoader,
    replay_after,
    replay_before,
)
from gridwright.table import commands
from gridwright.table.bid_limits import BidLimit
from gridwright.table.commands import Decide, Decision, apply_decision
from gridwright.table.due_work import SearchRequired, decide_due
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.log_entries import Opened, to_entry
from gridwright.table.positions.searches import Answer, Question, question_of
from gridwright.table.sealing import open_limit, seal_limit
from gridwright.table.table import Happened, Past, Table
from gridwright.table.terms import Terms

MAX_CACHED_TABLES: Final = 2_000
"""Beyond this the least recently used table is evicted; its next request replays it."""
MAX_CACHED_ENTRIES: Final = 64
"""Entries cached per table, so that a client that missed a few costs no read of the store."""
ID_BYTES: Final = 16
"""128 random bits: ids of private tables cannot be guessed."""

REFUSALS: Final = (*commands.REFUSALS, BadTicket)
"""Errors that a command raises before it changes the cached table."""

Rendered = TypeVar("Rendered")
Undecided = TypeVar("Undecided", bound=Question)
"""Result of due work that cannot be decided here."""

_LOG: Final = structlog.get_logger()

PresentSeats = Callable[[str], Awaitable[Collection[int] | None]]
"""Returns the seats of a table with an open page; None if unknown."""


async def _no_seats(_game_id: str) -> Collection[int] | None:
    return ()


class Done(msgspec.Struct, frozen=True):
    """The command is in the log, appended now or earlier."""

    version: int
    events: tuple[Event, ...] = ()
    """Events of the game; empty for a repeat, whose events were published before."""


class Seen(msgspec.Struct, frozen=True):
    """A table and its most recent entries.

    Shared: read it before the next `await`, because commands change it in place.
    """

    table: Table
    happened: Sequence[Happened]


class Stale(msgspec.Struct, frozen=True):
    """Version conflict; no effect."""

    version: int
    missing: tuple[LoggedEntry, ...]


class TableService:
    """Cache of tables and the only writer of their logs, except imports. Nodes share the store.

    Within a node a lock orders the commands of a table. Between nodes the first append wins; the
    other node gets a conflict and evicts its table.
    """

    def __init__(
        self,
        store: Store,
        vault: SeedVault,
        bus: Bus,
        clock: Callable[[], int],
        metrics: Metrics | None = None,
        hold: int | None = 0,
        present_seats: PresentSeats | None = None,
    ) -> None:
        self._store: Final = store
        self._vault: Final = vault
        self._bus: Final = bus
        self._clock: Final = clock
        """UTC in milliseconds."""
        self._times: Final = TableTimes(clock)
        self._hold: Final = hold
        """Undo window of new tables without one in their terms; None derives it from the seats."""
        self._tables: Final[OrderedDict[str, Table]] = OrderedDict()
        self._recent: Final[dict[str, deque[Happened]]] = {}
        """The last entries of cached tables: enough for almost every watcher."""
        self._locks: Final[dict[str, asyncio.Lock]] = {}
        self._changed: Final[dict[str, None]] = {}
        """Dirty tables: cached and changed since the last `drain_changed`, oldest change first."""
        self._present_seats: Final = present_seats or _no_seats
        self._metrics: Final = metrics or Metrics()
        self._metrics.watch_tables(lambda: len(self._tables))
        self._aside: Final = QuarantinedTables(clock, self._metrics)
        self._loader: Final = TableLoader(store, vault, self._aside)
        self.n_moves = 0
        """Entries with moves that this node has written since it started."""

    async def create(
        self, spec: TableSpec, terms: Terms, listed: bool = False, name: bytes = b""
    ) -> str:
        """Create an empty table and return its id.

        Idempotent under a given name.
        """
        if terms.hold is None:
            terms = replace(terms, hold=self._hold)
        token = base64.urlsafe_b64encode(name or secrets.token_bytes(ID_BYTES))
        # A leading dash would be parsed as an option on the command line.
        game_id = "t" + token.rstrip(b"=").decode()
        seed = secrets.token_bytes(SEED_BYTES)
        rules = rules_identity(spec)
        now = self._clock()
        new = NewGame(
            game_id=game_id,
            rules=rules,
            spec=canonical(spec.to_json()),
            created_at=now,
            listed=listed,
            box=self._vault.seal(game_id, seed),
            label=label_of(spec, terms),
        )
        try:
            await self._store.create(new)
        except GameExists:
            if not name:
                raise
            seed = await self._vault.seed(game_id)
        promise = commitment(game_id, rules, seed).hex()
        start = first_digest(game_id).hex()
        entry = to_entry(Opened(promise, terms), "server:open", now, previous=start)
        await self._store.append(game_id, 0, entry, status=Status.GATHERING, deadline_at=None)
        return game_id

    def now(self) -> int:
        """Return the server's time in milliseconds, for commands that depend on it."""
        return self._clock()

    # Reading

    def peek(self, game_id: str) -> Table | None:
        """Return the cached table, which may be behind the log, or None. Reads no store."""
        return self._tables.get(game_id)

    def is_quarantined(self, game_id: str) -> bool:
        """True if this node could not read the table."""
        return game_id in self._aside

    @property
    def n_quarantined(self) -> int:
        """Number of tables that this node could not read."""
        return len(self._aside)

    async def load(self, game_id: str) -> Table:
        """Return the table at the end of its log; read-only for the caller.

        Raises UnknownGame, or QuarantinedTable if it cannot be read.
        """
        async with self._lock(game_id):
            return await self._current(game_id)

    async def entries_since(self, game_id: str, version: int) -> Seen:
        """Return the table and every entry after `version`; may replay the log from the store."""
        async with self._lock(game_id):
            table = await self._current(game_id)
            happened = self._remembered(game_id, version)
            if len(happened) < table.version - version:
                happened = await replay_after(self._store, table, version)
            return Seen(table, happened)

    async def cached_entries_since(self, game_id: str, version: int) -> Seen:
        """Return the table and the cached entries after `version`; older ones may be missing."""
        async with self._lock(game_id):
            table = await self._current(game_id)
            return Seen(table, self._remembered(game_id, version))

    def _remembered(self, game_id: str, version: int) -> list[Happened]:
        recent = self._recent.get(game_id, ())
        return [each for each in recent if each.logged.version > version]

    async def state_before(self, game_id: str, version: int) -> Past | None:
        """Return the entry of a version and the table before it; None if there is no such entry."""
        await self.load(game_id)  # Raises for an unreadable table before the replay.
        return await replay_before(self._store, game_id, version)

    async def transcript(self, table: Table) -> Transcript:
        """Return the transcript of the game; of a finished one with its log."""
        return await export_whole(self._store, table)

    def _remember(self, game_id: str, logged: LoggedEntry, events: Iterable[Event]) -> None:
        recent = self._recent.setdefault(game_id, deque(maxlen=MAX_CACHED_ENTRIES))
        if recent and recent[-1].logged.version + 1 != logged.version:
            recent.clear()
        recent.append(Happened(logged, tuple(events)))

    def _lock(self, game_id: str) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    async def _current(self, game_id: str) -> Table:
        """Return the table at the end of its log. The caller holds the lock."""
        self._aside.verify(game_id)
        table = self._tables.pop(game_id, None)
        try:
            table = table or await self._loader.load(game_id)
        except (UnknownGame, Malformed):
            # Requests for unknown ids must not fill the memory with locks.
            self._locks.pop(game_id, None)
            raise
        await self._loader.catch_up(table, partial(self._remember, game_id))
        self._keep(table)
        return table

    async def fetch(self, game_ids: Sequence[str]) -> None:
        """Preload tables in one query. Skips those that are cached, locked, unknown or broken."""
        missing = [game_id for game_id in game_ids if not self._is_available(game_id)]
        if not missing:
            return
        for stored in await self._store.read(missing):
            game_id = stored.record.game_id
            if stored.box is None or self._is_available(game_id):
                continue
            try:
                table = Table(stored.record, self._vault.open(game_id, stored.box))
                happened = [Happened(logged, tuple(table.fold(logged))) for logged in stored.log]
            except Exception:
                # The next `load` of this table raises it again.
                continue
            self._recent[game_id] = deque(happened, MAX_CACHED_ENTRIES)
            self._lock(game_id)
            self._keep(table)

    async def drain_changed(
        self, render: Callable[[Table], Rendered], *, limit: int
    ) -> list[Rendered]:
        """Render up to `limit` tables that this node changed since the last call, oldest first.

        Each is rendered under its lock, so only committed state is visible; evicted tables are
        skipped.
        """
        found: list[Rendered] = []
        for game_id in list(self._changed)[:limit]:
            self._changed.pop(game_id, None)
            if game_id not in self._locks:
                continue  # Evicted; readers replay the log.
            async with self._lock(game_id):
                table = self._tables.get(game_id)
                if table is not None:
                    found.append(render(table))
        return found

    def _is_available(self, game_id: str) -> bool:
        """True if a table is cached, locked or quarantined."""
        lock = self._locks.get(game_id)
        is_known = game_id in self._tables or game_id in self._aside
        return is_known or (lock is not None and lock.locked())

    def _keep(self, table: Table) -> None:
        self._tables[table.game_id] = table
        if len(self._tables) > MAX_CACHED_TABLES:
            forgotten, _table = self._tables.popitem(last=False)
            self._recent.pop(forgotten, None)
            self._changed.pop(forgotten, None)
            self._times.forget(forgotten)
            if not self._locks[forgotten].locked():
                del self._locks[forgotten]

    # Writing

    async def run_command(
        self, game_id: str, command_id: str, *, expected_version: int, decide: Decide
    ) -> Done | Stale:
        """Decide one command on the current table and append its entry.

        Idempotent by `command_id`: a repeat returns `Done` with the stored version and no events.
        Returns `Stale`, without any effect, if the table is at another version. Exceptions of
        `decide` propagate; those in `REFUSALS` leave the cached table valid.
        """
        return await self._run(game_id, command_id, expected_version, decide)

    async def _run(
        self,
        game_id: str,
        command_id: str,
        expected_version: int,
        decide: Callable[[Table], Decision | Undecided],
    ) -> Done | Stale | Undecided:
        """Run a command; one that returns no decision has no effect, and is returned."""
        async with self._lock(game_id):
            table = await self._cached_or_current(game_id, expected_version)
            if table.version != expected_version:
                return await self._replay_or_conflict(
                    game_id, command_id, expected_version, table.version
                )
            try:
                return await self._append(table, command_id, decide)
            except REFUSALS:
                # The table is unchanged and stays cached, so a refusal costs no replay.
                self._metrics.command_ended(Ending.REFUSED)
                raise
            except BaseException:
                # Also on cancellation: the cached game may be ahead of the log, so evict it.
                self._tables.pop(game_id, None)
                self._metrics.command_ended(Ending.FAILED)
                raise

    async def _cached_or_current(self, game_id: str, expected_version: int) -> Table:
        """Return the cached table if it is at that version, else the current one."""
        table = self._tables.get(game_id)
        if table is not None and table.version == expected_version:
            self._tables.move_to_end(game_id)
            return table
        return await self._current(game_id)

    async def _append(
        self, table: Table, command_id: str, decide: Callable[[Table], Decision | Undecided]
    ) -> Done | Stale | Undecided:
        """Decide a command and append its entry. The caller holds the lock."""
        expected = table.version
        ahead = self._ahead(table)
        now = self._clock() + ahead
        person_before = person_to_move(table)
        status_before = table.status
        # Decide.
        started = time.perf_counter()
        with self._metrics.traces.span("verify", table.game_id, expected):
            decision = decide(table)
        if not isinstance(decision, Decision):
            return decision
        self._metrics.decide_took(time.perf_counter() - started)
        if decision.fault is not None:
            fault = decision.fault
            _LOG.error(
                "a bot failed",
                game=table.game_id,
                version=expected,
                bot=fault.bot,
                exc_info=fault.error,
            )
        # Apply to the cached table.
        entry = apply_decision(table, decision, command_id, now)
        deadline_at = table.deadline_at(now)
        if deadline_at is not None:
            deadline_at -= ahead  # Workers go by the clocks of nodes.
        events = turn_events(person_before, table)
        # Append to the log; another node may win.
        started = time.perf_counter()
        with self._metrics.traces.span("append", table.game_id, expected + 1, entry.kind):
            outcome = await self._store.append(
                table.game_id,
                expected,
                entry,
                status=table.status,
                deadline_at=deadline_at,
                events=events,
            )
        self._metrics.append_took(time.perf_counter() - started)
        # Committed: publish.
        if isinstance(outcome, Appended):
            logged = LoggedEntry(outcome.version, entry, table.status, deadline_at)
            self._remember(table.game_id, logged, decision.events)
            self._changed[table.game_id] = None
            self._metrics.command_ended(Ending.DONE)
            self.n_moves += bool(entry.lines)
            with self._metrics.traces.span("publish", table.game_id, outcome.version):
                await self._bus.publish(table.game_id, outcome.version)
                if events or table.status is not status_before:
                    await self._bus.publish(OUTBOX, outcome.version)
            return Done(outcome.version, decision.events)
        # Not committed: the cached table is ahead of the log, evict it.
        self._tables.pop(table.game_id, None)
        if isinstance(outcome, Duplicate):
            self._metrics.command_ended(Ending.REPEATED)
            return Done(outcome.version)
        assert isinstance(outcome, Conflict)
        self._metrics.command_ended(Ending.STALE)
        return Stale(outcome.version, outcome.missing)

    def _ahead(self, table: Table) -> int:
        """Return by how many milliseconds the table's time is ahead of this node's clock."""
        recent = self._recent.get(table.game_id)
        return self._times.ahead(table.game_id, recent[-1].logged.entry.at) if recent else 0

    async def _replay_or_conflict(
        self, game_id: str, command_id: str, expected: int, version: int
    ) -> Done | Stale:
        """Return Done if the command is in the log already, else Stale with the missing entries."""
        missing = await self._store.entries(game_id, min(expected, version))
        for logged in missing:
            if logged.entry.command_id == command_id:
                self._metrics.command_ended(Ending.REPEATED)
                return Done(logged.version)
        self._metrics.command_ended(Ending.STALE)
        return Stale(version, tuple(missing))

    async def relabel(self, game_id: str) -> None:
        """Update the lobby's search fields of a table from its spec and terms."""
        table = await self.load(game_id)
        label = label_of(table.spec, table.terms)
        await self._store.relabel(game_id, label, table.listed)

    def sealed_limit(self, game_id: str, seat: int, limit: BidLimit) -> Decide:
        """Return the command that stores a bid limit; the limit is sealed immediately."""
        box = seal_limit(self._vault, game_id, seat, limit)
        return partial(commands.leave_limit, seat=seat, box=box, plant=limit.plant)

    def limit_of(self, table: Table, seat: int) -> BidLimit | None:
        """Return the decrypted bid limit of a seat, or None."""
        box = table.left_bids.boxes.get(seat)
        return None if box is None else open_limit(self._vault, table.game_id, seat, box)

    # Due work

    async def wake(
        self, game_id: str, version: int, answer: Answer | None = None
    ) -> Done | Stale | Question:
        """Do the next due work: begin, deal, a bot's turn, a bid limit, a time-out or the reveal.

        Returns a question if a bot must search: the caller runs the search elsewhere and calls
        again with the answer. If the table changed meanwhile, the answer is stale.
        """
        known = self.peek(game_id)
        here: Collection[int] | None = None
        if known is not None and known.take_over_at() is not None:
            here = await self._present_seats(game_id)
        decide = partial(self._decide_due, here, answer)
        return await self._run(game_id, f"server:{version + 1}", version, decide)

    def _decide_due(
        self, here: Collection[int] | None, answer: Answer | None, table: Table
    ) -> Decision | Question:
        now = self._clock() + self._ahead(table)
        due = decide_due(table, now, self._vault, here)
        if not isinstance(due, SearchRequired):
            return due
        if answer is None:
            return question_of(table, due.seat)
        return act_on_answer(table, due.seat, answer)


def label_of(spec: TableSpec, terms: Terms) -> Label:
    """Return the search fields of the lobby."""
    return Label(
        edition=spec.edition,
        preset=spec.preset,
        board=spec.board,
        seats=spec.seats,
        clock=terms.clock_name,
    )

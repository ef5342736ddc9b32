"""Tables as a server keeps them: loaded by replay, changed by one append, told after the commit."""

import asyncio
import base64
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from gridwright.bots.registry import SEARCHING
from gridwright.content.table import TableSpec, rules_identity
from gridwright.engine.codec import canonical
from gridwright.engine.errors import IllegalAction
from gridwright.engine.notation import NotationError
from gridwright.engine.vocabulary.base import Event
from gridwright.fair.chain import first_digest
from gridwright.fair.commit import SEED_BYTES, commitment
from gridwright.fair.transcript import Transcript
from gridwright.server.auth.tickets import BadTicket
from gridwright.server.games import commands, leaving
from gridwright.server.games.action_lists import RefusedInList
from gridwright.server.games.append_effects import listing_change, person_to_move, turn_change
from gridwright.server.games.bid_limits import BidLimit, decode_limit, encode_limit
from gridwright.server.games.bot_search import Answer, SearchRequired, act_on_answer, question_of
from gridwright.server.games.clocks import TableTimes
from gridwright.server.games.commands import Decision, RefusedCommand
from gridwright.server.games.export import export_whole
from gridwright.server.games.loading import (
    Happened,
    Past,
    QuarantinedTables,
    TableLoader,
    replay_after,
    replay_before,
)
from gridwright.server.games.log_entries import Opened, to_entry
from gridwright.server.games.table import Table
from gridwright.server.games.terms import Terms
from gridwright.server.live.bus import Bus
from gridwright.server.operations.metrics import Ending, Metrics
from gridwright.server.storage.append import Appended, Conflict, Duplicate
from gridwright.server.storage.contract import Store
from gridwright.server.storage.entries import LoggedEntry
from gridwright.server.storage.errors import GameExists, Malformed, UnknownGame
from gridwright.server.storage.games import NewGame, Status
from gridwright.server.storage.labels import Label
from gridwright.server.storage.vault import SeedVault

MAX_CACHED_TABLES: Final = 2_000
"""Tables kept in memory; the others are replayed when somebody asks for them."""
MAX_CACHED_ENTRIES: Final = 64
"""Entries kept with their events for each of them."""
ID_BYTES: Final = 16
"""Nobody finds a private table by trying: 128 random bits."""

REFUSALS: Final = (RefusedCommand, IllegalAction, RefusedInList, NotationError, BadTicket)
"""What a command is refused with before anything on the table moved."""

Decide = Callable[[Table], Decision]
"""A command on the table as it is; see ``games.commands``."""

Rendered = TypeVar("Rendered")

PresentSeats = Callable[[str], Awaitable[Collection[int] | None]]
"""The seats of a table that somebody watches from; None if unknown."""


async def _nobody(_game_id: str) -> Collection[int] | None:
    return ()


class Done(msgspec.Struct, frozen=True):
    """A command was carried out, now or before."""

    version: int
    events: tuple[Event, ...] = ()
    """What happened in the game; empty for a repeat, whose events were told before."""


class Seen(msgspec.Struct, frozen=True):
    """A table, and the last that happened there. It is everybody's: look before you wait again."""

    table: Table
    happened: Sequence[Happened]


class Stale(msgspec.Struct, frozen=True):
    """The table is elsewhere than the caller thought; nothing was done."""

    version: int
    missing: tuple[LoggedEntry, ...]


class TableService:
    """Everything that can be done to tables. Nodes share nothing but the store.

    Commands to one table wait for each other within a node. Between nodes the store decides: who
    comes second gets a conflict, and what that node thought is thrown away.
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
        """The time in milliseconds; whoever needs it asks here."""
        self._times: Final = TableTimes(clock)
        self._hold: Final = hold
        """Of new tables whose terms do not say it; None goes by who sits there."""
        self._tables: Final[OrderedDict[str, Table]] = OrderedDict()
        self._recent: Final[dict[str, deque[Happened]]] = {}
        """The last entries of the tables in memory: what almost every listener is missing."""
        self._locks: Final[dict[str, asyncio.Lock]] = {}
        self._changed: Final[dict[str, None]] = {}
        """Tables in memory that this node has changed and not told of, the oldest change first."""
        self._present_seats: Final = present_seats or _nobody
        self._metrics: Final = metrics or Metrics()
        self._metrics.watch_tables(lambda: len(self._tables))
        self._aside: Final = QuarantinedTables(clock, self._metrics)
        self._loader: Final = TableLoader(store, vault, self._aside)
        self.n_moves = 0
        """Entries of games that this node has written since it began."""

    async def create(
        self, spec: TableSpec, terms: Terms, listed: bool = False, name: bytes = b""
    ) -> str:
        """A new table that nobody sits at; returns its id.

        Under a given name it is made once: whoever makes it again finds what is there.
        """
        if terms.hold is None:
            terms = replace(terms, hold=self._hold)
        token = base64.urlsafe_b64encode(name or secrets.token_bytes(ID_BYTES))
        # With a dash at the front a command would take it for an option.
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
        """The server's time in milliseconds, for commands that depend on it."""
        return self._clock()

    # Reading

    def peek(self, game_id: str) -> Table | None:
        """The table as this node last saw it, if it remembers; others may know better."""
        return self._tables.get(game_id)

    def is_quarantined(self, game_id: str) -> bool:
        """Whether this node tried to read a table and could not."""
        return game_id in self._aside

    @property
    def n_set_aside(self) -> int:
        """Tables that this node tried to read and could not."""
        return len(self._aside)

    async def load(self, game_id: str) -> Table:
        """The table as the log has it now; not to be changed by whoever asks.

        Raises QuarantinedTable if it cannot be read, as does whatever else asks for a table.
        """
        async with self._lock(game_id):
            return await self._current(game_id)

    async def entries_since(self, game_id: str, version: int) -> Seen:
        """The table, and all that happened after a version, for whoever missed it."""
        async with self._lock(game_id):
            table = await self._current(game_id)
            happened = self._remembered(game_id, version)
            if len(happened) < table.version - version:
                happened = await replay_after(self._store, table, version)
            return Seen(table, happened)

    async def cached_entries_since(self, game_id: str, version: int) -> Seen:
        """The same without going back further than what is in memory: it may begin later."""
        async with self._lock(game_id):
            table = await self._current(game_id)
            return Seen(table, self._remembered(game_id, version))

    def _remembered(self, game_id: str, version: int) -> list[Happened]:
        recent = self._recent.get(game_id, ())
        return [each for each in recent if each.logged.version > version]

    async def state_before(self, game_id: str, version: int) -> Past | None:
        """The entry of a version, and the table as it stood before it."""
        await self.load(game_id)  # One that cannot be read is set aside before it is replayed.
        return await replay_before(self._store, game_id, version)

    async def transcript(self, table: Table) -> Transcript:
        """The game of a table as a transcript; with the log once it is over."""
        return await export_whole(self._store, table)

    def _remember(self, game_id: str, logged: LoggedEntry, events: Iterable[Event]) -> None:
        recent = self._recent.setdefault(game_id, deque(maxlen=MAX_CACHED_ENTRIES))
        if recent and recent[-1].logged.version + 1 != logged.version:
            recent.clear()
        recent.append(Happened(logged, tuple(events)))

    def _lock(self, game_id: str) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    async def _current(self, game_id: str) -> Table:
        """The table brought up to date; the caller holds its lock."""
        self._aside.verify(game_id)
        table = self._tables.pop(game_id, None)
        try:
            table = table or await self._loader.load(game_id)
        except (UnknownGame, Malformed):
            # Whoever asks for ids that are none must not fill the memory with locks.
            self._locks.pop(game_id, None)
            raise
        await self._loader.catch_up(table, partial(self._remember, game_id))
        self._keep(table)
        return table

    async def fetch(self, game_ids: Sequence[str]) -> None:
        """Bring tables into memory with few questions, for whoever is about to need them all.

        Nobody waits for it: a table that is in use, unknown or broken is left to whoever asks.
        """
        missing = [game_id for game_id in game_ids if not self._is_at_hand(game_id)]
        if not missing:
            return
        for stored in await self._store.read(missing):
            game_id = stored.record.game_id
            if stored.box is None or self._is_at_hand(game_id):
                continue
            try:
                table = Table(stored.record, self._vault.open(game_id, stored.box))
                happened = [Happened(logged, tuple(table.fold(logged))) for logged in stored.log]
            except Exception:
                # Whatever it is, it is raised again to whoever asks for this table.
                continue
            self._recent[game_id] = deque(happened, MAX_CACHED_ENTRIES)
            self._lock(game_id)
            self._keep(table)

    async def drain_changed(self, render: Callable[[Table], Rendered], most: int) -> list[Rendered]:
        """What is told of tables that this node has changed since it was asked last.

        Each is looked at while no command is at it: what is told is in the log.
        """
        found: list[Rendered] = []
        for game_id in list(self._changed)[:most]:
            self._changed.pop(game_id, None)
            if game_id not in self._locks:
                continue  # Forgotten, and whoever asks reads the log.
            async with self._lock(game_id):
                table = self._tables.get(game_id)
                if table is not None:
                    found.append(render(table))
        return found

    def _is_at_hand(self, game_id: str) -> bool:
        """Whether a table is in memory, on its way, or known not to be had."""
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
        self, game_id: str, command_id: str, expected: int, decide: Decide
    ) -> Done | Stale:
        """Carry out one command, once however often it is sent, or raise what ``decide`` raises."""
        async with self._lock(game_id):
            table = await self._cached(game_id, expected)
            if table.version != expected:
                return await self._replay_or_conflict(game_id, command_id, expected, table.version)
            try:
                return await self._append(table, command_id, decide)
            except REFUSALS:
                # Refused before anything moved: the table stays, so refusals cost no replay.
                self._metrics.command_ended(Ending.REFUSED)
                raise
            except SearchRequired:
                raise  # Neither refused nor done: the same command comes again with an answer.
            except BaseException:
                # The game on the table may have moved on without the log.
                self._tables.pop(game_id, None)
                self._metrics.command_ended(Ending.FAILED)
                raise

    async def _cached(self, game_id: str, expected: int) -> Table:
        """The table in memory if it is at that version; the store has the last word anyway."""
        table = self._tables.get(game_id)
        if table is not None and table.version == expected:
            self._tables.move_to_end(game_id)
            return table
        return await self._current(game_id)

    async def _append(self, table: Table, command_id: str, decide: Decide) -> Done | Stale:
        expected = table.version
        ahead = self._ahead(table)
        now = self._clock() + ahead
        stood = person_to_move(table)
        status = table.status
        started = time.perf_counter()
        with self._metrics.traces.span("verify", table.game_id, expected):
            decided = decide(table)
        self._metrics.decide_took(time.perf_counter() - started)
        entry = to_entry(
            decided.log_entry, command_id, now, decided.seat, decided.lines, table.chain.hex()
        )
        table.apply_entry(decided.log_entry, entry)
        deadline_at = table.deadline_at(now)
        if deadline_at is not None:
            deadline_at -= ahead  # Workers go by the clocks of nodes.
        started = time.perf_counter()
        with self._metrics.traces.span("append", table.game_id, expected + 1, entry.kind):
            outcome = await self._store.append(
                table.game_id,
                expected,
                entry,
                status=table.status,
                deadline_at=deadline_at,
                turn=turn_change(stood, table, now - ahead),
                shown=listing_change(status, table),
            )
        self._metrics.append_took(time.perf_counter() - started)
        if isinstance(outcome, Appended):
            logged = LoggedEntry(outcome.version, entry, table.status, deadline_at)
            self._remember(table.game_id, logged, decided.events)
            self._changed[table.game_id] = None
            self._metrics.command_ended(Ending.DONE)
            self.n_moves += bool(entry.lines)
            with self._metrics.traces.span("publish", table.game_id, outcome.version):
                await self._bus.publish(table.game_id, outcome.version)
            return Done(outcome.version, decided.events)
        self._tables.pop(table.game_id, None)
        if isinstance(outcome, Duplicate):
            self._metrics.command_ended(Ending.REPEATED)
            return Done(outcome.version)
        assert isinstance(outcome, Conflict)
        self._metrics.command_ended(Ending.STALE)
        return Stale(outcome.version, outcome.missing)

    def _ahead(self, table: Table) -> int:
        """By how much the time at a table is ahead of this node's."""
        recent = self._recent.get(table.game_id)
        return self._times.ahead(table.game_id, recent[-1].logged.entry.at) if recent else 0

    async def _replay_or_conflict(
        self, game_id: str, command_id: str, expected: int, version: int
    ) -> Done | Stale:
        missing = await self._store.entries(game_id, min(expected, version))
        for logged in missing:
            if logged.entry.command_id == command_id:
                self._metrics.command_ended(Ending.REPEATED)
                return Done(logged.version)
        self._metrics.command_ended(Ending.STALE)
        return Stale(version, tuple(missing))

    async def relabel(self, game_id: str) -> None:
        """Let the lobby find a table by what is played there now."""
        table = await self.load(game_id)
        label = label_of(table.spec, table.terms)
        await self._store.relabel(game_id, label, table.listed)

    def sealed_limit(self, game_id: str, seat: int, limit: BidLimit) -> Decide:
        """The command by which a seat leaves a bid; how far it goes is sealed at once."""
        box = b""
        if not limit.is_nothing:
            box = self._vault.seal_note(game_id, _limit_name(seat), encode_limit(limit))
        return partial(commands.leave_limit, seat=seat, box=box, plant=limit.plant)

    def limit_of(self, table: Table, seat: int) -> BidLimit | None:
        """What a seat left, opened: for the seat itself, or to be played."""
        box = table.left_bids.boxes.get(seat)
        if box is None:
            return None
        return decode_limit(self._vault.open_note(table.game_id, _limit_name(seat), box))

    # What is due

    async def wake(self, game_id: str, version: int, answer: Answer | None = None) -> Done | Stale:
        """Do what is due: begin, deal, a bot's turn, a bid left, a time-out, the reveal.

        Raises SearchRequired for a bot that searches: whoever calls has it asked away from here and
        comes again with the answer. If the table changed meanwhile, the answer is stale.
        """
        known = self.peek(game_id)
        here: Collection[int] | None = None
        if known is not None and known.take_over_at() is not None:
            here = await self._present_seats(game_id)
        decide = partial(self._decide_due, here, answer)
        return await self.run_command(game_id, f"server:{version + 1}", version, decide)

    def _decide_due(
        self, here: Collection[int] | None, answer: Answer | None, table: Table
    ) -> Decision:
        if table.status is Status.GATHERING:
            return commands.begin(table)
        if table.is_over():
            return commands.reveal(table)
        if table.is_deal_due():
            return commands.deal(table)
        actor = table.actor()
        if actor is not None and table.seats[actor].bot in SEARCHING:
            if answer is None:
                raise SearchRequired(question_of(table, actor))
            return act_on_answer(table, actor, answer)
        if actor is not None and table.seats[actor].bot:
            return commands.act_for_bot(table)
        if actor is not None and table.is_limit_due(actor):
            limit = self.limit_of(table, actor)
            assert limit is not None
            return commands.act_by_limit(table, limit)
        if table.has_no_deadline():
            return leaving.take_over(table, self._clock() + self._ahead(table), here)
        return commands.time_out(table)


def _limit_name(seat: int) -> str:
    """Under which name a seat's limit is sealed: nobody's box opens for another seat."""
    return f"limit/{seat}"


def label_of(spec: TableSpec, terms: Terms) -> Label:
    """What the lobby finds a table by."""
    return Label(
        edition=spec.edition,
        preset=spec.preset,
        board=spec.board,
        seats=spec.seats,
        clock=terms.clock_name,
    )

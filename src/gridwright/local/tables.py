"""The tables of one device: opened, changed and continued from what was written down.

A bot that searches decides in another worker (`jobs`); meanwhile all tables continue.
"""

import base64
import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec

from gridwright.bots.registry import SEARCHING
from gridwright.bots.search.brain import is_searched
from gridwright.content.table import TableSpec
from gridwright.fair.commit import SEED_BYTES
from gridwright.local.analyses import LocalAnalyses
from gridwright.local.jobs import Job, Jobs
from gridwright.protocol.refusals import Refused
from gridwright.table.commands import Decide
from gridwright.table.entries import LoggedEntry
from gridwright.table.local_table import LocalTable
from gridwright.table.positions.searches import Answer, Failed, act_on_answer, question_of
from gridwright.table.sealing import KEY_BYTES, StandardSeal
from gridwright.table.table import Table
from gridwright.table.terms import Terms

ID_BYTES: Final = 16


class TableRow(msgspec.Struct, frozen=True):
    """Row of a stored table: what its log does not contain."""

    game_id: str
    rules: str
    spec: dict[str, Any]
    seed: str
    key: str
    """Key of its sealed notes. Seed and key are hexadecimal digits."""
    listed: bool
    created_at: int


class Write(msgspec.Struct, frozen=True):
    """A text to store before the answer is sent: the row of a table, or an entry of its log."""

    game_id: str
    version: int
    """Version of the entry; 0 for the row."""
    text: str


class Done(msgspec.Struct, frozen=True):
    """The command is in the log, appended now or earlier."""

    version: int


class LocalTables:
    """All tables of the device that are in memory.

    A caller stores `take_writes` before it sends an answer. If it cannot store them, it calls
    `forget`, and the table is loaded again as it was written.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        """`clock` returns the time in milliseconds since 1970."""
        self._clock: Final = clock
        self._tables: Final[dict[str, LocalTable]] = {}
        self._writes: Final[list[Write]] = []
        self._lacking = ""
        self.jobs: Final = Jobs()
        self.analyses: Final = LocalAnalyses(self.jobs)
        self._searches: Final[dict[str, int]] = {}
        """Version of the table at which its bot searches, by table."""

    def now(self) -> int:
        """Return the time, which never runs back at a table."""
        return self._clock()

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._tables

    def load(self, game_id: str) -> LocalTable:
        """Return a table. Raises Refused for an unknown one."""
        local = self._tables.get(game_id)
        if local is None:
            self._lacking = game_id
            raise Refused("there is no such table", "unknown_table")
        return local

    def create(self, spec: TableSpec, terms: Terms, listed: bool = False) -> str:
        """Open a table and return its id."""
        token = base64.urlsafe_b64encode(secrets.token_bytes(ID_BYTES))
        game_id = "t" + token.rstrip(b"=").decode()
        seed, key = secrets.token_bytes(SEED_BYTES), secrets.token_bytes(KEY_BYTES)
        now = self._clock()
        local = LocalTable(
            spec,
            terms,
            game_id=game_id,
            listed=listed,
            seed=seed,
            seal=StandardSeal(key),
            now=now,
        )
        self._tables[game_id] = local
        self._write_row(local, seed, key, now)
        self._note(local, 0)
        return game_id

    def restore(self, row_text: str, entries: list[str]) -> None:
        """Continue a stored table.

        Raises ValueError for a text that is no row or entry, ContentError for rules of another
        version of the program, and BrokenLog for a damaged log.
        """
        row = msgspec.json.decode(row_text, type=TableRow)
        self._tables[row.game_id] = LocalTable(
            TableSpec.from_json(row.spec),
            game_id=row.game_id,
            rules=row.rules,
            listed=row.listed,
            seed=bytes.fromhex(row.seed),
            seal=StandardSeal(bytes.fromhex(row.key)),
            log=[msgspec.json.decode(text, type=LoggedEntry) for text in entries],
        )

    def hold(self, local: LocalTable) -> None:
        """Have a table in memory that is not stored."""
        self._tables[local.header.game_id] = local

    def keep(self, game_id: str) -> None:
        """Store a table that is only in memory, whole."""
        local = self.load(game_id)
        key = secrets.token_bytes(KEY_BYTES)
        self._write_row(local, local.table.seed, key, local.log[0].entry.at)
        self._note(local, 0)

    def forget(self, game_id: str) -> None:
        """Remove a table from memory."""
        self._cancel_search(game_id)
        self._tables.pop(game_id, None)

    def run(self, game_id: str, command_id: str, expected: int, decide: Decide) -> Done | None:
        """Run a command; None, without any effect, if the table is at another version.

        Idempotent by `command_id`. Raises what the command raises, without any effect.
        """
        local = self.load(game_id)
        if local.table.version != expected:
            for logged in local.log:
                if logged.entry.command_id == command_id:
                    return Done(logged.version)
            return None
        local.now = max(local.now, self._clock())
        local.run_as(command_id, decide)
        self._note(local, expected)
        return Done(local.table.version)

    def wake(self, game_id: str) -> int | None:
        """Do the next due work of a table; return the time of the next, None if there is none.

        None too while a bot searches in another worker.
        """
        local = self.load(game_id)
        table, version = local.table, local.table.version
        now, due_at = self._clock(), table.deadline_at(local.now)
        seat = _searching_seat(table)
        if seat is not None and due_at is not None and due_at <= now:
            if self._searches.get(game_id) != version:
                self._searches[game_id] = version
                task = msgspec.json.encode(question_of(table, seat)).decode()
                self.jobs.begin(Job(_search_id(game_id, version), "search", task))
            return None
        local.act_due(now)
        self._note(local, version)
        return local.table.deadline_at(local.now)

    def report(self, job_id: str, text: str) -> int | None:
        """Take a report of a job; return the time of the table's next work, None if there is none.

        Ignored if the job was cancelled, or the table has changed since it began.
        """
        kind, game_id, *rest = job_id.split("/")
        local = self._tables.get(game_id)
        if kind == "analysis":
            self.analyses.report(game_id, text, local.log if local else ())
            return None
        version = int(rest[0])
        if local is None or self._searches.get(game_id) != version:
            return None
        del self._searches[game_id]
        seat = _searching_seat(local.table)
        assert seat is not None
        found = _answer(text)
        local.now = max(local.now, self._clock())
        local.run(lambda table: act_on_answer(table, seat, found))
        self._note(local, version)
        return local.table.deadline_at(local.now)

    def _cancel_search(self, game_id: str) -> None:
        version = self._searches.pop(game_id, None)
        if version is not None:
            self.jobs.cancel(_search_id(game_id, version))

    def take_writes(self) -> list[Write]:
        """Return what was not stored yet."""
        writes = self._writes[:]
        self._writes.clear()
        return writes

    def take_lacking(self) -> str:
        """Return the last table that was not in memory since the last call; empty without one."""
        lacking, self._lacking = self._lacking, ""
        return lacking

    def _write_row(self, local: LocalTable, seed: bytes, key: bytes, created_at: int) -> None:
        header, spec = local.header, local.table.spec.to_json()
        row = TableRow(
            header.game_id, header.rules, spec, seed.hex(), key.hex(), header.listed, created_at
        )
        self._writes.append(Write(header.game_id, 0, msgspec.json.encode(row).decode()))

    def _note(self, local: LocalTable, version: int) -> None:
        if self._searches.get(local.header.game_id, local.table.version) != local.table.version:
            self._cancel_search(local.header.game_id)
        for logged in local.log[version:]:
            text = msgspec.json.encode(logged).decode()
            self._writes.append(Write(local.header.game_id, logged.version, text))


def _searching_seat(table: Table) -> int | None:
    """Return the seat to act if its bot must search for this decision."""
    seat = table.actor()
    if seat is None or table.seats[seat].bot not in SEARCHING:
        return None
    return seat if is_searched(table.game.offers(table.state)) else None


def _search_id(game_id: str, version: int) -> str:
    return f"search/{game_id}/{version}"


def _answer(text: str) -> Answer:
    try:
        return msgspec.json.decode(text, type=Answer)  # type: ignore[no-any-return]
    except msgspec.MsgspecError as error:
        return Failed(str(error))

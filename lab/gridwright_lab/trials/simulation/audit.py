"""Invariants under all faults, checked on the log itself while it grows and at the end.

- Nothing acknowledged is lost: it is stored as requested when the answer arrives.
- One history: versions in a row, each command once, and no entry changes.
- No deadline acts early: before a time-out as much time passed as the log promised.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from gridwright.server.storage import statements
from gridwright.server.storage.rows import game_of, logged_of
from gridwright.server.storage.vault import SeedVault
from gridwright.table.entries import LoggedEntry
from gridwright.table.table import Table
from gridwright_lab.trials.live_server import KEY
from gridwright_lab.trials.simulation.loop import Trace
from gridwright_lab.trials.simulation.node_process import Database

EARLY: Final = 2_500
"""Milliseconds: clocks of machines differ, and a slow disk stores an entry after its moment."""
MS: Final = 1_000
MAX_ENTRIES: Final = 10_000
_VERSIONS: Final = "SELECT game_id, version FROM game ORDER BY game_id"
_LOAD: Final = statements.for_sqlite(statements.LOAD)
_BOX: Final = statements.for_sqlite(statements.BOX)
_ENTRIES: Final = statements.for_sqlite(statements.ENTRIES)


class GameAudit:
    """One log, as it was seen to grow."""

    def __init__(self, table: Table, seed: bytes) -> None:
        self.seed: Final = seed
        self.log: Final[list[LoggedEntry]] = []
        self.stored_at: Final[list[float]] = []
        """Simulated seconds at which each entry was first there."""
        self.commands: Final[dict[str, int]] = {}
        self.problem = ""
        """Reason why the log cannot be folded; empty if it can."""
        self._table: Final = table

    @property
    def version(self) -> int:
        return len(self.log)

    def table(self) -> Table:
        """The table as the log has it; folded by the auditor alone."""
        if not self.problem:
            try:
                for logged in self.log[self._table.version :]:
                    self._table.fold(logged)
            except Exception as error:
                self.problem = f"version {self._table.version + 1} cannot be folded: {error!r}"
        return self._table


class Audit:
    """All logs of a run. ``committed`` is called whenever a database has committed something."""

    def __init__(self, loop: asyncio.AbstractEventLoop, trace: Trace) -> None:
        self._loop: Final = loop
        self._trace: Final = trace
        self._database: Database | None = None
        self._vault: Final = SeedVault(None, KEY)  # type: ignore[arg-type]  # It opens boxes only.
        self.games: Final[dict[str, GameAudit]] = {}
        self.findings: Final[list[str]] = []
        self.counts: Final[Counter[str]] = Counter()

    def watch(self, database: Database) -> None:
        self._database = database

    def find(self, kind: str, text: str) -> None:
        """Something is wrong."""
        self.counts[kind] += 1
        self.findings.append(f"{kind}: {text}")
        self._trace.note("found", kind, text)

    # The log

    def committed(self) -> None:
        """Check the entries that are new on disk."""
        if self._database is None:
            return
        for game_id, version in self._database.peek(_VERSIONS):
            known = self.games.get(game_id)
            if known is None:
                known = self.games[game_id] = self._meet(game_id)
            if version == known.version:
                continue
            for logged in _log(self._database, game_id, known.version):
                self._see(game_id, known, logged)
            if known.version != version:
                self.find("forked", f"{game_id} is at {version} with {known.version} entries")

    def _meet(self, game_id: str) -> GameAudit:
        assert self._database is not None
        record = game_of(self._database.peek(_LOAD, game_id)[0])
        seed = self._vault.open(game_id, bytes(self._database.peek(_BOX, game_id)[0][0]))
        return GameAudit(Table(record, seed), seed)

    def _see(self, game_id: str, known: GameAudit, logged: LoggedEntry) -> None:
        entry = logged.entry
        self.counts["entries"] += 1
        self._trace.note("log", game_id, logged.version, entry.command_id, entry.kind, entry.at)
        if logged.version != known.version + 1 or entry.command_id in known.commands:
            self.find("forked", f"{game_id}: {logged.version} {entry.command_id}")
        if is_time_out(logged):
            self._judge_time_out(game_id, known, logged)
        known.log.append(logged)
        known.stored_at.append(self._loop.time())
        known.commands[entry.command_id] = logged.version

    def _judge_time_out(self, game_id: str, known: GameAudit, logged: LoggedEntry) -> None:
        self.counts["time-outs"] += 1
        last = known.log[-1]
        passed = (self._loop.time() - known.stored_at[-1]) * MS
        promised = 0 if last.deadline_at is None else last.deadline_at - last.entry.at
        if last.deadline_at is None or passed < promised - EARLY:
            text = f"{game_id}: seat {logged.entry.seat} timed out at {logged.version}"
            self.find("fired early", f"{text} after {passed:.0f} of {promised} ms")

    # Answers

    def acknowledged(
        self,
        game_id: str,
        version: int,
        command_id: str,
        seat: int,
        kind: str,
        lines: Sequence[str],
    ) -> None:
        """A node acknowledged a command: check that its version is stored as requested."""
        self.counts["acknowledged"] += 1
        known = self.games.get(game_id)
        if known is None or version > known.version:
            self.find("lost", f"{game_id}: {version} {command_id} is not there")
            return
        logged = known.log[version - 1]
        entry = logged.entry
        is_named = entry.command_id == command_id or (
            command_id == "door:" and entry.command_id.startswith(command_id)
        )
        is_it = is_named and entry.seat == seat and entry.kind == kind
        if not is_it or (lines and tuple(entry.lines[: len(lines)]) != tuple(lines)):
            there = f"{entry.command_id} {entry.seat} {entry.kind} {entry.lines}"
            self.find("lost", f"{game_id}: {version} {command_id} {lines}, found {there}")

    def refused(self, game_id: str, command_id: str) -> None:
        """A node says that a command was not carried out, nor ever will be."""
        self.counts["refused"] += 1
        known = self.games.get(game_id)
        if known is not None and command_id in known.commands:
            self.find("contradicted", f"{game_id}: {command_id} was refused, and is there")

    def shown(self, game_id: str, frame: dict[str, Any]) -> None:
        """A person received an entry: check that it is that of the log."""
        self.counts["frames"] += 1
        known = self.games[game_id]
        version = frame["version"]
        if not 0 < version <= known.version:
            self.find("forked", f"{game_id}: {version} was sent and is not stored")
            return
        entry = known.log[version - 1].entry
        told = (frame["kind"], frame["at"], frame["seat"], tuple(frame["lines"]))
        if told != (entry.kind, entry.at, entry.seat, tuple(entry.lines)):
            self.find("forked", f"{game_id}: {version} was sent as {told}")

    def read(self, game_id: str, version: int, known: int) -> None:
        """A person at one version got another from a node: check that it is not older."""
        self.counts["reads"] += 1
        if version < known:
            self.find("stale", f"{game_id}: a node answered with {version} after {known} was known")
        if version > self.games[game_id].version:
            self.find("forked", f"{game_id}: a node answered with {version}, which is not there")

    # The end

    def compare_all(self) -> None:
        """No entry has changed since it was first there, and each log can be folded."""
        self.committed()
        assert self._database is not None
        for game_id, known in self.games.items():
            there = _log(self._database, game_id)
            if there != known.log:
                self.find("forked", f"{game_id}: the log has changed")
            known.table()
            if known.problem:
                self.find("forked", f"{game_id}: {known.problem}")


def _log(database: Database, game_id: str, since: int = 0) -> list[LoggedEntry]:
    """Return the entries after a version. A game without such entries gives an empty row."""
    rows = database.peek(_ENTRIES, game_id, since, MAX_ENTRIES)
    return [logged_of(row[:-1]) for row in rows if row[0] is not None]


def is_time_out(logged: LoggedEntry) -> bool:
    """Return whether an entry says that a seat's time is up."""
    entry = logged.entry
    if entry.kind == "paused":
        return True
    return entry.kind == "handed_over" and bool(json.loads(entry.data).get("timed_out", False))

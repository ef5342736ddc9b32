"""What a page's worker calls: texts in and texts out, so that no object crosses the border."""

from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import msgspec

from gridwright.local.analyses import StoredAnalysis
from gridwright.local.jobs import Job
from gridwright.local.links import make_link, open_link
from gridwright.local.route import Reply, Request, seat_of
from gridwright.local.routes import LocalRoutes, PartMissing
from gridwright.local.table_routes import missing_since
from gridwright.local.tables import LocalTables, Write
from gridwright.protocol.frames import encode
from gridwright.protocol.refusals import Refused
from gridwright.table.view import table_frame

UNAVAILABLE: Final = 503
BAD_TICKET: Final = 4403
UNKNOWN_TABLE: Final = 4404
"""Close codes of a server's sockets."""


class Answered(msgspec.Struct, frozen=True):
    """An answer, and what must be stored before it is sent."""

    status: int
    media_type: str
    body: str
    writes: list[Write]
    lacking: str
    """A table that is not in memory: restore it and send the request again. Empty without one."""
    lacking_analysis: str
    """A game whose stored analysis is not in memory: the same."""
    lacking_part: str
    """A part of the program that was not loaded yet: the same."""
    jobs: list[Job]
    cancelled: list[str]
    """Jobs that must not report any more."""


class Woken(msgspec.Struct, frozen=True):
    """Due work that was done, to be stored, and the time of the next in milliseconds."""

    writes: list[Write]
    due_at: int | None
    jobs: list[Job]
    cancelled: list[str]
    analyses: list[StoredAnalysis]


class Shown(msgspec.Struct, frozen=True):
    """Frames for a watcher, or the code with which its channel is closed."""

    code: int
    version: int
    frames: list[str]


class Bridge:
    """The tables of this device, for a caller that is not Python. All results are JSON."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` returns the time in milliseconds since 1970."""
        self._tables: Final = LocalTables(lambda: int(clock()))
        self._routes: Final = LocalRoutes(self._tables)

    def knows(self, game_id: str) -> bool:
        """Return True if the table is in memory."""
        return game_id in self._tables

    def restore(self, row: str, entries: str) -> None:
        """Continue a stored table; `entries` is a JSON list of their texts, in order."""
        self._tables.restore(row, msgspec.json.decode(entries, type=list[str]))

    def forget(self, game_id: str) -> None:
        """Remove a table from memory, because its last writes failed."""
        self._tables.forget(game_id)

    def answer(self, method: str, address: str, ticket: str, body: str) -> str:
        """Answer a request for a path with its query."""
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        part = ""
        try:
            reply = self._routes.answer(Request(method, parts.path, query, ticket, body))
        except PartMissing as missing:
            reply, part = Reply(UNAVAILABLE, b""), missing.part
        tables = self._tables
        answered = Answered(
            reply.status,
            reply.media_type,
            reply.body.decode(),
            tables.take_writes(),
            tables.take_lacking(),
            tables.analyses.take_lacking(),
            part,
            *tables.jobs.take(),
        )
        return msgspec.json.encode(answered).decode()

    def wake(self, game_id: str) -> str:
        """Do the next due work of a table, at most one entry of its log."""
        return self._woken(self._tables.wake(game_id))

    def report(self, job_id: str, text: str) -> str:
        """Take a report of a job, and do what follows from it."""
        return self._woken(self._tables.report(job_id, text))

    def restore_analysis(self, game_id: str, text: str) -> None:
        """Continue with the stored analysis of a game; empty if none was stored."""
        self._tables.analyses.restore(game_id, text)

    def _woken(self, due_at: int | None) -> str:
        tables = self._tables
        writes, made = tables.take_writes(), tables.analyses.take_made()
        woken = Woken(writes, due_at, *tables.jobs.take(), made)
        return msgspec.json.encode(woken).decode()

    def show(self, game_id: str, ticket: str, since: int) -> str:
        """Return the frames after a version; the whole table if the watcher has none."""
        return msgspec.json.encode(self._shown(game_id, ticket, since)).decode()

    def make_link(self, game_id: str, with_names: bool) -> str:
        """Return the fragment of a link with a whole game that is in memory."""
        made = make_link(self._tables.load(game_id), with_names)
        return msgspec.json.encode(made).decode()

    def open_link(self, fragment: str) -> str:
        """Have the game of a link in memory, as a table that is not stored."""
        opened, local = open_link(fragment, self._tables.now())
        if local is not None:
            self._tables.hold(local)
        return msgspec.json.encode(opened).decode()

    def keep(self, game_id: str) -> str:
        """Return what stores a table of a link."""
        self._tables.keep(game_id)
        return msgspec.json.encode(self._tables.take_writes()).decode()

    def _shown(self, game_id: str, ticket: str, since: int) -> Shown:
        try:
            local = self._tables.load(game_id)
        except Refused:
            return Shown(UNKNOWN_TABLE, since, [])
        try:
            viewer = seat_of(local, ticket)
        except Refused:
            return Shown(BAD_TICKET, since, [])
        version = local.table.version
        if not 0 <= since <= version:
            return Shown(0, version, [encode(table_frame(local.table, viewer)).decode()])
        missing = missing_since(local, viewer, since).missing
        return Shown(0, version, [encode(each).decode() for each in missing])

"""Duration of the reads of pages on a full server, over HTTP."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.auth.records import Person
from gridwright.server.node import clock
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.vault import SeedVault
from gridwright_lab.load.pages.fill import count_rows, fill_pages
from gridwright_lab.load.pages.page_list import PAGES, PageRead
from gridwright_lab.load.pages.plans import Asked, listening, whole_reads
from gridwright_lab.trials.live_server import KEY, LiveServer, bearer, open_live_server
from gridwright_lab.trials.scale.filling import N_PEOPLE
from gridwright_lab.trials.services.databases import fresh_database

MAX_MS: Final = 100.0
"""Threshold in milliseconds for 19 of 20 requests."""
N_GAMES: Final = 100_000
N_TIMES: Final = 60


@dataclass(frozen=True)
class ReadFigures:
    """Durations of one read."""

    read: PageRead
    waits: list[float]
    """Milliseconds, in the order of the requests: the first ones are cold."""
    n_bytes: int
    whole_reads: list[str]
    worked: list[float] = field(default_factory=list)
    """Milliseconds of CPU time, server and client together, which does not depend on other load."""

    @property
    def p95(self) -> float:
        return _part(self.waits, 0.95)

    @property
    def ok(self) -> bool:
        return self.p95 <= MAX_MS and not self.whole_reads

    def to_json(self) -> dict[str, Any]:
        return {
            "page": self.read.page,
            "reads": self.read.what,
            "path": self.read.path,
            "first_milliseconds": round(self.waits[0], 1),
            "p50_milliseconds": round(_part(self.waits, 0.5), 1),
            "p95_milliseconds": round(self.p95, 1),
            "slowest_milliseconds": round(max(self.waits), 1),
            "p95_processor_milliseconds": round(_part(self.worked or [0.0], 0.95), 1),
            "bytes": self.n_bytes,
            "whole_reads": self.whole_reads,
            "ok": self.ok,
        }


def _part(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@dataclass(frozen=True)
class PageFigures:
    """Durations by read, and the size of the database."""

    rows: dict[str, int]
    reads: list[ReadFigures] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return all(each.ok for each in self.reads)

    def to_json(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            "most_p95_milliseconds": MAX_MS,
            "reads": [each.to_json() for each in self.reads],
            "ok": self.ok,
        }


async def measure_pages(
    n_games: int = N_GAMES,
    n_times: int = N_TIMES,
    tell: Callable[[str], None] = lambda _what: None,
    pages: Sequence[PageRead] = PAGES,
) -> PageFigures:
    """Fill a separate database, send requests to a server on it, and check the query plans."""
    with fresh_database() as url:
        await migrate(url)
        tell(f"filling: {n_games:,} games …")
        async with await open_store(url) as store:
            await fill_pages(url, SeedVault(store, KEY), n_games, clock())
        connection = await asyncpg.connect(url, timeout=10)
        try:
            figures = PageFigures(await count_rows(connection))
            # Own tables are listed once and then by another server, as after a restart.
            async with open_live_server(url, with_worker=False) as server:
                for session in await _sessions(server):
                    await server.client.get("/api/me/tables", headers=bearer(session))
            # Without a worker, so that only the pages are measured.
            async with open_live_server(url, with_worker=False) as server:
                sessions = await _sessions(server)
                # The numbered people are in addition to those whose tables can be replayed.
                n_people = figures.rows["person"] - N_PEOPLE
                for read in pages:
                    tell(f"{read.name} …")
                    figures.reads.append(
                        await _measure(server, connection, read, sessions, n_times, n_people)
                    )
                assert not server.app.crashes, server.app.crashes
        finally:
            await connection.close()
    return figures


async def _sessions(server: LiveServer) -> list[str]:
    """Return a session of each person whose tables can be replayed."""
    open_session = server.node.accounts.sessions.open
    people = [Person(f"real-{n}", f"Real {n}", f"real {n}", 0) for n in range(N_PEOPLE)]
    return [await open_session(person, "bench") for person in people]


async def _measure(
    server: LiveServer,
    connection: Any,
    read: PageRead,
    sessions: list[str],
    n_times: int,
    n_people: int,
) -> ReadFigures:
    waits: list[float] = []
    worked: list[float] = []
    asked: Asked
    n_bytes = 0
    with listening(server.node.store.home) as asked:
        for place in range(n_times):
            path = read.path.replace("{n}", str(7919 * (place + 1) % n_people))
            head = bearer(sessions[place % len(sessions)]) if read.signed_in else {}
            began, busy = time.perf_counter(), time.process_time()
            answer = await server.client.get(path, headers=head)
            waits.append(1e3 * (time.perf_counter() - began))
            worked.append(1e3 * (time.process_time() - busy))
            answer.raise_for_status()
            n_bytes = max(n_bytes, len(answer.content))
    return ReadFigures(read, waits, n_bytes, await whole_reads(connection, asked), worked)

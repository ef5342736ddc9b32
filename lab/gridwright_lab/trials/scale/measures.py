"""Cost of one operation on a full database: its duration, and the database's work."""

import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from gridwright.server.listing.lobby import Lobby, TableFilter
from gridwright.server.live.bus import LocalBus
from gridwright.server.storage.append import Appended
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.held_seats import HeldSeats
from gridwright.server.tables.service import TableService
from gridwright.server.worker.service import BATCH, LEASE_MS
from gridwright.table.clock_pauses import MS_PER_DAY
from gridwright.table.entries import Status
from gridwright_lab.trials.scale.filling import N_PEOPLE, N_TABLES_OF_PERSON, Filled

APPEND: Final = "append"
SWEEP: Final = "deadline sweep of 100"
IDLE: Final = "idle sweep"
LOBBY: Final = "lobby page"
MINE: Final = "my tables"
REPLAY: Final = "replay"
FLAT: Final = (APPEND, SWEEP, IDLE, LOBBY)
"""Operations that must not cost more where there are more games."""
TIMES: Final = {APPEND: 40, SWEEP: 2, IDLE: 10, LOBBY: 2, MINE: 1, REPLAY: 5}
"""Repetitions of each in a round."""


_RELEASE: Final = "DELETE FROM claim WHERE until = $1"
_SIZES: Final = """\
SELECT relname, pg_relation_size(oid), reltuples::bigint FROM pg_class
WHERE relname IN ('game', 'event', 'secret', 'game_key', 'game_due', 'game_lobby', 'event_key',
                  'event_command', 'seat_held_newest', 'claim')
AND relnamespace = current_schema::regnamespace ORDER BY 1
"""


@dataclass
class Taken:
    """Milliseconds that each time took, and microseconds of the database's processor in all."""

    waits: list[float] = field(default_factory=list)
    worked: float = 0.0


class FullDatabase:
    """One of the databases, with one connection, so that its work can be measured separately."""

    def __init__(self, filled: Filled, store: ShardedStore, vault: SeedVault, now: int) -> None:
        self.filled: Final = filled
        self._store: Final = store
        self._vault: Final = vault
        self._now: Final = now
        self._random: Final = random.Random(filled.n_games)
        self._ahead: Final[dict[int, int]] = {}
        self.taken: Final[dict[str, Taken]] = {name: Taken() for name in TIMES}

    async def begin(self) -> None:
        """Find the process of PostgreSQL that serves this connection."""
        (row,) = await self._store.home.rows("SELECT pg_backend_pid()")
        self._schedule = Path(f"/proc/{row[0]}/schedstat")

    async def round(self, counts: bool) -> None:
        """Do everything some times; a round that does not count warms up."""
        works: dict[str, Callable[[], Awaitable[None]]] = {
            APPEND: self._append,
            SWEEP: self._sweep,
            IDLE: self._idle,
            LOBBY: self._lobby,
            MINE: self._my_tables,
            REPLAY: self._replay,
        }
        for name, work in works.items():
            taken = self.taken[name] if counts else Taken()
            for _time in range(TIMES[name]):
                worked, began = self._worked(), time.perf_counter()
                await work()
                taken.waits.append(1e3 * (time.perf_counter() - began))
                taken.worked += self._worked() - worked
        # What was claimed is due again in the next round.
        await self._store.home.change_one(_RELEASE, self._due + LEASE_MS)

    def _worked(self) -> float:
        """Microseconds of processor time of the connection's process."""
        return int(self._schedule.read_text().split()[0]) / 1e3

    def _service(self) -> TableService:
        """A node that remembers nothing."""
        return TableService(self._store, self._vault, LocalBus(), lambda: self._now)

    async def _append(self) -> None:
        """The next entry of any running game."""
        filled = self.filled
        n = self._random.randrange(filled.n_games)
        pattern = filled.pattern(n)
        done = self._ahead.get(n, 0)
        if done == len(pattern.ahead):
            return await self._append()
        self._ahead[n] = done + 1
        logged = pattern.ahead[done]
        outcome = await self._store.append(
            filled.game_id(n),
            pattern.version + done,
            logged.entry,
            status=logged.status,
            deadline_at=self._now + 3 * MS_PER_DAY,
        )
        assert isinstance(outcome, Appended), outcome
        return None

    @property
    def _due(self) -> int:
        """A moment at which every deadline has passed."""
        return self._now + 5 * MS_PER_DAY

    async def _sweep(self) -> None:
        claims = await self._store.claim_due(self._due, BATCH, LEASE_MS)
        assert len(claims) == BATCH, f"expected {BATCH} claims, got {len(claims)}"

    async def _idle(self) -> None:
        assert not await self._store.claim_due(self._now, BATCH, LEASE_MS), "nothing is due yet"

    async def _lobby(self) -> None:
        service = self._service()
        page = await Lobby(self._store, service.is_quarantined).page(
            TableFilter(status=Status.RUNNING)
        )
        assert page.tables, "an empty page"
        assert not page.set_aside, "tables that cannot be read"

    async def _my_tables(self) -> None:
        service = self._service()
        person = f"real-{self._random.randrange(N_PEOPLE)}"
        held = await HeldSeats(self._store.home).of(person, 50)
        assert len(held) == N_TABLES_OF_PERSON, f"{len(held)} tables"
        for each in held:
            assert (await service.load(each.game_id)).seat_of(person) == 0

    async def _replay(self) -> None:
        game = self._random.choice(self.filled.real)
        table = await self._service().load(game.game_id)
        assert table.version == game.version

    async def sizes(self) -> dict[str, Any]:
        """Rows and bytes of the tables and indexes of games."""
        rows = await self._store.home.rows(_SIZES)
        return {row[0]: {"bytes": row[1], "rows": row[2]} for row in rows}

"""Kills lose no acknowledged order: ``gridwright-lab trial kill --kills 8 --moves 50000``.

Clients at many tables send orders over HTTP to two nodes, with a private PostgreSQL and Redis. The
trial kills each of these processes again and again under load. Afterwards it compares the log with
everything that the clients were answered. With ``--sabotage`` the server breaks one guarantee, and
the trial passes if it notices.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.content.table import default_spec
from gridwright.engine.dice import Dice
from gridwright.server.games.inspection import all_games, check
from gridwright.server.operations.settings import KEY_FILE
from gridwright.server.storage.contract import Store
from gridwright.server.storage.key_file import load_or_make_key
from gridwright.server.storage.opening import open_database
from gridwright.server.storage.rows import logged_of
from gridwright.server.storage.vault import SeedVault
from gridwright.server.worker.service import LEASE
from gridwright_lab.trials.bars import Bar, Verdict
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.faults.sabotaged_server import Sabotage, TrustingStore
from gridwright_lab.trials.kill.client_journal import ClientJournal, SentOrder
from gridwright_lab.trials.kill.cluster import (
    ANY_NODE,
    KINDS,
    WORKER,
    Cluster,
    Killed,
    open_cluster,
)
from gridwright_lab.trials.kill.log_audit import LogAudit
from gridwright_lab.trials.kill.retrying_table import Closed, GivenUp, RetryingTable, SetUpFailed
from gridwright_lab.trials.services.http_client import HttpClient

EDITIONS: Final = ("classic", "deluxe", "card")
PEOPLE: Final = ("", "", "")
BOTS_AMONG_PEOPLE: Final = ("", "l0", "")
BOT_TABLE: Final = 4
"""At one of so many tables a bot plays, so that the worker has something to do."""
LONGEST_PAUSE: Final = 0.5
"""Seconds at most that a killed part stays away before it is started again."""
NAP: Final = 0.02
LONGEST_WAIT: Final = LEASE / 1_000 + 10
"""Seconds after which a bot's turn was forgotten: a worker that dies keeps its lease."""
PATIENCE: Final = 120.0
"""Seconds within which a client must have moved."""

_VERSION: Final = "SELECT version FROM game WHERE game_id = $1"
_LOG: Final = """\
SELECT version, command_id, seat, kind, lines, data, at, status, deadline_at
FROM event WHERE game_id = $1 ORDER BY version
"""


class StandstillError(Exception):
    """No client can move, although every process was started again."""


class KillTrial:
    """Clients that play, a task that kills processes, and the figures of both."""

    def __init__(self, cluster: Cluster, n_moves: int, kills: Mapping[str, int], seed: int) -> None:
        """``kills[kind]``: how often each kind is killed."""
        self._cluster: Final = cluster
        self.n_moves: Final = n_moves
        self.planned: Final = kills
        self._random: Final = random.Random(seed)  # Moments of kills need no secrecy.
        self._seed: Final = seed
        self._n_tables = 0
        self.moves: Final[list[SentOrder]] = []
        """Every acknowledged move, in the order of its acknowledgement."""
        self.journals: Final[list[ClientJournal]] = []
        self.kills: Final[Counter[str]] = Counter()
        self.recoveries: Final[dict[str, list[float]]] = {kind: [] for kind in kills}
        """By kind, the seconds from each kill until the next acknowledged move."""
        self.standstills: Final[list[str]] = []
        self.given_up: Final[Counter[str]] = Counter()
        self.lost_doors: Final[Counter[str]] = Counter()
        """Tables that were given up, because an answer that cannot be repeated was lost."""
        self.waits: Final[list[float]] = []
        """Seconds that clients waited for bots."""
        self._over: Final = asyncio.Event()
        self.seconds = 0.0

    async def run(self, n_tables: int) -> None:
        """Play and kill until there is enough of both."""
        started = time.monotonic()
        async with asyncio.TaskGroup() as group:
            for _table in range(n_tables):
                group.create_task(self._keep_playing())
            group.create_task(self._kill_now_and_then())
        self.seconds = time.monotonic() - started

    async def _keep_playing(self) -> None:
        """One table after the other at the same place."""
        while not self._over.is_set():
            table = self._new_table()
            try:
                await table.sit_down()
                while not self._over.is_set() and not table.is_over:
                    await table.move()
            except Closed:
                return
            except SetUpFailed as failed:
                self.lost_doors[str(failed)] += 1
                await asyncio.sleep(NAP)
            except GivenUp as given_up:
                self.given_up[str(given_up)] += 1
                await asyncio.sleep(NAP)
            finally:
                if table.journal.game_id:
                    self.journals.append(table.journal)
                self.waits.extend(table.waits)
                await table.close()

    def _new_table(self) -> RetryingTable:
        self._n_tables += 1
        number = self._n_tables
        spec = default_spec(EDITIONS[number % len(EDITIONS)], seats=len(PEOPLE))
        bots = BOTS_AMONG_PEOPLE if number % BOT_TABLE == 0 else PEOPLE
        lines = [HttpClient(address) for address in self._cluster.addresses]
        dice = Dice(self._seed + number)
        return RetryingTable(lines, spec, bots, dice, self.moves.append, self._over)

    async def _kill_now_and_then(self) -> None:
        """Kill everything as often as planned, in a random order, spread over the moves."""
        plan = [kind for kind, n_kills in self.planned.items() for _kill in range(n_kills)]
        self._random.shuffle(plan)
        try:
            for place, kind in enumerate(plan):
                share = (place + self._random.random()) / (len(plan) + 1)
                await self._wait_for(1 + int(share * self.n_moves))
                await asyncio.sleep(self._random.random() * LONGEST_PAUSE)
                pause = self._random.random() * LONGEST_PAUSE
                n_before = len(self.moves)
                killed = await self._cluster.kill(kind, pause)
                self.kills[kind] += 1
                self.recoveries[kind].append(await self._recovery(killed, n_before))
            await self._wait_for(self.n_moves)
        except StandstillError as error:
            self.standstills.append(str(error))
        finally:
            self._over.set()

    async def _recovery(self, killed: Killed, place: int) -> float:
        """Seconds from a kill until an order that was sent after it was acknowledged.

        After the kill of a node that node itself must have answered: the other one never stopped.
        ``place`` is that of the first move that may be it.
        """
        while True:
            await self._wait_for(place + 1)
            asked = self.moves[place]
            place += 1
            if asked.sent_at > killed.at and killed.node in (ANY_NODE, asked.node):
                return asked.answered_at - killed.at

    async def _wait_for(self, n_moves: int) -> None:
        n_before, since = len(self.moves), time.monotonic()
        while len(self.moves) < n_moves:
            await asyncio.sleep(NAP)
            if len(self.moves) > n_before:
                n_before, since = len(self.moves), time.monotonic()
            elif time.monotonic() - since > PATIENCE:
                raise StandstillError(f"no move after {n_before}, given up: {dict(self.given_up)}")


class Aftermath:
    """What the database holds after the last order."""

    def __init__(self) -> None:
        self.audit: Final = LogAudit()
        self.n_folded = 0
        self.unfolded: Final[list[str]] = []

    async def fold(self, store: Store, key: bytes) -> None:
        """Fold every table as a node does; a finished one is verified as well."""
        vault = SeedVault(store, key)
        async for record in all_games(store):
            finding = await check(store, vault, record)
            self.n_folded += not finding.problem
            if finding.problem:
                self.unfolded.append(f"{record.game_id}: {finding.problem}")

    async def compare(self, database: str, journals: Sequence[ClientJournal]) -> None:
        """Compare the journals with the tables of the database, read without the store."""
        connection = await asyncpg.connect(database)
        for journal in journals:
            version = await connection.fetchval(_VERSION, journal.game_id)
            rows = await connection.fetch(_LOG, journal.game_id)
            # A game that is not there at all has lost everything.
            self.audit.compare(journal, version or 0, [logged_of(row) for row in rows])
        await connection.close()


def verdict_of(trial: KillTrial, after: Aftermath, n_tables: int, sabotage: str) -> Verdict:
    """Figures beside bars; a sabotaged server must have been caught."""
    audit = after.audit
    asked = [each for journal in trial.journals for each in journal.asked]
    unknown = [each for each in asked if each.n_unknown]
    played = [each for each in trial.journals if any(one.is_move for one in each.asked)]
    figures: dict[str, Any] = {
        "seconds": round(trial.seconds, 1),
        "moves_per_second": round(len(trial.moves) / max(trial.seconds, 0.001), 1),
        "orders": len(asked),
        "entries_in_the_log": audit.entries,
        "reads": sum(len(each.reads) for each in trial.journals),
        "late_reads": audit.late_reads,
        "unknown_then_done": sum(bool(each.versions) for each in unknown),
        "unknown_then_refused": sum(each.is_refused for each in unknown),
        "unknown_until_known_ms": _spread([each.answered_at - each.sent_at for each in unknown]),
        "waits_for_bots_ms": _spread(trial.waits),
        "recovery_ms": {kind: _spread(found) for kind, found in trial.recoveries.items()},
        "tables_folded": after.n_folded,
        "lost_doors": dict(trial.lost_doors),
        "given_up": dict(trial.given_up),
    }
    bars = [
        Bar("moves acknowledged", len(trial.moves), max(1, trial.n_moves)),
        *[Bar(f"kills of {kind}", trial.kills[kind], n) for kind, n in trial.planned.items()],
        Bar("tables played", len(played), max(1, n_tables)),
    ]
    faults = {
        "lost": audit.lost,
        "forked": audit.forked,
        "gaps": audit.gaps,
        "out of order": audit.misordered,
        "told otherwise than done": audit.contradicted,
        "never answered": audit.unresolved,
        "reads that were no prefix": audit.broken_reads,
        "tables that do not fold": len(after.unfolded),
        "tables given up": sum(trial.given_up.values()),
        "waits for bots longer than a lease": sum(wait > LONGEST_WAIT for wait in trial.waits),
        "standstills": len(trial.standstills),
    }
    findings = [
        *trial.standstills,
        *audit.findings,
        *after.unfolded,
        *[str(each) for each in trial.given_up.items()],
    ]
    if sabotage:
        caught = "lost" if sabotage == Sabotage.ASYNC_COMMIT else "forked"
        figures |= faults
        bars.append(Bar(f"{caught}, as they must be", faults[caught], 1))
        return Verdict(bars, figures, findings)
    bars.append(Bar("unknown outcomes told", len(unknown), 1))
    bars += [Bar(name, figure) for name, figure in faults.items()]
    return Verdict(bars, figures, findings)


def _spread(seconds: Sequence[float]) -> dict[str, int]:
    millis = sorted(round(1000 * each) for each in seconds)
    if not millis:
        return {}
    return {
        "n": len(millis),
        "p50": millis[len(millis) // 2],
        "p95": millis[len(millis) * 95 // 100],
        "most": millis[-1],
    }


async def run(
    kills: Mapping[str, int], n_moves: int, n_tables: int, seed: int = 0, sabotage: str = ""
) -> Verdict:
    """Run the trial, with or without sabotage."""
    with tempfile.TemporaryDirectory(prefix="gridwright-kill-") as name:
        folder = Path(name)
        async with open_cluster(folder, sabotage) as cluster:
            trial = KillTrial(cluster, n_moves, kills, seed)
            await trial.run(n_tables)
            await cluster.stop_servers()
            after = Aftermath()
            await after.compare(cluster.database, trial.journals)
            opening = TrustingStore.open if sabotage else open_database
            async with await opening(cluster.database) as store:
                await after.fold(store, load_or_make_key(folder / KEY_FILE))
        return verdict_of(trial, after, n_tables, sabotage)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--kills", type=int, default=8, help="of each kind")
    parser.add_argument("--worker-kills", type=int, default=2)
    parser.add_argument("--moves", type=int, default=50_000)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--sabotage", choices=[each.value for each in Sabotage], default="")
    chosen = parser.parse_args(arguments)
    kills = {**dict.fromkeys(KINDS, chosen.kills), WORKER: chosen.worker_kills}
    verdict = asyncio.run(run(kills, chosen.moves, chosen.tables, chosen.seed, chosen.sabotage))
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

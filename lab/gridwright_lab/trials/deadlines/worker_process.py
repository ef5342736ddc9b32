"""One worker in a separate process, with a clock that the experiment sets ahead.

``python -m gridwright_lab.trials.deadlines.worker_process`` reads lines of JSON. Each line gives
the offset of the clock. The worker sweeps until nothing is due, and responds with its claims and
the ending of each command.
"""

import argparse
import asyncio
import json
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.operations.metrics import Ending, Metrics
from gridwright.server.serving import run_swiftly
from gridwright.server.storage.games import Claim
from gridwright.server.storage.key_file import load_key
from gridwright.server.storage.postgres import PostgresStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService
from gridwright.server.worker.service import Worker

PROGRAM: Final = ("-m", "gridwright_lab.trials.deadlines.worker_process")
MAX_REPORT: Final = 2**30

Report = dict[str, Any]
"""Claims of one worker, their endings and their duration."""


class Notes(Metrics):
    """Commands by ending."""

    def __init__(self) -> None:
        self.endings: Final[Counter[str]] = Counter()

    def command_ended(self, ending: Ending) -> None:
        self.endings[ending.value] += 1


class ClaimNotingStore(PostgresStore):
    """The real store, which also records the claims."""

    def __init__(self, pool: Any) -> None:
        super().__init__(pool)
        self.claimed: Final[list[str]] = []

    async def claim_due(self, now: int, limit: int, lease: int) -> list[Claim]:
        claims = await super().claim_due(now, limit, lease)
        self.claimed.extend([f"{claim.game_id} {claim.version}" for claim in claims])
        return claims


class UnclaimingStore(ClaimNotingStore):
    """Sabotage: finds due games without claiming them."""

    CLAIM_DUE = """
        SELECT game_id, version, deadline_at FROM game
        WHERE wake_at <= $1 AND $3::bigint > 0 ORDER BY wake_at LIMIT $2
    """


class AdvancedWorker:
    """The product's worker with a clock that runs ahead."""

    def __init__(self, store: ClaimNotingStore, key: bytes) -> None:
        self._store: Final = store
        self._notes: Final = Notes()
        self._ahead = 0
        service = TableService(store, SeedVault(store, key), LocalBus(), self._clock, self._notes)
        self._worker: Final = Worker(store, service, self._clock, self._notes)

    def _clock(self) -> int:
        return clock() + self._ahead

    async def sweep(self, ahead: int, most: int) -> Report:
        """Sweep until nothing is due at that time, or the limit of claimed tables is reached."""
        self._ahead = ahead
        began, worked = time.time(), time.process_time()
        n_claimed = 0
        while n_claimed < most:
            n_claims = await self._worker.sweep()
            if not n_claims:
                break
            n_claimed += n_claims
        report = {
            "began": began,
            "ended": time.time(),
            "worked": time.process_time() - worked,
            "claimed": list(self._store.claimed),
            "endings": dict(self._notes.endings),
        }
        self._store.claimed.clear()
        self._notes.endings.clear()
        return report


async def _serve(database: str, key: bytes, is_greedy: bool) -> None:
    loop = asyncio.get_running_loop()
    kind = UnclaimingStore if is_greedy else ClaimNotingStore
    async with await kind.open(database) as store:
        worker = AdvancedWorker(store, key)
        print("ready", flush=True)
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            print(json.dumps(await worker.sweep(**json.loads(line))), flush=True)


class WorkerProcesses:
    """Several of these processes in parallel."""

    def __init__(self, processes: Sequence[Process]) -> None:
        self._processes: Final = processes

    async def sweep(
        self, ahead: int, most: int = 2**40, n_workers: int | None = None
    ) -> list[Report]:
        """Sweep with all processes, or with the first few; return the report of each."""
        chosen = self._processes[:n_workers]
        return list(await asyncio.gather(*[_ask(each, ahead, most) for each in chosen]))


async def _ask(process: Process, ahead: int, most: int) -> Report:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps({"ahead": ahead, "most": most}).encode() + b"\n")
    await process.stdin.drain()
    report: Report = json.loads(await process.stdout.readline())
    return report


@asynccontextmanager
async def worker_processes(
    database: str, key_file: Path, n_workers: int, is_greedy: bool = False
) -> AsyncIterator[WorkerProcesses]:
    """Start `n_workers` processes and wait until they are ready."""
    command = [sys.executable, *PROGRAM, "--database", database, "--key-file", str(key_file)]
    if is_greedy:
        command.append("--greedy")
    async with AsyncExitStack() as opened:
        processes: list[Process] = []
        for _worker in range(n_workers):
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, limit=MAX_REPORT
            )
            opened.push_async_callback(_end, process)
            processes.append(process)
        for process in processes:
            assert process.stdout is not None
            assert await process.stdout.readline() == b"ready\n"
        yield WorkerProcesses(processes)


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--database", required=True)
    parser.add_argument("--key-file", type=Path, required=True)
    parser.add_argument("--greedy", action="store_true", help="sabotage: claim nothing")
    chosen = parser.parse_args()
    run_swiftly(_serve(chosen.database, load_key(chosen.key_file), chosen.greedy))


if __name__ == "__main__":
    main()

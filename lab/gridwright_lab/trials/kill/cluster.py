"""Two nodes and a worker with a private PostgreSQL and Redis, each of which a trial can kill."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from gridwright_lab.trials.faults.sabotaged_server import FORGETFUL, Sabotage, sabotage_database
from gridwright_lab.trials.services.private_postgres import PrivatePostgres, private_postgres
from gridwright_lab.trials.services.private_redis import PrivateRedis, private_redis
from gridwright_lab.trials.services.server_process import SERVE, ServerProcess

POSTGRES: Final = "PostgreSQL"
REDIS: Final = "Redis"
NODE: Final = "a node"
WORKER: Final = "the worker"
KINDS: Final = (POSTGRES, REDIS, NODE)
"""What the trial must kill; the worker may be killed besides."""
N_NODES: Final = 2
ANY_NODE: Final = -1


@dataclass(frozen=True)
class Killed:
    """What was killed, and when."""

    kind: str
    at: float
    node: int = ANY_NODE
    """Which node it was, if it was one."""


class Cluster:
    """Real processes. A killed one is started again at the address that it had."""

    def __init__(
        self, folder: Path, postgres: PrivatePostgres, redis: PrivateRedis, sabotage: str
    ) -> None:
        self._folder: Final = folder
        self._postgres: Final = postgres
        self._redis: Final = redis
        self._program: Final = (
            ("-m", "gridwright_lab.trials.faults.sabotaged_server", sabotage) if sabotage else SERVE
        )
        self._n_started = 0
        self._n_node_kills = 0
        self.database: Final = postgres.url
        self._nodes: Final = [self._launch("api") for _node in range(N_NODES)]
        self._worker = self._launch("worker")
        for server in (*self._nodes, self._worker):
            server.wait_until_ready()
        self.addresses: Final = [node.address for node in self._nodes]

    def _launch(self, role: str, port: int = 0) -> ServerProcess:
        self._n_started += 1
        shared = ("--database", self.database, "--redis", self._redis.url)
        options = ("--role", role, "--port", str(port), *shared)
        name = f"{role}-{self._n_started}"
        return ServerProcess(self._folder, name, *options, program=self._program)

    async def kill(self, kind: str, pause: float) -> Killed:
        """Kill one of a kind, wait, and start it again; returns once it answers."""
        if kind == NODE:
            return await self._kill_node(pause)
        if kind == WORKER:
            return await self._kill_worker(pause)
        part = self._postgres if kind == POSTGRES else self._redis
        await asyncio.to_thread(part.kill)
        at = time.monotonic()
        await asyncio.sleep(pause)
        await asyncio.to_thread(part.start)
        return Killed(kind, at)

    async def _kill_node(self, pause: float) -> Killed:
        number = self._n_node_kills % N_NODES
        self._n_node_kills += 1
        await asyncio.to_thread(self._nodes[number].kill)
        at = time.monotonic()
        await asyncio.sleep(pause)
        port = urlsplit(self.addresses[number]).port
        assert port is not None
        self._nodes[number] = self._launch("api", port)
        await asyncio.to_thread(self._nodes[number].wait_until_ready)
        return Killed(NODE, at, number)

    async def _kill_worker(self, pause: float) -> Killed:
        await asyncio.to_thread(self._worker.kill)
        at = time.monotonic()
        await asyncio.sleep(pause)
        self._worker = self._launch("worker")
        await asyncio.to_thread(self._worker.wait_until_ready)
        return Killed(WORKER, at)

    async def stop_servers(self) -> None:
        """Stop nodes and worker as a service manager does, so that the log is at rest."""
        for server in (*self._nodes, self._worker):
            await asyncio.to_thread(server.stop)

    def end(self) -> None:
        """Leave no process behind, whatever happened."""
        for server in (*self._nodes, self._worker):
            server.kill()


@asynccontextmanager
async def open_cluster(folder: Path, sabotage: str = "") -> AsyncIterator[Cluster]:
    """A cluster that answers, on a new database; a sabotaged one breaks a promise."""
    with ExitStack() as opened:
        settings = FORGETFUL if sabotage == Sabotage.ASYNC_COMMIT else {}
        postgres = opened.enter_context(private_postgres(**settings))
        redis = opened.enter_context(private_redis())
        if sabotage:
            await sabotage_database(Sabotage(sabotage), postgres.url)
        cluster = await asyncio.to_thread(Cluster, folder, postgres, redis, sabotage)
        opened.callback(cluster.end)
        yield cluster

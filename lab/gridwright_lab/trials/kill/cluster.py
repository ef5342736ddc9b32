"""Two nodes and a worker with a private PostgreSQL and Redis, which experiments can kill."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from gridwright_lab.trials.faults.sabotaged_server import FORGETFUL, Sabotage, sabotage_database
from gridwright_lab.trials.kill.killable import (
    NODE,
    POSTGRES,
    REDIS,
    WORKER,
    KillableServers,
    Killed,
)
from gridwright_lab.trials.services.private_postgres import PrivatePostgres, private_postgres
from gridwright_lab.trials.services.private_redis import PrivateRedis, private_redis
from gridwright_lab.trials.services.server_process import SERVE, ServerProcess

N_NODES: Final = 2


class Cluster(KillableServers):
    """Nodes and worker run in separate processes."""

    kinds = (POSTGRES, REDIS, NODE)
    """The worker may be killed, too."""

    def __init__(
        self, folder: Path, postgres: PrivatePostgres, redis: PrivateRedis, sabotage: str
    ) -> None:
        super().__init__(postgres.url)
        self._folder: Final = folder
        self._postgres: Final = postgres
        self._redis: Final = redis
        self._program: Final = (
            ("-m", "gridwright_lab.trials.faults.sabotaged_server", sabotage) if sabotage else SERVE
        )
        self._n_started = 0
        self._nodes.extend([self._launch_node() for _node in range(N_NODES)])
        self._worker = self._launch("worker")
        for server in self._servers():
            server.wait_until_ready()

    def _launch_node(self, port: int = 0) -> ServerProcess:
        return self._launch("api", port)

    def _launch(self, role: str, port: int = 0) -> ServerProcess:
        self._n_started += 1
        shared = ("--database", self.database, "--redis", self._redis.url)
        options = ("--role", role, "--port", str(port), *shared)
        name = f"{role}-{self._n_started}"
        return ServerProcess(self._folder, name, *options, program=self._program)

    async def _kill_other(self, kind: str, pause: float) -> Killed:
        if kind == WORKER:
            await asyncio.to_thread(self._worker.kill)
            killed = self._note(kind)
            await asyncio.sleep(pause)
            self._worker = self._launch("worker")
            await asyncio.to_thread(self._worker.wait_until_ready)
            return killed
        part = self._postgres if kind == POSTGRES else self._redis
        await asyncio.to_thread(part.kill)
        killed = self._note(kind)
        await asyncio.sleep(pause)
        await asyncio.to_thread(part.start)
        return killed

    def _servers(self) -> list[ServerProcess]:
        return [*self._nodes, self._worker]


@asynccontextmanager
async def open_cluster(folder: Path, sabotage: str = "") -> AsyncIterator[Cluster]:
    """Open a cluster on a new database, once it responds; a sabotaged one breaks a guarantee."""
    with ExitStack() as opened:
        settings = FORGETFUL if sabotage == Sabotage.ASYNC_COMMIT else {}
        postgres = opened.enter_context(private_postgres(**settings))
        redis = opened.enter_context(private_redis())
        if sabotage:
            await sabotage_database(Sabotage(sabotage), postgres.url)
        cluster = await asyncio.to_thread(Cluster, folder, postgres, redis, sabotage)
        opened.callback(cluster.end)
        yield cluster

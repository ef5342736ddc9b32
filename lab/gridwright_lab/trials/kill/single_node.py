"""One node on a SQLite file, as a host at home runs it, which an experiment can kill."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from gridwright.server.operations.settings import DATABASE_FILE
from gridwright_lab.trials.kill.killable import NODE, KillableServers, Killed
from gridwright_lab.trials.services.server_process import ServerProcess


class SingleNode(KillableServers):
    """The node does everything in one process, the worker's part as well."""

    kinds = (NODE,)

    def __init__(self, folder: Path) -> None:
        super().__init__(f"sqlite:///{folder / DATABASE_FILE}")
        self._folder: Final = folder
        self._n_started = 0
        self._nodes.append(self._launch_node())
        self._nodes[0].wait_until_ready()

    def _launch_node(self, port: int = 0) -> ServerProcess:
        self._n_started += 1
        return ServerProcess(self._folder, f"node-{self._n_started}", "--port", str(port))

    async def _kill_other(self, kind: str, pause: float) -> Killed:  # noqa: ARG002  # As the others.
        raise ValueError(f"expected {NODE}, got {kind}: there is nothing else")


@asynccontextmanager
async def open_single_node(folder: Path) -> AsyncIterator[SingleNode]:
    """Open a node on a new file in the folder, once it responds."""
    node = await asyncio.to_thread(SingleNode, folder)
    try:
        yield node
    finally:
        node.end()

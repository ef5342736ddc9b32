"""Servers that an experiment can kill, and records of kills."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from gridwright_lab.trials.services.server_process import ServerProcess

POSTGRES: Final = "PostgreSQL"
REDIS: Final = "Redis"
NODE: Final = "a node"
WORKER: Final = "the worker"
ANY_NODE: Final = -1


@dataclass(frozen=True)
class Killed:
    """A kill: its target and its time."""

    kind: str
    at: float
    node: int = ANY_NODE
    """Number of the killed node, if a node was killed."""


class KillableServers(ABC):
    """Real processes on one database. A killed one is restarted at the same address."""

    kinds: Sequence[str]
    """Processes that the experiment kills."""

    def __init__(self, database: str) -> None:
        self.database: Final = database
        self._nodes: Final[list[ServerProcess]] = []
        self._n_node_kills = 0
        self.killed: Final[list[Killed]] = []
        """All kills, each recorded when it was done, before the process is back."""

    @property
    def addresses(self) -> list[str]:
        return [node.address for node in self._nodes]

    async def kill(self, kind: str, pause: float) -> Killed:
        """Kill one process of a kind, wait, and restart it; return once it responds."""
        if kind == NODE:
            return await self._kill_node(pause)
        return await self._kill_other(kind, pause)

    async def _kill_node(self, pause: float) -> Killed:
        number = self._n_node_kills % len(self._nodes)
        self._n_node_kills += 1
        address = self._nodes[number].address
        await asyncio.to_thread(self._nodes[number].kill)
        killed = self._note(NODE, number)
        await asyncio.sleep(pause)
        port = urlsplit(address).port
        assert port is not None
        self._nodes[number] = self._launch_node(port)
        # Clients keep using its address.
        self._nodes[number].address = address
        await asyncio.to_thread(self._nodes[number].wait_until_ready)
        return killed

    def _note(self, kind: str, node: int = ANY_NODE) -> Killed:
        killed = Killed(kind, time.monotonic(), node)
        self.killed.append(killed)
        return killed

    @abstractmethod
    def _launch_node(self, port: int = 0) -> ServerProcess:
        """Start a node, without waiting for it."""

    @abstractmethod
    async def _kill_other(self, kind: str, pause: float) -> Killed:
        """Kill a process that is not a node."""

    def _servers(self) -> list[ServerProcess]:
        return list(self._nodes)

    async def stop_servers(self) -> None:
        """Stop all servers as a service manager does, so that the log is at rest."""
        for server in self._servers():
            await asyncio.to_thread(server.stop)

    def end(self) -> None:
        """End every process, also after an error."""
        for server in self._servers():
            server.kill()

"""Workers that are killed at random and started again."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from gridwright_lab.trials.services.server_process import ServerProcess


class WorkerPool:
    """Some worker processes on one database, as an operator starts them."""

    def __init__(
        self, folder: Path, services: Sequence[str], receiver: str, n_workers: int, seed: int
    ) -> None:
        """``services`` are the options that name them, ``receiver`` the place of the receiver."""
        self._folder: Final = folder
        self._options: Final = ("--role", "worker", *services, "--notice-hosts", receiver)
        self._random: Final = Random(seed)
        self._n_started = 0
        self.n_killed = 0
        self._workers: Final = [self._start() for _worker in range(n_workers)]

    def _start(self) -> ServerProcess:
        self._n_started += 1
        name = f"worker-{self._n_started}"
        return ServerProcess(self._folder, name, *self._options)

    def wait_until_ready(self) -> None:
        for worker in self._workers:
            worker.wait_until_ready()

    async def kill_now_and_then(self, least: float, most: float) -> None:
        """Kill one after the other, each after some seconds, until cancelled."""
        while True:
            await asyncio.sleep(self._random.uniform(least, most))
            place = self._random.randrange(len(self._workers))
            await asyncio.to_thread(self._workers[place].kill)
            self.n_killed += 1
            self._workers[place] = self._start()
            await asyncio.to_thread(self._workers[place].wait_until_ready)

    def end(self) -> None:
        for worker in self._workers:
            worker.kill()

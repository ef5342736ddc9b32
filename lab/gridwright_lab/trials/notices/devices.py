"""Devices that show what is pushed to them by the rules of the page's service worker."""

import asyncio
import time
from collections import Counter
from random import Random
from typing import Final

from gridwright.server.notices.service import Notices
from gridwright_lab.trials.notices.push_service import Arrived, Device, Receiver

SLOWEST: Final = 0.15
"""Seconds until the push service answers at most: kills fall between sending and noting."""


class SlowReceiver(Receiver):
    """Hands what arrives to the loop of the experiment, and takes its time to answer."""

    def __init__(self, arrivals: "asyncio.Queue[Arrived]", seed: int) -> None:
        super().__init__()
        self._arrivals: Final = arrivals
        self._loop: Final = asyncio.get_running_loop()
        self._random: Final = Random(seed)

    def take(self, arrived: Arrived) -> int:
        self._loop.call_soon_threadsafe(self._arrivals.put_nowait, arrived)
        time.sleep(self._random.random() * SLOWEST)
        return super().take(arrived)


class Devices:
    """All devices of an experiment: what each has received, and what it has shown."""

    def __init__(self, notices: Notices) -> None:
        self._notices: Final = notices
        self.by_path: Final[dict[str, Device]] = {}
        self.received: Final[Counter[tuple[str, str]]] = Counter()
        """Number of deliveries, by device and turn."""
        self.shown: Final[Counter[tuple[str, str]]] = Counter()
        self.shown_late: Final[list[str]] = []
        """Turns that were shown although they were taken before the device asked."""
        self.taken: Final[set[str]] = set()
        self.texts: Final[list[str]] = []
        self.n_messages = 0
        self.n_withheld = 0
        self._seen: Final[asyncio.Condition] = asyncio.Condition()

    async def show_all(self, arrivals: "asyncio.Queue[Arrived]") -> None:
        """Open and show what arrives, until cancelled."""
        while True:
            await self._show(await arrivals.get())

    async def _show(self, arrived: Arrived) -> None:
        told = self.by_path[arrived.path].open(arrived.content)
        self.n_messages += 1
        self.texts.append(str(told))
        taken_before = self.taken & set(told["tags"])
        standing = await self._notices.standing(told["tags"])
        async with self._seen:
            for tag in told["tags"]:
                self.received[arrived.path, tag] += 1
            for tag in standing:
                if self.shown[arrived.path, tag]:
                    continue
                self.shown[arrived.path, tag] += 1
                if tag in taken_before:
                    self.shown_late.append(f"{arrived.path} {tag}")
            self.n_withheld += len(told["tags"]) - len(standing)
            self._seen.notify_all()

    async def wait_for(self, tag: str, paths: list[str], timeout_s: float) -> bool:
        """Return whether each device shows a turn before the timeout."""
        try:
            async with asyncio.timeout(timeout_s), self._seen:
                await self._seen.wait_for(lambda: all(self.shown[path, tag] for path in paths))
        except TimeoutError:
            return False
        return True

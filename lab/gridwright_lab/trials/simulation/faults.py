"""The faults of a run while it runs: which of them hold now, and what the seed makes of them."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from gridwright_lab.trials.simulation.plan import Fault, Kind


class Weather:
    """Decides on each fault, and counts those that occurred: an unused fault proves nothing."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, faults: Sequence[Fault], dice: Random
    ) -> None:
        self._loop: Final = loop
        self._windows: Final[dict[Kind, list[Fault]]] = {kind: [] for kind in Kind}
        for fault in faults:
            if fault.kind is not Kind.CRASH:
                self._windows[fault.kind].append(fault)
        self.dice: Final = dice
        self.counts: Final[Counter[str]] = Counter()

    def holds(self, kind: Kind, node: int | None = None) -> bool:
        """Return whether a fault is active now, at a node or anywhere."""
        windows = self._windows[kind]
        if not windows:
            return False
        now = self._loop.time()
        return any(
            fault.at <= now < fault.at + fault.lasts and (node is None or fault.node == node)
            for fault in windows
        )

    def strikes(self, kind: Kind, node: int | None = None) -> bool:
        """The same for things that go wrong every other time."""
        is_struck = self.holds(kind, node) and self.dice.random() < 0.5
        if is_struck:
            self.counts[kind] += 1
        return is_struck

    def note(self, kind: Kind) -> None:
        self.counts[kind] += 1

    def disk_seconds(self) -> float:
        """Return the duration of the current disk operation."""
        if self.strikes(Kind.SLOW_DISK):
            return self.dice.uniform(0.05, 1.5)
        return self.dice.uniform(0.0002, 0.004)

    def line_seconds(self) -> float:
        """Return the latency of a message."""
        if self.dice.random() < 0.02:
            return self.dice.uniform(0.1, 0.8)
        return self.dice.uniform(0.001, 0.02)

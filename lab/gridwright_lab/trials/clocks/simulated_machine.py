"""Machines in simulated time, whose wall clocks can be set."""

import asyncio
from typing import Final

from gridwright.server.operations.steady_clock import MachineTime

BEGAN = 1_800_000_000_000
UP = 5_000_000
"""Uptime of the machine in ms at the start."""


class SimulatedMachine(MachineTime):
    """Real time passes only by ``pass_time``; the wall clock can be set."""

    def __init__(self) -> None:
        self.passed = 0
        """Milliseconds that have passed."""
        self._set_by = 0

    def wall(self) -> int:
        return BEGAN + self.passed + self._set_by

    def elapsed(self) -> int:
        return UP + self.passed

    def boot(self) -> str:
        return "the only run"

    def pass_time(self, milliseconds: int) -> None:
        self.passed += milliseconds

    def set_wall(self, by: int) -> None:
        """Set the wall clock forwards or backwards."""
        self._set_by += by


MS: Final = 1_000


class LoopMachine(SimulatedMachine):
    """Machine with the time of the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, off_by: int) -> None:
        super().__init__()
        self._loop: Final = loop
        self.set_wall(off_by)

    def wall(self) -> int:
        self._look()
        return super().wall()

    def elapsed(self) -> int:
        self._look()
        return super().elapsed()

    def _look(self) -> None:
        self.passed = int(self._loop.time() * MS)


def moment(seconds: float) -> int:
    """Return the milliseconds of UTC after this simulated time, by a correct clock."""
    return BEGAN + int(seconds * MS)

"""A machine whose time the trial moves, and whose wall clock it sets."""

import asyncio
from typing import Final

from gridwright.server.operations.steady_clock import MachineTime

BEGAN = 1_800_000_000_000
UP = 5_000_000
"""For how long the machine was up when the trial began."""


class SimulatedMachine(MachineTime):
    """Real time passes by ``pass_time`` alone; the wall clock is wherever it was set."""

    def __init__(self) -> None:
        self.passed = 0
        """Milliseconds that really passed."""
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
        """Somebody sets the wall clock, forwards or backwards."""
        self._set_by += by


MS: Final = 1_000


class LoopMachine(SimulatedMachine):
    """Its time is the loop's."""

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
    """Milliseconds of UTC after so much simulated time, by a clock that is right."""
    return BEGAN + int(seconds * MS)

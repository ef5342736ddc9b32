"""A machine in simulated time, whose wall clock may be set and may be a little off."""

import asyncio
from typing import Final

from gridwright_lab.trials.clocks.simulated_machine import BEGAN, SimulatedMachine

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

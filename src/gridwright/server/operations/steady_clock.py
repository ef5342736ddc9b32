"""The server's time: it keeps running steadily when the machine's clock is set.

It begins with the machine's time and adds elapsed time. A step of the machine's clock is detected,
logged, counted and ignored: no player gains or loses time by it. Small differences, as caused by
NTP, are followed too slowly to be noticed.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import structlog

from gridwright.server.operations.clock_file import ClockFile
from gridwright.server.operations.metrics import Metrics

_PER_MS: Final = 1_000_000
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


class MachineTime:
    """Clocks of the machine, in whole milliseconds."""

    def wall(self) -> int:
        """Milliseconds of UTC since 1970. People and NTP may set it, forwards and backwards."""
        return time.time_ns() // _PER_MS

    def elapsed(self) -> int:
        """Milliseconds since an arbitrary moment. It cannot be set and includes suspended time."""
        if hasattr(time, "CLOCK_BOOTTIME"):
            return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // _PER_MS
        return time.monotonic_ns() // _PER_MS

    def boot(self) -> str:
        """Return the boot id, for which ``elapsed`` is valid; empty if unknown."""
        try:
            return _BOOT_ID.read_text("ascii").strip()
        except OSError:
            return ""


Clock: TypeAlias = Callable[[], int]
"""Milliseconds of UTC since 1970."""

LOOK_EVERY: Final = 1_000
"""Milliseconds between two checks of the machine's clock."""
STEP: Final = 2_000
"""Difference in milliseconds between two checks above which the machine's clock was set."""
SLOWNESS: Final = 2_000
"""Slew rate: one millisecond per this many, as ``adjtime`` does."""
FOLLOW_FOR: Final = 20_000
"""Milliseconds for which the same small difference is followed."""
KEEP_EVERY: Final = 600_000
"""Milliseconds between writes of the file."""
SAME_MOMENT: Final = 50
"""Milliseconds within which two readings count as one; else the process was suspended."""
MAX_ATTEMPTS: Final = 5

_LOG: Final = structlog.get_logger()


class SteadyClock:
    """The server's clock. It never goes back; a call costs one reading of the elapsed time."""

    def __init__(
        self,
        machine: MachineTime | None = None,
        metrics: Metrics | None = None,
        file: ClockFile | None = None,
    ) -> None:
        self._machine: Final = machine or MachineTime()
        self._metrics: Final = metrics or Metrics()
        self._file: Final = file
        self._boot: Final = self._machine.boot() if file else ""
        wall, self._looked_at = self._look_at_machine()
        ahead = file.load(self._boot) if file else None
        self._base = wall if ahead is None else self._looked_at + ahead
        """The server's time at the start of counting."""
        self._base_at = self._looked_at
        self._aside = 0
        """Sum of all steps of the machine's clock since."""
        self._drift = wall - self._base
        """Small difference that is being followed."""
        if abs(self._drift) > STEP:
            self._aside, self._drift = self._drift, 0
            _LOG.warning("keeps its own time", apart_ms=self._aside)
        self._apart = self._drift
        """Small difference at the last check."""
        self._keep()
        self._metrics.watch_clock(lambda: self._aside / 1_000)

    def __call__(self) -> int:
        elapsed = self._machine.elapsed()
        if elapsed - self._looked_at >= LOOK_EVERY:
            self._look()
            elapsed = max(elapsed, self._looked_at)
        return self._time(elapsed)

    def _time(self, elapsed: int) -> int:
        passed = max(0, elapsed - self._base_at)
        most = passed // SLOWNESS
        return self._base + passed + min(most, max(-most, self._drift))

    def _look(self) -> None:
        """Compare with the machine's clock."""
        wall, self._looked_at = self._look_at_machine()
        now = self._time(self._looked_at)
        apart = wall - now - self._aside
        change = apart - self._apart
        if abs(change) > STEP:
            self._aside += change
            apart = self._apart
            self._metrics.clock_stepped()
            _LOG.warning("the machine's clock was set", by_ms=change, apart_ms=self._aside)
            self._keep()
        self._apart = apart
        if self._looked_at - self._base_at >= FOLLOW_FOR:
            self._base, self._base_at, self._drift = now, self._looked_at, apart
        if self._looked_at - self._kept_at >= KEEP_EVERY:
            self._keep()

    def _look_at_machine(self) -> tuple[int, int]:
        """Return the machine's clock, and the elapsed time at the same moment."""
        machine = self._machine
        for _try in range(MAX_ATTEMPTS):
            before = machine.elapsed()
            wall = machine.wall()
            after = machine.elapsed()
            if after - before <= SAME_MOMENT:
                break
        return wall, after

    def _keep(self) -> None:
        self._kept_at = self._looked_at
        if self._file is not None:
            self._file.keep(self._boot, self._time(self._looked_at) - self._looked_at)


class TableTimes:
    """Milliseconds by which the last entries of tables are ahead of this node's clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock: Final = clock
        self._ahead: Final[dict[str, int]] = {}
        self._is_logged = False

    def ahead(self, game_id: str, last_at: int) -> int:
        """Return the milliseconds to add to this node's time; 0 if the last entry is not ahead."""
        ahead = max(self._ahead.get(game_id, 0), last_at - self._clock())
        if ahead <= 0:
            return 0
        self._ahead[game_id] = ahead
        if ahead > STEP and not self._is_logged:
            self._is_logged = True
            _LOG.warning("an entry lies ahead of this clock", game=game_id, ahead_ms=ahead)
        return ahead

    def forget(self, game_id: str) -> None:
        """Forget the offset of an evicted table."""
        self._ahead.pop(game_id, None)

"""What a machine knows of time: its wall clock, which may be set, and how long it has been up."""

import time
from pathlib import Path
from typing import Final

_PER_MS: Final = 1_000_000
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


class MachineTime:
    """Whole milliseconds, as everywhere on the server."""

    def wall(self) -> int:
        """Milliseconds of UTC since 1970. People and NTP may set it, forwards and backwards."""
        return time.time_ns() // _PER_MS

    def elapsed(self) -> int:
        """Milliseconds since some moment. Nobody can set it; it counts what a laptop slept."""
        if hasattr(time, "CLOCK_BOOTTIME"):
            return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // _PER_MS
        return time.monotonic_ns() // _PER_MS

    def boot(self) -> str:
        """Names the run of the machine in which ``elapsed`` counts on; empty if nobody knows."""
        try:
            return _BOOT_ID.read_text("ascii").strip()
        except OSError:
            return ""

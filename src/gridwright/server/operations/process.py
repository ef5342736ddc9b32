"""The operating system's part of a process: open files and stop signals."""

import asyncio
import signal
from collections.abc import Callable
from typing import Final

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGBREAK")
"""Ctrl-C, a service manager, and Ctrl-Break, which only Windows has."""


def on_stop_signals(stop: Callable[[], None]) -> None:
    """Call ``stop`` in the running loop at each of these signals."""
    loop = asyncio.get_running_loop()
    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:
            # The event loops of Windows accept no handlers. A plain one runs between any two steps
            # of the program, so it only asks the loop to stop.
            signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(stop))


MAX_OPEN_FILES: Final = 65_536
RESERVED: Final = 256
"""File descriptors for databases, Redis, logs and other uses."""


def raise_open_files() -> int | None:
    """Raise the limit of open files as far as allowed, and return it; None if there is none."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return None if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS allows less than it reports.
        return soft
    return wanted


def room_for_connections() -> int | None:
    """Return the number of connections a process may have so that it can still open other files."""
    files = raise_open_files()
    return None if files is None else max(RESERVED, files - RESERVED)

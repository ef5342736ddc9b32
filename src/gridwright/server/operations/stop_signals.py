"""Signals that tell a process to stop, on every system."""

import asyncio
import signal
from collections.abc import Callable
from typing import Final

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGBREAK")
"""Ctrl-C, a service manager, and Ctrl-Break, which Windows alone has."""


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
            # The loops of Windows take no handlers. A plain one runs between any two steps of the
            # program, so it only asks the loop to stop.
            signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(stop))

"""Child process of one analysis: ``python -m gridwright.server.analysis.child``.

It reads one line with the task from stdin, writes progress to stdout and ends with the analysis. It
runs at low priority, so that the server stays fast.
"""

import os
import sys
import threading
import time
from typing import Final

import msgspec

from gridwright.table.positions.analyses import (
    AnalysisTask,
    Impossible,
    Made,
    Progress,
    Report,
    analyse_task,
)

NICE: Final = 10
"""Added to the nice value of the process."""
MIN_INTERVAL_S: Final = 0.5
"""Seconds between two lines of progress."""


def main() -> None:
    """Read a task from stdin, run it and write the result to stdout."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    task = msgspec.json.decode(sys.stdin.buffer.readline(), type=AnalysisTask)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    try:
        record = analyse_task(task, _ProgressReporter().tell)
    except Exception as error:
        _tell(Impossible(f"{type(error).__name__}: {error}"[:500]))
    else:
        _tell(Made(record))


class _ProgressReporter:
    """Writes the progress at most every MIN_INTERVAL_S."""

    def __init__(self) -> None:
        self._told_at = 0.0

    def tell(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._told_at >= MIN_INTERVAL_S:
            self._told_at = now
            _tell(Progress(done, total))


def _tell(report: Report) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
    sys.stdout.buffer.flush()


def _end_with_the_server() -> None:
    """Exit on EOF on stdin: the parent has died."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main()

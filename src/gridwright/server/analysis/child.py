"""Child process of one analysis: ``python -m gridwright.server.analysis.child``.

It reads one line with the task from stdin, writes progress to stdout and ends with the analysis. It
runs at low priority, so that the server stays fast.
"""

import importlib.util
import os
import sys
import threading
import time
from typing import Final

import msgspec

from gridwright.content.table import TableSpec, load_game
from gridwright.engine.notation import Notation
from gridwright.insight.analysis import analyse
from gridwright.insight.settings import WORLDS, InsightSettings
from gridwright.protocol.analysis import Analysis
from gridwright.server.analysis.task import AnalysisTask, Impossible, Made, Progress, Report
from gridwright.server.search.questions import register_figures

NICE: Final = 10
"""Added to the nice value of the process."""
INTERPRETED: Final = 4
"""Divisor of the number of worlds without the compiled engine."""
MIN_INTERVAL_S: Final = 0.5
"""Seconds between two lines of progress."""


def main() -> None:
    """Read a task from stdin, run it and write the result to stdout."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    task = msgspec.json.decode(sys.stdin.buffer.readline(), type=AnalysisTask)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    try:
        record = analyse_task(task)
    except Exception as error:
        _tell(Impossible(f"{type(error).__name__}: {error}"[:500]))
    else:
        _tell(Made(record))


def analyse_task(task: AnalysisTask) -> Analysis:
    """Return the analysis of a game; raises an error of loading or replaying it."""
    register_figures(task.figures)
    game = load_game(TableSpec.from_json(task.spec), task.rules)
    notation = Notation(game.rules)
    actions = [notation.parse(line) for line in task.lines]
    settings = InsightSettings(task.worlds or _worlds())
    record = analyse(game, actions, settings, task.names, _ProgressReporter().tell)
    return msgspec.convert(record, Analysis)


def _worlds() -> int:
    """Return the number of worlds, which the record contains.

    Fewer without the compiled engine, or an analysis would take half an hour.
    """
    found = importlib.util.find_spec("gridwright.engine.game")
    is_compiled = ((found and found.origin) or "").endswith((".so", ".pyd"))
    return WORLDS if is_compiled else WORLDS // INTERPRETED


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

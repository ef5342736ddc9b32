"""Work that takes seconds or minutes, which another worker of the device does.

A job is a text that a second interpreter can do without these tables. Its reports come back as
texts too; a job that is cancelled, or whose worker dies, changes nothing.
"""

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from gridwright.table.positions.analyses import (
    AnalysisTask,
    Impossible,
    Made,
    Progress,
    analyse_task,
)
from gridwright.table.positions.searches import MAX_PROBLEM, answer_line

Kind = Literal["search", "analysis"]


class Job(msgspec.Struct, frozen=True):
    """Work for another worker."""

    job_id: str
    kind: Kind
    task: str
    """A `Question` or an `AnalysisTask` as JSON."""


class Jobs:
    """Jobs that begin or end with a request."""

    def __init__(self) -> None:
        self._begun: Final[list[Job]] = []
        self._cancelled: Final[list[str]] = []

    def begin(self, job: Job) -> None:
        self._begun.append(job)

    def cancel(self, job_id: str) -> None:
        self._cancelled.append(job_id)

    def take(self) -> tuple[list[Job], list[str]]:
        """Return the new jobs, and the ids of those to cancel before, since the last call."""
        found = self._begun[:], self._cancelled[:]
        self._begun.clear()
        self._cancelled.clear()
        return found


def do_job(kind: Kind, task: str, tell: Callable[[str], None]) -> str:
    """Do a job in this interpreter; return its last report, and pass earlier ones to `tell`.

    An error is a report too.
    """
    if kind == "search":
        return _text(answer_line(task))
    try:
        wanted = msgspec.json.decode(task, type=AnalysisTask)
        record = analyse_task(wanted, lambda done, total: tell(_text(Progress(done, total))))
    except Exception as error:
        return _text(Impossible(f"{type(error).__name__}: {error}"[:MAX_PROBLEM]))
    return _text(Made(record))


def _text(report: msgspec.Struct) -> str:
    return msgspec.json.encode(report).decode()

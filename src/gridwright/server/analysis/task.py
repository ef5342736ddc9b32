"""Messages to and from the analysis process, one per line."""

from typing import Any

import msgspec

from gridwright.protocol.analysis import Analysis
from gridwright.server.search.questions import figures_of
from gridwright.table.table import Table


class AnalysisTask(msgspec.Struct, frozen=True):
    """A finished game, with the names of its seats as the table shows them."""

    spec: dict[str, Any]
    rules: str
    lines: list[str]
    names: list[str]
    worlds: int = 0
    """Worlds in which positions are played out; 0 for the default."""
    figures: str = ""
    """Folder of the host's own content, which the other process has not registered yet."""


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """Progress: decisions done, and their total."""

    done: int
    total: int


class Made(msgspec.Struct, frozen=True, tag="made"):
    """The finished analysis."""

    record: Analysis


class Impossible(msgspec.Struct, frozen=True, tag="impossible"):
    """The analysis failed; the text is for the server's log."""

    problem: str


Report = Progress | Made | Impossible


def task_of(table: Table) -> AnalysisTask:
    """Return the task of a table whose game is over."""
    return AnalysisTask(
        table.spec.to_json(),
        table.rules,
        list(table.lines),
        [holder.name for holder in table.seats],
        figures=figures_of(table.spec.content),
    )

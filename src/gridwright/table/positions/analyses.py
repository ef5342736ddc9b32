"""Analyses of finished games: the task, its reports, and versions of the table by moves.

An analysis takes minutes, so another process or worker makes it.
"""

import importlib.util
from collections.abc import Iterable
from typing import Any

import msgspec

from gridwright.content.table import TableSpec, load_game
from gridwright.engine.notation import Notation
from gridwright.insight.analysis import Progress as TellProgress
from gridwright.insight.analysis import analyse
from gridwright.insight.settings import WORLDS, InsightSettings
from gridwright.protocol.analysis import Analysis
from gridwright.table.entries import LoggedEntry
from gridwright.table.log_entries import UNDONE, Undone, log_entry_of
from gridwright.table.positions.searches import figures_of, register_figures
from gridwright.table.table import Table

INTERPRETED = 4
"""Divisor of the number of worlds without the compiled engine."""


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
    """The analysis failed; the text is for the log of the program."""

    problem: str


Report = Progress | Made | Impossible


class MadeAnalysis(msgspec.Struct, frozen=True):
    """A finished analysis and its index of versions."""

    record: Analysis
    versions: list[int]
    """Version of the table after each number of actions."""


def task_of(table: Table) -> AnalysisTask:
    """Return the task of a table whose game is over."""
    return AnalysisTask(
        table.spec.to_json(),
        table.rules,
        list(table.lines),
        [holder.name for holder in table.seats],
        figures=figures_of(table.spec.content),
    )


def analyse_task(task: AnalysisTask, tell: TellProgress) -> Analysis:
    """Return the analysis of a game; raises an error of loading or replaying it."""
    register_figures(task.figures)
    game = load_game(TableSpec.from_json(task.spec), task.rules)
    notation = Notation(game.rules)
    actions = [notation.parse(line) for line in task.lines]
    settings = InsightSettings(task.worlds or usual_worlds())
    record = analyse(game, actions, settings, task.names, tell)
    return msgspec.convert(record, Analysis)


def usual_worlds() -> int:
    """Return the number of worlds, which the record contains.

    Fewer without the compiled engine, or an analysis would take half an hour.
    """
    found = importlib.util.find_spec("gridwright.engine.game")
    is_compiled = ((found and found.origin) or "").endswith((".so", ".pyd"))
    return WORLDS if is_compiled else WORLDS // INTERPRETED


def versions_of(log: Iterable[LoggedEntry]) -> list[int]:
    """Return, by number of actions that count, the version of the table after them.

    Nothing is replayed. Within an entry it is the version before it. Undone actions have none.
    """
    counts = [0]
    for logged in log:
        n_lines = counts[-1] + len(logged.entry.lines)
        if logged.entry.kind == UNDONE:
            undone = log_entry_of(logged.entry)
            assert isinstance(undone, Undone)
            n_lines = counts[undone.since - 1]
        counts.append(n_lines)
    versions = [0] * (counts[-1] + 1)
    last = counts[-1]
    for version in range(len(counts) - 1, -1, -1):
        # Later moves have a version already.
        for move in range(counts[version], last + 1):
            versions[move] = version
        last = min(last, counts[version] - 1)
    return versions

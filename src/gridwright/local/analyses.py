"""Analyses of the games of a device, made by another worker and stored next to the games."""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from gridwright.insight.analysis import REVISION
from gridwright.local.jobs import Job, Jobs
from gridwright.protocol.analysis import AnalysisView, FailureReason
from gridwright.table.entries import LoggedEntry
from gridwright.table.positions.analyses import (
    AnalysisTask,
    Impossible,
    Made,
    MadeAnalysis,
    Progress,
    Report,
    task_of,
    versions_of,
)
from gridwright.table.positions.tries import verify_over
from gridwright.table.table import Table

WORLDS: Final = 12
"""Worlds of an analysis: half of a server's, as the interpreter of a browser is slower."""
NOTHING: Final = AnalysisView("none", "", 0, 0, True, [], None)
ON_THE_WAY: Final = ("queued", "running")
_REPORTS: Final[msgspec.json.Decoder[Report]] = msgspec.json.Decoder(Report)


class StoredAnalysis(msgspec.Struct, frozen=True):
    """A finished analysis to store, as a compressed text."""

    game_id: str
    text: str


class LocalAnalyses:
    """Progress and results by game. Only finished games have one, as it shows hidden cards."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs: Final = jobs
        self._views: Final[dict[str, AnalysisView]] = {}
        self._made: Final[list[StoredAnalysis]] = []
        self._lacking = ""

    def look(self, table: Table) -> AnalysisView:
        """Return the progress of the analysis, or the finished analysis."""
        verify_over(table)
        if table.game_id not in self._views:
            self._lacking = table.game_id
        return self._views.get(table.game_id, NOTHING)

    def ask(self, table: Table) -> AnalysisView:
        """Begin the analysis, unless it is begun or finished."""
        found = self.look(table)
        if found.state in (*ON_THE_WAY, "done") or self._lacking:
            return found
        if not table.game.is_over(table.state):
            return self._show(table.game_id, _failed("ended_early"))
        task: AnalysisTask = replace(task_of(table), worlds=WORLDS)
        text = msgspec.json.encode(task).decode()
        self._jobs.begin(Job(_job_id(table.game_id), "analysis", text))
        return self._show(table.game_id, replace(NOTHING, state="queued"))

    def cancel(self, table: Table) -> AnalysisView:
        """Cancel the analysis if it is begun."""
        found = self.look(table)
        if found.state not in ON_THE_WAY:
            return found
        self._jobs.cancel(_job_id(table.game_id))
        return self._show(table.game_id, replace(NOTHING, state="cancelled"))

    def report(self, game_id: str, text: str, log: Iterable[LoggedEntry]) -> None:
        """Take a report of the worker; ignored if the analysis was cancelled."""
        if self._views.get(game_id, NOTHING).state not in ON_THE_WAY:
            return
        try:
            report = _REPORTS.decode(text)
        except msgspec.MsgspecError as error:
            report = Impossible(str(error))
        if isinstance(report, Progress):
            progress = replace(NOTHING, state="running", done=report.done, total=report.total)
            self._show(game_id, progress)
        elif isinstance(report, Made):
            made = MadeAnalysis(report.record, versions_of(log))
            self._made.append(StoredAnalysis(game_id, pack(made)))
            self._show(game_id, _done(made))
        else:
            self._show(game_id, _failed("impossible"))

    def restore(self, game_id: str, text: str) -> None:
        """Continue with what was stored; empty if nothing was."""
        self._views.setdefault(game_id, unpack(text) if text else NOTHING)

    def take_made(self) -> list[StoredAnalysis]:
        """Return the analyses to store since the last call."""
        made = self._made[:]
        self._made.clear()
        return made

    def take_lacking(self) -> str:
        """Return the game whose analysis was requested and must be restored; empty without one."""
        lacking, self._lacking = self._lacking, ""
        return lacking

    def _show(self, game_id: str, view: AnalysisView) -> AnalysisView:
        self._views[game_id] = view
        return view


def pack(made: MadeAnalysis) -> str:
    """Return a finished analysis as a short text."""
    return b64encode(zlib.compress(msgspec.json.encode(made), 9)).decode()


def unpack(text: str) -> AnalysisView:
    """Return the view of a stored analysis; one of another revision can be made again."""
    try:
        packed = zlib.decompress(b64decode(text))
        head: dict[str, Any] = msgspec.json.decode(packed)
        if head["record"]["revision"] != REVISION:
            return replace(NOTHING, reason="outdated")
        return _done(msgspec.json.decode(packed, type=MadeAnalysis))
    except (ValueError, KeyError, TypeError, zlib.error, msgspec.MsgspecError):
        return replace(NOTHING, reason="outdated")


def _done(made: MadeAnalysis) -> AnalysisView:
    return replace(NOTHING, state="done", versions=made.versions, record=made.record)


def _failed(reason: FailureReason) -> AnalysisView:
    return replace(NOTHING, state="failed", reason=reason)


def _job_id(game_id: str) -> str:
    return f"analysis/{game_id}"

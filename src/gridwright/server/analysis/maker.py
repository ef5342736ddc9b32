"""The server's handle of a process that makes one analysis."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

import msgspec
import structlog

from gridwright.table.positions.analyses import AnalysisTask, Impossible, Made, Progress, Report

COMMAND: Final = (sys.executable, "-m", "gridwright.server.analysis.child")
MAX_BYTES: Final = 32 * 1024 * 1024
"""Size limit of a line: a whole analysis is one."""

_LOG: Final = structlog.get_logger()
_REPORTS: Final[msgspec.json.Decoder[Report]] = msgspec.json.Decoder(Report)


class Maker:
    """Reads the output of the process; ``ended`` is set when it is complete."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process: Final = process
        self.progress = Progress(0, 0)
        self.made: Made | None = None
        self.ended: Final = asyncio.Event()

    async def listen(self) -> None:
        assert self._process.stdout is not None
        try:
            async for line in self._process.stdout:
                self._hear(_REPORTS.decode(line))
        except (ValueError, msgspec.MsgspecError):
            # Too long, or not a report: not an analysis.
            _LOG.exception("an analysis told nonsense")
        finally:
            self.ended.set()

    def _hear(self, report: Report) -> None:
        if isinstance(report, Progress):
            self.progress = report
        elif isinstance(report, Made):
            self.made = report
        else:
            assert isinstance(report, Impossible)
            _LOG.warning("a game cannot be analysed", why=report.problem)


@asynccontextmanager
async def making(task: AnalysisTask, command: Sequence[str] = COMMAND) -> AsyncIterator[Maker]:
    """Run a process for a task; it ends with the context, finished or not.

    It also ends when its input closes: a killed server leaves no process behind.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=MAX_BYTES,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    maker = Maker(process)
    listening = asyncio.create_task(maker.listen())
    try:
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(task) + b"\n")
        try:
            await process.stdin.drain()
        except OSError:
            _LOG.warning("an analysis ended before it began")
        yield maker
    finally:
        if process.returncode is None:
            try:
                process.kill()
            except ProcessLookupError:
                _LOG.debug("the analysis process had ended already")
        await process.wait()
        await listening

"""The server's handle of the process in which bots search."""

import asyncio
import os
import sys
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog

from gridwright.table.commands import Decision
from gridwright.table.positions import searches
from gridwright.table.positions.searches import Answer, Failed, Question
from gridwright.table.table import Table

COMMAND: Final = (sys.executable, "-m", "gridwright.server.search.child")
ANSWER_TIMEOUT_S: Final = 20.0
"""Timeout of an answer, including its time in the queue.

Shorter than a worker's lease, so that no other worker starts a search for the same turn.
"""
MAX_TRIES: Final = 2
"""Attempts per question; a process that died is replaced in between."""
MAX_BYTES: Final = 64 * 1024
"""Size limit of an answer."""

_LOG: Final = structlog.get_logger()
_ANSWERS: Final[msgspec.json.Decoder[Answer]] = msgspec.json.Decoder(Answer)


class SearchProcess:
    """Sends questions to one child process, one at a time; started by the first question.

    The process ends with ``close`` and on EOF of its input, so it does not outlive a killed
    server. It is killed if it does not answer in time: a search cannot be cancelled.
    """

    def __init__(self, command: Sequence[str] = COMMAND, longest: float = ANSWER_TIMEOUT_S) -> None:
        self._command: Final = command
        self._longest: Final = longest
        self._queue: Final = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._is_closed = False

    async def ask(self, question: Question, longest: float | None = None) -> Answer:
        """Return the answer, or Failed on a timeout or after MAX_TRIES attempts."""
        asked = msgspec.json.encode(question) + b"\n"
        longest = self._longest if longest is None else longest
        try:
            async with asyncio.timeout(longest), self._queue:
                return await self._answer(asked)
        except TimeoutError:
            return Failed(f"no answer within {longest:g} s")

    async def close(self) -> None:
        """End the process; pending questions return Failed."""
        self._is_closed = True
        await self._end()

    async def _answer(self, asked: bytes) -> Answer:
        for _try in range(MAX_TRIES):
            if self._is_closed:
                return Failed("the server stops")
            try:
                return await self._exchange(asked)
            except (OSError, ValueError, msgspec.MsgspecError) as error:
                _LOG.warning("search process died", why=f"{type(error).__name__}: {error}")
                await self._end()
            except asyncio.CancelledError:
                # The caller was cancelled; the next question must not get this answer.
                await self._end()
                raise
        return Failed(f"{MAX_TRIES} processes died of it")

    async def _exchange(self, asked: bytes) -> Answer:
        process = self._process
        if process is None or process.returncode is not None:
            process = await self._start()
        if self._is_closed:
            raise BrokenPipeError("expected an open search process")
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(asked)
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise BrokenPipeError("expected an answer, got the end of the output")
        return _ANSWERS.decode(line)

    async def _start(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MAX_BYTES,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            try:
                process.kill()
            except ProcessLookupError:
                _LOG.debug("search process had already ended")
        await process.wait()


def act_on_answer(table: Table, seat: int, answer: Answer) -> Decision:
    """Apply the action of a bot. If it is not legal, another bot takes this turn."""
    if searches.offered_action(table, answer) is None:
        why = answer.problem if isinstance(answer, Failed) else f"not offered: {answer}"
        name = table.seats[seat].bot
        _LOG.error("a bot failed", game=table.game_id, version=table.version, bot=name, why=why)
    return searches.act_on_answer(table, seat, answer)

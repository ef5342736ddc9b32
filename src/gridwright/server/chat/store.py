"""Store of chats, in the databases of their games."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec

from gridwright.server.chat import statements
from gridwright.server.chat.messages import (
    MAX_HIDDEN,
    MAX_PAGE,
    MAX_SAID,
    Message,
    Report,
    Said,
    Speech,
    Spoken,
    TooFast,
    Unsaid,
    verify_chat_page,
    verify_report,
    verify_speech,
    verify_voice,
)
from gridwright.server.operations.rate_limits import Pace
from gridwright.server.storage.errors import RowMissing, RowTaken, StoreUnavailable, UnknownGame
from gridwright.server.storage.limits import MAX_MOMENT, verify_range
from gridwright.server.storage.rows import Row
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table.entries import Status

MAX_TRIES: Final = 20


class ChatStore:
    """The chats of all tables. Each call about a table is about that table alone.

    Messages are in the database of their game and deleted with it, separate from the log: a chat
    proves nothing and may be deleted.
    """

    def __init__(self, store: ShardedStore) -> None:
        self._store: Final = store

    async def say(self, game_id: str, speech: Speech, pace: Pace) -> Said:
        """Store the message under the next number, or return the reason for a refusal.

        The rate limit is exact on any number of nodes: a concurrent message takes the number first,
        and the statement is retried with a new count.
        """
        verify_speech(speech)
        values = (
            *(game_id, speech.at, speech.voice, speech.name, speech.text),
            *(speech.at - pace.short_span, pace.short),
            *(speech.at - pace.long_span, pace.long),
            MAX_SAID,
        )
        for _try in range(MAX_TRIES):
            try:
                rows = await self._change(statements.SAY, *values)
            except (RowTaken, RowMissing):
                continue
            return Spoken(rows[0][0]) if rows else await self._why_unsaid(game_id, speech, pace)
        raise StoreUnavailable("too many concurrent messages")

    async def _why_unsaid(self, game_id: str, speech: Speech, pace: Pace) -> Said:
        rows = await self._rows(statements.WHY_UNSAID, game_id, speech.voice)
        if not rows:
            raise UnknownGame(game_id)
        status, is_hushed, last = rows[0]
        if Status(status) is Status.ARCHIVED:
            return Unsaid.ARCHIVED
        if is_hushed:
            return Unsaid.HUSHED
        if last >= MAX_SAID:
            return Unsaid.CHAT_FULL
        wait = 1
        for most, span in ((pace.short, pace.short_span), (pace.long, pace.long_span)):
            values = (game_id, speech.voice, most - 1)
            for row in await self._rows(statements.SAID_BEFORE, *values):
                wait = max(wait, row[0] + span - speech.at)
        return TooFast(wait)

    async def messages(self, game_id: str, since: int = 0, limit: int = MAX_PAGE) -> list[Message]:
        """Return the messages after a number, oldest first; empty for an unknown game."""
        verify_chat_page(since, limit)
        rows = await self._rows(statements.MESSAGES, game_id, since, limit)
        return [Message(*row) for row in rows]

    async def last(self, game_id: str) -> int:
        """Return the number of the newest message; 0 if there is none."""
        rows = await self._rows(statements.LAST, game_id)
        number: int = rows[0][0]
        return number

    async def hide(self, game_id: str, voice: str, hidden: str, on: bool = True) -> bool:
        """Hide a voice from another, or show it again; False at the limit of hidden voices."""
        verify_voice(voice)
        verify_voice(hidden)
        if not on:
            await self._change(statements.SHOW, game_id, voice, hidden)
            return True
        await self._settle(statements.HIDE, game_id, voice, hidden, MAX_HIDDEN)
        return hidden in await self.hidden(game_id, voice)

    async def hidden(self, game_id: str, voice: str) -> frozenset[str]:
        """Return the voices that a voice hides."""
        verify_voice(voice)
        return frozenset([row[0] for row in await self._rows(statements.HIDDEN, game_id, voice)])

    async def report(self, report: Report) -> bool:
        """Store a voice's first report of a message; return False if there is no such message."""
        verify_report(report)
        more = (report.voice, report.at, report.reason)
        await self._settle(statements.REPORT, report.game_id, report.number, *more)
        return bool(await self.messages(report.game_id, report.number - 1, 1))

    async def reports(self, limit: int = MAX_PAGE, after: Report | None = None) -> list[Report]:
        """Return reports about all tables, ordered by table and number: a page for the host."""
        verify_chat_page(0, limit)
        place = ("", 0, "") if after is None else _place(after)
        asked = [each.rows(statements.REPORTS, limit, *place) for each in self._store.databases]
        pages = [[Report(*row) for row in rows] for rows in await asyncio.gather(*asked)]
        return list(heapq.merge(*pages, key=_place))[:limit]

    async def settle(self, game_id: str, number: int) -> int:
        """Delete the reports of a message; returns how many there were."""
        verify_range("number", number, 1, MAX_MOMENT)
        return len(await self._change(statements.SETTLE, game_id, number))

    async def hush(self, game_id: str, voice: str, on: bool = True) -> None:
        """Mute a voice at a table, or unmute it. Raises UnknownGame."""
        verify_voice(voice)
        await self._settle(statements.HUSH if on else statements.UNHUSH, game_id, voice)
        if not await self._rows(statements.KNOWN, game_id):
            raise UnknownGame(game_id)

    async def _rows(self, statement: str, game_id: str, *values: object) -> list[Row]:
        return await self._store.database_of(game_id).rows(statement, game_id, *values)

    async def _change(self, statement: str, game_id: str, *values: object) -> list[Row]:
        return await self._store.database_of(game_id).change_one(statement, game_id, *values)

    async def _settle(self, statement: str, game_id: str, *values: object) -> None:
        """Run an idempotent statement."""
        try:
            await self._change(statement, game_id, *values)
        except (RowTaken, RowMissing):
            # The game was deleted meanwhile, with all its messages.
            return


def _place(report: Report) -> tuple[Any, ...]:
    return report.game_id, report.number, report.voice


CONTEXT: Final = 3
"""Messages shown before and after a reported one."""


class ReportedMessage(msgspec.Struct, frozen=True):
    """A report, with the messages around the reported one."""

    report: Report
    context: list[Message]


async def all_reports(store: ChatStore) -> AsyncIterator[ReportedMessage]:
    """Yield every report, page by page."""
    after: Report | None = None
    while page := await store.reports(after=after):
        for report in page:
            first = max(0, report.number - 1 - CONTEXT)
            said = await store.messages(report.game_id, first, 2 * CONTEXT + 1)
            yield ReportedMessage(report, said)
        after = page[-1]

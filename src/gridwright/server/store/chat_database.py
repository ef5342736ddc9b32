"""The chats of one database, whichever it is, and those of many."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from gridwright.server.store import chat_statements as statements
from gridwright.server.store.chat import (
    MOST_HIDDEN,
    MOST_PAGE,
    MOST_SAID,
    ChatStore,
    Message,
    Pace,
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
from gridwright.server.store.errors import StoreUnavailable, UnknownGame
from gridwright.server.store.games import Status
from gridwright.server.store.limits import MOST_MOMENT, verify_range
from gridwright.server.store.requests import verify_known_id
from gridwright.server.store.rows import Row

Ask = Callable[..., Awaitable[list[Row]]]
"""Carries out a statement with its values; raises Clash if another was faster."""

MOST_TRIES: Final = 20


class Clash(Exception):
    """A row that was to be written is there already, or its game has just gone."""


class DatabaseChat(ChatStore):
    """The same statements for both databases."""

    def __init__(self, ask: Ask) -> None:
        self._ask: Final = ask

    async def say(self, game_id: str, speech: Speech, pace: Pace) -> Said:
        verify_known_id(game_id)
        verify_speech(speech)
        values = (
            *(game_id, speech.at, speech.voice, speech.name, speech.text),
            *(speech.at - pace.short_span, pace.short),
            *(speech.at - pace.long_span, pace.long),
            MOST_SAID,
        )
        for _try in range(MOST_TRIES):
            try:
                rows = await self._ask(statements.SAY, *values)
            except Clash:
                continue
            return Spoken(rows[0][0]) if rows else await self._why_unsaid(game_id, speech, pace)
        raise StoreUnavailable("too many messages at once")

    async def _why_unsaid(self, game_id: str, speech: Speech, pace: Pace) -> Said:
        rows = await self._ask(statements.WHY_UNSAID, game_id, speech.voice)
        if not rows:
            raise UnknownGame(game_id)
        status, is_hushed, last = rows[0]
        if Status(status) is Status.ARCHIVED:
            return Unsaid.ARCHIVED
        if is_hushed:
            return Unsaid.HUSHED
        if last >= MOST_SAID:
            return Unsaid.CHAT_FULL
        wait = 1
        for most, span in ((pace.short, pace.short_span), (pace.long, pace.long_span)):
            values = (game_id, speech.voice, most - 1)
            for row in await self._ask(statements.SAID_BEFORE, *values):
                wait = max(wait, row[0] + span - speech.at)
        return TooFast(wait)

    async def messages(self, game_id: str, since: int = 0, limit: int = MOST_PAGE) -> list[Message]:
        verify_known_id(game_id)
        verify_chat_page(since, limit)
        rows = await self._ask(statements.MESSAGES, game_id, since, limit)
        return [Message(*row) for row in rows]

    async def last(self, game_id: str) -> int:
        verify_known_id(game_id)
        rows = await self._ask(statements.LAST, game_id)
        number: int = rows[0][0]
        return number

    async def hide(self, game_id: str, voice: str, hidden: str, on: bool = True) -> bool:
        verify_known_id(game_id)
        verify_voice(voice)
        verify_voice(hidden)
        if not on:
            await self._ask(statements.SHOW, game_id, voice, hidden)
            return True
        await self._settled(statements.HIDE, game_id, voice, hidden, MOST_HIDDEN)
        return hidden in await self.hidden(game_id, voice)

    async def hidden(self, game_id: str, voice: str) -> frozenset[str]:
        verify_known_id(game_id)
        verify_voice(voice)
        return frozenset([row[0] for row in await self._ask(statements.HIDDEN, game_id, voice)])

    async def report(self, report: Report) -> bool:
        verify_known_id(report.game_id)
        verify_report(report)
        more = (report.voice, report.at, report.reason)
        await self._settled(statements.REPORT, report.game_id, report.number, *more)
        return bool(await self.messages(report.game_id, report.number - 1, 1))

    async def reports(self, limit: int = MOST_PAGE, after: Report | None = None) -> list[Report]:
        verify_chat_page(0, limit)
        place = ("", 0, "") if after is None else (after.game_id, after.number, after.voice)
        return [Report(*row) for row in await self._ask(statements.REPORTS, limit, *place)]

    async def settle(self, game_id: str, number: int) -> int:
        verify_known_id(game_id)
        verify_range("number", number, 1, MOST_MOMENT)
        return len(await self._ask(statements.SETTLE, game_id, number))

    async def hush(self, game_id: str, voice: str, on: bool = True) -> None:
        verify_known_id(game_id)
        verify_voice(voice)
        await self._settled(statements.HUSH if on else statements.UNHUSH, game_id, voice)
        if not await self._ask(statements.KNOWN, game_id):
            raise UnknownGame(game_id)

    async def _settled(self, statement: str, *values: object) -> None:
        """Carry out what changes nothing if it was done before."""
        try:
            await self._ask(statement, *values)
        except Clash:
            # The game has gone in this moment, and whatever belonged to it.
            return


class ShardedChat(ChatStore):
    """Sends each call to the database of its game; only reports ask all of them."""

    def __init__(self, at: Callable[[str], ChatStore], everywhere: Iterable[ChatStore]) -> None:
        self._at: Final = at
        self._everywhere: Final = tuple(everywhere)

    async def say(self, game_id: str, speech: Speech, pace: Pace) -> Said:
        return await self._at(game_id).say(game_id, speech, pace)

    async def messages(self, game_id: str, since: int = 0, limit: int = MOST_PAGE) -> list[Message]:
        return await self._at(game_id).messages(game_id, since, limit)

    async def last(self, game_id: str) -> int:
        return await self._at(game_id).last(game_id)

    async def hide(self, game_id: str, voice: str, hidden: str, on: bool = True) -> bool:
        return await self._at(game_id).hide(game_id, voice, hidden, on)

    async def hidden(self, game_id: str, voice: str) -> frozenset[str]:
        return await self._at(game_id).hidden(game_id, voice)

    async def report(self, report: Report) -> bool:
        return await self._at(report.game_id).report(report)

    async def reports(self, limit: int = MOST_PAGE, after: Report | None = None) -> list[Report]:
        pages = await asyncio.gather(*[each.reports(limit, after) for each in self._everywhere])
        return list(heapq.merge(*pages, key=_place))[:limit]

    async def settle(self, game_id: str, number: int) -> int:
        return await self._at(game_id).settle(game_id, number)

    async def hush(self, game_id: str, voice: str, on: bool = True) -> None:
        await self._at(game_id).hush(game_id, voice, on)


def _place(report: Report) -> tuple[Any, ...]:
    return report.game_id, report.number, report.voice

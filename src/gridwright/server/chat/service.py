"""Chat of a table: messages, rate limits and hidden voices."""

from collections.abc import Awaitable, Callable, Collection
from math import ceil
from typing import Final

import msgspec

from gridwright.protocol.frames import ChatFrame, encode
from gridwright.protocol.refusals import Code
from gridwright.server.auth.tickets import Ticket
from gridwright.server.chat.messages import (
    MAX_PAGE,
    MAX_REASON,
    Report,
    Speech,
    Spoken,
    TooFast,
    Unsaid,
    plain_text,
)
from gridwright.server.chat.store import ChatStore
from gridwright.server.live.bus import UNKNOWN, Bus
from gridwright.server.live.watchers import Broadcast, Watcher
from gridwright.server.operations.metrics import Limited, Metrics
from gridwright.server.operations.rate_limits import Pace, TooMany
from gridwright.table.commands import RefusedCommand

_WHY: Final[dict[Unsaid, tuple[Code, str]]] = {
    Unsaid.HUSHED: ("hushed", "the server's host has muted this voice at this table"),
    Unsaid.CHAT_FULL: ("chat_full", "this table has reached its number of messages"),
    Unsaid.ARCHIVED: ("archived", "the game is in the archive"),
}


BlockedVoices = Callable[[str, str], Awaitable[frozenset[str]]]
"""Returns, for a table, the voices of people blocked by the person behind a voice."""


def voice_of(ticket: Ticket) -> str:
    """Return the voice of a guest: the seat and its version, so it differs for the next holder."""
    return f"seat:{ticket.seat}:{ticket.since}"


def chat_key(game_id: str) -> str:
    """Name of the bus channel of a table's chat."""
    return f"{game_id}/chat"


class ChatNews(msgspec.Struct, frozen=True):
    """New messages for a viewer, and the number to continue from."""

    frames: list[ChatFrame]
    last: int


class ChatReader:
    """The chat of one table for one viewer."""

    def __init__(
        self, store: ChatStore, game_id: str, voice: str = "", blocked: BlockedVoices | None = None
    ) -> None:
        """Create a reader; without a voice it is a spectator and sees all messages."""
        self._store: Final = store
        self._blocked: Final = blocked
        self._game_id: Final = game_id
        self._voice: Final = voice

    async def since(self, number: int, limit: int = MAX_PAGE) -> ChatNews:
        """Return a page of messages after a number; hidden ones are counted and left out.

        The last page is reached when ``last`` is the number itself.
        """
        messages = await self._store.messages(self._game_id, number, limit)
        if not messages:
            return ChatNews([], number)
        hidden: frozenset[str] = frozenset()
        if self._voice:
            hidden = await self._store.hidden(self._game_id, self._voice)
            if self._blocked is not None:
                hidden |= await self._blocked(self._game_id, self._voice)
        frames = [
            ChatFrame(each.number, each.at, each.voice, each.name, each.text)
            for each in messages
            if each.voice not in hidden
        ]
        return ChatNews(frames, messages[-1].number)


class Chat:
    """Chat commands of voices at tables."""

    def __init__(
        self,
        store: ChatStore,
        bus: Bus,
        clock: Callable[[], int],
        pace: Pace,
        metrics: Metrics | None = None,
        blocked: BlockedVoices | None = None,
    ) -> None:
        self._blocked: Final = blocked
        self._store: Final = store
        self._bus: Final = bus
        self._clock: Final = clock
        self._pace: Final = pace
        self._metrics: Final = metrics or Metrics()

    def reader(self, game_id: str, voice: str = "") -> ChatReader:
        return ChatReader(self._store, game_id, voice, self._blocked)

    async def newest(self, game_id: str) -> int:
        """Return the number of the last message; 0 before the first."""
        return await self._store.last(game_id)

    async def say(self, game_id: str, voice: str, name: str, text: str) -> int:
        """Store a message, notify listeners and return its number.

        Raises BadText, TooMany, or RefusedCommand.
        """
        speech = Speech(self._clock(), voice, name, plain_text(text))
        said = await self._store.say(game_id, speech, self._pace)
        if isinstance(said, Spoken):
            await self._bus.publish(chat_key(game_id), said.number)
            return said.number
        if isinstance(said, TooFast):
            self._metrics.request_limited(Limited.MESSAGES)
            pace = self._pace
            problem = (
                f"expected at most {pace.short} messages in {pace.short_span // 1000} s "
                f"and {pace.long} in {pace.long_span // 1000} s"
            )
            raise TooMany(problem, ceil(said.wait / 1000))
        raise RefusedCommand(*_WHY[said])

    async def hide(self, game_id: str, voice: str, hidden: str, on: bool) -> None:
        """Hide or show the messages of a voice; no other player is notified."""
        if voice == hidden:
            raise RefusedCommand("own_voice", "you cannot hide your own messages")
        if not await self._store.hide(game_id, voice, hidden, on):
            raise RefusedCommand("too_many_hidden", "too many voices are hidden already")

    async def hidden(self, game_id: str, voice: str) -> list[str]:
        return sorted(await self._store.hidden(game_id, voice))

    async def report(self, game_id: str, number: int, voice: str, reason: str) -> None:
        """Report a message to the host; idempotent per voice. Raises BadText or RefusedCommand."""
        words = plain_text(reason, MAX_REASON)
        report = Report(game_id, number, voice, self._clock(), words)
        if not await self._store.report(report):
            raise RefusedCommand("no_such_message", "there is no such message")


async def chat_frames(
    chat: Chat, game_id: str, ticket: Ticket | None, since: int
) -> tuple[list[ChatFrame], int]:
    """Return the messages that a socket's watcher has not received, and the last number.

    Call it once at the start, on each hint of ``bus.listen(chat_key(game_id))``, and at each poll
    of the log.
    """
    reader = chat.reader(game_id, voice_of(ticket) if ticket else "")
    frames: list[ChatFrame] = []
    while (news := await reader.since(since)).last > since:
        frames += news.frames
        since = news.last
    return frames, since


class ChatBroadcast(Broadcast):
    """Sends each watcher new messages, without the voices that it hides."""

    def __init__(self, game_id: str, chat: Chat) -> None:
        super().__init__(chat_key(game_id))
        self._game_id: Final = game_id
        self._chat: Final = chat

    async def tell(self, watchers: Collection[Watcher]) -> int:
        listening = [watcher for watcher in watchers if watcher.said >= 0]
        if not listening:
            return UNKNOWN
        newest = await self._chat.newest(self._game_id)
        for watcher in listening:
            if watcher.said < newest:
                # A new watcher gets the last page; older ones are available on request.
                since = max(watcher.said, newest - MAX_PAGE)
                frames, watcher.said = await chat_frames(
                    self._chat, self._game_id, watcher.ticket, since
                )
                for frame in frames:
                    watcher.tell(encode(frame).decode())
        return newest

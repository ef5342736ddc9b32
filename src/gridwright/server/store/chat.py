"""What is said at tables, apart from the log of the game: a chat proves nothing and may be deleted.

It lies on the database of its game and goes with it. A voice is an opaque word for whoever speaks,
such as ``seat:2:7``; the store knows no people.
"""

import re
from abc import ABC, abstractmethod
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from gridwright.server.store.errors import Malformed
from gridwright.server.store.limits import MOST_MOMENT, verify_range

MOST_SAID: Final = 10_000
"""Messages at one table."""
MOST_PAGE: Final = 100
MOST_TEXT: Final = 400
MOST_NAME: Final = 64
MOST_REASON: Final = 200
MOST_HIDDEN: Final = 50
"""Voices that one voice may hide."""

_VOICE: Final = re.compile(r"[a-z]{1,16}:[A-Za-z0-9:._-]{1,80}")


class Speech(msgspec.Struct, frozen=True):
    """Something to be said."""

    at: int
    voice: str
    name: str
    """As it was shown then."""
    text: str


class Message(msgspec.Struct, frozen=True):
    """Something that was said, in its place."""

    number: int
    at: int
    voice: str
    name: str
    text: str


class Pace(msgspec.Struct, frozen=True):
    """How much one voice may say: so many messages within a short and within a long span."""

    short: int = 5
    short_span: int = 10_000
    long: int = 30
    long_span: int = 300_000


class Spoken(msgspec.Struct, frozen=True):
    """It was said."""

    number: int


class TooFast(msgspec.Struct, frozen=True):
    """The voice has said enough for now, and may go on after so many milliseconds."""

    wait: int


class Unsaid(StrEnum):
    """Why something will not be said later either."""

    HUSHED = "hushed"
    CHAT_FULL = "chat_full"
    ARCHIVED = "archived"


Said: TypeAlias = Spoken | TooFast | Unsaid


class Report(msgspec.Struct, frozen=True):
    """Somebody found a message bad."""

    game_id: str
    number: int
    voice: str
    """Who reports it."""
    at: int
    reason: str


class ChatStore(ABC):
    """The chats of all tables. Each call about a table is about that table alone."""

    @abstractmethod
    async def say(self, game_id: str, speech: Speech, pace: Pace) -> Said:
        """Give the message the next number, or say why not.

        The pace holds exactly, however many nodes take messages: whoever counts wrong because
        another was faster finds the number taken, and counts again.
        """

    @abstractmethod
    async def messages(self, game_id: str, since: int = 0, limit: int = MOST_PAGE) -> list[Message]:
        """The messages after a number, oldest first; nothing for an unknown game."""

    @abstractmethod
    async def last(self, game_id: str) -> int:
        """The number of the newest message; 0 if there is none."""

    @abstractmethod
    async def hide(self, game_id: str, voice: str, hidden: str, on: bool = True) -> bool:
        """Let a voice not hear another any more, or again; False if it hides too many already."""

    @abstractmethod
    async def hidden(self, game_id: str, voice: str) -> frozenset[str]:
        """The voices that a voice does not want to hear."""

    @abstractmethod
    async def report(self, report: Report) -> bool:
        """Keep the report, the first of each voice about a message; False if there is no such."""

    @abstractmethod
    async def reports(self, limit: int = MOST_PAGE, after: Report | None = None) -> list[Report]:
        """Reports about all tables, ordered by table and number: a page for the host."""

    @abstractmethod
    async def settle(self, game_id: str, number: int) -> int:
        """Forget the reports about a message; returns how many there were."""

    @abstractmethod
    async def hush(self, game_id: str, voice: str, on: bool = True) -> None:
        """Let a voice say nothing more at a table, or let it speak again; or UnknownGame."""


def verify_voice(voice: str) -> None:
    if not _VOICE.fullmatch(voice):
        raise Malformed("voice", f"expected a voice such as seat:2:7, got {voice[:80]!r}")


def verify_speech(speech: Speech) -> None:
    """Raise Malformed unless the message can be stored on both databases."""
    verify_range("at", speech.at, 0, MOST_MOMENT)
    verify_voice(speech.voice)
    _verify_words("name", speech.name, MOST_NAME)
    _verify_words("text", speech.text, MOST_TEXT)


def verify_report(report: Report) -> None:
    verify_range("number", report.number, 1, MOST_MOMENT)
    verify_range("at", report.at, 0, MOST_MOMENT)
    verify_voice(report.voice)
    _verify_words("reason", report.reason, MOST_REASON)


def verify_chat_page(since: int, limit: int) -> None:
    verify_range("since", since, 0, MOST_MOMENT)
    verify_range("limit", limit, 1, MOST_PAGE)


def _verify_words(name: str, text: str, most: int) -> None:
    if not 1 <= len(text) <= most or "\0" in text:
        raise Malformed(name, f"expected 1 to {most} characters")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Malformed(name, "expected text that UTF-8 can hold") from error

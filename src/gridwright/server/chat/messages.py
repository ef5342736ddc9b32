"""Stored messages and reports of the chat, and their limits.

A voice is an opaque id of a speaker, such as ``seat:2:7``; the store has no data about people.
"""

import re
import unicodedata
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from gridwright.protocol.refusals import Refused
from gridwright.server.storage.errors import Malformed
from gridwright.server.storage.limits import MAX_MOMENT, verify_range

MAX_SAID: Final = 10_000
"""Limit of messages at one table."""
MAX_PAGE: Final = 100
"""Messages on one page."""
MAX_TEXT: Final = 400
"""Characters of a message."""
MAX_NAME: Final = 64
"""Characters of a name."""
MAX_REASON: Final = 200
"""Characters of the reason of a report."""
MAX_HIDDEN: Final = 50
"""Limit of voices that one voice hides."""

_VOICE: Final = re.compile(r"[a-z]{1,16}:[A-Za-z0-9:._-]{1,80}")


class Speech(msgspec.Struct, frozen=True):
    """A message to be stored."""

    at: int
    voice: str
    name: str
    """Name at the time of the message."""
    text: str


class Message(msgspec.Struct, frozen=True):
    """A stored message."""

    number: int
    at: int
    voice: str
    name: str
    text: str


class Spoken(msgspec.Struct, frozen=True):
    """The message was stored under this number."""

    number: int


class TooFast(msgspec.Struct, frozen=True):
    """Refusal: the voice reached its rate limit. ``wait`` is in milliseconds."""

    wait: int


class Unsaid(StrEnum):
    """Permanent reasons to refuse a message."""

    HUSHED = "hushed"
    CHAT_FULL = "chat_full"
    ARCHIVED = "archived"


Said: TypeAlias = Spoken | TooFast | Unsaid


class Report(msgspec.Struct, frozen=True):
    """A report of a bad message."""

    game_id: str
    number: int
    voice: str
    """Voice of the reporter."""
    at: int
    reason: str


def verify_voice(voice: str) -> None:
    if not _VOICE.fullmatch(voice):
        raise Malformed("voice", f"expected a voice such as seat:2:7, got {voice[:80]!r}")


def verify_speech(speech: Speech) -> None:
    """Raise Malformed unless the message can be stored on both databases."""
    verify_range("at", speech.at, 0, MAX_MOMENT)
    verify_voice(speech.voice)
    _verify_words("name", speech.name, MAX_NAME)
    _verify_words("text", speech.text, MAX_TEXT)


def verify_report(report: Report) -> None:
    verify_range("number", report.number, 1, MAX_MOMENT)
    verify_range("at", report.at, 0, MAX_MOMENT)
    verify_voice(report.voice)
    _verify_words("reason", report.reason, MAX_REASON)


def verify_chat_page(since: int, limit: int) -> None:
    verify_range("since", since, 0, MAX_MOMENT)
    verify_range("limit", limit, 1, MAX_PAGE)


def _verify_words(name: str, text: str, most: int) -> None:
    if not 1 <= len(text) <= most or "\0" in text:
        raise Malformed(name, f"expected 1 to {most} characters")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Malformed(name, "expected text that UTF-8 can hold") from error


JOINERS: Final = frozenset("\u200c\u200d")
"""Persian and emoji need them between letters."""
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (with every override of direction), surrogates, private, unknown, line ends."""
_UNSEEN: Final = frozenset({"Zs", "Mn", "Me", "Cf"})


class BadText(Refused):
    """The text is invalid; the message says what was expected."""

    code = "bad_text"


def plain_text(text: str, most: int = MAX_TEXT) -> str:
    """Return the text without spaces at its ends; raise BadText. It is plain text, never HTML."""
    text = text.strip()
    if not 1 <= len(text) <= most:
        raise BadText(f"expected 1 to {most} characters")
    for sign in text:
        if unicodedata.category(sign) in _REFUSED and sign not in JOINERS:
            raise BadText("expected one line without control characters")
    if all(unicodedata.category(sign) in _UNSEEN for sign in text):
        raise BadText("expected something to be seen")
    return text

"""Limits of stored values and of requests, checked before a database is queried.

Values are checked only here, so both databases refuse the same values with the same messages, and
no statement fails on a value in the middle of a batch.
"""

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from gridwright.fair.commit import verify_game_id as verify_plain_id
from gridwright.server.storage.append import NewEvent
from gridwright.server.storage.errors import Malformed, UnknownGame
from gridwright.server.storage.games import MAX_SEATS, MAX_WORD_LENGTH, Bookmark, Label, NewGame
from gridwright.table.entries import Entry, Status

MAX_LINES: Final = 1_000
MAX_LINES_BYTES: Final = 64 * 1024
MAX_DATA_BYTES: Final = 32 * 1024
MAX_SPEC_BYTES: Final = 64 * 1024
MAX_BOX_BYTES: Final = 4 * 1024

MAX_ENTRIES: Final = 1_000
"""Maximum number of entries per call."""
MAX_GAMES: Final = 1_000
"""Maximum number of games or claims per call."""

MAX_MOMENT: Final = 2**53 - 1
"""Largest time in milliseconds that every JSON parser reads exactly."""

_LINE: Final = re.compile(r"[!-~](?:[ -~]{0,398}[!-~])?")
_COMMAND_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,80}")
_KIND: Final = re.compile(r"[a-z][a-z_]{0,31}")
_RULES: Final = re.compile(r"[0-9a-f]{64}")
_JSON_OBJECT: Final = msgspec.json.Decoder(dict[str, object])


def verify_game_id(game_id: str) -> None:
    try:
        verify_plain_id(game_id)
    except ValueError as error:
        raise Malformed("game_id", str(error)) from error


def verify_command_id(command_id: str) -> None:
    if not _COMMAND_ID.fullmatch(command_id):
        expected = "expected 1 to 80 letters, digits, '.', '_', ':' or '-'"
        raise Malformed("command_id", f"{expected}, got {command_id[:100]!r}")


def verify_kind(kind: str) -> None:
    if not _KIND.fullmatch(kind):
        problem = f"expected up to 32 small letters and '_', got {kind[:80]!r}"
        raise Malformed("kind", problem)


def verify_rules(rules: str) -> None:
    if not _RULES.fullmatch(rules):
        raise Malformed("rules", f"expected 64 hexadecimal digits, got {rules[:80]!r}")


def verify_lines(lines: tuple[str, ...]) -> None:
    """Raise Malformed unless all lines are printable ASCII; they are stored as one text."""
    if len(lines) > MAX_LINES:
        raise Malformed("lines", f"expected at most {MAX_LINES}, got {len(lines)}")
    for line in lines:
        if not _LINE.fullmatch(line):
            problem = "expected 1 to 400 printable ASCII characters, no space at the ends"
            raise Malformed("lines", f"{problem}, got {line[:80]!r}")
    n_bytes = sum([len(line) + 1 for line in lines])
    if n_bytes > MAX_LINES_BYTES:
        raise Malformed("lines", f"expected at most {MAX_LINES_BYTES} bytes, got {n_bytes}")


def verify_json(name: str, text: str, most_bytes: int) -> None:
    """Raise Malformed unless the text is a JSON object; it is stored byte by byte."""
    try:
        encoded = text.encode()
    except UnicodeEncodeError as error:
        raise Malformed(name, "expected text that UTF-8 can hold") from error
    if len(encoded) > most_bytes:
        raise Malformed(name, f"expected at most {most_bytes} bytes, got {len(encoded)}")
    try:
        _JSON_OBJECT.decode(encoded)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(name, f"expected a JSON object: {str(error)[:200]}") from error


def verify_range(name: str, value: int, least: int, most: int) -> None:
    # A bool is an int to Python and to SQLite, but not to PostgreSQL.
    if type(value) is not int or not least <= value <= most:
        raise Malformed(name, f"expected {least} to {most}, got {str(value)[:80]}")


def verify_version(version: int) -> None:
    verify_range("version", version, 0, MAX_MOMENT)


def verify_moment(name: str, moment: int | None) -> None:
    if moment is not None:
        verify_range(name, moment, 0, MAX_MOMENT)


def verify_box(box: bytes) -> None:
    if not 1 <= len(box) <= MAX_BOX_BYTES:
        raise Malformed("box", f"expected 1 to {MAX_BOX_BYTES} bytes, got {len(box)}")


# Records


def verify_label(label: Label) -> None:
    """Raise Malformed unless it can be stored and compared on both databases."""
    for name in ("edition", "preset", "board", "clock"):
        word: str = getattr(label, name)
        if len(word) > MAX_WORD_LENGTH or not (word == "" or word.isprintable()):
            raise Malformed(name, f"expected at most {MAX_WORD_LENGTH} printable characters")
    verify_range("seats", label.seats, 0, MAX_SEATS)


def verify_new_game(game: NewGame) -> None:
    """Raise Malformed unless the game can be stored."""
    verify_game_id(game.game_id)
    verify_rules(game.rules)
    verify_json("spec", game.spec, MAX_SPEC_BYTES)
    verify_range("created_at", game.created_at, 0, MAX_MOMENT)
    verify_moment("deadline_at", game.deadline_at)
    verify_label(game.label)
    if game.box is not None:
        verify_box(game.box)


def verify_entry(entry: Entry) -> None:
    """Raise Malformed unless the entry can be stored."""
    verify_command_id(entry.command_id)
    verify_kind(entry.kind)
    verify_range("at", entry.at, 0, MAX_MOMENT)
    if entry.seat is not None:
        verify_range("seat", entry.seat, 0, MAX_SEATS)
    verify_lines(entry.lines)
    verify_json("data", entry.data, MAX_DATA_BYTES)


def verify_events(events: Sequence[NewEvent]) -> None:
    """Raise Malformed unless the events can be stored."""
    for event in events:
        verify_json("data", event.data, MAX_DATA_BYTES)


# Requests


def verify_known_id(game_id: str) -> None:
    """Raise UnknownGame for an invalid game id."""
    try:
        verify_game_id(game_id)
    except Malformed as error:
        raise UnknownGame(game_id) from error


def verify_append(expected: int, status: Status, deadline_at: int | None) -> None:
    verify_version(expected)
    verify_moment("deadline_at", deadline_at)
    if status is Status.ARCHIVED:
        raise Malformed("status", "expected another than archived, which only archiving sets")


def verify_since(since: int, limit: int) -> None:
    verify_version(since)
    verify_range("limit", limit, 1, MAX_ENTRIES)


def verify_claim(now: int, limit: int, lease: int) -> None:
    verify_range("now", now, 0, MAX_MOMENT)
    verify_range("limit", limit, 1, MAX_GAMES)
    # Without a lease two workers would get the same game one after the other.
    verify_range("lease", lease, 1, MAX_MOMENT)


def verify_page(limit: int) -> None:
    verify_range("limit", limit, 1, MAX_GAMES)


def verify_walk(limit: int, after: str) -> None:
    verify_page(limit)
    if after:
        verify_game_id(after)


def page_start(after: Bookmark | None) -> tuple[int, str]:
    """Return the creation time and id below which a page of the lobby begins."""
    if after is None:
        return MAX_MOMENT + 1, ""
    verify_range("created_at", after.created_at, 0, MAX_MOMENT)
    verify_game_id(after.game_id)
    return after.created_at, after.game_id

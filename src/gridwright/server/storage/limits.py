"""Size and format limits of stored values.

Values are checked only here, so both databases refuse the same values with the same messages, and
no statement fails on a value in the middle of a batch.
"""

import re
from typing import Final

import msgspec

from gridwright.fair.commit import verify_game_id as verify_plain_id
from gridwright.server.storage.errors import Malformed

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

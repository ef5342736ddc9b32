"""Parses text line by line: bounded, plain, and with errors that name the line."""

import re
from typing import Final

MAX_LINES: Final = 20_000
MAX_LINE: Final = 64_000
"""Maximum characters of a line: that of a table has every line of the game that it continues."""
MAX_LENGTH: Final = 80_000_000

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,4}")
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})+")
_SHOWN: Final = 80
"""Maximum characters of a line that errors quote."""


class TranscriptError(ValueError):
    """The transcript cannot be parsed or replayed; the message names the line and the problem."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line: Final = line
        self.problem: Final = problem

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


def split_lines(text: str) -> list[str]:
    """Return the lines of a text. Checks its size first."""
    if len(text) > MAX_LENGTH or text.count("\n") > MAX_LINES:
        raise TranscriptError(MAX_LINES, f"expected at most {MAX_LINES} lines")
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if len(line) > MAX_LINE:
            problem = f"expected at most {MAX_LINE} characters, got {len(line)}"
            raise TranscriptError(place + 1, problem)
        if not line.isascii():
            raise TranscriptError(place + 1, "expected plain ASCII")
    if lines.pop() != "":
        raise TranscriptError(len(lines) + 1, "expected a line break at the end")
    return lines


class LineReader:
    """Reads one line after the other."""

    def __init__(self, lines: list[str]) -> None:
        self.lines: Final = lines
        self.n_taken = 0

    def fail(self, problem: str) -> TranscriptError:
        """Return the error for the last line read."""
        return TranscriptError(self.n_taken, problem)

    def is_done(self) -> bool:
        return self.n_taken == len(self.lines)

    def peek(self) -> str:
        """Return the next line; empty after the last."""
        return "" if self.is_done() else self.lines[self.n_taken]

    def take(self) -> str:
        self.n_taken += 1
        if self.n_taken > len(self.lines):
            raise self.fail("expected another line, got the end of the text")
        return self.lines[self.n_taken - 1]

    def take_exactly(self, wanted: str) -> None:
        line = self.take()
        if line != wanted:
            raise self.fail(f"expected {wanted!r}, got {line[:_SHOWN]!r}")

    def take_after(self, word: str) -> str:
        """Return the rest of a line that begins with a word."""
        line = self.take()
        if not line.startswith(f"{word} "):
            raise self.fail(f"expected a line {word!r}, got {line[:_SHOWN]!r}")
        return line[len(word) + 1 :]

    # Words of the last line read

    def number(self, word: str) -> int:
        if not _NUMBER.fullmatch(word):
            raise self.fail(f"expected a whole number, got {word[:_SHOWN]!r}")
        return int(word)

    def hexadecimal(self, word: str) -> bytes:
        if not _HEX.fullmatch(word):
            raise self.fail(f"expected pairs of hexadecimal digits, got {word[:_SHOWN]!r}")
        return bytes.fromhex(word)

    def fixed(self, word: str, n_bytes: int) -> bytes:
        """Read hexadecimal digits for exactly ``n_bytes`` bytes."""
        found = self.hexadecimal(word)
        if len(found) != n_bytes:
            raise self.fail(f"expected {n_bytes} bytes, got {len(found)}")
        return found

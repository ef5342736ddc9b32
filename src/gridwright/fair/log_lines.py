"""The log of a table in the closing part of a transcript, one line per entry.

The moves are in the body already, so an entry only counts its lines. Undone moves are in no body
and follow their entry.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.fair.chain import READY, REVEALED, UNDONE, ChainEntry, taken_back
from gridwright.fair.lines import LineReader

_ENTRY: Final = re.compile(
    r"([a-z][a-z_]{0,31}) (0|[1-9][0-9]{0,15}) (-|0|[1-9][0-9]?) (-|[0-9a-f]{1,128}) "
    r"(0|[1-9][0-9]{0,3})"
)
_VERSION: Final = re.compile(r"[1-9][0-9]{0,8}")
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})+")


@dataclass(frozen=True)
class _Row:
    """An entry as parsed, before the lines of the body are assigned to it."""

    line: int
    entry: ChainEntry
    n_lines: int


def format_log(log: Sequence[ChainEntry]) -> list[str]:
    """Return the lines of a log."""
    back = taken_back(log)
    found: list[str] = []
    for version, entry in enumerate(log, start=1):
        found.append(f"entry {entry.head()} {len(entry.lines)}")
        if version in back:
            found += [f"undone {line}" for line in entry.lines]
    return found


def read_log(reader: LineReader, moves: Sequence[str]) -> tuple[ChainEntry, ...]:
    """Parse a log. Every move must be in one entry. Raises TranscriptError."""
    rows: list[_Row] = []
    while reader.peek().startswith("entry "):
        rows.append(_read_row(reader))
    back = taken_back([row.entry for row in rows])
    found: list[ChainEntry] = []
    n_played = 0
    for version, row in enumerate(rows, start=1):
        entry = row.entry
        if version not in back:
            lines = tuple(moves[n_played : n_played + row.n_lines])
            n_played += row.n_lines
            is_sound = not entry.lines and len(lines) == row.n_lines
            entry = ChainEntry(entry.kind, entry.at, entry.seat, entry.fact, lines)
        else:
            is_sound = len(entry.lines) == row.n_lines
        if not is_sound:
            reader.n_taken = row.line
            raise reader.fail(f"expected an entry of {row.n_lines} lines")
        found.append(entry)
    if found and n_played != len(moves):
        raise reader.fail(f"expected entries with {len(moves)} lines that count, got {n_played}")
    return tuple(found)


def _read_row(reader: LineReader) -> _Row:
    match = _ENTRY.fullmatch(reader.take_after("entry"))
    if match is None:
        raise reader.fail("expected a kind, a moment, a seat, a fact and a number of lines")
    line = reader.n_taken
    kind, at, seat, fact, n_lines = match.groups()
    fact = "" if fact == "-" else fact
    expected = {UNDONE: _VERSION, READY: _HEX, REVEALED: _HEX}.get(kind)
    if expected is not None and not expected.fullmatch(fact) and not (kind == READY and not fact):
        raise reader.fail(f"expected the fact of {kind}, got {fact!r}")
    lines: list[str] = []
    while reader.peek().startswith("undone "):
        lines.append(reader.take_after("undone"))
    entry = ChainEntry(kind, int(at), None if seat == "-" else int(seat), fact, tuple(lines))
    return _Row(line, entry, int(n_lines))

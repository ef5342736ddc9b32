"""A whole game as text, one action per line. The text is canonical: one game, one text."""

import hashlib
import json
import re
from dataclasses import dataclass, replace
from typing import Final

from gridwright.content.table import ContentError, TableSpec
from gridwright.engine.codec import canonical
from gridwright.engine.scoring import REASONS
from gridwright.fair.chain import ChainEntry
from gridwright.fair.commit import HASH_BYTES, SEED_BYTES, verify_game_id
from gridwright.fair.derive import verify_contribution
from gridwright.fair.lines import LineReader, TranscriptError, split_lines
from gridwright.fair.log_lines import format_log, read_log

__all__ = [
    "Closing",
    "Mark",
    "Move",
    "Transcript",
    "TranscriptError",
    "format_transcript",
    "parse_transcript",
    "seal_of",
    "sealed",
]

_TITLE: Final = "gridwright transcript 1"
_CHAINED: Final = "gridwright transcript 2"
"""Title of a transcript with the table's log, which only games on a server have."""
_BREAK: Final = "---"
_N_HEAD_LINES: Final = 5
"""Title, game, table, rules and commitment; contributions follow."""
_MOVE: Final = re.compile(r"[a-z0-9]+(?: [!-~]+)+")
_MARK: Final = re.compile(r"= (?:end|round (0|[1-9][0-9]{0,4})) ([0-9a-f]{30})")


@dataclass(frozen=True)
class Move:
    """One action, in the notation of the table."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Mark:
    """A checkpoint: the digest of the position in which a round begins, or of the last one."""

    round: int | None
    """Round that began; None at the end of the game."""
    digest: str

    def __str__(self) -> str:
        return f"= {'end' if self.round is None else f'round {self.round}'} {self.digest}"


@dataclass(frozen=True)
class Closing:
    """The part that is published after the end."""

    seed: bytes
    ranking: tuple[int, ...]
    """``ranking[seat]``: place from 1."""
    reason: str
    seal: bytes = b""
    """SHA-256 of every line before it. Detects accidental changes; a forger would recompute it."""
    log: tuple[ChainEntry, ...] = ()
    """Every entry of the table's log up to the one that reveals the seed."""
    chain: bytes = b""
    """Digest of the last entry."""


@dataclass(frozen=True)
class Transcript:
    """A game so far. Without a closing it is not over, or its seed is still secret."""

    game_id: str
    table: TableSpec
    rules: str
    """Rules identity of the table when the game began, in hexadecimal digits."""
    commitment: bytes
    contributions: tuple[tuple[int, bytes], ...]
    """Seat and bytes, by ascending seat."""
    body: tuple[Move | Mark, ...]
    closing: Closing | None = None

    @property
    def first_line(self) -> int:
        """Line number of the first entry of the body."""
        return _N_HEAD_LINES + len(self.contributions) + 2

    @property
    def seed_line(self) -> int:
        """Line number of the seed; ranking, reason, log and seal follow."""
        return self.first_line + len(self.body) + 1

    @property
    def log_line(self) -> int:
        """Line number of the first entry of the log, or of the seal if there is none."""
        return self.seed_line + 3

    @property
    def moves(self) -> list[str]:
        """The actions alone, as text."""
        return [entry.text for entry in self.body if isinstance(entry, Move)]


def format_transcript(transcript: Transcript) -> str:
    """Return the transcript as text."""
    text = _unsealed_text(transcript)
    if transcript.closing is not None:
        text += f"seal {transcript.closing.seal.hex()}\n"
    return text


def seal_of(transcript: Transcript) -> bytes:
    """Return the seal of a finished transcript."""
    return hashlib.sha256(_unsealed_text(transcript).encode("ascii")).digest()


def sealed(transcript: Transcript) -> Transcript:
    """Return the same transcript with the correct seal; an unfinished one has no seal."""
    if transcript.closing is None:
        return transcript
    closing = replace(transcript.closing, seal=seal_of(transcript))
    return replace(transcript, closing=closing)


def _unsealed_text(transcript: Transcript) -> str:
    closing = transcript.closing
    has_log = closing is not None and bool(closing.log)
    lines = [
        _CHAINED if has_log else _TITLE,
        f"game {transcript.game_id}",
        f"table {canonical(transcript.table.to_json())}",
        f"rules {transcript.rules}",
        f"commit {transcript.commitment.hex()}",
    ]
    lines += [f"contribute {seat} {given.hex()}" for seat, given in transcript.contributions]
    lines += [_BREAK, *[str(entry) for entry in transcript.body]]
    if closing is not None:
        places = " ".join([str(place) for place in closing.ranking])
        lines += [_BREAK, f"seed {closing.seed.hex()}", f"result {places}", f"end {closing.reason}"]
        if closing.log:
            lines += [*format_log(closing.log), f"chain {closing.chain.hex()}"]
    return "".join([f"{line}\n" for line in lines])


def parse_transcript(text: str) -> Transcript:
    """Parse a transcript. Raises TranscriptError. Formatting the result gives the text again."""
    reader = LineReader(split_lines(text))
    has_log = reader.peek() == _CHAINED
    reader.take_exactly(_CHAINED if has_log else _TITLE)
    game_id = reader.take_after("game")
    try:
        verify_game_id(game_id)
    except ValueError as error:
        raise reader.fail(str(error)) from error
    table = _read_table(reader)
    rules = reader.fixed(reader.take_after("rules"), HASH_BYTES).hex()
    committed = reader.fixed(reader.take_after("commit"), HASH_BYTES)
    contributions = _read_contributions(reader, table.seats)
    reader.take_exactly(_BREAK)
    body = _read_body(reader)
    # Only a finished game has a log, so only its text says so in the title.
    is_open = reader.is_done() and not has_log
    closing = None if is_open else _read_closing(reader, table.seats, body, has_log)
    if not reader.is_done():
        raise TranscriptError(reader.n_taken + 1, "expected nothing more")
    return Transcript(game_id, table, rules, committed, contributions, body, closing)


def _read_table(reader: LineReader) -> TableSpec:
    text = reader.take_after("table")
    try:
        table = TableSpec.from_json(json.loads(text))
    except (ContentError, ValueError, RecursionError) as error:
        raise reader.fail(f"expected a table as JSON: {str(error)[:200]}") from error
    if canonical(table.to_json()) != text:
        raise reader.fail(f"expected {canonical(table.to_json())}")
    return table


def _read_contributions(reader: LineReader, n_seats: int) -> tuple[tuple[int, bytes], ...]:
    found: list[tuple[int, bytes]] = []
    while reader.peek().startswith("contribute "):
        words = reader.take_after("contribute").split(" ")
        if len(words) != 2:
            raise reader.fail("expected contribute, a seat and hexadecimal digits")
        seat = reader.number(words[0])
        given = reader.hexadecimal(words[1])
        try:
            verify_contribution(seat, given, n_seats)
        except ValueError as error:
            raise reader.fail(str(error)) from error
        if found and seat <= found[-1][0]:
            raise reader.fail(f"expected a seat above {found[-1][0]}, got {seat}")
        found.append((seat, given))
    return tuple(found)


def _read_body(reader: LineReader) -> tuple[Move | Mark, ...]:
    entries: list[Move | Mark] = []
    while not reader.is_done() and reader.peek() != _BREAK:
        entries.append(_read_entry(reader))
        if len(entries) > 1 and _is_end(entries[-2]):
            raise reader.fail("expected nothing to be played after the end")
    return tuple(entries)


def _read_entry(reader: LineReader) -> Move | Mark:
    line = reader.take()
    mark = _MARK.fullmatch(line)
    if mark is not None:
        return Mark(None if mark[1] is None else int(mark[1]), mark[2])
    if not _MOVE.fullmatch(line):
        raise reader.fail(f"expected an action or a checkpoint, got {line[:80]!r}")
    return Move(line)


def _is_end(entry: Move | Mark) -> bool:
    return isinstance(entry, Mark) and entry.round is None


def _read_closing(
    reader: LineReader, n_seats: int, body: tuple[Move | Mark, ...], has_log: bool
) -> Closing:
    reader.take_exactly(_BREAK)
    if not body or not _is_end(body[-1]):
        raise reader.fail("expected '= end' before the closing part")
    seed = reader.fixed(reader.take_after("seed"), SEED_BYTES)
    ranking = tuple([reader.number(word) for word in reader.take_after("result").split(" ")])
    if len(ranking) != n_seats or not all(1 <= place <= n_seats for place in ranking):
        raise reader.fail(f"expected {n_seats} places from 1 to {n_seats}")
    reason = reader.take_after("end")
    if reason not in REASONS:
        raise reader.fail(f"expected one of {', '.join(REASONS)}, got {reason[:80]!r}")
    log: tuple[ChainEntry, ...] = ()
    chain = b""
    if has_log:
        log = read_log(reader, [entry.text for entry in body if isinstance(entry, Move)])
        chain = reader.fixed(reader.take_after("chain"), HASH_BYTES)
        if not log:
            raise reader.fail("expected a log before its last digest")
    seal = reader.fixed(reader.take_after("seal"), HASH_BYTES)
    return Closing(seed, ranking, reason, seal, log, chain)

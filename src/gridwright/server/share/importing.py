"""Turns a transcript into a game of this server: verified line by line, stored like any other."""

import base64
import hashlib
from collections.abc import Iterator
from typing import Final

import msgspec

from gridwright.engine.codec import canonical
from gridwright.engine.ids import CHANCE
from gridwright.fair.transcript import Transcript, parse_transcript
from gridwright.fair.verify import Check, verify
from gridwright.protocol.refusals import Code, Refused
from gridwright.server.storage.games import NewGame
from gridwright.server.tables.service import label_of
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.log_entries import Acted, Began, Imported, Revealed, to_entry
from gridwright.table.state import LogEntry
from gridwright.table.table import Table
from gridwright.table.terms import Terms

ID_BYTES: Final = 16
PREFIX: Final = "i"
"""First letter of ids of imported games; tables created here have another one."""

CODES: Final[dict[str, Code]] = {
    "form": "transcript_form",
    "rules": "transcript_rules",
    "actions": "transcript_move",
    "checkpoints": "transcript_move",
    "result": "transcript_result",
    "commitment": "transcript_deal",
    "contributions": "transcript_deal",
    "chance": "transcript_deal",
    "chain": "transcript_log",
    "seal": "transcript_seal",
}
"""Code of each check that can fail."""


class BadTranscript(Refused):
    """The text is not a complete game; names the first invalid line."""

    def __init__(self, code: Code, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}", code)
        self.line: Final = line
        self.numbers = {"line": line}


class ImportedGame(msgspec.Struct, frozen=True):
    """A game ready to be stored: its row, its seed and its whole log."""

    new: NewGame
    seed: bytes
    log: tuple[LoggedEntry, ...]


def read_transcript(text: str) -> Transcript:
    """Return a complete transcript whose dealing matches its commitment; raise BadTranscript."""
    report = verify(text)
    failures = report.failures
    if failures:
        raise _refusal(min(failures, key=lambda check: check.line or 0))
    transcript = parse_transcript(text)
    if transcript.closing is None:
        last = text.count("\n")
        raise BadTranscript("transcript_open", max(1, last), "the game is not over")
    assert report.ok
    return transcript


def _refusal(check: Check) -> BadTranscript:
    return BadTranscript(CODES[check.name], check.line or 1, check.detail)


def game_id_of(text: str) -> str:
    """Return the id of a transcript's game; equal transcripts have equal ids."""
    digest = hashlib.sha256(text.encode("ascii")).digest()[:ID_BYTES]
    return PREFIX + base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def import_game(text: str, now: int) -> ImportedGame:
    """Return the game of a text; raise BadTranscript. Takes as long as a few replays."""
    transcript = read_transcript(text)
    assert transcript.closing is not None
    spec = transcript.table
    new = NewGame(
        game_id=game_id_of(text),
        rules=transcript.rules,
        spec=canonical(spec.to_json()),
        created_at=now,
        label=label_of(spec, Terms()),
    )
    return ImportedGame(new, transcript.closing.seed, tuple(_log(transcript, new, now)))


def _log(transcript: Transcript, new: NewGame, now: int) -> Iterator[LoggedEntry]:
    """Yield the entries of the log, each verified by folding it."""
    assert transcript.closing is not None
    table = Table(new, transcript.closing.seed)
    for log_entry, seat, lines in _steps(transcript, table):
        status = {Imported: Status.GATHERING, Revealed: Status.FINISHED}.get(
            type(log_entry), Status.RUNNING
        )
        number = table.version + 1
        entry = to_entry(log_entry, f"import:{number}", now, seat, lines, table.chain.hex())
        logged = LoggedEntry(number, entry, status, None)
        table.fold(logged)
        yield logged


def _steps(
    transcript: Transcript, table: Table
) -> Iterator[tuple[LogEntry, int | None, tuple[str, ...]]]:
    """Yield one entry per decision, with the chance outcomes after it."""
    assert transcript.closing is not None
    contributions = tuple([(seat, given.hex()) for seat, given in transcript.contributions])
    commitment = transcript.commitment.hex()
    yield Imported(transcript.game_id, commitment, contributions), None, ()
    moves = transcript.moves
    n_given = len(transcript.table.begins)
    at = n_given
    while at < len(moves) and _is_chance(table, moves[at]):
        at += 1
    yield Began(), None, tuple(moves[:at])
    while at < len(moves):
        end = at + 1
        while end < len(moves) and _is_chance(table, moves[end]):
            end += 1
        yield Acted(), table.notation.parse(moves[at]).seat, tuple(moves[at:end])
        at = end
    yield Revealed(transcript.closing.seed.hex()), None, ()


def _is_chance(table: Table, line: str) -> bool:
    return table.notation.parse(line).seat == CHANCE

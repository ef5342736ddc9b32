"""Turns a transcript into a game of this server: verified line by line, stored like any other."""

import base64
import hashlib
from typing import Final

import msgspec

from gridwright.engine.codec import canonical
from gridwright.fair.transcript import Transcript, parse_transcript
from gridwright.fair.verify import Check, verify
from gridwright.protocol.refusals import Code, Refused
from gridwright.server.storage.games import NewGame
from gridwright.server.tables.service import label_of
from gridwright.table.entries import LoggedEntry
from gridwright.table.importing import imported_log
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
    seed = transcript.closing.seed
    return ImportedGame(new, seed, tuple(imported_log(transcript, new, seed, now)))

"""A game on disk: its transcript, and beside it the seed that is still secret."""

import secrets
from pathlib import Path
from typing import Final

from gridwright.cli.errors import CommandFailed
from gridwright.cli.transcripts import verify_figures
from gridwright.content.table import TableSpec, UnknownRules
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import Notation
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.atomic_file import write_atomically
from gridwright.fair.commit import (
    SECRET_MODE,
    SEED_BYTES,
    SeedFileError,
    format_seed,
    opens,
    read_seed,
)
from gridwright.fair.record import Recorder
from gridwright.fair.transcript import (
    Transcript,
    TranscriptError,
    format_transcript,
    parse_transcript,
)


class TableFile:
    """A game in progress. Save it before showing what was played."""

    def __init__(self, path: Path, recorder: Recorder, saved: str) -> None:
        self.path: Final = path
        self.recorder: Final = recorder
        self._saved = saved
        """The contents of the file when it was last read or written."""

    def play(self, action: Action) -> None:
        """Carry out an action and what chance owes after it, or IllegalAction."""
        self.recorder.play(action)

    def save(self) -> None:
        """Write the transcript if it has grown; the one of a finished game holds the seed."""
        text = format_transcript(self.recorder.transcript())
        if text == self._saved:
            return
        if self.path.exists() and self.path.read_text(encoding="ascii") != self._saved:
            raise CommandFailed(f"{self.path} was changed by another program; nothing was written")
        write_atomically(self.path, text.encode("ascii"))
        self._saved = text


def create_table(
    path: Path, secret: Path, spec: TableSpec, contributions: dict[int, bytes]
) -> TableFile:
    """Deal a new game under a fresh seed and write both files. No file is ever overwritten."""
    for each in (path, secret):
        if each.exists():
            raise CommandFailed(f"{each} is there already; choose another name")
    seed = secrets.token_bytes(SEED_BYTES)
    recorder = Recorder(spec, f"table-{secrets.token_hex(8)}", seed, contributions)
    recorder.deal()
    # The seed comes first: a game without its seed could never continue.
    write_atomically(secret, format_seed(seed), SECRET_MODE)
    table = TableFile(path, recorder, "")
    table.save()
    return table


def load_transcript(path: Path) -> Transcript:
    """The transcript in a file, or TranscriptError."""
    try:
        transcript = parse_transcript(path.read_text(encoding="ascii"))
    except UnicodeDecodeError:
        raise CommandFailed(f"{path}: expected a transcript in plain ASCII") from None
    except TranscriptError as error:
        raise CommandFailed(f"{path}: {error}") from error
    verify_figures(str(path), transcript.table)
    return transcript


def open_table(path: Path, secret: Path) -> TableFile:
    """Return a game that can continue: the transcript played again under its secret seed."""
    text = path.read_text(encoding="ascii")
    transcript = load_transcript(path)
    try:
        seed = read_seed(secret)
    except SeedFileError as error:
        raise CommandFailed(str(error)) from error
    if not opens(transcript.commitment, transcript.game_id, transcript.rules, seed):
        raise CommandFailed(f"{secret} does not hold the seed that {path} is committed to")
    try:
        recorder = Recorder(
            transcript.table,
            transcript.game_id,
            seed,
            dict(transcript.contributions),
            transcript.rules,
        )
    except UnknownRules:
        problem = f"{path} was begun under another version of the rules"
        raise CommandFailed(problem) from None
    recorder.deal()
    notation = Notation(recorder.game.rules)
    for move in transcript.moves:
        action = notation.parse(move)
        if action.seat != CHANCE:
            recorder.play(action)
    again = format_transcript(recorder.transcript())
    if again != text:
        raise CommandFailed(f"{path} is not what its seed deals; `gridwright verify` says where")
    return TableFile(path, recorder, text)

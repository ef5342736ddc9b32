"""Sources of transcripts: single files, folders of them, and files with one game per line."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gridwright.cli.errors import CommandFailed
from gridwright.content.table import ContentError, TableSpec, list_editions
from gridwright.fair.transcript import Transcript, TranscriptError, parse_transcript

LINES_SUFFIX: Final = ".jsonl"
PATTERN: Final = "*.txt"
ARCHIVED_SUFFIX: Final = ".json.xz"
STANDARD_INPUT: Final = Path("-")


@dataclass(frozen=True)
class Source:
    """One transcript as it was found."""

    name: str
    text: bytes

    def transcript(self) -> Transcript:
        """The transcript, or a failure that names the file."""
        try:
            transcript = parse_transcript(self.text.decode("latin-1"))
        except TranscriptError as error:
            raise CommandFailed(f"{self.name}: {error}") from error
        verify_figures(self.name, transcript.table)
        return transcript

    def verify_figures(self) -> None:
        """Fail if this is a transcript whose figures are not known; it cannot be judged."""
        try:
            transcript = parse_transcript(self.text.decode("latin-1"))
        except TranscriptError:
            return
        verify_figures(self.name, transcript.table)


def verify_figures(name: str, table: TableSpec) -> None:
    """Fail unless the figures that a table was made with are known."""
    try:
        list_editions(content=table.content)
    except ContentError as error:
        raise CommandFailed(f"{name}: {error.problem}") from error


def is_single(path: Path) -> bool:
    """Return True if a path holds one transcript and nothing else."""
    return not path.is_dir() and path.suffix != LINES_SUFFIX


def find_transcripts(path: Path) -> Iterator[Source]:
    """Every transcript at a path, in the order of names or lines; ``-`` is standard input."""
    if path == STANDARD_INPUT:
        yield Source("standard input", sys.stdin.buffer.read())
    elif path.is_dir():
        files = sorted(path.glob(PATTERN)) or sorted(path.rglob(f"*{ARCHIVED_SUFFIX}"))
        if not files:
            expected = f"{PATTERN}, or *{ARCHIVED_SUFFIX} of an archive"
            raise CommandFailed(f"{path}: no transcripts ({expected}) in this folder")
        for file in files:
            yield _read(file)
    elif path.suffix == LINES_SUFFIX:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                yield Source(f"{path}:{number}", text_of_line(path, number, line))
    else:
        yield _read(path)


def _read(file: Path) -> Source:
    """The transcript in a file; of an archived game it is made from the log."""
    if not file.name.endswith(ARCHIVED_SUFFIX):
        return Source(str(file), file.read_bytes())
    # Late, so that transcripts are read without the server's parts.
    from gridwright.server.tables.export import transcript_of

    try:
        return Source(str(file), transcript_of(file.read_bytes()).encode("ascii"))
    except ValueError as error:
        raise CommandFailed(f"{file}: {error}") from error


def text_of_line(path: Path, number: int, line: bytes) -> bytes:
    """The transcript in one line of a file with one game per line."""
    try:
        text = json.loads(line)["transcript"]
        if isinstance(text, str):
            return text.encode("latin-1")
    except (ValueError, TypeError, KeyError):
        pass
    raise CommandFailed(f"{path}:{number}: expected JSON with a transcript")


def only_transcript(path: Path, game: int | None) -> Transcript:
    """The one transcript at a path; ``game`` says which, counted from 1, if there are several."""
    sources = list(find_transcripts(path))
    if game is None and len(sources) > 1:
        raise CommandFailed(f"{path} holds {len(sources)} games; choose one with --game")
    if game is not None and not 1 <= game <= len(sources):
        raise CommandFailed(f"--game: expected 1 to {len(sources)}, got {game}")
    if not sources:
        raise CommandFailed(f"{path}: no game in this file")
    return sources[(game or 1) - 1].transcript()

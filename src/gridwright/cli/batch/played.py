"""One simulated game: its text and the few figures a summary needs."""

from dataclasses import dataclass

from gridwright.content.table import TableSpec
from gridwright.engine.notation import CHANCE_WORD
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import Mark, Transcript, format_transcript


@dataclass(frozen=True)
class Played:
    """A game with its number."""

    number: int
    rounds: int
    actions: int
    """By seats; the dealer's are not counted."""
    ranking: tuple[int, ...]
    """Empty if the game did not end."""
    reason: str
    text: str


def play_number(spec: TableSpec, number: int) -> Played:
    """Random game number so-and-so; the same wherever it is played."""
    return played_of(number, random_transcript(spec, number))


def played_of(number: int, transcript: Transcript) -> Played:
    """The figures of a transcript."""
    rounds = [each.round for each in transcript.body if isinstance(each, Mark) and each.round]
    closing = transcript.closing
    return Played(
        number,
        rounds[-1] if rounds else 0,
        sum(not move.startswith(f"{CHANCE_WORD} ") for move in transcript.moves),
        closing.ranking if closing is not None else (),
        closing.reason if closing is not None else "unfinished",
        format_transcript(transcript),
    )

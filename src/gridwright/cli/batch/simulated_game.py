"""One simulated game: its transcript and what the summary counts."""

from dataclasses import dataclass

from gridwright.content.table import TableSpec
from gridwright.engine.notation import CHANCE_WORD
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import Mark, Transcript, format_transcript


@dataclass(frozen=True)
class SimulatedGame:
    """A game with its number."""

    number: int
    rounds: int
    actions: int
    """By seats; the dealer's are not counted."""
    ranking: tuple[int, ...]
    """Empty if the game did not end."""
    reason: str
    text: str


def simulate_game(spec: TableSpec, number: int) -> SimulatedGame:
    """The random game of this number; the same on every machine."""
    return read_simulated(number, random_transcript(spec, number))


def read_simulated(number: int, transcript: Transcript) -> SimulatedGame:
    """What the summary counts of a transcript."""
    rounds = [each.round for each in transcript.body if isinstance(each, Mark) and each.round]
    closing = transcript.closing
    return SimulatedGame(
        number,
        rounds[-1] if rounds else 0,
        sum(not move.startswith(f"{CHANCE_WORD} ") for move in transcript.moves),
        closing.ranking if closing is not None else (),
        closing.reason if closing is not None else "unfinished",
        format_transcript(transcript),
    )

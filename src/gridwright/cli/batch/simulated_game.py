"""One simulated game: its transcript and what the summary counts."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.bots.bot_games import record_game
from gridwright.bots.outside import SEPARATOR
from gridwright.bots.registry import find_bot
from gridwright.content.table import TableSpec
from gridwright.engine.notation import CHANCE_WORD
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import Mark, Transcript, format_transcript

MAX_NAMES_LENGTH: Final = 48
"""Characters of a game's id that tell who plays; the number follows."""


@dataclass(frozen=True)
class SimulatedGame:
    """A game with its number."""

    number: int
    rounds: int
    actions: int
    """Number of actions of seats; the dealer's are not counted."""
    ranking: tuple[int, ...]
    """Empty if the game did not end."""
    reason: str
    text: str


def game_name(bots: Sequence[str], number: int) -> str:
    """Return the id of a simulated game, with the names of its bots."""
    if not bots:
        return f"random-{number}"
    told = bots[0] if len(set(bots)) == 1 else "-".join(bots)
    if len(told) > MAX_NAMES_LENGTH:
        told = f"bots-{hashlib.sha256(told.encode('utf-8')).hexdigest()[:16]}"
    # Ids are short and plain; the address of a bot has a sign that they lack.
    return f"{told.replace(SEPARATOR, '.')}-{number}"


def simulate_game(spec: TableSpec, bots: Sequence[str], number: int) -> SimulatedGame:
    """The game of this number by these bots, or at random; the same on every machine."""
    if not bots:
        return read_simulated(number, random_transcript(spec, number))
    seed = hashlib.sha256(f"gridwright game of bots {number}".encode("ascii")).digest()
    players = [find_bot(name) for name in bots]
    return read_simulated(number, record_game(spec, game_name(bots, number), seed, {}, players))


def read_simulated(number: int, transcript: Transcript) -> SimulatedGame:
    """Return the facts of a transcript that the summary counts."""
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

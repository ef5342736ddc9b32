"""The log of a game that was played elsewhere, from its transcript."""

from collections.abc import Iterator, Sequence

from gridwright.engine.ids import CHANCE
from gridwright.fair.transcript import Transcript
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.leaving_entries import EndAgreed
from gridwright.table.log_entries import (
    Acted,
    Began,
    GotReady,
    Imported,
    Revealed,
    SatDown,
    to_entry,
)
from gridwright.table.state import GameHeader, LogEntry
from gridwright.table.table import Table

Sitting = tuple[str, str]
"""A name, and the level of its bot; empty for a person."""
_Step = tuple[LogEntry, int | None, tuple[str, ...], Status]


def imported_log(
    transcript: Transcript,
    header: GameHeader,
    seed: bytes,
    now: int,
    sitters: Sequence[Sitting] = (),
) -> Iterator[LoggedEntry]:
    """Yield the entries, each verified by folding it. Without sitters all seats are unnamed.

    A game without a closing ends as one that its players ended early.
    """
    table = Table(header, seed)
    for log_entry, seat, lines, status in _steps(transcript, table, seed, sitters):
        number = table.version + 1
        entry = to_entry(log_entry, f"import:{number}", now, seat, lines, table.chain.hex())
        logged = LoggedEntry(number, entry, status, None)
        table.fold(logged)
        yield logged


def _steps(
    transcript: Transcript, table: Table, seed: bytes, sitters: Sequence[Sitting]
) -> Iterator[_Step]:
    """Yield one entry per decision, with the chance outcomes after it."""
    contributions = tuple([(seat, given.hex()) for seat, given in transcript.contributions])
    commitment = transcript.commitment.hex()
    imported = Imported(transcript.game_id, commitment, contributions)
    yield imported, None, (), Status.GATHERING
    for seat, (name, bot) in enumerate(sitters):
        yield SatDown(name, bot), seat, (), Status.GATHERING
        if not bot:
            yield GotReady(), seat, (), Status.GATHERING
    moves = transcript.moves
    n_given = len(transcript.table.begins)
    at = n_given
    while at < len(moves) and _is_chance(table, moves[at]):
        at += 1
    yield Began(), None, tuple(moves[:at]), Status.RUNNING
    while at < len(moves):
        end = at + 1
        while end < len(moves) and _is_chance(table, moves[end]):
            end += 1
        by_bot = _bot_at(sitters, seat := table.notation.parse(moves[at]).seat)
        yield Acted(by_bot), seat, tuple(moves[at:end]), Status.RUNNING
        at = end
    if transcript.closing is None:
        yield EndAgreed(ends_game=True), 0, (), Status.RUNNING
    is_whole = transcript.closing is not None
    yield Revealed(seed.hex()), None, (), Status.FINISHED if is_whole else Status.ABANDONED


def _bot_at(sitters: Sequence[Sitting], seat: int) -> str:
    return sitters[seat][1] if sitters else ""


def _is_chance(table: Table, line: str) -> bool:
    return table.notation.parse(line).seat == CHANCE

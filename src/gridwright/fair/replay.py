"""Replays a transcript. It needs no secret: every outcome is in the text."""

from collections.abc import Iterator
from typing import Final

from gridwright.content.table import ContentError, UnknownRules, load_game
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.transcript import (
    Mark,
    Move,
    Transcript,
    TranscriptError,
    format_transcript,
    seal_of,
)

RULES_LINE: Final = 4


class CheckpointError(TranscriptError):
    """The actions are legal but do not lead to the recorded position."""


def replay(transcript: Transcript) -> History:
    """Replay to the last line. Raises TranscriptError at the first line that is wrong."""
    again = Replay(transcript)
    for _line, _action in again.play():
        pass
    again.verify_result()
    verify_seal(transcript)
    return again.history


def mark_after(game: Game, round_before: int, state: State) -> Mark | None:
    """Return the checkpoint due after an action: at the end, or where the round changed."""
    if game.is_over(state):
        return Mark(None, digest(state))
    return Mark(state.round, digest(state)) if state.round != round_before else None


class Replay:
    """A replay of a transcript, line by line."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript: Final = transcript
        self.game: Final = verify_rules(transcript)
        self.notation: Final = Notation(self.game.rules)
        self.history: Final = History(self.game)

    def play(self) -> Iterator[tuple[int, Action]]:
        """Play to the last line; yields each line number and action before it is carried out.

        Checkpoints are compared on the way. A caller that stops early stops the replay.
        """
        due: Mark | None = None
        line = self.transcript.first_line
        given = list(reversed(self.transcript.table.begins))
        for entry in self.transcript.body:
            if isinstance(entry, Mark) or due is not None:
                self._verify_mark(line, entry, due)
                due = None
            else:
                action = self._read(line, entry)
                if given and given.pop() != str(entry):
                    raise TranscriptError(line, "expected the position that the table begins with")
                yield line, action
                due = self._carry_out(line, action)
            line += 1
        if due is not None:
            raise CheckpointError(line, f"expected the checkpoint {due}, got nothing")
        if given and self.transcript.body:
            raise TranscriptError(line, "expected the position that the table begins with")

    def _verify_mark(self, line: int, entry: Move | Mark, due: Mark | None) -> None:
        if entry != due:
            expected = "no checkpoint" if due is None else f"the checkpoint {due}"
            raise CheckpointError(line, f"expected {expected}, got {entry}")

    def _read(self, line: int, move: Move) -> Action:
        try:
            action = self.notation.parse(move.text)
        except NotationError as error:
            raise TranscriptError(line, str(error)) from error
        if self.notation.text(action) != move.text:
            raise TranscriptError(line, f"expected {self.notation.text(action)}, got {move}")
        return action

    def _carry_out(self, line: int, action: Action) -> Mark | None:
        round_before = self.history.state.round
        try:
            self.history.play(action)
        except IllegalAction as error:
            raise TranscriptError(line, f"illegal action: {error}") from error
        return mark_after(self.game, round_before, self.history.state)

    def verify_result(self) -> None:
        """Raise TranscriptError unless ranking and reason are those of the game."""
        closing = self.transcript.closing
        if closing is None:
            return
        line = self.transcript.seed_line
        ranking = list(closing.ranking)
        if ranking != self.history.state.ranking:
            expected = self.history.state.ranking
            raise TranscriptError(line + 1, f"expected ranking {expected}, got {ranking}")
        reason = self.game.scoring.end_reason(self.history.state)
        if closing.reason != reason:
            raise TranscriptError(line + 2, f"expected {reason}, got {closing.reason}")


def verify_rules(transcript: Transcript) -> Game:
    """The game by the rules of the transcript, today's or earlier; TranscriptError if unknown."""
    try:
        return load_game(transcript.table, transcript.rules)
    except UnknownRules as error:
        raise TranscriptError(
            RULES_LINE, f"the rules version differs: today {error.today}, got {error.rules}"
        ) from error
    except ContentError as error:
        raise TranscriptError(RULES_LINE - 1, f"unknown table: {error}") from error


def verify_seal(transcript: Transcript) -> None:
    """Raise TranscriptError unless no line was changed since the transcript was sealed."""
    closing = transcript.closing
    if closing is not None and closing.seal != seal_of(transcript):
        line = format_transcript(transcript).count("\n")
        raise TranscriptError(line, f"expected {seal_of(transcript).hex()}, got another seal")

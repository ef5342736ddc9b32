"""Verifies a whole game: legal, as recorded, and dealt as committed before it began."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.chain import CHANGED, OPENED, REVEALED, contributions, digests
from gridwright.fair.commit import opens
from gridwright.fair.dealer import Dealer, DealerError, dealer_from
from gridwright.fair.derive import derive_keys
from gridwright.fair.replay import CheckpointError, Replay, replay, verify_rules, verify_seal
from gridwright.fair.transcript import (
    Transcript,
    TranscriptError,
    format_transcript,
    parse_transcript,
)


def verify_chain(transcript: Transcript) -> int:
    """Return the number of entries of the log, 0 without one.

    Raises TranscriptError if the log contradicts the rest of the transcript.
    """
    closing = transcript.closing
    if closing is None or not closing.log:
        return 0
    log = closing.log
    last_line = format_transcript(transcript).count("\n") - 1
    if digests(transcript.game_id, log)[-1] != closing.chain:
        raise TranscriptError(last_line, "expected the digest of the last entry")
    promised = [entry.fact for entry in log if entry.kind in (OPENED, CHANGED)]
    if not promised or promised[-1] != transcript.commitment.hex():
        raise TranscriptError(transcript.log_line, "expected the commitment of this game")
    given = {seat: given.hex() for seat, given in transcript.contributions}
    if contributions(log) != given:
        raise TranscriptError(transcript.log_line, "expected the contributions of this game")
    if log[-1].kind != REVEALED or log[-1].fact != closing.seed.hex():
        raise TranscriptError(last_line - 1, "expected an entry that shows the seed")
    return len(log)


__all__ = ["CHECKS", "Check", "Outcome", "Report", "replay", "verify"]

CHECKS: Final = (
    "form",
    "rules",
    "actions",
    "checkpoints",
    "result",
    "commitment",
    "contributions",
    "chance",
    "chain",
    "seal",
)
"""All checks, in their order."""

NO_LOG: Final = "This game was recorded without the log of its table"

_COMMIT_LINE: Final = 5
_NOT_REACHED: Final = "not reached"
_NO_SEED: Final = "the seed is not published yet"


class Outcome(Enum):
    """Result of a check."""

    OK = "ok"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Check:
    """One check: its outcome, the first line that failed, and the reason."""

    name: str
    outcome: Outcome
    line: int | None
    detail: str

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}: "
        return f"{self.name:<13} {self.outcome.value:<7} {place}{self.detail}".rstrip()


@dataclass(frozen=True)
class Report:
    """The results of all checks, in the order of CHECKS."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Return whether all applicable checks passed.

        An unfinished game is not proven. A game that was not played on a server has no log.
        """
        return all(check.outcome is Outcome.OK or check.detail == NO_LOG for check in self.checks)

    @property
    def failures(self) -> list[Check]:
        """Return the failed checks; none for a valid game in progress."""
        return [check for check in self.checks if check.outcome is Outcome.FAILED]

    def __str__(self) -> str:
        return "\n".join([str(check) for check in self.checks])


def verify(source: str | bytes | Transcript) -> Report:
    """Check a game from its text. Never raises because of the text; a check fails instead."""
    audit = _Audit()
    try:
        transcript = _read(source)
    except TranscriptError as error:
        audit.fail("form", error)
        return audit.report()
    audit.passed("form")
    _check_secrets(audit, transcript)
    try:
        verify_rules(transcript)
    except TranscriptError as error:
        audit.fail("rules", error)
        return audit.report()
    audit.passed("rules")
    _check_play(audit, transcript)
    return audit.report()


class _Audit:
    """The checks so far; a missing one was not reached."""

    def __init__(self) -> None:
        self._found: Final[dict[str, Check]] = {}

    def passed(self, name: str, detail: str = "") -> None:
        self._found[name] = Check(name, Outcome.OK, None, detail)

    def skip(self, name: str, detail: str) -> None:
        self._found[name] = Check(name, Outcome.SKIPPED, None, detail)

    def fail(self, name: str, error: TranscriptError) -> None:
        self._found[name] = Check(name, Outcome.FAILED, error.line, error.problem)

    def report(self) -> Report:
        missing = {name: Check(name, Outcome.SKIPPED, None, _NOT_REACHED) for name in CHECKS}
        return Report(tuple([self._found.get(name, missing[name]) for name in CHECKS]))


def _read(source: str | bytes | Transcript) -> Transcript:
    if isinstance(source, Transcript):
        source = format_transcript(source)
    if isinstance(source, bytes):
        # A byte that is not ASCII becomes a character that is not, and its line is reported.
        source = source.decode("latin-1")
    return parse_transcript(source)


def _check_secrets(audit: _Audit, transcript: Transcript) -> None:
    """Run the checks without replay: the seal, the commitment, the contributions."""
    closing = transcript.closing
    if closing is None:
        audit.skip("seal", _NO_SEED)
        audit.skip("commitment", _NO_SEED)
        audit.skip("chain", _NO_SEED)
    else:
        _check_chain(audit, transcript)
        try:
            verify_seal(transcript)
            audit.passed("seal")
        except TranscriptError as error:
            audit.fail("seal", error)
        if opens(transcript.commitment, transcript.game_id, transcript.rules, closing.seed):
            audit.passed("commitment")
        else:
            problem = "expected the commitment to this game, these rules and this seed"
            audit.fail("commitment", TranscriptError(_COMMIT_LINE, problem))
    # The parser has checked that each has its length, and a seat of its own.
    n_given = len(transcript.contributions)
    audit.passed("contributions", f"{n_given} of {transcript.table.seats} seats")


def _check_chain(audit: _Audit, transcript: Transcript) -> None:
    try:
        n_entries = verify_chain(transcript)
    except TranscriptError as error:
        audit.fail("chain", error)
        return
    if n_entries:
        audit.passed("chain", f"{n_entries} entries")
    else:
        audit.skip("chain", NO_LOG)


def _check_play(audit: _Audit, transcript: Transcript) -> None:
    """Replay the game, and deal it again from its seed."""
    again = Replay(transcript)
    table = _Redeal(again) if transcript.closing is not None else None
    n_actions = 0
    try:
        for line, action in again.play():
            if table is not None:
                table.compare(line, action, again.history.state)
            n_actions += 1
    except CheckpointError as error:
        audit.passed("actions", f"{n_actions} up to the wrong checkpoint")
        audit.fail("checkpoints", error)
    except TranscriptError as error:
        audit.fail("actions", error)
    else:
        audit.passed("actions", str(n_actions))
        audit.passed("checkpoints")
        _check_result(audit, again)
        if table is not None:
            audit.passed("chance", f"{table.n_dealt} outcomes")
    if table is not None and table.error is not None:
        audit.fail("chance", table.error)


def _check_result(audit: _Audit, again: Replay) -> None:
    if again.transcript.closing is None:
        audit.skip("result", _NO_SEED)
        audit.skip("chance", _NO_SEED)
        return
    try:
        again.verify_result()
        audit.passed("result")
    except TranscriptError as error:
        audit.fail("result", error)


class _Redeal:
    """Deals a game again from its published seed, up to the first difference."""

    def __init__(self, again: Replay) -> None:
        transcript = again.transcript
        assert transcript.closing is not None
        contributions = dict(transcript.contributions)
        keys = derive_keys(transcript.closing.seed, transcript.game_id, contributions)
        self._keys: Final = keys
        self._game: Final = again.game
        self._notation: Final = again.notation
        self._n_given = len(transcript.table.begins)
        """Lines that are given: the replay compares them, and they were not dealt here."""
        self._dealer = None if self._n_given else Dealer(again.game, keys)
        self.n_dealt = 0
        self.error: TranscriptError | None = None

    def compare(self, line: int, action: Action, state: State) -> None:
        """Compare an outcome with the one that the seed gives in this position."""
        if self._n_given:
            self._n_given -= 1
            return
        if self.error is not None or state.actor != CHANCE or action.seat != CHANCE:
            return
        if self._dealer is None:
            self._dealer = dealer_from(self._game, self._keys, state)
        try:
            dealt = self._dealer.deal(state)
        except DealerError as error:
            self.error = TranscriptError(line, str(error))
            return
        self.n_dealt += 1
        if dealt != action:
            expected = self._notation.text(dealt)
            got = self._notation.text(action)
            self.error = TranscriptError(line, f"expected {expected}, got {got}")

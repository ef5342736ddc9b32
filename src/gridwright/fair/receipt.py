"""Receipts: a browser's record of a table, checked against the finished game.

The browser applies the same checks (``web/src/fair/receiptCheck.ts``) and shows the same sentences
(``web/src/words/en/later/fair.json``); a test compares them.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gridwright.fair.chain import CHANGED, READY, STOOD_UP, digests
from gridwright.fair.transcript import Transcript
from gridwright.fair.verify import NO_LOG, Check, Outcome

FORMAT: Final = "gridwright receipt 1"
RECEIPT_CHECKS: Final = ("promise", "own", "kept")
MAX_BYTES: Final = 1_000_000
"""Size of the largest receipt that is read."""
_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){1,64}")
_MAX_VERSION: Final = 10**9
_MAX_SEAT: Final = 99

SENTENCES: Final[Mapping[str, str]] = {
    "promise.ok": "This browser kept the fingerprint of the secret before you got ready; "
    "it is the same now",
    "promise.failed": "When you got ready the server showed another fingerprint: "
    "it changed its secret afterwards",
    "promise.changed": "While the game ran the server showed another fingerprint",
    "promise.late": "Not kept here: this browser saw the fingerprint only while the game ran",
    "promise.skipped": "Not kept here: this browser saw no fingerprint before the end",
    "promise.unsure": "Not kept here for certain: the server never answered, "
    "or you got ready again elsewhere",
    "own.ok": "The number that this browser added for you is in the deal",
    "own.failed": "The number that this browser added on seat {seat} is not in the deal",
    "own.skipped": "Not kept here: this browser added no number to this game",
    "own.unsure": "Not kept here for certain: the server never answered, "
    "or you got ready again elsewhere",
    "kept.ok": "All {count} moments that this browser kept of the log are in it, unchanged",
    "kept.failed": "What had happened up to version {version} was changed "
    "after this browser had seen it",
    "kept.gone": "This browser kept moments of a log that the proof does not show",
    "kept.skipped": "Not kept here: this browser saw nothing of the log before the end",
    "kept.none": NO_LOG,
}


class ReceiptError(ValueError):
    """The receipt cannot be read, or is one of another game."""


@dataclass(frozen=True)
class Ready:
    """The commitment and the player's contribution to it, when the player was ready."""

    seat: int
    commit: str
    contribution: str
    answered: bool
    """True if the server confirmed the contribution."""


@dataclass(frozen=True)
class Moment:
    """The digest of the log that was shown at a version."""

    version: int
    chain: str


@dataclass(frozen=True)
class Receipt:
    """A browser's record of one game."""

    game: str
    seen: str
    """Commitment as first seen while the game ran; empty if it never was."""
    ready: tuple[Ready, ...]
    heads: tuple[Moment, ...]


def parse_receipt(text: str) -> Receipt:
    """Parse a receipt. Raises ReceiptError if it is invalid."""
    if len(text) > MAX_BYTES:
        raise ReceiptError(f"expected at most {MAX_BYTES} bytes")
    try:
        found = json.loads(text)
        if found["format"] != FORMAT:
            raise ReceiptError(f"expected {FORMAT!r}, got {str(found['format'])[:80]!r}")
        seen = _digits(found["seen"]) if found["seen"] else ""
        ready = [
            Ready(
                _number(each["seat"], _MAX_SEAT),
                _digits(each["commit"]),
                _digits(each["contribution"]),
                each["answered"] is True,
            )
            for each in found["ready"]
        ]
        heads = [
            Moment(_number(each["version"], _MAX_VERSION), _digits(each["chain"]))
            for each in found["heads"]
        ]
        return Receipt(str(found["game"]), seen, tuple(ready), tuple(heads))
    except ReceiptError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ReceiptError(f"expected a receipt: {str(error)[:200]}") from error


def _digits(value: Any) -> str:
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise ReceiptError(f"expected hexadecimal digits, got {str(value)[:80]!r}")
    return value


def _number(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ReceiptError(f"expected a number up to {most}, got {str(value)[:80]}")
    return value


def check_receipt(receipt: Receipt, transcript: Transcript) -> tuple[Check, ...]:
    """Run each of RECEIPT_CHECKS. Raises ReceiptError for a receipt of another game."""
    if receipt.game != transcript.game_id:
        problem = f"expected a receipt of {transcript.game_id}, got one of {receipt.game[:80]}"
        raise ReceiptError(problem)
    return (
        _check_promise(receipt, transcript),
        _check_own(receipt, transcript),
        _check_kept(receipt, transcript),
    )


def _check_promise(receipt: Receipt, transcript: Transcript) -> Check:
    commit = transcript.commitment.hex()
    sure = [ready for ready in receipt.ready if _is_taken(ready, transcript)]
    if any(ready.commit != commit for ready in sure):
        return _found("promise", "failed")
    if sure:
        return _found("promise", "ok")
    if receipt.seen and receipt.seen != commit:
        return _found("promise", "changed")
    if receipt.ready:
        return _found("promise", "unsure")
    return _found("promise", "late" if receipt.seen else "skipped")


def _check_own(receipt: Receipt, transcript: Transcript) -> Check:
    lost = [ready for ready in receipt.ready if not _is_in(ready, transcript)]
    for ready in lost:
        if _is_taken(ready, transcript):
            return _found("own", "failed", seat=ready.seat + 1)
    if not receipt.ready:
        return _found("own", "skipped")
    return _found("own", "unsure" if lost else "ok")


def _check_kept(receipt: Receipt, transcript: Transcript) -> Check:
    log = transcript.closing.log if transcript.closing is not None else ()
    if not receipt.heads:
        return _found("kept", "skipped" if log else "none")
    if not log:
        return _found("kept", "gone")
    told = digests(transcript.game_id, log)
    for head in receipt.heads:
        if head.version >= len(told) or told[head.version].hex() != head.chain:
            return _found("kept", "failed", version=head.version)
    return _found("kept", "ok", count=len(receipt.heads))


def _is_in(ready: Ready, transcript: Transcript) -> bool:
    return (ready.seat, bytes.fromhex(ready.contribution)) in transcript.contributions


def _is_taken(ready: Ready, transcript: Transcript) -> bool:
    """Return whether the contribution certainly counted: it is in the game or was confirmed."""
    if _is_in(ready, transcript):
        return True
    return ready.answered and not _is_replaced(ready, transcript)


def _is_replaced(ready: Ready, transcript: Transcript) -> bool:
    """Return whether the seat was left or the table changed later, so another device was ready.

    A server cannot forge that afterwards: the recorded moments would not match.
    """
    is_given = False
    for entry in transcript.closing.log if transcript.closing is not None else ():
        is_own = entry.seat == ready.seat
        if entry.kind == READY and is_own:
            is_given = entry.fact == ready.contribution
        elif is_given and (entry.kind == CHANGED or (entry.kind == STOOD_UP and is_own)):
            return True
    return False


_OUTCOMES: Final = {
    "ok": Outcome.OK,
    "failed": Outcome.FAILED,
    "changed": Outcome.FAILED,
    "gone": Outcome.FAILED,
}


def _found(name: str, how: str, **values: int) -> Check:
    outcome = _OUTCOMES.get(how, Outcome.SKIPPED)
    return Check(name, outcome, None, SENTENCES[f"{name}.{how}"].format(**values))

"""One game as one line of JSON: its result, and everything needed to replay it."""

import json
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Final

STALL: Final = "stall"
ILLEGAL: Final = "illegal"
EXCEPTION: Final = "exception"
FAULTS: Final = (ILLEGAL, EXCEPTION, STALL)
"""Ways to fail: a move that is not allowed, a bot that raises, a game that does not end."""


class RecordError(ValueError):
    """The line is not a game; the message says what was expected."""


@dataclass(frozen=True)
class Record:
    """One finished or failed game. Lists have one entry per seat."""

    fixture: int
    deal: int
    place: int
    """Number of the game in its deal; in a match, the seat of the candidate."""
    ranking: list[int]
    """Places from 1; empty if the game did not end."""
    scores: list[int]
    rounds: int
    cities: list[int]
    money: list[int]
    plants: list[list[str]]
    """Plants by seat, named as in the notation."""
    actions: int
    """Number of actions of seats; those of chance are not counted."""
    reason: str
    """Reason for the end of the game; empty if it did not end."""
    digest: str
    """Digest of the last position."""
    fault: str
    """Empty, or one of FAULTS with a colon and the details."""
    moves: str
    """Packed moves; see ``moves.py``."""

    @property
    def fault_kind(self) -> str:
        return self.fault.partition(":")[0]

    def wins(self, seat: int) -> Fraction:
        """Return a seat's share of the win: ties are split, an unfinished game has no winner."""
        if not self.ranking or self.ranking[seat] != 1:
            return Fraction(0)
        return Fraction(1, self.ranking.count(1))

    def to_line(self) -> bytes:
        """Return the game as a line of JSON."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        return json.dumps(plain, separators=(",", ":")).encode("ascii") + b"\n"


_FIELDS: Final = tuple([field.name for field in fields(Record)])


def read_record(line: bytes) -> Record:
    """Parse a line. Raises RecordError if it is not a game."""
    try:
        plain: Any = json.loads(line)
    except ValueError as error:
        raise RecordError(f"expected a game as JSON, got {line[:40]!r}") from error
    if not isinstance(plain, dict) or tuple(plain) != _FIELDS:
        raise RecordError(f"expected the fields {', '.join(_FIELDS)}, got {str(plain)[:80]}")
    record = Record(**plain)
    if record.to_line() != line:
        raise RecordError(f"expected a game in its one form, got {line[:40]!r}")
    return record

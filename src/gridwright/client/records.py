"""Records that a program receives, typed as far as nearly every program needs it."""

from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Turn:
    """The own seat is to act."""

    version: int
    """The version that the choice is made for."""
    seat: int
    actions: list[str]
    """The actions on offer. Of a range of money these are its two ends; the offers have all."""
    table: dict[str, Any] = field(repr=False)
    """The table as the seat sees it: ``observation``, ``offers``, ``seats`` and so on."""


@dataclass(frozen=True)
class PersonEvent:
    """Something happened at a table of the token's owner."""

    kind: Literal["began", "turn", "ended", "invited"]
    game_id: str
    seat: int = -1
    version: int = -1
    of: str = ""
    """For an invitation: the table that was played at before."""

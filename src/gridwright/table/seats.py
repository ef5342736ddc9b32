"""Seats of a table and their holders."""

from enum import StrEnum

import msgspec


class Left(StrEnum):
    """Reason why a bot plays the seat of a person."""

    NOT = ""
    ASKED = "asked"
    """The person requested it."""
    TIMED_OUT = "timed_out"
    VOTED = "voted"
    """The other players voted for it."""
    OVERDUE = "overdue"
    """The table waited long enough."""
    RESIGNED = "resigned"
    """The person resigned and cannot come back."""
    ERASED = "erased"
    """The account is erased; the person cannot return."""


class SeatHolder(msgspec.Struct, frozen=True):
    """A seat, visible to all viewers."""

    name: str = ""
    """Empty while the seat is free."""
    bot: str = ""
    """Bot that plays it: invited, or a substitute for a person."""
    is_person: bool = False
    is_ready: bool = False
    since: int = 0
    """The version at which the person sat down or claimed the seat.

    Tickets name it, so that a former player's ticket opens nothing.
    """
    person: str = ""
    """Public id of a person with an account, who needs no ticket."""

    is_program: bool = False
    """True for a person's program; shown to all players."""

    left: Left = Left.NOT
    """Reason why the bot plays, if it substitutes for a person."""

    kept_for: str = ""
    """Name of the player who has priority on the free seat."""
    kept_of: int = -1
    """Seat of that person at the previous table; kept after the person has sat down."""
    kept_until: int = 0

    @property
    def is_taken(self) -> bool:
        return bool(self.name)


FREE = SeatHolder()

"""Who sits where."""

from enum import StrEnum

import msgspec


class Left(StrEnum):
    """Why a bot plays the seat of a person."""

    NOT = ""
    ASKED = "asked"
    """The person wanted it."""
    TIMED_OUT = "timed_out"
    VOTED = "voted"
    """The others at the table wanted it."""
    OVERDUE = "overdue"
    """The table waited long enough."""
    RESIGNED = "resigned"
    """There is no way back."""
    ERASED = "erased"
    """The account is gone, and nobody could come back."""


class SeatHolder(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str = ""
    """Empty while the seat is free."""
    bot: str = ""
    """The bot that plays it: one that was invited, or one that stands in for a person."""
    is_person: bool = False
    is_ready: bool = False
    since: int = 0
    """The version at which the person sat down or claimed the seat. A ticket names it: that of
    somebody who left opens nothing."""
    person: str = ""
    """The public id of a person with an account, who needs no ticket."""

    is_program: bool = False
    """Whether a person's program took the seat, so that everybody knows who chooses."""

    left: Left = Left.NOT
    """Why the bot plays, if it stands in for a person."""

    kept_for: str = ""
    """Who may sit down here before others, while the seat is free."""
    kept_of: int = -1
    """The seat of that person at the table before; it stays when the person has sat down."""
    kept_until: int = 0

    @property
    def is_taken(self) -> bool:
        return bool(self.name)


FREE = SeatHolder()

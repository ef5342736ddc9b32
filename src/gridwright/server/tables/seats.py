"""Who sits where."""

import msgspec


class SeatHolder(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str = ""
    """Empty while the seat is free."""
    bot: str = ""
    """The bot that plays it: one that was invited, or one that stands in for a person."""
    is_person: bool = False
    is_ready: bool = False
    since: int = 0
    """The version at which the person sat down. A ticket names it: that of somebody who left opens
    nothing."""

    @property
    def is_taken(self) -> bool:
        return bool(self.name)


FREE = SeatHolder()

"""What only watchers of a running game are told."""

import msgspec


class Chances(msgspec.Struct, frozen=True):
    """How likely each seat is to win, some moves ago."""

    version: int
    """The version of the table at which that was so."""
    seats: list[float]
    """A share for each seat; they add up to one."""

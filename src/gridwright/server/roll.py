"""Where nodes write down which seats are watched from, for the other nodes to read."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TypeAlias

import msgspec

Seats: TypeAlias = int
"""A set of seats, one bit for each."""


class Mark(msgspec.Struct, frozen=True):
    """What another node wrote about a table. Unless it is written again, it fades."""

    seats: Seats
    until: int
    """Milliseconds of UTC."""


class Roll(ABC):
    """Shared and forgetful: whoever stops writing is forgotten."""

    @abstractmethod
    async def write(self, here: Mapping[str, Seats], until: int) -> None:
        """Of each table, the seats that are watched from this node; never fails."""

    @abstractmethod
    async def others(self, game_id: str) -> list[Mark] | None:
        """What other nodes wrote about a table; None if it cannot be known now."""

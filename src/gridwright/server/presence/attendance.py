"""Who is at a table, and since when somebody is not."""

from collections.abc import Mapping
from typing import Final

import msgspec


class Attendance(msgspec.Struct, frozen=True):
    """The seats that are watched from now, as far as the nodes know."""

    here: frozenset[int] = frozenset()
    seen: Mapping[int, int] = {}
    """``seen[seat]``: when a page of a seat was last open, of those that were not long ago."""
    since: int = 0
    """Before this moment nobody can have been noticed to leave."""
    is_known: bool = True
    """Whether the other nodes could be asked."""

    def away_since(self, seat: int) -> int | None:
        """Since when a seat is not watched from; None if it is, or if nobody can tell."""
        if seat in self.here or not self.is_known:
            return None
        return max(self.since, self.seen.get(seat, 0))


NOBODY: Final = Attendance()

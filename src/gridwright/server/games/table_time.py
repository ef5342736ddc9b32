"""The time at a table: it never goes back, whichever node wrote the last entry.

Clocks of nodes differ, and a machine may be started with its clock set back. Where the last entry
is later than this node's time, the table counts on from that entry: what passes is charged, and
nobody is charged what did not.
"""

from typing import Final

import structlog

from gridwright.server.operations.steady_clock import STEP, Clock

_LOG: Final = structlog.get_logger()


class TableTimes:
    """By how much tables are ahead of a node; most are not."""

    def __init__(self, clock: Clock) -> None:
        self._clock: Final = clock
        self._ahead: Final[dict[str, int]] = {}
        self._is_told = False

    def ahead(self, game_id: str, last_at: int) -> int:
        """Milliseconds to add to this node's time; 0 if the last entry lies in the past."""
        ahead = max(self._ahead.get(game_id, 0), last_at - self._clock())
        if ahead <= 0:
            return 0
        self._ahead[game_id] = ahead
        if ahead > STEP and not self._is_told:
            self._is_told = True
            _LOG.warning("an entry lies ahead of this clock", game=game_id, ahead_ms=ahead)
        return ahead

    def forget(self, game_id: str) -> None:
        """The table is not in memory any more."""
        self._ahead.pop(game_id, None)

"""Index of the seats that people took, to list their tables."""

from typing import Final

import msgspec

from gridwright.server.live.bus import Bus
from gridwright.server.storage.contract import DatabaseStore

LAST_MOMENT: Final = 2**53 - 1

_COLUMNS: Final = "person_id, game_id, seat, since, at"

_HOLD: Final = f"""\
INSERT INTO seat_held ({_COLUMNS}) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (person_id, game_id)
DO UPDATE SET seat = excluded.seat, since = excluded.since, at = excluded.at
"""
_HELD: Final = f"""\
SELECT {_COLUMNS} FROM seat_held WHERE person_id = $1 AND (at, game_id) < ($2, $3)
ORDER BY at DESC, game_id DESC LIMIT $4
"""
_RELEASE: Final = """\
DELETE FROM seat_held WHERE person_id = $1 AND game_id = $2 AND since = $3
"""


class HeldSeat(msgspec.Struct, frozen=True):
    """A seat that a person took. The table's log decides whether it is still valid."""

    person_id: str
    game_id: str
    seat: int
    since: int
    """Version of the table at which it was taken."""
    at: int


class HeldSeats:
    """Database table of taken seats; rows are deleted with their person."""

    def __init__(self, database: DatabaseStore, bus: Bus | None = None) -> None:
        self._database: Final = database
        self._bus: Final = bus

    async def hold(self, held: HeldSeat) -> None:
        """Store the seat of a person at a table, replacing an earlier one.

        Raises RowMissing if the person was deleted.
        """
        row = (held.person_id, held.game_id, held.seat, held.since, held.at)
        await self._database.change_one(_HOLD, *row)
        if self._bus is not None:
            await self._bus.publish(seats_channel(held.person_id), held.at)

    async def of(
        self, person_id: str, limit: int, before: int = LAST_MOMENT, game_id: str = ""
    ) -> list[HeldSeat]:
        """Return the seats that a person took before (`before`, `game_id`), newest first."""
        rows = await self._database.rows(_HELD, person_id, before, game_id, limit)
        return [HeldSeat(*row) for row in rows]

    async def release(self, held: HeldSeat) -> None:
        """Delete that seat, unless the person has taken another one at that table since."""
        await self._database.change_one(_RELEASE, held.person_id, held.game_id, held.since)


def seats_channel(person_id: str) -> str:
    """Return the bus channel for notices that a person took a seat."""
    return f"person/{person_id}/seats"

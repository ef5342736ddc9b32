"""The club that a server is: its name, its welcome, and whom it lets in."""

from typing import Final

import msgspec

from gridwright.protocol.hosting import Registration
from gridwright.server.storage.contract import DatabaseStore

_READ: Final = "SELECT name, welcome, registration FROM club WHERE number = 1"
_KEEP: Final = """\
INSERT INTO club (number, name, welcome, registration) VALUES (1, $1, $2, $3)
ON CONFLICT (number) DO UPDATE SET
    name = excluded.name, welcome = excluded.welcome, registration = excluded.registration
"""


class Club(msgspec.Struct, frozen=True):
    """What a host has said about the server."""

    name: str = ""
    welcome: str = ""
    registration: Registration = "open"


class ClubStore:
    """One row beside the people. It is read each time, so that a door closes on every node."""

    def __init__(self, database: DatabaseStore) -> None:
        self._database: Final = database

    async def read(self) -> Club:
        rows = await self._database.rows(_READ)
        return Club(*rows[0]) if rows else Club()

    async def keep(self, club: Club) -> None:
        await self._database.change_one(_KEEP, club.name, club.welcome, club.registration)

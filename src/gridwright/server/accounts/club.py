"""The club that a server is: its name, its welcome text, and who may register.

With registration by invitation a guest may still use a table's link, which is an invitation to that
table: the guest may watch it and take a seat. Creating tables and taking seats at listed tables
requires an account.
"""

from typing import Final

import msgspec
from starlette.requests import Request

from gridwright.protocol.hosting import Registration
from gridwright.server.auth.errors import MembersOnly
from gridwright.server.auth.service import Auth
from gridwright.server.storage.contract import DatabaseStore

_READ: Final = "SELECT name, welcome, registration FROM club WHERE number = 1"
_KEEP: Final = """\
INSERT INTO club (number, name, welcome, registration) VALUES (1, $1, $2, $3)
ON CONFLICT (number) DO UPDATE SET
    name = excluded.name, welcome = excluded.welcome, registration = excluded.registration
"""


class Club(msgspec.Struct, frozen=True):
    """Name, welcome text and registration mode, as a host has set them."""

    name: str = ""
    welcome: str = ""
    registration: Registration = "open"


class ClubStore:
    """One row in the database of the people.

    Read on each use, so that a change reaches every node.
    """

    def __init__(self, database: DatabaseStore) -> None:
        self._database: Final = database

    async def read(self) -> Club:
        rows = await self._database.rows(_READ)
        return Club(*rows[0]) if rows else Club()

    async def keep(self, club: Club) -> None:
        await self._database.change_one(_KEEP, club.name, club.welcome, club.registration)


class RegistrationPolicy:
    """Refuses guests on routes for members, unless registration is open."""

    def __init__(self, club: ClubStore, auth: Auth) -> None:
        self._club: Final = club
        self._auth: Final = auth

    async def verify_member(self, request: Request) -> None:
        """Raise MembersOnly for a guest, unless registration is open."""
        if (await self._club.read()).registration == "open":
            return
        if await self._auth.visitor(request) is None:
            raise MembersOnly

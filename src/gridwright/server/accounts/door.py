"""What guests may do where not everybody may register.

The link of a table is an invitation to that table: whoever has it watches and sits down there. To
make tables, and to sit down at those that the lobby lists, one needs an account.
"""

from typing import Final

from starlette.requests import Request

from gridwright.server.accounts.club import ClubStore
from gridwright.server.auth.errors import MembersOnly
from gridwright.server.auth.service import Auth


class Door:
    """Asked by the routes that are not for every guest."""

    def __init__(self, club: ClubStore, auth: Auth) -> None:
        self._club: Final = club
        self._auth: Final = auth

    async def verify_member(self, request: Request) -> None:
        """Raise MembersOnly for a guest, unless everybody may register anyway."""
        if (await self._club.read()).registration == "open":
            return
        if await self._auth.visitor(request) is None:
            raise MembersOnly

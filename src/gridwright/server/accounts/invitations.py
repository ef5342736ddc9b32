"""Invitations: codes that allow a limited number of registrations until they expire.

A code is shown once. The store has only its hash; uses are counted where people are added.
"""

import hashlib
import re
import secrets
from typing import Final

import msgspec

from gridwright.server.storage.contract import DatabaseStore

MAX_INVITATIONS: Final = 200
"""Limit of invitations that exist at the same time."""
_BYTES: Final = 16
_CODE: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_COLUMNS: Final = "invitation_id, label, uses, most_uses, expires_at, created_at"
_ADD: Final = f"""\
INSERT INTO invitation ({_COLUMNS}, code_hash, last_person)
SELECT $1, $2, 0, $3, $4, $5, $6, '' WHERE (SELECT count(*) FROM invitation) < $7
RETURNING invitation_id
"""
_ALL: Final = f"""\
SELECT {_COLUMNS} FROM invitation ORDER BY created_at DESC, invitation_id LIMIT $1
"""
_END: Final = "DELETE FROM invitation WHERE invitation_id = $1 RETURNING label"


class Invitation(msgspec.Struct, frozen=True):
    """An invitation without its code, as shown to hosts."""

    invitation_id: str
    label: str
    uses: int
    most_uses: int
    expires_at: int | None
    created_at: int


def new_code() -> str:
    """Return a code that cannot be guessed: 128 random bits."""
    return secrets.token_urlsafe(_BYTES)


def code_hash_of(code: str) -> str | None:
    """Return the hash under which a code is stored; None if it cannot be a code.

    The code is random, so a plain hash is enough: there is nothing to guess.
    """
    if not _CODE.fullmatch(code):
        return None
    return hashlib.sha256(f"invitation:{code}".encode("ascii")).hexdigest()


class InvitationStore:
    """Store of invitations, in the database of the people."""

    def __init__(self, database: DatabaseStore) -> None:
        self._database: Final = database

    async def make(
        self, label: str, most_uses: int, expires_at: int | None, now: int
    ) -> tuple[str, Invitation] | None:
        """Return a new invitation and its code, which is not stored; None if there are too many."""
        code = new_code()
        made = Invitation(secrets.token_hex(8), label, 0, most_uses, expires_at, now)
        row = (made.invitation_id, label, most_uses, expires_at, now, code_hash_of(code))
        rows = await self._database.change_one(_ADD, *row, MAX_INVITATIONS)
        return (code, made) if rows else None

    async def all(self) -> list[Invitation]:
        """Return invitations that were not revoked, newest first; also used up or expired ones."""
        rows = await self._database.rows(_ALL, MAX_INVITATIONS)
        return [Invitation(*row) for row in rows]

    async def end(self, invitation_id: str) -> str | None:
        """Revoke an invitation. Return its label; None if there is none."""
        rows = await self._database.change_one(_END, invitation_id)
        return str(rows[0][0]) if rows else None

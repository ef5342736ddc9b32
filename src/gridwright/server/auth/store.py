"""Store of sessions, tokens, passkeys and attempts, in the database of the first shard."""

from typing import Final

import msgspec

from gridwright.server.auth import statements
from gridwright.server.auth.records import Passkey, ProgramToken, Session
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.errors import RowMissing
from gridwright.server.storage.rows import Row
from gridwright.server.wire.scopes import scopes_of


class Tally(msgspec.Struct, frozen=True):
    """Number of attempts since the first in its window."""

    n: int
    since: int


class AuthStore:
    """Credentials, sessions, tokens and counts of attempts, on either database.

    Each call is one transaction. The caller validates the values; a database that does not respond
    raises StoreUnavailable.
    """

    def __init__(self, database: DatabaseStore) -> None:
        self._database: Final = database

    @property
    def database(self) -> DatabaseStore:
        """Database of the people, for other records stored with them."""
        return self._database

    # Sessions

    async def open_session(
        self, session_id: str, person_id: str, now: int, device: str, unseen: int, longest: int
    ) -> None:
        """Store a session and delete the person's expired ones; raise RowMissing."""
        _ended, opened = await self._database.change(
            (statements.END_UNSEEN, (person_id, now - unseen, now - longest)),
            (statements.OPEN_SESSION, (session_id, person_id, now, device)),
        )
        if not opened:
            raise RowMissing("the account is gone or closed")

    async def session(self, session_id: str) -> Session | None:
        rows = await self._database.rows(statements.SESSION, session_id)
        return Session(*rows[0]) if rows else None

    async def sessions(self, person_id: str) -> list[Session]:
        """Return the person's sessions, the most recently used first."""
        return [Session(*row) for row in await self._database.rows(statements.SESSIONS, person_id)]

    async def see_session(self, session_id: str, now: int) -> None:
        """Store the time of the last use of a session."""
        await self._database.change((statements.SEE_SESSION, (session_id, now)))

    async def end_session(self, person_id: str, session_id: str) -> bool:
        """End one of the person's sessions; return False if there is no such session."""
        rows = await self._database.change_one(statements.END_SESSION, person_id, session_id)
        return bool(rows)

    async def end_sessions(self, person_id: str, but: str = "") -> int:
        """End all of the person's sessions, or all but one; returns how many."""
        return len(await self._database.change_one(statements.END_SESSIONS, person_id, but))

    # Tokens of programs

    async def add_token(self, token: ProgramToken) -> None:
        """Store a token; raise RowMissing if the person was deleted."""
        row = (token.token_id, token.person_id, token.label, token.scopes, token.is_program)
        await self._database.change_one(statements.ADD_TOKEN, *row, token.created_at)

    async def program(self, token_id: str) -> Session | None:
        """Return the session of a program's token, limited to its scopes."""
        rows = await self._database.rows(statements.TOKEN, token_id)
        if not rows:
            return None
        found, person_id, name, label, scopes, is_program, created_at, used_at = rows[0]
        seen = (created_at, used_at or 0, label, scopes_of(scopes), bool(is_program))
        return Session(found, person_id, name, *seen)

    async def tokens(self, person_id: str) -> list[ProgramToken]:
        """Return the person's tokens, the oldest first."""
        rows = await self._database.rows(statements.TOKENS, person_id)
        return [_token(row) for row in rows]

    async def use_token(self, token_id: str, now: int) -> None:
        """Store the time of the last use of a token."""
        await self._database.change((statements.USE_TOKEN, (token_id, now)))

    async def remove_token(self, person_id: str, token_id: str) -> bool:
        """Revoke one of the person's tokens; return False if there is no such token."""
        return bool(await self._database.change_one(statements.REMOVE_TOKEN, person_id, token_id))

    # Passkeys

    async def add_passkey(self, key: Passkey) -> None:
        """Store a passkey; raise RowTaken if it is registered."""
        row = (key.credential_id, key.person_id, key.public_key, key.sign_count)
        await self._database.change_one(statements.ADD_PASSKEY, *row, key.label, key.created_at)

    async def passkey(self, credential_id: str) -> Passkey | None:
        rows = await self._database.rows(statements.PASSKEY, credential_id)
        return _passkey(rows[0]) if rows else None

    async def passkeys(self, person_id: str) -> list[Passkey]:
        rows = await self._database.rows(statements.PASSKEYS, person_id)
        return [_passkey(row) for row in rows]

    async def use_passkey(self, credential_id: str, sign_count: int) -> bool:
        """Store a passkey's sign count; return False if it has not grown."""
        return bool(
            await self._database.change_one(statements.USE_PASSKEY, credential_id, sign_count)
        )

    async def remove_passkey(self, person_id: str, credential_id: str) -> bool:
        return bool(
            await self._database.change_one(statements.REMOVE_PASSKEY, person_id, credential_id)
        )

    # Attempts

    async def count_try(self, key: str, now: int, span: int) -> Tally:
        """Count one more attempt; the count restarts when the first is older than the span."""
        rows = await self._database.change_one(statements.COUNT_TRY, key, now, span)
        return Tally(*rows[0])

    async def forget_tries(self, key: str) -> None:
        await self._database.change_one(statements.FORGET_TRIES, key)

    async def forget_tallies(self, before: int) -> None:
        """Delete every count that began before a moment."""
        await self._database.change_one(statements.FORGET_TALLIES, before)


def _passkey(row: Row) -> Passkey:
    credential_id, person_id, public_key, *rest = row
    return Passkey(credential_id, person_id, bytes(public_key), *rest)


def _token(row: Row) -> ProgramToken:
    token_id, person_id, label, scopes, is_program, created_at, used_at = row
    kept = (token_id, person_id, label, scopes)
    return ProgramToken(*kept, bool(is_program), created_at, used_at)

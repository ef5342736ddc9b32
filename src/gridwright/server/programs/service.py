"""API tokens that people create for programs, and revoke."""

from collections.abc import Callable
from typing import Final

from gridwright.protocol.refusals import Code
from gridwright.server.auth.errors import AccountError, SignedOut
from gridwright.server.auth.records import (
    PROGRAM,
    PROGRAM_PREFIX,
    ProgramToken,
    Session,
    new_token,
    session_id_of,
)
from gridwright.server.auth.sessions import Sessions
from gridwright.server.auth.store import AuthStore
from gridwright.server.storage.errors import RowMissing
from gridwright.server.wire.scopes import Scope, text_of

MAX_TOKENS: Final = 20


class TooManyTokens(AccountError):
    """The person has the maximum number of tokens."""

    code: Code = "too_many_tokens"


class UnknownToken(AccountError):
    """The person has no such token."""

    code: Code = "unknown_token"


class ProgramTokens:
    """The tokens of people on this server."""

    def __init__(self, store: AuthStore, sessions: Sessions, clock: Callable[[], int]) -> None:
        self._store: Final = store
        self._sessions: Final = sessions
        self._clock: Final = clock

    async def make(
        self, owner: Session, label: str, scopes: frozenset[Scope], is_program: bool
    ) -> tuple[str, ProgramToken]:
        """Return a new token, which cannot be read again, and its record; raise TooManyTokens."""
        if len(await self._store.tokens(owner.person_id)) >= MAX_TOKENS:
            raise TooManyTokens(f"expected at most {MAX_TOKENS} tokens; revoke one first")
        secret = new_token(PROGRAM_PREFIX)
        token_id = session_id_of(secret)
        assert token_id is not None
        words = text_of(scopes)
        kept = ProgramToken(
            token_id, owner.person_id, label, words, is_program, self._clock(), None
        )
        try:
            await self._store.add_token(kept)
        except RowMissing as error:
            raise SignedOut("the account was erased") from error
        return secret, kept

    async def of(self, person_id: str) -> list[ProgramToken]:
        return await self._store.tokens(person_id)

    async def revoke(self, person_id: str, token_hash: str) -> None:
        """Revoke a token on all nodes immediately; raise UnknownToken."""
        is_gone = await self._store.remove_token(person_id, PROGRAM + token_hash)
        await self._sessions.tell(person_id)
        if not is_gone:
            raise UnknownToken("there is no such token")

"""The table of people, in the database of the first shard."""

from typing import Final

from gridwright.server.accounts import statements
from gridwright.server.auth import statements as auth_statements
from gridwright.server.auth.errors import NameTaken
from gridwright.server.auth.records import Person
from gridwright.server.auth.store import AuthStore
from gridwright.server.storage.errors import RowMissing, RowTaken

MAX_PEOPLE: Final = 1_000
"""People in one page."""


class AccountStore(AuthStore):
    """People and their credentials. Deleting a person deletes all rows that reference them."""

    async def add(self, person: Person, password: str) -> None:
        """Store a new person with the hash of a password; raise NameTaken."""
        row = (person.person_id, person.name, person.folded, person.created_at)
        try:
            await self._database.change(
                (statements.ADD_PERSON, row),
                (statements.KEEP_PASSWORD, (person.person_id, password, person.created_at)),
            )
        except RowTaken as error:
            raise NameTaken("that name is taken; choose another one") from error

    async def add_invited(self, person: Person, password: str, code_hash: str) -> bool:
        """Store a new person and count one use of an invitation, in one transaction.

        Returns False if the invitation is invalid. Raises NameTaken, which costs no use.
        """
        row = (person.person_id, person.name, person.folded, person.created_at)
        try:
            await self._database.change(
                (statements.USE_INVITATION, (code_hash, person.person_id, person.created_at)),
                (statements.ADD_INVITED, (*row, code_hash)),
                (statements.KEEP_PASSWORD, (person.person_id, password, person.created_at)),
            )
        except RowTaken as error:
            raise NameTaken("that name is taken; choose another one") from error
        except RowMissing:
            return False
        return True

    async def invites(self, code_hash: str, now: int) -> bool:
        """Return whether an invitation has a use left at this moment."""
        return bool(await self._database.rows(statements.INVITES, code_hash, now))

    async def is_host(self, person_id: str) -> bool:
        """Return whether a person is a host of the server."""
        return bool(await self._database.rows(statements.IS_HOST, person_id))

    async def is_closed(self, person_id: str) -> bool:
        """Return whether a host has closed a person's account."""
        return bool(await self._database.rows(statements.IS_CLOSED, person_id))

    async def person(self, person_id: str) -> Person | None:
        rows = await self._database.rows(statements.PERSON, person_id)
        return Person(*rows[0]) if rows else None

    async def by_name(self, folded: str) -> tuple[Person, str | None] | None:
        """Return the person of a folded name, with the hash of the password."""
        rows = await self._database.rows(statements.BY_NAME, folded)
        return (Person(*rows[0][:-1]), rows[0][-1]) if rows else None

    async def rename(self, person_id: str, name: str, folded: str) -> None:
        """Change the name; raise NameTaken."""
        try:
            await self._database.change((statements.RENAME, (person_id, name, folded)))
        except RowTaken as error:
            raise NameTaken("that name is taken; choose another one") from error

    async def password(self, person_id: str) -> str | None:
        rows = await self._database.rows(statements.PASSWORD, person_id)
        return str(rows[0][0]) if rows else None

    async def keep_password(self, person_id: str, password: str, now: int) -> None:
        """Store the hash of the same password, made with other parameters."""
        await self._database.change((statements.KEEP_PASSWORD, (person_id, password, now)))

    async def change_password(self, person_id: str, password: str, now: int, but: str) -> None:
        """Store the hash of another password and end every session but one."""
        await self._database.change(
            (statements.KEEP_PASSWORD, (person_id, password, now)),
            (auth_statements.END_SESSIONS, (person_id, but)),
        )

    async def reset(self, person_id: str, password: str, now: int) -> None:
        """Store a new password and remove all other credentials and sessions."""
        await self._database.change(
            (statements.KEEP_PASSWORD, (person_id, password, now)),
            (auth_statements.REMOVE_PASSKEYS, (person_id,)),
            (auth_statements.REMOVE_TOKENS, (person_id,)),
            (auth_statements.END_SESSIONS, (person_id, "")),
        )

    async def erase(self, person_id: str) -> None:
        """Delete the person and all rows that reference them."""
        await self._database.change((statements.ERASE, (person_id,)))

    async def walk(self, limit: int = MAX_PEOPLE, after: str = "") -> list[Person]:
        """Return a page of people by id, for the operator."""
        rows = await self._database.rows(statements.WALK, limit, after)
        return [Person(*row) for row in rows]

    async def count(self) -> int:
        return int((await self._database.rows(statements.COUNT))[0][0])

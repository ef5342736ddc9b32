"""Where people are kept: beside the games, on the database of the first shard."""

from typing import Final

import msgspec

from gridwright.server.people import statements
from gridwright.server.people.errors import NameTaken
from gridwright.server.people.records import HeldSeat, Passkey, Person, Session
from gridwright.server.store.contract import DatabaseStore
from gridwright.server.store.errors import RowTaken
from gridwright.server.store.rows import Row

MOST_PEOPLE: Final = 1_000
"""People in one page."""
LAST_MOMENT: Final = 2**53 - 1


class Tally(msgspec.Struct, frozen=True):
    """How often something was tried since the first time in its window."""

    n: int
    since: int


class PeopleStore:
    """People, their credentials, sessions and seats, on either database.

    Each call is one transaction. Whatever belongs to a person goes with the person. Callers hand in
    what they have checked; a database that does not answer raises StoreUnavailable.
    """

    def __init__(self, database: DatabaseStore) -> None:
        self._database: Final = database

    # People

    async def add(self, person: Person, password: str) -> None:
        """Keep a new person with the hash of a password, or raise NameTaken."""
        row = (person.person_id, person.name, person.folded, person.created_at)
        try:
            await self._database.change(
                (statements.ADD_PERSON, row),
                (statements.KEEP_PASSWORD, (person.person_id, password, person.created_at)),
            )
        except RowTaken as error:
            raise NameTaken("somebody has that name") from error

    async def person(self, person_id: str) -> Person | None:
        rows = await self._database.rows(statements.PERSON, person_id)
        return Person(*rows[0]) if rows else None

    async def by_name(self, folded: str) -> tuple[Person, str | None] | None:
        """The person who signs in by this name, and the hash of the password."""
        rows = await self._database.rows(statements.BY_NAME, folded)
        return (Person(*rows[0][:-1]), rows[0][-1]) if rows else None

    async def rename(self, person_id: str, name: str, folded: str) -> None:
        """Give another name, or raise NameTaken."""
        try:
            await self._database.change((statements.RENAME, (person_id, name, folded)))
        except RowTaken as error:
            raise NameTaken("somebody has that name") from error

    async def password(self, person_id: str) -> str | None:
        rows = await self._database.rows(statements.PASSWORD, person_id)
        return str(rows[0][0]) if rows else None

    async def keep_password(self, person_id: str, password: str, now: int) -> None:
        """Keep the hash of the same password, made with other figures."""
        await self._database.change((statements.KEEP_PASSWORD, (person_id, password, now)))

    async def change_password(self, person_id: str, password: str, now: int, but: str) -> None:
        """Keep the hash of another password and end every session but one."""
        await self._database.change(
            (statements.KEEP_PASSWORD, (person_id, password, now)),
            (statements.END_SESSIONS, (person_id, but)),
        )

    async def reset(self, person_id: str, password: str, now: int) -> None:
        """Leave a new password as the only way in."""
        await self._database.change(
            (statements.KEEP_PASSWORD, (person_id, password, now)),
            (statements.REMOVE_PASSKEYS, (person_id,)),
            (statements.END_SESSIONS, (person_id, "")),
        )

    async def erase(self, person_id: str) -> None:
        """Forget the person and all that is kept about them here."""
        await self._database.change((statements.ERASE, (person_id,)))

    async def walk(self, limit: int = MOST_PEOPLE, after: str = "") -> list[Person]:
        """All people by id: a page for whoever runs the server."""
        rows = await self._database.rows(statements.WALK, limit, after)
        return [Person(*row) for row in rows]

    async def count(self) -> int:
        return int((await self._database.rows(statements.COUNT))[0][0])

    # Sessions

    async def open_session(
        self, session_id: str, person_id: str, now: int, device: str, unseen: int, longest: int
    ) -> None:
        """Keep a session, and forget those of the person that are over; or raise RowMissing."""
        await self._database.change(
            (statements.END_UNSEEN, (person_id, now - unseen, now - longest)),
            (statements.OPEN_SESSION, (session_id, person_id, now, device)),
        )

    async def session(self, session_id: str) -> Session | None:
        rows = await self._database.rows(statements.SESSION, session_id)
        return Session(*rows[0]) if rows else None

    async def sessions(self, person_id: str) -> list[Session]:
        """The person's sessions, the one used last first."""
        return [Session(*row) for row in await self._database.rows(statements.SESSIONS, person_id)]

    async def see_session(self, session_id: str, now: int) -> None:
        """Note that a session was used."""
        await self._database.change((statements.SEE_SESSION, (session_id, now)))

    async def end_session(self, person_id: str, session_id: str) -> bool:
        """End one of the person's sessions; False if it is none."""
        rows = await self._change(statements.END_SESSION, person_id, session_id)
        return bool(rows)

    async def end_sessions(self, person_id: str, but: str = "") -> int:
        """End all of the person's sessions, or all but one; returns how many."""
        return len(await self._change(statements.END_SESSIONS, person_id, but))

    # Passkeys

    async def add_passkey(self, key: Passkey) -> None:
        """Keep a key, or raise RowTaken if somebody has it."""
        row = (key.credential_id, key.person_id, key.public_key, key.sign_count)
        await self._change(statements.ADD_PASSKEY, *row, key.label, key.created_at)

    async def passkey(self, credential_id: str) -> Passkey | None:
        rows = await self._database.rows(statements.PASSKEY, credential_id)
        return _passkey(rows[0]) if rows else None

    async def passkeys(self, person_id: str) -> list[Passkey]:
        rows = await self._database.rows(statements.PASSKEYS, person_id)
        return [_passkey(row) for row in rows]

    async def use_passkey(self, credential_id: str, sign_count: int) -> bool:
        """Note how often a key has signed; False if that is not more than it was."""
        return bool(await self._change(statements.USE_PASSKEY, credential_id, sign_count))

    async def remove_passkey(self, person_id: str, credential_id: str) -> bool:
        return bool(await self._change(statements.REMOVE_PASSKEY, person_id, credential_id))

    # Seats

    async def hold_seat(self, held: HeldSeat) -> None:
        """Note where a person sits, in place of another seat at that table; or raise RowMissing."""
        row = (held.person_id, held.game_id, held.seat, held.since, held.at)
        await self._change(statements.HOLD_SEAT, *row)

    async def seats_held(
        self, person_id: str, limit: int, before: int = LAST_MOMENT, game_id: str = ""
    ) -> list[HeldSeat]:
        """The seats that a person took, the newest first; a page begins after the last one."""
        rows = await self._database.rows(statements.SEATS_HELD, person_id, before, game_id, limit)
        return [HeldSeat(*row) for row in rows]

    async def release_seat(self, held: HeldSeat) -> None:
        """Forget that seat, unless the person has taken another one since."""
        row = (held.person_id, held.game_id, held.since)
        await self._change(statements.RELEASE_SEAT, *row)

    # Tries

    async def count_try(self, key: str, now: int, span: int) -> Tally:
        """Count one more try; the count begins anew when the first is longer ago than the span."""
        rows = await self._change(statements.COUNT_TRY, key, now, span)
        return Tally(*rows[0])

    async def forget_tries(self, key: str) -> None:
        await self._change(statements.FORGET_TRIES, key)

    async def forget_tallies(self, before: int) -> None:
        """Forget every count that began before a moment."""
        await self._change(statements.FORGET_TALLIES, before)

    async def _change(self, statement: str, *values: object) -> list[Row]:
        return (await self._database.change((statement, values)))[0]


def _passkey(row: Row) -> Passkey:
    credential_id, person_id, public_key, *rest = row
    return Passkey(credential_id, person_id, bytes(public_key), *rest)

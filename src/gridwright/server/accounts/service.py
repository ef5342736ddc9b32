"""Actions of people on their accounts, with the checks before them."""

import secrets
from collections.abc import Callable
from typing import Any, Final

from gridwright.server.accounts.club import ClubStore
from gridwright.server.accounts.invitations import code_hash_of
from gridwright.server.accounts.names import folded_name, shown_name
from gridwright.server.accounts.passwords import Passwords, verify_choice
from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.errors import (
    AccountClosed,
    BadInvitation,
    BadPasskey,
    RegistrationClosed,
    SignInRefused,
    WrongPassword,
)
from gridwright.server.auth.guess_limits import PER_ACCOUNT, PER_ADDRESS, GuessLimits, network_of
from gridwright.server.auth.origins import Site
from gridwright.server.auth.passkeys import Challenge, Passkeys
from gridwright.server.auth.records import Passkey, Person, Session
from gridwright.server.auth.sessions import Sessions
from gridwright.server.live.bus import Bus
from gridwright.server.storage.keys import Secret

_ID_BYTES: Final = 16


class Accounts:
    """Registration, sign-in, and actions that need a password or a passkey.

    An attempt is counted before it is checked, per address and per person, also across a renaming.
    An unknown name is counted separately; it costs the same work and gets the same response as a
    wrong password.
    """

    def __init__(
        self, store: AccountStore, secret: Secret, bus: Bus, clock: Callable[[], int]
    ) -> None:
        self.store: Final = store
        self.sessions: Final = Sessions(store, bus, clock)
        self.passwords: Final = Passwords()
        self._tries: Final = GuessLimits(store, secret, clock)
        self._passkeys: Final = Passkeys(store, secret, self._tries, clock)
        self._clock: Final = clock
        self.club: Final = ClubStore(store.database)

    async def close(self) -> None:
        await self.sessions.close()
        self.passwords.close()

    # Registration and sign-in

    async def register(
        self, name: str, password: str, address: str, invitation: str = ""
    ) -> Person:
        """Return a new person.

        Raises BadName, BadPassword, NameTaken, TooManyTries, RegistrationClosed or BadInvitation.

        An invitation is checked last: a taken name costs no use, and a wrong code reveals nothing
        about names.
        """
        network = network_of(address)
        self.passwords.verify_room(network)
        await self._tries.count(PER_ADDRESS, network)
        registration = (await self.club.read()).registration
        if registration == "closed":
            raise RegistrationClosed
        code_hash = code_hash_of(invitation)
        if registration == "invited" and not await self._holds(code_hash):
            raise BadInvitation
        name = shown_name(name)
        verify_choice(password, name)
        person = Person(secrets.token_urlsafe(_ID_BYTES), name, folded_name(name), self._clock())
        made = await self.passwords.hash(password, network)
        if registration == "open":
            await self.store.add(person, made)
        elif code_hash is None or not await self.store.add_invited(person, made, code_hash):
            raise BadInvitation  # Another person had the last use meanwhile.
        return person

    async def _holds(self, code_hash: str | None) -> bool:
        """Return whether an invitation is valid, before a password is hashed for it."""
        return code_hash is not None and await self.store.invites(code_hash, self._clock())

    async def sign_in(self, name: str, password: str, address: str) -> Person:
        """Return the person; raise SignInRefused or TooManyTries."""
        folded, network = folded_name(name), network_of(address)
        self._tries.verify_open(PER_ACCOUNT, _by_name(folded))
        self.passwords.verify_room(network)
        # The address first: one above its limit must not lock other people's accounts.
        await self._tries.count(PER_ADDRESS, network)
        # PostgreSQL rejects some characters, which no name contains.
        found = await self.store.by_name(folded) if folded.isprintable() else None
        person, kept = found or (None, None)
        subject = _by_name(folded) if person is None else person.person_id
        await self._tries.count(PER_ACCOUNT, subject, _by_name(folded))
        matches = await self.passwords.verify(kept, password, network)
        if person is None or kept is None or not matches:
            raise SignInRefused
        await self._tries.forget(PER_ACCOUNT, subject)
        await self._verify_open(person)
        if self.passwords.is_outdated(kept):
            made = await self.passwords.hash(password, network)
            await self.store.keep_password(person.person_id, made, self._clock())
        return person

    def ask_for_passkey(self, site: Site) -> Challenge:
        return self._passkeys.ask_to_sign_in(site)

    async def sign_in_by_passkey(
        self, site: Site, state: str, answer: dict[str, Any], address: str
    ) -> Person:
        """Return the person whose passkey answered; raise BadPasskey or TooManyTries."""
        await self._tries.count(PER_ADDRESS, network_of(address))
        person = await self.store.person(await self._passkeys.sign_in(site, state, answer))
        if person is None:
            raise BadPasskey
        await self._verify_open(person)
        return person

    async def _verify_open(self, person: Person) -> None:
        """Raise AccountClosed; only after the person has been authenticated."""
        if await self.store.is_closed(person.person_id):
            raise AccountClosed

    # Signed-in people

    async def rename(self, session: Session, name: str) -> str:
        """Change the name; raise BadName or NameTaken. Taken seats keep the earlier name."""
        name = shown_name(name)
        await self.store.rename(session.person_id, name, folded_name(name))
        await self.sessions.tell(session.person_id)
        return name

    async def change_password(self, session: Session, password: str, new: str) -> None:
        """Change the password and end every other session."""
        await self.verify(session, password)
        verify_choice(new, session.name)
        made = await self.passwords.hash(new, session.person_id)
        await self.store.change_password(session.person_id, made, self._clock(), session.session_id)
        await self.sessions.tell(session.person_id)

    async def erase(self, session: Session) -> None:
        """Delete the account; logs keep the name that was shown at the seat."""
        await self.store.erase(session.person_id)
        await self.sessions.tell(session.person_id)

    async def ask_to_add_passkey(self, session: Session, password: str, site: Site) -> Challenge:
        """Return a challenge for a new key.

        A password is needed, so that a stolen session does not become permanent.
        """
        await self.verify(session, password)
        person = await self.store.person(session.person_id)
        if person is None:
            raise BadPasskey
        return await self._passkeys.ask_to_add(site, person)

    async def add_passkey(
        self, session: Session, site: Site, state: str, answer: dict[str, Any], label: str
    ) -> Passkey:
        return await self._passkeys.add(site, session.person_id, state, answer, label)

    async def reset_password(self, folded: str) -> str | None:
        """Make a random password the only credential, and return it.

        None if there is no such person.
        """
        found = await self.store.by_name(folded)
        if found is None:
            return None
        password = secrets.token_urlsafe(_ID_BYTES)
        made = await self.passwords.hash(password, found[0].person_id)
        await self.store.reset(found[0].person_id, made, self._clock())
        await self._tries.forget(PER_ACCOUNT, found[0].person_id)
        await self.sessions.tell(found[0].person_id)
        return password

    async def verify(self, session: Session, password: str) -> None:
        """Raise WrongPassword unless it is the person's; counts as an attempt to sign in."""
        await self._tries.count(PER_ACCOUNT, session.person_id)
        kept = await self.store.password(session.person_id)
        if not await self.passwords.verify(kept, password, session.person_id):
            raise WrongPassword("that is not your password")
        await self._tries.forget(PER_ACCOUNT, session.person_id)


def _by_name(folded: str) -> str:
    """Return the key that counts a name; no person's id contains a space."""
    return f"name {folded}"

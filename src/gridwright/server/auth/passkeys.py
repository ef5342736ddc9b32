"""Passkeys: a device authenticates by signing a challenge that can be used once."""

import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
from itsdangerous import (
    BadData,
    TimestampSigner,
    URLSafeTimedSerializer,
    base64_decode,
    base64_encode,
)

from gridwright.server.auth.errors import BadPasskey, TooManyPasskeys, TooManyTries
from gridwright.server.auth.guess_limits import ONCE, GuessLimits
from gridwright.server.auth.origins import Site
from gridwright.server.auth.records import Passkey, Person
from gridwright.server.auth.store import AuthStore
from gridwright.server.storage.errors import RowMissing, RowTaken
from gridwright.server.storage.keys import Purpose, Secret, keys_of

CHALLENGE_SECONDS: Final = 300
MAX_PASSKEYS: Final = 20
MAX_STATE_LENGTH: Final = 600
MAX_CREDENTIAL_ID_LENGTH: Final = 1_400
"""Characters of a credential's id; the standard allows 1023 bytes."""

_BYTES: Final = 32
_ADDING: Final = "add"
_SIGNING_IN: Final = "sign in"


class Challenge(msgspec.Struct, frozen=True):
    """Options for the browser, and a state that the page returns with the answer."""

    state: str
    options: dict[str, Any]


class Passkeys:
    """Creates challenges and verifies the responses.

    A challenge travels signed with the page, so that any node can verify the response; the store
    only counts that it was used.
    """

    def __init__(
        self, store: AuthStore, secret: Secret, tries: GuessLimits, clock: Callable[[], int]
    ) -> None:
        self._store: Final = store
        self._tries: Final = tries
        self._clock: Final = clock
        # The library signs with the last of the keys, and accepts signatures of any of them.
        keys = keys_of(secret).of(Purpose.CHALLENGES)[::-1]
        self._signer: Final = URLSafeTimedSerializer(
            list(keys), salt="gridwright-challenge-1", signer=_signer_by(clock)
        )

    async def ask_to_add(self, site: Site, person: Person) -> Challenge:
        """Return a challenge for a new passkey; raise TooManyPasskeys."""
        owned = await self._store.passkeys(person.person_id)
        if len(owned) >= MAX_PASSKEYS:
            raise TooManyPasskeys(f"expected at most {MAX_PASSKEYS} passkeys")
        challenge = secrets.token_bytes(_BYTES)
        from gridwright.server.auth import passkey_ceremonies  # Lazy: it takes long to load.

        options = passkey_ceremonies.options_to_add(site, person, challenge, owned)
        return self._challenge(_ADDING, person.person_id, challenge, options)

    async def add(
        self, site: Site, person_id: str, state: str, answer: dict[str, Any], label: str
    ) -> Passkey:
        """Store the passkey that answers the challenge; raise BadPasskey."""
        challenge = await self._spend(_ADDING, person_id, state)
        from gridwright.server.auth import passkey_ceremonies

        try:
            passkey = passkey_ceremonies.made_key(
                site, challenge, answer, person_id, label, self._clock()
            )
        except Exception as error:
            # The response is untrusted, and the library raises undocumented errors for some.
            raise BadPasskey from error
        try:
            await self._store.add_passkey(passkey)
        except (RowTaken, RowMissing) as error:
            raise BadPasskey from error
        return passkey

    def ask_to_sign_in(self, site: Site) -> Challenge:
        """Return a challenge for any passkey that the device offers."""
        challenge = secrets.token_bytes(_BYTES)
        from gridwright.server.auth import passkey_ceremonies

        options = passkey_ceremonies.options_to_sign_in(site, challenge)
        return self._challenge(_SIGNING_IN, "", challenge, options)

    async def sign_in(self, site: Site, state: str, answer: dict[str, Any]) -> str:
        """Return the id of the person whose passkey answers; raise BadPasskey."""
        challenge = await self._spend(_SIGNING_IN, "", state)
        credential_id = answer.get("id")
        if not isinstance(credential_id, str) or not _is_credential_id(credential_id):
            raise BadPasskey
        passkey = await self._store.passkey(credential_id)
        if passkey is None:
            raise BadPasskey
        from gridwright.server.auth import passkey_ceremonies

        try:
            signed = passkey_ceremonies.signed(site, challenge, answer, passkey)
            handle = answer["response"].get("userHandle")
            is_owner = handle is None or base64_decode(handle) == passkey.person_id.encode()
        except Exception as error:
            raise BadPasskey from error  # As above.
        if not is_owner or not await self._store.use_passkey(credential_id, signed.new_sign_count):
            raise BadPasskey
        return passkey.person_id

    def _challenge(
        self,
        purpose: str,
        person_id: str,
        challenge: bytes,
        options: dict[str, Any],
    ) -> Challenge:
        state = str(
            self._signer.dumps([purpose, person_id, base64_encode(challenge).decode("ascii")])
        )
        return Challenge(state, options)

    async def _spend(self, purpose: str, person_id: str, state: str) -> bytes:
        """Return the challenge of an unused state made for this purpose; raise BadPasskey."""
        if len(state) > MAX_STATE_LENGTH:
            raise BadPasskey
        try:
            found = self._signer.loads(state, max_age=CHALLENGE_SECONDS)
        except (BadData, ValueError) as error:
            raise BadPasskey from error
        if found[:2] != [purpose, person_id]:
            raise BadPasskey
        try:
            await self._tries.count(ONCE, found[2])
        except TooManyTries as error:
            raise BadPasskey from error
        return base64_decode(found[2])


def _signer_by(clock: Callable[[], int]) -> type[TimestampSigner]:
    """Return a signer with the server's time: setting the machine's clock breaks no challenge."""

    class Signer(TimestampSigner):
        def get_timestamp(self) -> int:
            return clock() // 1_000

    return Signer


def _is_credential_id(text: str) -> bool:
    letters = text.replace("-", "").replace("_", "")
    return len(text) <= MAX_CREDENTIAL_ID_LENGTH and letters.isascii() and letters.isalnum()

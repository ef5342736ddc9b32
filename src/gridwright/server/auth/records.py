"""People as the store keeps them. Moments are milliseconds of UTC, as everywhere on the server."""

import msgspec


class Person(msgspec.Struct, frozen=True):
    """Somebody with an account."""

    person_id: str
    """Public, random, and never used again."""
    name: str
    """As it is shown."""
    folded: str
    """As it is compared, so that no two people look the same."""
    created_at: int


class Session(msgspec.Struct, frozen=True):
    """Somebody who is signed in on some device."""

    session_id: str
    """The hash of the token, which the store never sees."""
    person_id: str
    name: str
    created_at: int
    seen_at: int
    """When it was last used, to within some minutes."""
    device: str


class Passkey(msgspec.Struct, frozen=True):
    """A key of a person; the private half never leaves the person's device."""

    credential_id: str
    person_id: str
    public_key: bytes
    sign_count: int
    label: str
    created_at: int

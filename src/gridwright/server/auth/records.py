"""People as the store keeps them. Moments are milliseconds of UTC, as everywhere on the server."""

import msgspec

from gridwright.server.wire.scopes import Scope


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
    """Somebody who is signed in on some device, or a program that acts for them."""

    session_id: str
    """The hash of the token, which the store never sees."""
    person_id: str
    name: str
    created_at: int
    seen_at: int
    """When it was last used, to within some minutes."""
    device: str
    """What the browser says about itself; of a program its label."""
    scopes: frozenset[Scope] | None = None
    """What a program may do; None for a person, who may do everything."""
    is_program: bool = False
    """Whether everybody shall see that no person chooses the moves."""


class ProgramToken(msgspec.Struct, frozen=True):
    """A key that a person gave to a program."""

    token_id: str
    """The hash of the token, which the store never sees."""
    person_id: str
    label: str
    scopes: str
    """Their words, with spaces between."""
    is_program: bool
    created_at: int
    used_at: int | None
    """To within some minutes; None if it never was."""


class Passkey(msgspec.Struct, frozen=True):
    """A key of a person; the private half never leaves the person's device."""

    credential_id: str
    person_id: str
    public_key: bytes
    sign_count: int
    label: str
    created_at: int

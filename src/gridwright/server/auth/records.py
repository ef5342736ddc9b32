"""People as the store keeps them. Moments are milliseconds of UTC, as everywhere on the server."""

import hashlib
import re
import secrets
from typing import Final

import msgspec

from gridwright.server.wire.scopes import Scope

PREFIX: Final = "gws_"
"""Tells a session's token from the ticket of a seat, for programs and for whoever finds one."""
PROGRAM_PREFIX: Final = "gwp_"
"""Tells the token of a program, which is good for some things only."""
PROGRAM: Final = "program:"
"""With this begins the id of what a program's token opens; a session's is the hash alone."""

_BYTES: Final = 32
_TOKEN: Final = re.compile(r"gw[sp]_[A-Za-z0-9_-]{43}")


def new_token(prefix: str = PREFIX) -> str:
    return prefix + secrets.token_urlsafe(_BYTES)


def names_person(said: str) -> bool:
    """Whether what a bearer shows stands for a person, and not for a seat."""
    return said.startswith((PREFIX, PROGRAM_PREFIX))


def session_id_of(token: str) -> str | None:
    """Under what a token is kept; None if it cannot be one.

    The token is random, so a plain hash is enough: there is nothing to guess.
    """
    if not _TOKEN.fullmatch(token):
        return None
    found = hashlib.sha256(token.encode("ascii")).hexdigest()
    return PROGRAM + found if token.startswith(PROGRAM_PREFIX) else found


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

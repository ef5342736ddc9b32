"""Stored records of people and credentials. All times are milliseconds of UTC."""

import hashlib
import re
import secrets
from typing import Final

import msgspec

from gridwright.server.wire.scopes import Scope

PREFIX: Final = "gws_"
"""Marks a session's token, as opposed to the ticket of a seat."""
PROGRAM_PREFIX: Final = "gwp_"
"""Marks the token of a program, which is limited to its scopes."""
PROGRAM: Final = "program:"
"""Prefix of the id of a program's token; a session's id is the hash alone."""

_BYTES: Final = 32
_TOKEN: Final = re.compile(r"gw[sp]_[A-Za-z0-9_-]{43}")


def new_token(prefix: str = PREFIX) -> str:
    return prefix + secrets.token_urlsafe(_BYTES)


def session_id_of(token: str) -> str | None:
    """Return the id under which a token is stored; None if it cannot be one.

    The token is random, so a plain hash is enough: there is nothing to guess.
    """
    if not _TOKEN.fullmatch(token):
        return None
    found = hashlib.sha256(token.encode("ascii")).hexdigest()
    return PROGRAM + found if token.startswith(PROGRAM_PREFIX) else found


class Person(msgspec.Struct, frozen=True):
    """A person with an account."""

    person_id: str
    """Public, random, and never reused."""
    name: str
    """Name as shown."""
    folded: str
    """Name for comparison: names that look the same are equal."""
    created_at: int


class Session(msgspec.Struct, frozen=True):
    """A signed-in person on a device, or a program that acts for the person."""

    session_id: str
    """Hash of the token, which the store never sees."""
    person_id: str
    name: str
    created_at: int
    seen_at: int
    """Time of the last use, to within some minutes."""
    device: str
    """User agent of the browser; for a program its label."""
    scopes: frozenset[Scope] | None = None
    """The scopes of a program; None for a person, who may do everything."""
    is_program: bool = False
    """True if the seat is shown as played by a program."""


class ProgramToken(msgspec.Struct, frozen=True):
    """The API token of a program of a person."""

    token_id: str
    """Hash of the token, which the store never sees."""
    person_id: str
    label: str
    scopes: str
    """Names of the scopes, separated by spaces."""
    is_program: bool
    created_at: int
    used_at: int | None
    """Time of the last use, to within some minutes; None if it was never used."""


class Passkey(msgspec.Struct, frozen=True):
    """A key of a person; the private half never leaves the person's device."""

    credential_id: str
    person_id: str
    public_key: bytes
    sign_count: int
    label: str
    created_at: int

"""Tokens of sessions and of programs: 256 random bits for the owner, their hash for the store."""

import hashlib
import re
import secrets
from typing import Final

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

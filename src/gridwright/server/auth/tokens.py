"""Tokens of sessions: 256 random bits for the person, their hash for the store."""

import hashlib
import re
import secrets
from typing import Final

PREFIX: Final = "gws_"
"""Tells a session's token from the ticket of a seat, for programs and for whoever finds one."""

_BYTES: Final = 32
_TOKEN: Final = re.compile(r"gws_[A-Za-z0-9_-]{43}")


def new_token() -> str:
    return PREFIX + secrets.token_urlsafe(_BYTES)


def session_id_of(token: str) -> str | None:
    """Under what a token is kept; None if it cannot be one.

    The token is random, so a plain hash is enough: there is nothing to guess.
    """
    if not _TOKEN.fullmatch(token):
        return None
    return hashlib.sha256(token.encode("ascii")).hexdigest()

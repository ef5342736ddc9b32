"""Whose page asks: a browser says so with everything that may change something."""

from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection


class Site(msgspec.Struct, frozen=True):
    """For whom a key is made: the origin of the page, and its host."""

    origin: str
    host: str


_BY_TLS: Final = ("https", "wss")


def is_own_origin(connection: HTTPConnection, origin: str = "") -> bool:
    """Whether a page of this server asks; programs send no origin and are let in.

    Without an origin of the settings the page must come from the host that is asked.
    """
    said = connection.headers.get("origin")
    if said is None:
        return True
    if origin:
        return said == origin
    try:
        return urlsplit(said).netloc == connection.headers.get("host")
    except ValueError:
        return False


def scheme_of(connection: HTTPConnection, n_proxies: int = 0) -> str:
    """How a request came: by the connection, or as the proxies in front say that it came to them.

    A header counts only behind a proxy of ours: without one it may be anybody's invention. Each of
    several proxies may append what it saw, or pass on the one word of the outermost.
    """
    found = str(connection.scope["scheme"])
    if n_proxies:
        told = ",".join(connection.headers.getlist("x-forwarded-proto")).split(",")
        outermost = told[-n_proxies] if len(told) >= n_proxies else told[0]
        if outermost.strip().lower() in _BY_TLS:
            return "https"
    return found


def is_secure(connection: HTTPConnection, origin: str, n_proxies: int = 0) -> bool:
    """Whether pages come by TLS: the settings say so, or this request did."""
    return (origin or scheme_of(connection, n_proxies)).startswith(_BY_TLS)


def site_of(connection: HTTPConnection, origin: str, n_proxies: int = 0) -> Site | None:
    """For whom passkeys are made; None if the request does not say whom it asks."""
    host = connection.headers.get("host", "")
    where = origin or f"{scheme_of(connection, n_proxies)}://{host}"
    try:
        name = urlsplit(where).hostname
    except ValueError:
        return None
    return Site(where, name) if name else None

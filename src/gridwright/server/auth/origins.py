"""Origin checks: browsers send the origin of the page with every request that may change state."""

from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection


class Site(msgspec.Struct, frozen=True):
    """Site to which passkeys and cookies are bound: the page's origin, and its host."""

    origin: str
    host: str


_BY_TLS: Final = ("https", "wss")


def is_own_origin(connection: HTTPConnection, origin: str = "") -> bool:
    """Return whether the request is from a page of this server or from a program.

    Programs send no origin.

    Without a configured origin the page must have the host of the request.
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
    """Return the scheme of a request: of the connection, or as reported by the trusted proxies.

    The header counts only behind a trusted proxy; any client could send it. Each of several proxies
    may append the scheme it saw, or pass on that of the outermost.
    """
    found = str(connection.scope["scheme"])
    if n_proxies:
        schemes = ",".join(connection.headers.getlist("x-forwarded-proto")).split(",")
        outermost = schemes[-n_proxies] if len(schemes) >= n_proxies else schemes[0]
        if outermost.strip().lower() in _BY_TLS:
            return "https"
    return found


def is_secure(connection: HTTPConnection, origin: str, n_proxies: int = 0) -> bool:
    """Return whether pages are served by TLS, by the settings or by this request."""
    return (origin or scheme_of(connection, n_proxies)).startswith(_BY_TLS)


def site_of(connection: HTTPConnection, origin: str, n_proxies: int = 0) -> Site | None:
    """Return the site to which passkeys are bound; None if the request has no valid host."""
    host = connection.headers.get("host", "")
    where = origin or f"{scheme_of(connection, n_proxies)}://{host}"
    try:
        name = urlsplit(where).hostname
    except ValueError:
        return None
    return Site(where, name) if name else None

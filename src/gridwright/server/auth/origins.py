"""Whose page asks: a browser says so with everything that may change something."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from gridwright.server.auth.passkeys import Site


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


def is_secure(connection: HTTPConnection, origin: str) -> bool:
    """Whether pages come by TLS: the settings say so, or this request did."""
    return (origin or str(connection.scope["scheme"])).startswith(("https", "wss"))


def site_of(connection: HTTPConnection, origin: str) -> Site | None:
    """For whom passkeys are made; None if the request does not say whom it asks."""
    where = origin or f"{connection.scope['scheme']}://{connection.headers.get('host', '')}"
    try:
        host = urlsplit(where).hostname
    except ValueError:
        return None
    return Site(where, host) if host else None

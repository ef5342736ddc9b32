"""Requests to addresses that users entered: never into the host's own network, with a timeout.

The name is resolved once, each address is checked, and the connection is made to a checked address:
changing the name afterwards has no effect. No redirect is followed, and only the status of a
response is reported.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from typing import Final
from urllib.parse import SplitResult, urlsplit

TIMEOUT_S: Final = 10.0
"""Seconds for each step of a request."""
_PORTS: Final = {"https": 443, "http": 80}


class Unreached(Exception):
    """The message was not delivered; the text is a word for the reason and reveals no address."""


class BadAddress(Unreached):
    """The address can never receive a message."""


def verify_url(url: str, allows_private: bool) -> SplitResult:
    """Return the parts of an allowed address; raise BadAddress. Does not resolve the name."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadAddress("no_address") from error
    schemes = ("https", "http") if allows_private else ("https",)
    if parts.scheme not in schemes or not parts.hostname or parts.username is not None:
        raise BadAddress("no_address")
    if port is not None and not 1 <= port <= 65_535:
        raise BadAddress("no_address")
    if not allows_private and _is_private_literal(parts.hostname):
        raise BadAddress("private")
    return parts


def post(url: str, body: bytes, headers: Mapping[str, str], allows_private: bool = False) -> int:
    """Send a POST request; return the status. Raises Unreached. Blocks: call it from a thread."""
    parts = verify_url(url, allows_private)
    host = parts.hostname or ""
    port = parts.port or _PORTS[parts.scheme]
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with connect(host, port, allows_private) as plain:
            channel: socket.socket = plain
            if parts.scheme == "https":
                channel = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
            with channel:
                connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT_S)
                connection.sock = channel
                if parts.port is None:
                    headers = {"Host": host, **headers}
                connection.request("POST", path, body, dict(headers))
                return connection.getresponse().status
    except ssl.SSLError as error:
        raise Unreached("no_trust") from error
    except TimeoutError as error:
        raise Unreached("too_slow") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreached("no_answer") from error


def connect(host: str, port: int, allows_private: bool) -> socket.socket:
    """Return a connection to the first checked address that responds. Raises Unreached."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreached("no_such_name") from error
    allowed = [each for each in found if allows_private or is_public(str(each[4][0]))]
    if not allowed:
        raise BadAddress("private")
    failure: OSError | None = None
    for family, kind, protocol, _name, address in allowed[:2]:
        channel = socket.socket(family, kind, protocol)
        channel.settimeout(TIMEOUT_S)
        try:
            channel.connect(address)
        except OSError as error:
            channel.close()
            failure = error
            continue
        return channel
    raise Unreached("no_answer") from failure


def is_public(address: str) -> bool:
    """Return whether an address is public: not private, local or link-local."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if inside is not None:
            return is_public(str(inside))
        if found in _NAT64:
            return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
    return found.is_global and not found.is_multicast


_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


def _is_private_literal(host: str) -> bool:
    try:
        return not is_public(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")

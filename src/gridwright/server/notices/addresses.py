"""Addresses that people give: how they are written, and which of them are outside.

An address is outside if it is global unicast and not the server's own. Forms that contain an IPv4
address lead where that address leads, so the deprecated ones (6to4, Teredo, IPv4-compatible) are
refused, and mapped and NAT64 ones are checked by the address in them.
"""

import ipaddress
import re
import socket
from typing import Final

import msgspec

IPv4 = ipaddress.IPv4Address
IPv6 = ipaddress.IPv6Address

_URL: Final = re.compile(
    r"(?P<scheme>https?)://(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>[/?][!-\[\]-~]*)?"
)
_LABEL: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
_PORTS: Final = {"https": 443, "http": 80}
_FIRST_FREE_PORT: Final = 1_024
_LAST_PORT: Final = 65_535
_MAX_NAME: Final = 253
_INSIDE_NAMES: Final = ("localhost", "local", "internal", "lan", "home.arpa", "localdomain")
"""Names that a network uses for itself; those without a dot are its own too."""

_GLOBAL_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_REFUSED: Final = (
    # Listed here as well where only some versions of Python know them.
    ipaddress.IPv4Network("192.0.0.0/24"),
    ipaddress.IPv4Network("192.88.99.0/24"),
    ipaddress.IPv6Network("2001::/23"),
    ipaddress.IPv6Network("2001:db8::/32"),
    ipaddress.IPv6Network("2002::/16"),
    ipaddress.IPv6Network("3fff::/20"),
)
_ISATAP: Final = (0x0000_5EFE, 0x0200_5EFE)


class BadForm(ValueError):
    """The text is no address to which messages can be sent."""


class Target(msgspec.Struct, frozen=True):
    """The parts of a URL."""

    scheme: str
    host: str
    """A name in lower case or a literal address without brackets."""
    port: int
    path: str
    is_port_given: bool = False

    @property
    def place(self) -> str:
        """Host and port, as a host's list of named addresses has them."""
        return f"{self.bracketed}:{self.port}"

    @property
    def bracketed(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def header(self) -> str:
        """Value of the header ``Host``."""
        return self.place if self.is_port_given else self.bracketed


def parse_url(url: str) -> Target:
    """Return the parts of a URL without user, fragment or other spellings of numbers.

    Raises BadForm. The host is not resolved.
    """
    found = _URL.fullmatch(url)
    if found is None or "#" in url:
        raise BadForm("expected a URL such as https://host/path")
    scheme, host = found["scheme"], found["host"].lower().removesuffix(".")
    port = int(found["port"] or _PORTS[scheme])
    if not 1 <= port <= _LAST_PORT:
        raise BadForm(f"expected a port from 1 to {_LAST_PORT}")
    path = found["path"] or "/"
    path = path if path.startswith("/") else f"/{path}"
    return Target(scheme, _verified_host(host), port, path, found["port"] is not None)


def is_inside(target: Target) -> bool:
    """Return whether a target leads inside by its form alone, before its name is resolved."""
    if target.scheme != "https":
        return True
    if target.port < _FIRST_FREE_PORT and target.port != _PORTS["https"]:
        return True
    literal = _literal(target.host)
    if literal is not None:
        return not is_public(target.host)
    is_own_name = any(
        target.host == name or target.host.endswith(f".{name}") for name in _INSIDE_NAMES
    )
    return "." not in target.host or is_own_name


def is_outside(address: str) -> bool:
    """Return whether an address is public and not the server's own."""
    return is_public(address) and not is_own(address)


def is_public(address: str) -> bool:
    """Return whether an address is global unicast, and leads to no other kind of address."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, IPv6):
        return _is_public_ipv6(found)
    return _is_global(found)


def is_own(address: str) -> bool:
    """Return whether an address is one of this machine: the source for itself. Sends nothing."""
    found = ipaddress.ip_address(address.partition("%")[0])
    family = socket.AF_INET6 if found.version == 6 else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((str(found), 9))
            source = str(probe.getsockname()[0])
    except OSError:
        return False  # No route, so no connection either.
    return ipaddress.ip_address(source.partition("%")[0]) == found


def _is_public_ipv6(found: IPv6) -> bool:
    mapped = found.ipv4_mapped
    if mapped is not None:
        return _is_global(mapped)
    if found in _NAT64:
        return _is_global(IPv4(int(found) & 0xFFFF_FFFF))
    if (int(found) >> 32) & 0xFFFF_FFFF in _ISATAP:
        return False
    return found in _GLOBAL_UNICAST and _is_global(found)


def _is_global(found: IPv4 | IPv6) -> bool:
    is_refused = any(found.version == net.version and found in net for net in _REFUSED)
    return found.is_global and not (found.is_multicast or found.is_reserved or is_refused)


def _verified_host(host: str) -> str:
    """Return a host without brackets; raise BadForm."""
    if host.startswith("["):
        try:
            return str(IPv6(host[1:-1]))
        except ValueError as error:
            raise BadForm("expected an IPv6 address in brackets") from error
    labels = host.split(".")
    if len(host) > _MAX_NAME or not all(_LABEL.fullmatch(label) for label in labels):
        raise BadForm("expected the name of a host")
    if _NUMBER.fullmatch(labels[-1]):
        # Other spellings of numbers (127.1, 0x7f.1, 2130706433) are for programs that mislead.
        try:
            return str(IPv4(host))
        except ValueError as error:
            raise BadForm("expected an IPv4 address of four decimal numbers") from error
    return host


def _literal(host: str) -> IPv4 | IPv6 | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None

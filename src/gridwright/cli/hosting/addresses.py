"""The addresses of a server, here and for friends, and their QR code."""

import ipaddress
import socket
from contextlib import closing, suppress
from typing import Final
from urllib.parse import urlsplit

from rich.text import Text

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that mean all of this machine's, with the one by which the machine reaches itself."""
_SOMEWHERE_ELSE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of documentation, which no machine has."""


def build_address(host: str, port: int) -> str:
    """Return the address as a browser writes it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def address_here(address: str) -> str:
    """Return the address of a server for a browser on this machine."""
    host, port = _split(address)
    return build_address(EVERYWHERE.get(host, host), port)


def addresses_of_friends(address: str) -> list[str]:
    """Return the addresses of a server for other machines; none if only this one reaches it."""
    host, port = _split(address)
    if host in EVERYWHERE:
        return [build_address(each, port) for each in network_addresses(":" in host)]
    return [] if _is_alone(host) else [address]


def network_addresses(six: bool = False) -> list[str]:
    """Return this machine's addresses in its networks, the one towards other machines first."""
    family = socket.AF_INET6 if six else socket.AF_INET
    found: list[str] = []
    # There may be no route to other machines, and the machine's name may not resolve.
    with suppress(OSError), closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
        # Nothing is sent: the system only decides which of its addresses it would use.
        probe.connect((_SOMEWHERE_ELSE[family], 9))
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), 0, family)]
    return [each for each in dict.fromkeys(found) if not _is_alone(each)]


def _is_alone(host: str) -> bool:
    """Return True if other machines cannot open an address."""
    try:
        meant = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost"
    return meant.is_loopback or meant.is_link_local or meant.is_unspecified


def _split(address: str) -> tuple[str, int]:
    parts = urlsplit(address)
    return parts.hostname or "", parts.port or 80


BORDER: Final = 2
"""Light modules around the code; a camera needs some."""
BLOCKS: Final = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
"""Characters by the upper and the lower module of a line, 1 for a dark one."""


def draw_qr_code(address: str) -> Text:
    """Return the code, dark on light in any colours of the terminal."""
    import segno  # Late: a server without a terminal draws none.

    code = segno.make(address, micro=False, error="l")
    rows = [list(row) for row in code.matrix_iter(border=BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    lines = [
        "".join(BLOCKS[upper, lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]
    return Text("\n".join(lines), style="black on white", no_wrap=True)

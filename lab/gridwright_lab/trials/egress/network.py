"""Names, endpoints and connections of an experiment; no packet leaves this machine.

Every connection of the process is seen before it is made. One to the public endpoint of the
experiment is allowed; any other counts as an arrival inside, and is refused unless it is loopback.
"""

import asyncio
import ipaddress
import socket
import ssl
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

PUBLIC: Final = "127.0.0.2"
"""The address that the experiment counts as public: every loopback address is this machine."""
INSIDE: Final = "127.0.0.1"
DOMAIN: Final = "hooks.example"
FIXED_NAMES: Final = ("discord.com", "hooks.slack.com", "api.telegram.org", "ntfy.sh")
_TIMEOUT_S: Final = 5.0


class Network:
    """The names of a case, its endpoints, and the connections that are made."""

    def __init__(self) -> None:
        self.first: tuple[str, ...] = (PUBLIC,)
        """Addresses of every name when it is resolved for the first time."""
        self.later: tuple[str, ...] = (PUBLIC,)
        self.status = 200
        self.location = ""
        self.arrived_inside: Final[list[str]] = []
        self.n_arrived = 0
        """Requests at the public endpoint."""
        self.port = 0
        self.inside_port = 0
        self._resolved: Final[set[str]] = set()

    def begin(
        self, first: Sequence[str], later: Sequence[str], status: int = 200, location: str = ""
    ) -> None:
        """Begin a case: forget what was resolved and what arrived."""
        self.first, self.later = tuple(first), tuple(later)
        self.status, self.location = status, location
        self._resolved.clear()
        self.arrived_inside.clear()

    def resolve(self, host: Any, port: Any, *_rest: Any, **_options: Any) -> list[Any]:
        """Resolve names in place of ``socket.getaddrinfo``: no query is sent."""
        name = host.decode() if isinstance(host, bytes) else str(host)
        try:
            found = _REAL_GETADDRINFO(name, port, 0, socket.SOCK_STREAM, 0, socket.AI_NUMERICHOST)
        except socket.gaierror:
            pass
        else:
            return found
        if name != "localhost" and not name.endswith(DOMAIN) and name not in FIXED_NAMES:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        addresses = self.later if name in self._resolved else self.first
        self._resolved.add(name)
        if name == "localhost":
            addresses = (INSIDE,)
        # The fixed services use port 443, which an experiment cannot bind.
        port = self.port if name in FIXED_NAMES else port
        return [_entry(address, port) for address in addresses]

    def note_connect(self, channel: socket.socket, address: Any) -> None:
        """See a connection before it is made; raise PermissionError if it would leave."""
        if channel.type != socket.SOCK_STREAM or channel.family == socket.AF_UNIX:
            return
        host, port = str(address[0]), int(address[1])
        if (host, port) == (PUBLIC, self.port):
            return
        self.arrived_inside.append(f"{host} port {port}")
        if not ipaddress.ip_address(host.partition("%")[0]).is_loopback:
            raise PermissionError("the experiment sends to loopback only")

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request at the public endpoint."""
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                head = await reader.readuntil(b"\r\n\r\n")
                self.n_arrived += 1
                length = [
                    int(line.partition(b":")[2])
                    for line in head.lower().split(b"\r\n")
                    if line.startswith(b"content-length:")
                ]
                await reader.readexactly(sum(length))
                lines = [f"HTTP/1.1 {self.status} Answer", "Content-Length: 0", "Connection: close"]
                if self.location:
                    lines.append(f"Location: {self.location}")
                writer.write("\r\n".join([*lines, "", ""]).encode())
                await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def note_arrival(self, _reader: Any, writer: asyncio.StreamWriter) -> None:
        """Count a connection at an endpoint inside."""
        self.arrived_inside.append(f"{INSIDE} port {self.inside_port}, accepted")
        writer.close()


_REAL_GETADDRINFO: Final = socket.getaddrinfo
_WATCHES: Final[list[Callable[[socket.socket, Any], None]]] = []


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        for watch in _WATCHES:
            watch(*arguments)


@asynccontextmanager
async def open_network() -> AsyncIterator[tuple[Network, ssl.SSLContext]]:
    """Open the endpoints and watch connections; yield also the certificates to trust."""
    network = Network()
    server_side, trust = _certificates([f"*.{DOMAIN}", *FIXED_NAMES])
    public = await asyncio.start_server(network.answer, PUBLIC, 0, ssl=server_side)
    inside = await asyncio.start_server(network.note_arrival, INSIDE, 0)
    network.port = public.sockets[0].getsockname()[1]
    network.inside_port = inside.sockets[0].getsockname()[1]
    async with public, inside:
        with _watched(network):
            yield network, trust


@contextmanager
def _watched(network: Network) -> Any:
    if not _HOOKED:
        # An audit hook cannot be removed; it does nothing between experiments.
        sys.addaudithook(_audit)
        _HOOKED.append(True)
    _WATCHES.append(network.note_connect)
    socket.getaddrinfo = network.resolve
    try:
        yield
    finally:
        socket.getaddrinfo = _REAL_GETADDRINFO
        _WATCHES.remove(network.note_connect)


_HOOKED: Final[list[bool]] = []


def _entry(address: str, port: Any) -> Any:
    host, _percent, zone = address.partition("%")
    if ":" in host:
        place = (host, port, 0, 1 if zone else 0)
        return (socket.AF_INET6, socket.SOCK_STREAM, 6, "", place)
    return (socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port))


def _certificates(names: Sequence[str]) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return the context of a server for the names, and one that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, DOMAIN)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    written: Mapping[str, bytes] = {
        "certificate": certificate.public_bytes(pem),
        "key": key.private_bytes(
            pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ),
    }
    with tempfile.TemporaryDirectory(prefix="gridwright-trial-") as folder:
        for name, content in written.items():
            (Path(folder) / name).write_bytes(content)
        server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server_side.load_cert_chain(Path(folder) / "certificate", Path(folder) / "key")
    trust = ssl.create_default_context(cadata=written["certificate"].decode())
    return server_side, trust

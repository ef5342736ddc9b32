"""Messages for a server that cannot have its port."""

import errno
import socket
from typing import Final

N_TRIES: Final = 50


def tell_port_problem(error: OSError, host: str, port: int) -> str | None:
    """One sentence for an error of listening; None for any other error."""
    if error.errno == errno.EADDRINUSE:
        free = free_port(host, port)
        return (
            f"port {port} is in use, perhaps by a Gridwright that runs already; "
            f"port {free} is free: add --port {free}"
        )
    if error.errno == errno.EACCES and not error.filename:
        return f"port {port} needs privileges; take one above 1023, as in --port 8600"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"this machine has no address {host}; --host 0.0.0.0 takes all its addresses"
    return None


def free_port(host: str, taken: int) -> int:
    """A port near a taken one; any, if those are taken too."""
    for port in range(taken + 1, min(taken + N_TRIES, 65_535)):
        if _is_free(host, port):
            return port
    family = _family(host)
    with socket.create_server((host, 0), family=family) as listener:
        found: int = listener.getsockname()[1]
        return found


def _is_free(host: str, port: int) -> bool:
    try:
        socket.create_server((host, port), family=_family(host)).close()
    except OSError:
        return False
    return True


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET

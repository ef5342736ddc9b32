"""Other services through Apprise, if it is installed: chats, phones and many more.

Only the schemes listed here are accepted. Apprise also has schemes for programs and files on the
server's own machine and for hosts that the address names, which no user may reach.
"""

import importlib.util
from typing import Any, Final

from gridwright.server.notices.outbound import BadAddress, Unreached, connect

NAMED: Final = frozenset(
    {
        *("discord", "tgram", "slack", "msteams", "pover", "pbul", "wxteams"),
        *("ntfy", "ntfys", "gotifys", "matrixs", "mmosts", "rockets", "nctalks", "zulip", "gchat"),
        *("ifttt", "join", "prowl", "simplepush", "pushme", "line", "revolt", "twilio"),
    }
)
"""Accepted schemes."""
_NAMES_HOST: Final = frozenset(
    {"ntfy", "ntfys", "gotifys", "matrixs", "mmosts", "rockets", "nctalks"}
)
"""Schemes whose address names a host, which must not be in the server's own network."""


def is_installed() -> bool:
    """Return whether the extra `notices` is installed."""
    return importlib.util.find_spec("apprise") is not None


def verify_service(address: str) -> None:
    """Raise BadAddress unless Apprise accepts the address and its scheme is listed."""
    _service(address)


def send(address: str, title: str, body: str, allows_private: bool) -> None:
    """Send a message; return once the service has accepted it. Blocks: use a thread.

    Raises Unreached.
    """
    service = _service(address)
    host = getattr(service, "host", None)
    if _scheme(address) in _NAMES_HOST and host and not allows_private:
        connect(host, getattr(service, "port", None) or 443, allows_private=False).close()
    if not service.notify(body=body, title=title):
        raise Unreached("no_answer")


def _service(address: str) -> Any:
    import apprise  # type: ignore[import-not-found,unused-ignore]  # An extra.

    if _scheme(address) not in NAMED:
        raise BadAddress("no_address")
    # Options could enable redirects again, or name files and further hosts to load templates from.
    if "?" in address:
        raise BadAddress("no_address")
    # A public host could redirect into the server's own network.
    asset = apprise.AppriseAsset(http_redirects=False)
    service = apprise.Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
    if service is None:
        raise BadAddress("no_address")
    if hasattr(service, "discovery"):
        # The host's `.well-known` document may name any other host.
        service.discovery = False
    return service


def _scheme(address: str) -> str:
    return address.partition("://")[0]

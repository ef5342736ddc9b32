"""Other services through Apprise, if it is installed: chats, phones and many more.

Only services on this list may be named. Apprise also knows addresses of programs and files on the
server's own machine, which no visitor may reach.
"""

import importlib.util
from typing import Any, Final

from gridwright.server.notices.outbound import BadAddress, Unreached, connect

NAMED: Final = frozenset(
    {
        *(
            "discord",
            "tgram",
            "slack",
            "msteams",
            "workflows",
            "pover",
            "pbul",
            "signals",
            "wxteams",
        ),
        *("ntfy", "ntfys", "gotifys", "matrixs", "mmosts", "rockets", "nctalks", "zulip", "gchat"),
        *("ifttt", "join", "prowl", "simplepush", "pushdeer", "pushme", "line", "revolt", "twilio"),
    }
)
"""The first words of the addresses that are taken."""
_ELSEWHERE: Final = frozenset(
    {"ntfy", "ntfys", "gotifys", "matrixs", "mmosts", "rockets", "nctalks"}
)
"""Those that name a host of their own, which must not be one of the server's network."""


def is_there() -> bool:
    """Whether the optional part is installed."""
    return importlib.util.find_spec("apprise") is not None


def verify_service(words: str) -> None:
    """Raise BadAddress unless Apprise can make something of the words."""
    _service(words)


def send(words: str, title: str, body: str, allows_private: bool) -> None:
    """Return once the service has it, or raise Unreached. Call it from a thread."""
    service = _service(words)
    host = getattr(service, "host", None)
    if _name(words) in _ELSEWHERE and host and not allows_private:
        connect(host, getattr(service, "port", None) or 443, allows_private=False).close()
    if not service.notify(body=body, title=title):
        raise Unreached("no_answer")


def _service(words: str) -> Any:
    """What Apprise makes of the words, or BadAddress."""
    import apprise  # type: ignore[import-not-found,unused-ignore]  # An extra.

    if _name(words) not in NAMED:
        raise BadAddress("no_address")
    service = apprise.Apprise.instantiate(words, suppress_exceptions=True)
    if service is None:
        raise BadAddress("no_address")
    return service


def _name(words: str) -> str:
    return words.partition("://")[0]

"""Chat services that a person can name as a channel: ntfy, Discord, Slack, Telegram and Matrix.

An address has the form that Apprise gave it, without options, so that channels of earlier versions
continue to work. Each service is one request, which `Outbound` sends.
"""

import base64
import hashlib
import html
import json
import re
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import quote, unquote

import msgspec

from gridwright.server.notices.addresses import BadForm, parse_url
from gridwright.server.notices.outbound import BadAddress, Outbound, Outgoing

MAX_TEXT: Final = 1_900
"""Characters of a message; Discord accepts 2,000, the others more."""
_JSON: Final = {"Content-Type": "application/json; charset=utf-8"}
_PLACE: Final = r"(?P<place>[A-Za-z0-9._-]+(?::[0-9]{1,5})?)"

_NTFY: Final = re.compile(
    rf"ntfys?://(?:(?:(?P<user>[^:@/#]+)(?::(?P<password>[^@/#]+))?@)?{_PLACE}/)?"
    r"(?P<topic>[A-Za-z0-9_-]{1,64})/?"
)
_DISCORD: Final = re.compile(
    r"discord://(?:[^:@/]*@)?(?P<id>[0-9]{5,25})/(?P<token>[A-Za-z0-9_-]{20,120})/?"
)
_SLACK: Final = re.compile(
    r"slack://(?:[^:@/]*@)?"
    r"(?P<path>T[A-Z0-9]{2,20}/B[A-Z0-9]{2,20}/[A-Za-z0-9]{10,60})/?"
)
_TELEGRAM: Final = re.compile(
    r"tgram://(?:bot)?(?P<token>[0-9]{5,20}:[A-Za-z0-9_-]{20,60})/"
    r"(?P<chat>-?[0-9]{1,20}|@[A-Za-z][A-Za-z0-9_]{3,40})/?"
)
_MATRIX: Final = re.compile(
    rf"matrixs?://(?P<token>[A-Za-z0-9._~%=+-]{{8,400}})@{_PLACE}/(?P<room>[^/]+)/?"
)
_ROOM: Final = re.compile(r"![!-~]{1,250}")
_PUBLIC_NTFY: Final = "ntfy.sh"


class Note(msgspec.Struct, frozen=True):
    """A message for a chat service."""

    tag: str
    """Identifies the message: a repeat has the same."""
    title: str
    body: str
    link: str

    @property
    def text(self) -> str:
        return f"{self.title}\n{self.body}\n{self.link}"[:MAX_TEXT]


Compose = Callable[[re.Match[str], Note, str], Outgoing]
"""Returns the request of a note to an address, whose own server is at this origin."""


def is_supported(address: str) -> bool:
    """Return whether messages can be sent to the address of a service."""
    return _read(address) is not None


def verify_service(address: str, outbound: Outbound) -> None:
    """Raise BadAddress unless messages can be sent to the address."""
    outbound.verify(request_of(address, Note("", "", "", ""), outbound).url)


def request_of(address: str, note: Note, outbound: Outbound) -> Outgoing:
    """Return the request that shows a note; raise BadAddress."""
    found = _read(address)
    if found is None:
        raise BadAddress("unsupported")
    match, compose = found
    return compose(match, note, _origin(match, address.partition("://")[0], outbound))


def _read(address: str) -> tuple[re.Match[str], Compose] | None:
    for form, compose in _SERVICES:
        match = form.fullmatch(address)
        if match is not None:
            is_room = "room" not in match.groupdict() or _ROOM.fullmatch(unquote(match["room"]))
            return (match, compose) if is_room else None
    return None


def _origin(match: re.Match[str], scheme: str, outbound: Outbound) -> str:
    """Return the origin of the server that an address names; empty if it names none.

    Only servers that the host has named may be without TLS.
    """
    place = match.groupdict().get("place")
    if place is None:
        return ""
    if not scheme.endswith("s"):
        try:
            if outbound.is_named(parse_url(f"http://{place}/")):
                return f"http://{place}"
        except BadForm as error:
            raise BadAddress("no_address") from error
    return f"https://{place}"


def _ntfy(match: re.Match[str], note: Note, origin: str) -> Outgoing:
    headers = dict(_JSON)
    user, password = unquote(match["user"] or ""), unquote(match["password"] or "")
    if user and not password:
        headers["Authorization"] = f"Bearer {user}"
    elif user:
        encoded = base64.b64encode(f"{user}:{password}".encode()).decode()
        headers["Authorization"] = f"Basic {encoded}"
    content = {"topic": match["topic"], "title": note.title, "message": f"{note.body}\n{note.link}"}
    if note.link.startswith("http"):
        content["click"] = note.link
    return Outgoing(f"{origin or f'https://{_PUBLIC_NTFY}'}/", _json(content), headers)


def _discord(match: re.Match[str], note: Note, _origin: str) -> Outgoing:
    url = f"https://discord.com/api/webhooks/{match['id']}/{match['token']}"
    # Names of players must not mention everyone in a channel.
    content = {"content": note.text, "allowed_mentions": {"parse": []}}
    return Outgoing(url, _json(content), _JSON)


def _slack(match: re.Match[str], note: Note, _origin: str) -> Outgoing:
    url = f"https://hooks.slack.com/services/{match['path']}"
    # Slack reads mentions and links between angle brackets.
    return Outgoing(url, _json({"text": html.escape(note.text, quote=False)}), _JSON)


def _telegram(match: re.Match[str], note: Note, _origin: str) -> Outgoing:
    url = f"https://api.telegram.org/bot{match['token']}/sendMessage"
    content = {
        "chat_id": match["chat"],
        "text": note.text,
        "link_preview_options": {"is_disabled": True},
    }
    return Outgoing(url, _json(content), _JSON)


def _matrix(match: re.Match[str], note: Note, origin: str) -> Outgoing:
    room = quote(unquote(match["room"]), safe="")
    # A homeserver shows a transaction once.
    transaction = hashlib.sha256(note.tag.encode()).hexdigest()[:32]
    path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/{transaction}"
    headers = {**_JSON, "Authorization": f"Bearer {unquote(match['token'])}"}
    content = {"msgtype": "m.text", "body": note.text}
    return Outgoing(f"{origin}{path}", _json(content), headers, "PUT")


def _json(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False).encode()


_SERVICES: Final[tuple[tuple[re.Pattern[str], Compose], ...]] = (
    (_NTFY, _ntfy),
    (_DISCORD, _discord),
    (_SLACK, _slack),
    (_TELEGRAM, _telegram),
    (_MATRIX, _matrix),
)

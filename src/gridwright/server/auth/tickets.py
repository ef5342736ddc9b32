"""Tickets for seats: the holder plays the seat without an account."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from gridwright.protocol.refusals import Code, Refused
from gridwright.server.storage.keys import Purpose, Secret, keys_of

MAX_TICKET_LENGTH: Final = 400
MAX_CACHED: Final = 20_000
"""Number of verified tickets in the cache: each seat sends the same one with every order."""
_DAY: Final = 24 * 60 * 60 * 1000
LIFETIME: Final = 30 * _DAY
"""Milliseconds after which an unused ticket expires."""
RENEWED_AFTER: Final = _DAY
"""Milliseconds after which the response to a ticket contains a new one."""

_DATED: Final = "gridwright-ticket-2"
_UNDATED: Final = "gridwright-ticket-1"


class BadTicket(Refused):
    """A ticket that this server did not sign, or whose seat was freed."""

    code: Code = "bad_ticket"


class Ticket(msgspec.Struct, frozen=True):
    """A seat of a table, and the version at which it was taken."""

    game_id: str
    seat: int
    since: int


class Tickets:
    """Writes and reads tickets. They are signed, not encrypted: their content is public.

    Each contains the time of writing. Earlier versions wrote tickets without a date and signed them
    with the whole secret; those are still accepted.
    """

    def __init__(self, secret: Secret, clock: Callable[[], int]) -> None:
        self._keys: Final = keys_of(secret)
        self._clock: Final = clock
        # A bad ticket raises, and exceptions are not cached: forgeries evict no valid ticket.
        self._known: Final = lru_cache(MAX_CACHED)(self._read)

    def write(self, ticket: Ticket) -> str:
        content = [ticket.game_id, ticket.seat, ticket.since, self._clock()]
        return str(self._signers(_DATED)[0].dumps(content))

    def read(self, text: str) -> Ticket:
        """Parse and verify a ticket of any age; raise BadTicket."""
        return self._known(text)[0]

    def is_due(self, text: str) -> bool:
        """Return whether a valid ticket should be replaced by a new one."""
        written_at = self._known(text)[1]
        return written_at is None or self._clock() - written_at > RENEWED_AFTER

    def is_expired(self, text: str) -> bool:
        """Return whether a valid ticket has expired; one without a date never does."""
        written_at = self._known(text)[1]
        return written_at is not None and self._clock() - written_at > LIFETIME

    def _signers(self, salt: str) -> list[URLSafeSerializer]:
        """Return the signers for tickets of a kind, the newest key first."""
        keys = self._keys.whole if salt == _UNDATED else self._keys.of(Purpose.TICKETS)
        return [URLSafeSerializer(key, salt=salt) for key in keys]

    def _read(self, text: str) -> tuple[Ticket, int | None]:
        """Return a verified ticket and when it was written; raise BadTicket."""
        if len(text) > MAX_TICKET_LENGTH:
            raise BadTicket("the ticket is too long")
        found = self._content(text)
        if found is None and self._keys.look_again():
            found = self._content(text)
        if found is None:
            raise BadTicket("this server did not sign that ticket")
        return found

    def _content(self, text: str) -> tuple[Ticket, int | None] | None:
        for salt in (_DATED, _UNDATED):
            for signer in self._signers(salt):
                try:
                    content = signer.loads(text)
                    found = _of(content, is_dated=salt == _DATED)
                except (BadSignature, ValueError, TypeError, msgspec.ValidationError):
                    continue
                if signer.dumps(content) != text:
                    raise BadTicket("this server writes tickets in one way only")
                return found
        return None


def _of(content: Any, *, is_dated: bool) -> tuple[Ticket, int | None]:
    """Parse signed content.

    Raises ValueError, TypeError or ValidationError for any other shape.
    """
    written_at = None
    if is_dated:
        *content, written_at = content
        written_at = msgspec.convert(written_at, int, strict=True)
    game_id, seat, since = content
    values = {"game_id": game_id, "seat": seat, "since": since}
    return msgspec.convert(values, Ticket, strict=True), written_at

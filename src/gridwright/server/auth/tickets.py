"""Tickets for seats: whoever holds one plays the seat, without an account."""

from functools import lru_cache
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from gridwright.protocol.refusals import Code
from gridwright.server.wire.refusals import Refused

MOST_TICKET: Final = 400
MOST_KNOWN: Final = 20_000
"""Tickets whose signature was found good before; each seat shows the same one with every order."""


class BadTicket(Refused):
    """A ticket that this server did not write, or that opens no seat any more."""

    code: Code = "bad_ticket"


class Ticket(msgspec.Struct, frozen=True):
    """Who sat down where, and when: at which version of the table."""

    game_id: str
    seat: int
    since: int


class Tickets:
    """Writes and reads tickets. They are signed, not secret: they name what everybody sees."""

    def __init__(self, key: bytes) -> None:
        self._serializer: Final = URLSafeSerializer(key, salt="gridwright-ticket-1")
        # A bad ticket raises, and what raises is not kept: forgeries push nobody out.
        self.read: Final = lru_cache(MOST_KNOWN)(self._read)

    def write(self, ticket: Ticket) -> str:
        return str(self._serializer.dumps([ticket.game_id, ticket.seat, ticket.since]))

    def _read(self, text: str) -> Ticket:
        """The ticket behind a text, or BadTicket."""
        if len(text) > MOST_TICKET:
            raise BadTicket("a ticket is shorter")
        try:
            game_id, seat, since = self._serializer.loads(text)
            ticket = msgspec.convert(
                {"game_id": game_id, "seat": seat, "since": since}, Ticket, strict=True
            )
        except (BadSignature, ValueError, TypeError, msgspec.ValidationError) as error:
            raise BadTicket("this server did not write that ticket") from error
        if self.write(ticket) != text:
            raise BadTicket("this server writes tickets in one way only")
        return ticket

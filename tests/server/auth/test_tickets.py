"""Tickets: only texts that the server wrote are valid."""

import pytest
from itsdangerous import URLSafeSerializer

from gridwright.server.auth.tickets import BadTicket, Ticket, Tickets
from gridwright.server.storage.keys import Keys, Purpose

DATED = "gridwright-ticket-2"
UNDATED = "gridwright-ticket-1"

KEY = b"k" * 32
DAY = 24 * 60 * 60 * 1000
NOW = [1_790_000_000_000]
TICKETS = Tickets(KEY, lambda: NOW[0])
TICKET = Ticket("table-1", 2, 17)


def test_a_ticket_is_read_as_it_was_written() -> None:
    assert TICKETS.read(TICKETS.write(TICKET)) == TICKET


@pytest.mark.parametrize("change", ["!", "=", "!!", "\n", " ", "."])
def test_nothing_may_be_added(change: str) -> None:
    text = TICKETS.write(TICKET)
    for other in (text + change, change + text):
        with pytest.raises(BadTicket):
            TICKETS.read(other)


def test_every_changed_letter_is_noticed() -> None:
    text = TICKETS.write(TICKET)
    for place, letter in enumerate(text):
        other = text[:place] + ("A" if letter != "A" else "B") + text[place + 1 :]
        with pytest.raises(BadTicket):
            TICKETS.read(other)


def test_another_key_or_another_shape_is_refused() -> None:
    with pytest.raises(BadTicket):
        TICKETS.read(Tickets(b"x" * 32, lambda: NOW[0]).write(TICKET))
    for value in ([1, 2, 3], ["a", "b", "c"], {"seat": 1}, ["a", 1], "abc", None, ["a", 1, 2.5]):
        with pytest.raises(BadTicket):
            TICKETS.read(str(URLSafeSerializer(KEY, salt=UNDATED).dumps(value)))
        with pytest.raises(BadTicket):
            TICKETS.read(str(TICKETS._signers(DATED)[0].dumps(value)))
    with pytest.raises(BadTicket, match="too long"):
        TICKETS.read("x" * 1_000)


def ticket_of_before(key: bytes = KEY) -> str:
    """Return a ticket as earlier versions wrote it: without a date, with the whole secret."""
    content = [TICKET.game_id, TICKET.seat, TICKET.since]
    return str(URLSafeSerializer(key, salt=UNDATED).dumps(content))


def test_tickets_of_earlier_versions_are_read() -> None:
    text = ticket_of_before()
    assert TICKETS.read(text) == TICKET
    assert TICKETS.is_due(text)
    assert not TICKETS.is_expired(text)
    with pytest.raises(BadTicket):
        TICKETS.read(ticket_of_before(Keys(KEY).of(Purpose.TICKETS)[0]))


def test_the_whole_secret_signs_nothing_new() -> None:
    forged = URLSafeSerializer(KEY, salt=DATED).dumps(["table-1", 2, 17, NOW[0]])
    with pytest.raises(BadTicket):
        TICKETS.read(str(forged))


def test_a_ticket_ages_and_is_renewed() -> None:
    now = [NOW[0]]
    tickets = Tickets(KEY, lambda: now[0])
    first = tickets.write(TICKET)
    assert (tickets.is_due(first), tickets.is_expired(first)) == (False, False)
    now[0] += 2 * DAY
    assert (tickets.is_due(first), tickets.is_expired(first)) == (True, False)
    second = tickets.write(tickets.read(first))
    now[0] += 29 * DAY
    assert (tickets.is_due(first), tickets.is_expired(first)) == (True, True)
    assert not tickets.is_expired(second)
    assert tickets.read(first) == tickets.read(second) == TICKET


def test_tickets_of_an_older_key_are_read_and_new_ones_have_the_newest() -> None:
    newer = Tickets(Keys(b"n" * 32, [KEY]), lambda: NOW[0])
    for text in (TICKETS.write(TICKET), ticket_of_before()):
        assert newer.read(text) == TICKET
    with pytest.raises(BadTicket):
        TICKETS.read(newer.write(TICKET))


def test_a_running_server_takes_up_a_new_key_when_it_meets_a_ticket_of_it() -> None:
    found = [KEY]
    running = Tickets(Keys(KEY, reload=lambda: found), lambda: NOW[0])
    text = Tickets(b"n" * 32, lambda: NOW[0]).write(TICKET)
    found.insert(0, b"n" * 32)
    assert running.read(text) == TICKET
    assert running.read(TICKETS.write(TICKET)) == TICKET

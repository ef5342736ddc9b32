"""Tickets: what the server wrote, to the letter, and nothing else."""

import pytest

from gridwright.server.auth.tickets import BadTicket, Ticket, Tickets

TICKETS = Tickets(b"k" * 32)
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
        TICKETS.read(Tickets(b"x" * 32).write(TICKET))
    for value in ([1, 2, 3], ["a", "b", "c"], {"seat": 1}, ["a", 1], "abc", None, ["a", 1, 2.5]):
        with pytest.raises(BadTicket):
            TICKETS.read(str(TICKETS._serializer.dumps(value)))
    with pytest.raises(BadTicket, match="shorter"):
        TICKETS.read("x" * 1_000)

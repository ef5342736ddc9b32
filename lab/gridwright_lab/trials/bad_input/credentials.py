"""Requests with credentials that are forged, expired or not for this seat."""

import json
from collections.abc import Iterator

from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.server.auth.records import PREFIX, new_token
from gridwright.server.auth.service import COOKIE
from gridwright.server.auth.tickets import Ticket, Tickets
from gridwright.server.node import clock
from gridwright_lab.trials.bad_input.encoding import ODD_JSON
from gridwright_lab.trials.bad_input.target import (
    FORBIDDEN,
    MALFORMED,
    UNKNOWN,
    BadRequest,
    Target,
)
from gridwright_lab.trials.live_server import KEY, bearer
from gridwright_lab.trials.table_driver import choose


def forged_tickets(target: Target) -> Iterator[BadRequest]:
    """Yield a legal order with tickets that are not valid here."""
    own = target.ticket()
    seat = target.seat()
    table = target.table
    since = table.seats[seat].since
    wrong = Tickets(bytes(32), clock)
    place = target.dice.below(len(own) - 1)
    texts = [
        *("", "x", ".", "..", "....", "e30.e30", "\xff\xfe", "A" * 399, "A" * 401, "A" * 5_000),
        own[:-5],
        own[: len(own) // 2],
        own[:place] + ("A" if own[place] != "A" else "B") + own[place + 1 :],
        own.replace(".", "", 1),
        own[::-1],
        own.swapcase(),
        f"{own} {own}",
        wrong.write(Ticket(table.game_id, seat, since)),
        *target.driver.expired,
    ]
    # A valid signature must not help if the ticket is for something else.
    right = Tickets(KEY, clock)
    for ticket in (
        Ticket(table.game_id, seat, since + 1),
        Ticket(table.game_id, seat, 0),
        Ticket(table.game_id, -1, since),
        Ticket(table.game_id, SPECTATOR, since),
        Ticket(table.game_id, CHANCE, since),
        Ticket(table.game_id, table.spec.seats, since),
        Ticket(table.game_id, 2**70, since),
        Ticket("another-table", seat, since),
        Ticket("", seat, since),
    ):
        texts.append(right.write(ticket))
    texts.extend([ticket for other in target.others for ticket in other.tickets.values()])
    for text in texts:
        yield BadRequest(
            "forged ticket", target.orders, target.legal(), bearer(text), wanted=FORBIDDEN
        )
    for header in (f"bearer {own}", f"Basic {own}", f"Bearer\t{own}", own, f"Bearer  {own}"):
        headers = {"authorization": header}
        yield BadRequest("forged ticket", target.orders, target.legal(), headers, wanted=FORBIDDEN)
    for name in ("cookie", "x-ticket", "proxy-authorization"):
        headers = {name: f"Bearer {own}"}
        yield BadRequest("forged ticket", target.orders, target.legal(), headers, wanted=FORBIDDEN)
    for path in ("", "/entries", "/transcript"):
        text = f"{own[:-5]}AAAAA"
        path = f"{target.driver.path}{path}"
        yield BadRequest("forged reader", path, b"", bearer(text), "GET", FORBIDDEN)


def out_of_turn(target: Target) -> Iterator[BadRequest]:
    """Yield the actor's legal action sent by every other seat, and with extra fields."""
    actor = target.table.actor()
    if actor is None:
        return
    for seat, ticket in target.driver.tickets.items():
        if seat == actor:
            continue
        for place in range(6):
            body = target.act(choose(target.table, target.dice), place % 2 == 0)
            if not target.is_legal(seat, body):
                yield BadRequest("out of turn", target.orders, body, bearer(ticket))
    action = choose(target.table, target.dice)
    record = target.table.notation.to_values(action)
    for more in ({"seat": 0}, {"viewer": actor}, {"as": actor}, {"do": [record]}, {"do": record}):
        body = target.act(action, True, **more)
        yield BadRequest(
            "extra fields", target.orders, body, bearer(target.ticket()), wanted=MALFORMED
        )


def forged_sessions(target: Target) -> Iterator[BadRequest]:
    """Yield a legal order with sessions that never existed, have ended, or have no seat here."""
    made = new_token()
    place = len(PREFIX) + target.dice.below(len(made) - len(PREFIX))
    stranger = target.tokens.stranger
    texts = [
        *(made, PREFIX, f"{PREFIX}{target.ticket()}", f"{made} {made}", made[:-1], f"{made}A"),
        *(f"{PREFIX}\xff", f"{PREFIX}{'A' * 5_000}", made[:place] + "." + made[place:]),
        *target.tokens.ended,
    ]
    if stranger:
        texts += [stranger[:-1], f"{stranger}A", stranger[:place] + "_" + stranger[place:]]
    for text in texts:
        yield BadRequest(
            "forged session", target.orders, target.legal(), bearer(text), wanted=FORBIDDEN
        )
    for text in (target.pick(texts), *target.tokens.ended):
        headers = {"cookie": f"{COOKIE}={text}", "origin": "http://evil.example"}
        yield BadRequest("forged session", target.orders, target.legal(), headers, wanted=FORBIDDEN)
        yield BadRequest("forged session", "/api/me", b"", bearer(text), "GET", UNKNOWN)
        yield BadRequest("forged session", "/api/me/sessions", b"", bearer(text), "DELETE", UNKNOWN)
        yield BadRequest("forged reader", target.driver.path, b"", bearer(text), "GET", FORBIDDEN)
    json_type = {"content-type": "application/json"}
    ticket = json.dumps({"ticket": target.ticket()}).encode()
    claim = f"{target.driver.path}/claim"
    for text in (made, target.ticket()):
        headers = bearer(text) | json_type
        yield BadRequest("forged session", claim, ticket, headers, wanted=UNKNOWN)
    if stranger:
        own = bearer(stranger) | json_type
        cookie = {"cookie": f"{COOKIE}={stranger}"} | json_type
        yield BadRequest("no seat here", target.orders, target.legal(), own, wanted=FORBIDDEN)
        yield BadRequest("no seat here", target.orders, target.legal(), cookie, wanted=FORBIDDEN)
        yield BadRequest("no seat here", claim, b'{"ticket":"x"}', own, wanted=FORBIDDEN)
        for method, path in (("DELETE", "/api/me/sessions"), ("POST", "/api/me/erase")):
            yield BadRequest("foreign page", path, b'{"password":"x"}', cookie, method, FORBIDDEN)


def bad_accounts(target: Target) -> Iterator[BadRequest]:
    """Yield invalid accounts, passwords and passkeys."""
    json_type = {"content-type": "application/json"}
    own = bearer(target.tokens.stranger) | json_type
    for path in ("/api/people", "/api/sessions"):
        fields = {"name": "Mallory", "password": "x"}
        fields[target.pick(["name", "password"])] = "@"
        text = json.dumps(fields).replace('"@"', target.pick(ODD_JSON), 1)
        body = text.encode("utf-8", "surrogatepass")
        yield BadRequest("bad account", path, body, json_type)
    for path in ("/api/sessions/passkey", "/api/me/passkeys"):
        text = f'{{"state":{target.pick(ODD_JSON)},"credential":{{"id":{target.pick(ODD_JSON)}}}}}'
        yield BadRequest("bad account", path, text.encode("utf-8", "surrogatepass"), own)

"""Bad requests to the lobby, the chat and the rematch."""

import json
from collections.abc import Iterator
from typing import Final

from gridwright.table.entries import Status
from gridwright_lab.trials.bad_input.target import FORBIDDEN, BadRequest, Target
from gridwright_lab.trials.live_server import bearer

UNPROCESSABLE: Final = frozenset({422})
BAD_TEXTS: Final = (
    *('""', '" "', '"\\u0000"', '"a\\nb"', '"\\u202eabc"', '"\\u2066"', '"\\u200d"', '"\\ud800"'),
    *("null", "5", "[]", "{}", '["a"]', "true", "NaN", "1e400", '"' + "x" * 401 + '"'),
    *('"' + "x" * 15_000 + '"', '"' + "x" * 90_000 + '"', '"\\u001b[31m"', '"\\u2028"', '"', ""),
    "[" * 2_000,
)
"""Texts of a message, as raw text; not all of them are JSON."""
BAD_QUERIES: Final = (
    *("status=archived", "status=%00", "seats=-1", "seats=9e9", "seats=" + "9" * 4_500, "clock=x"),
    *("limit=0", "limit=-1", "limit=1e3", "bots=perhaps", "after=%00", "after=1.a%0a", "after=.a"),
    *(f"after={'9' * 400}.a", "edition=%F0%9F%98%80", "board=' OR 1=1 --", "preset=" + "x" * 900),
    *("free=x", "nonsense=1", "edition=%ff", "edition[]=card"),
)


def bad_searches(target: Target) -> Iterator[BadRequest]:
    """Yield invalid queries of the lobby and the chat."""
    for query in BAD_QUERIES:
        path = f"/api/tables?{query}"
        yield BadRequest("bad search", path, method="GET", wanted=UNPROCESSABLE)
    chat = f"{target.driver.path}/chat"
    for query in ("since=-1", "since=x", "since=" + "9" * 40, "limit=0", "limit=101", "since=%00"):
        yield BadRequest("bad search", f"{chat}?{query}", method="GET", wanted=UNPROCESSABLE)
    for text in ("x", "\xff\xfe", "A" * 600):
        yield BadRequest("bad search", chat, b"", bearer(text), "GET")


def bad_chat(target: Target) -> Iterator[BadRequest]:
    """Yield messages, blocks and reports that are forged, malformed or without an object."""
    chat = f"{target.driver.path}/chat"
    json_type = {"content-type": "application/json"}
    own = bearer(target.ticket()) | json_type
    fine = json.dumps({"text": "hello"}).encode()
    strangers = [ticket for other in target.others for ticket in other.tickets.values()]
    for ticket in ("", "x", target.ticket()[:-4], target.pick(strangers), *target.driver.expired):
        headers = bearer(ticket) | json_type
        yield BadRequest("forged message", chat, fine, headers, wanted=FORBIDDEN)
        block = b'{"voice":"seat:0:2"}'
        yield BadRequest("forged message", f"{chat}/blocks", block, headers, wanted=FORBIDDEN)
        reason = b'{"reason":"spam"}'
        yield BadRequest("forged message", f"{chat}/1/reports", reason, headers, wanted=FORBIDDEN)
    for text in BAD_TEXTS:
        body = f'{{"text":{text}}}'.encode("utf-8", "surrogatepass")
        yield BadRequest("bad message", chat, body, own)
    for body in (b"", b"[]", b"null", b"\xff", b'{"text":"a","voice":"seat:1:2"}', b'{"Text":"a"}'):
        yield BadRequest("bad message", chat, body, own)
    for voice in ('"Ada"', '""', "5", '"seat:0:2\\n"', '"SEAT:0"', '"seat:' + "9" * 90 + '"'):
        body = f'{{"voice":{voice}}}'.encode()
        yield BadRequest("bad block", f"{chat}/blocks", body, own, wanted=UNPROCESSABLE)
    # There are no messages at the tables of the experiment.
    for number in (-1, 0, 1, 9_999, 10**30, "x", "%00", "1.5"):
        body = b'{"reason":"spam"}'
        yield BadRequest("bad report", f"{chat}/{number}/reports", body, own)
    for method in ("PUT", "PATCH", "DELETE", "BREW"):
        yield BadRequest("wrong method", chat, fine, own, method)


def bad_rematches(target: Target) -> Iterator[BadRequest]:
    """Yield rematches of games that are not over, or that belong to other users."""
    rematch = f"{target.driver.path}/rematch"
    for path in (rematch, f"{rematch}/seat"):
        for ticket in ("", "x", target.ticket()[::-1], *target.driver.expired):
            yield BadRequest("bad rematch", path, b"", bearer(ticket), wanted=FORBIDDEN)
        if target.table.status is not Status.FINISHED:
            yield BadRequest("bad rematch", path, b"", bearer(target.ticket()))
    own = bearer(target.ticket())
    yield BadRequest("bad rematch", "/api/tables/never-made/rematch", b"", own)
    yield BadRequest("bad rematch", f"{rematch}/seat/1", b"", own)

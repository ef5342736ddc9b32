"""What nobody should send to the lobby, the chat and the rematch."""

import json
from collections.abc import Iterator
from typing import Final

from gridwright.server.store.games import Status
from gridwright.server.trials.ground import bearer
from gridwright.server.trials.scene import FORBIDDEN, Attempt, Scene

UNPROCESSABLE: Final = frozenset({422})
BAD_TEXTS: Final = (
    *('""', '" "', '"\\u0000"', '"a\\nb"', '"\\u202eabc"', '"\\u2066"', '"\\u200d"', '"\\ud800"'),
    *("null", "5", "[]", "{}", '["a"]', "true", "NaN", "1e400", '"' + "x" * 401 + '"'),
    *('"' + "x" * 15_000 + '"', '"' + "x" * 90_000 + '"', '"\\u001b[31m"', '"\\u2028"', '"', ""),
    "[" * 2_000,
)
"""Texts of a message, as they would stand in it; not all of them are JSON."""
BAD_QUERIES: Final = (
    *("status=archived", "status=%00", "seats=-1", "seats=9e9", "seats=" + "9" * 4_500, "clock=x"),
    *("limit=0", "limit=-1", "limit=1e3", "bots=perhaps", "after=%00", "after=1.a%0a", "after=.a"),
    *(f"after={'9' * 400}.a", "edition=%F0%9F%98%80", "board=' OR 1=1 --", "preset=" + "x" * 900),
    *("free=x", "nonsense=1", "edition=%ff", "edition[]=card"),
)


def bad_searches(scene: Scene) -> Iterator[Attempt]:
    """Pages of the lobby and of the chat that cannot be."""
    for query in BAD_QUERIES:
        path = f"/api/tables?{query}"
        yield Attempt("bad search", path, method="GET", wanted=UNPROCESSABLE)
    chat = f"{scene.played.path}/chat"
    for query in ("since=-1", "since=x", "since=" + "9" * 40, "limit=0", "limit=101", "since=%00"):
        yield Attempt("bad search", f"{chat}?{query}", method="GET", wanted=UNPROCESSABLE)
    for text in ("x", "\xff\xfe", "A" * 600):
        yield Attempt("bad search", chat, b"", bearer(text), "GET")


def bad_talk(scene: Scene) -> Iterator[Attempt]:
    """Messages, blocks and reports that are forged, malformed or about nothing."""
    chat = f"{scene.played.path}/chat"
    json_type = {"content-type": "application/json"}
    own = bearer(scene.ticket()) | json_type
    fine = json.dumps({"text": "hello"}).encode()
    strangers = [ticket for other in scene.others for ticket in other.tickets.values()]
    for ticket in ("", "x", scene.ticket()[:-4], scene.pick(strangers), *scene.played.expired):
        headers = bearer(ticket) | json_type
        yield Attempt("forged message", chat, fine, headers, wanted=FORBIDDEN)
        block = b'{"voice":"seat:0:2"}'
        yield Attempt("forged message", f"{chat}/blocks", block, headers, wanted=FORBIDDEN)
        reason = b'{"reason":"spam"}'
        yield Attempt("forged message", f"{chat}/1/reports", reason, headers, wanted=FORBIDDEN)
    for text in BAD_TEXTS:
        body = f'{{"text":{text}}}'.encode("utf-8", "surrogatepass")
        yield Attempt("bad message", chat, body, own)
    for body in (b"", b"[]", b"null", b"\xff", b'{"text":"a","voice":"seat:1:2"}', b'{"Text":"a"}'):
        yield Attempt("bad message", chat, body, own)
    for voice in ('"Ada"', '""', "5", '"seat:0:2\\n"', '"SEAT:0"', '"seat:' + "9" * 90 + '"'):
        body = f'{{"voice":{voice}}}'.encode()
        yield Attempt("bad block", f"{chat}/blocks", body, own, wanted=UNPROCESSABLE)
    # Nothing was ever said at the tables of the trial.
    for number in (-1, 0, 1, 9_999, 10**30, "x", "%00", "1.5"):
        body = b'{"reason":"spam"}'
        yield Attempt("bad report", f"{chat}/{number}/reports", body, own)
    for method in ("PUT", "PATCH", "DELETE", "BREW"):
        yield Attempt("wrong method", chat, fine, own, method)


def bad_rematches(scene: Scene) -> Iterator[Attempt]:
    """Rematches of games that are not over, and of those of others."""
    rematch = f"{scene.played.path}/rematch"
    for path in (rematch, f"{rematch}/seat"):
        for ticket in ("", "x", scene.ticket()[::-1], *scene.played.expired):
            yield Attempt("bad rematch", path, b"", bearer(ticket), wanted=FORBIDDEN)
        if scene.table.status is not Status.FINISHED:
            yield Attempt("bad rematch", path, b"", bearer(scene.ticket()))
    own = bearer(scene.ticket())
    yield Attempt("bad rematch", "/api/tables/nobody-made-it/rematch", b"", own)
    yield Attempt("bad rematch", f"{rematch}/seat/1", b"", own)

"""What nobody should send: forged, stale, doubled, malformed and out-of-turn requests.

Each is made for a table as it is, and is not legal there: by construction, or because the rules
refuse it on a copy that the server knows nothing of.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from gridwright.conformance.mutations import near_misses
from gridwright.content.errors import ContentError
from gridwright.content.table import TableSpec, build_game
from gridwright.engine.actions import Action
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.protocol.orders import MOST_BYTES
from gridwright.server.api.admission import COOKIE
from gridwright.server.people.tokens import PREFIX, new_token
from gridwright.server.store.games import Status
from gridwright.server.tickets import Ticket, Tickets
from gridwright.server.trials.bad_talk import bad_rematches, bad_searches, bad_talk
from gridwright.server.trials.ground import KEY, bearer
from gridwright.server.trials.played import choose
from gridwright.server.trials.scene import (
    FORBIDDEN,
    LEGAL_STATUS,
    MALFORMED,
    STALE,
    UNKNOWN,
    Attempt,
    Scene,
)

HUGE: Final = (10**7, 2**31, 2**53, 2**63, 2**64, 10**30, 10**300)
ODD_JSON: Final = (
    *("null", "true", "-1", "0", "1.5", "-0", "1e3", "1e400", "NaN", "Infinity", "-Infinity"),
    *('""', '" "', '"0"', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u202e"', '"\\n"'),
    *('"é"', '"Ⅳ"', '"١٢"', '"😀"', '"' + "a" * 500 + '"', "[]", "{}", "[1]", '{"a":1}', "0x10"),
    *("01", "+1", "--1", "[" * 900 + "]" * 900, '{"a":' * 300 + "1" + "}" * 300, '"\\x41"', "'a'"),
    *(str(number) for number in HUGE),
    "9" * 3_000,
)
"""Values for a field of a message, as they would stand in it; not all of them are JSON."""


# Whose order it is


def forged_tickets(scene: Scene) -> Iterator[Attempt]:
    """A legal order with a ticket that opens nothing here."""
    own = scene.ticket()
    seat = scene.seat()
    table = scene.table
    since = table.seats[seat].since
    wrong = Tickets(bytes(32))
    place = scene.dice.below(len(own) - 1)
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
        *scene.played.expired,
    ]
    # Not even the server's own hand helps if the ticket is for something else.
    right = Tickets(KEY)
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
    texts.extend([ticket for other in scene.others for ticket in other.tickets.values()])
    for text in texts:
        yield Attempt("forged ticket", scene.orders, scene.legal(), bearer(text), wanted=FORBIDDEN)
    for header in (f"bearer {own}", f"Basic {own}", f"Bearer\t{own}", own, f"Bearer  {own}"):
        headers = {"authorization": header}
        yield Attempt("forged ticket", scene.orders, scene.legal(), headers, wanted=FORBIDDEN)
    for name in ("cookie", "x-ticket", "proxy-authorization"):
        headers = {name: f"Bearer {own}"}
        yield Attempt("forged ticket", scene.orders, scene.legal(), headers, wanted=FORBIDDEN)
    for path in ("", "/entries", "/transcript"):
        text = f"{own[:-5]}AAAAA"
        path = f"{scene.played.path}{path}"
        yield Attempt("forged reader", path, b"", bearer(text), "GET", FORBIDDEN)


def out_of_turn(scene: Scene) -> Iterator[Attempt]:
    """The actor's legal action by everybody else; the message may say what it likes."""
    actor = scene.table.actor()
    if actor is None:
        return
    for seat, ticket in scene.played.tickets.items():
        if seat == actor:
            continue
        for place in range(6):
            body = scene.act(choose(scene.table, scene.dice), place % 2 == 0)
            if not scene.is_legal(seat, body):
                yield Attempt("out of turn", scene.orders, body, bearer(ticket))
    action = choose(scene.table, scene.dice)
    record = scene.table.notation.to_values(action)
    for more in ({"seat": 0}, {"viewer": actor}, {"as": actor}, {"do": [record]}, {"do": record}):
        body = scene.act(action, True, **more)
        yield Attempt("extra fields", scene.orders, body, bearer(scene.ticket()), wanted=MALFORMED)


def forged_sessions(scene: Scene) -> Iterator[Attempt]:
    """A legal order by a session that never was, that has ended, or that has no seat here."""
    made = new_token()
    place = len(PREFIX) + scene.dice.below(len(made) - len(PREFIX))
    stranger = scene.tokens.stranger
    texts = [
        *(made, PREFIX, f"{PREFIX}{scene.ticket()}", f"{made} {made}", made[:-1], f"{made}A"),
        *(f"{PREFIX}\xff", f"{PREFIX}{'A' * 5_000}", made[:place] + "." + made[place:]),
        *scene.tokens.ended,
    ]
    if stranger:
        texts += [stranger[:-1], f"{stranger}A", stranger[:place] + "_" + stranger[place:]]
    for text in texts:
        yield Attempt("forged session", scene.orders, scene.legal(), bearer(text), wanted=FORBIDDEN)
    for text in (scene.pick(texts), *scene.tokens.ended):
        headers = {"cookie": f"{COOKIE}={text}", "origin": "http://evil.example"}
        yield Attempt("forged session", scene.orders, scene.legal(), headers, wanted=FORBIDDEN)
        yield Attempt("forged session", "/api/me", b"", bearer(text), "GET", UNKNOWN)
        yield Attempt("forged session", "/api/me/sessions", b"", bearer(text), "DELETE", UNKNOWN)
        yield Attempt("forged reader", scene.played.path, b"", bearer(text), "GET", FORBIDDEN)
    json_type = {"content-type": "application/json"}
    ticket = json.dumps({"ticket": scene.ticket()}).encode()
    claim = f"{scene.played.path}/claim"
    for text in (made, scene.ticket()):
        headers = bearer(text) | json_type
        yield Attempt("forged session", claim, ticket, headers, wanted=UNKNOWN)
    if stranger:
        own = bearer(stranger) | json_type
        cookie = {"cookie": f"{COOKIE}={stranger}"} | json_type
        yield Attempt("no seat here", scene.orders, scene.legal(), own, wanted=FORBIDDEN)
        yield Attempt("no seat here", scene.orders, scene.legal(), cookie, wanted=FORBIDDEN)
        yield Attempt("no seat here", claim, b'{"ticket":"x"}', own, wanted=FORBIDDEN)
        for method, path in (("DELETE", "/api/me/sessions"), ("POST", "/api/me/erase")):
            yield Attempt("foreign page", path, b'{"password":"x"}', cookie, method, FORBIDDEN)


def bad_accounts(scene: Scene) -> Iterator[Attempt]:
    """Accounts that cannot be, and proofs that prove nothing."""
    json_type = {"content-type": "application/json"}
    own = bearer(scene.tokens.stranger) | json_type
    for path in ("/api/people", "/api/sessions"):
        fields = {"name": "Mallory", "password": "x"}
        fields[scene.pick(["name", "password"])] = "@"
        text = json.dumps(fields).replace('"@"', scene.pick(ODD_JSON), 1)
        body = text.encode("utf-8", "surrogatepass")
        yield Attempt("bad account", path, body, json_type)
    for path in ("/api/sessions/passkey", "/api/me/passkeys"):
        text = f'{{"state":{scene.pick(ODD_JSON)},"credential":{{"id":{scene.pick(ODD_JSON)}}}}}'
        yield Attempt("bad account", path, text.encode("utf-8", "surrogatepass"), own)


# What is ordered


def missed_actions(scene: Scene) -> Iterator[Attempt]:
    """Actions that are nearly legal, by whoever must act and by somebody else."""
    table = scene.table
    if table.status is not Status.RUNNING:
        return
    actions = near_misses(table.game, table.state, scene.dice)
    words = {action.WORD for action in table.game.legal(table.state)}
    close = [action for action in actions if action.WORD in words] or actions
    for place in range(36):
        action = scene.pick(close if place % 3 else actions)
        for seat, ticket in _some_seats(scene):
            try:
                body = scene.act(action, place % 2 == 0)
            except (IndexError, KeyError):
                # It names a card or city that there is not, so the notation has no word for it.
                body = _nameless(scene, action)
            if not scene.is_legal(seat, body):
                yield Attempt("near miss", scene.orders, body, bearer(ticket))


def _some_seats(scene: Scene) -> list[tuple[int, str]]:
    seats = [(scene.seat(), scene.ticket())]
    if scene.dice.below(4) == 0:
        seats.append(scene.pick(list(scene.played.tickets.items())))
    return seats


def _nameless(scene: Scene, action: Action) -> bytes:
    """The numbers of an action where its words should be."""
    order = {"type": "act", "command_id": scene.fresh_id(), "expected": scene.table.version}
    words = " ".join([str(number) for number in action.arguments()])
    return json.dumps(order | {"line": f"{action.WORD} {words}"[:400].strip()}).encode()


def wrong_versions(scene: Scene) -> Iterator[Attempt]:
    """Legal once, or legal later, but not now: refused together with what is missing."""
    version = scene.table.version
    offsets = [1, 2, 3, scene.dice.below(version) + 1, version]
    before = {max(0, version - offset) for offset in offsets}
    for expected in sorted(before | {version + 1, version + 7, 999_999}):
        body = scene.legal(expected=expected)
        yield Attempt("wrong version", scene.orders, body, bearer(scene.ticket()), wanted=STALE)


def doubled(scene: Scene) -> Iterator[Attempt]:
    """Orders that were carried out before, again and in pairs, and their names for other things."""
    for _turn in range(min(6, len(scene.played.accepted))):
        before = scene.pick(scene.played.accepted)
        again = bearer(before.ticket)
        for _time in range(1 + scene.dice.below(4)):
            yield Attempt(
                "doubled", scene.orders, before.body, again, "POST", LEGAL_STATUS, before.answer
            )
        name = json.loads(before.body)["command_id"]
        if before.ticket == scene.ticket() and scene.table.actor() is not None:
            body = scene.legal(command_id=name)
            yield Attempt(
                "name used twice",
                *(scene.orders, body, again, "POST", LEGAL_STATUS, before.answer),
            )


def wrong_moments(scene: Scene) -> Iterator[Attempt]:
    """Orders that belong to another part of the evening."""
    base = {"expected": scene.table.version}
    running = scene.table.status is Status.RUNNING
    orders: list[dict[str, Any]] = [
        {"type": "come_back"},
        {"type": "hand_over", "bot": "l9"},
        {"type": "hand_over", "bot": ""},
        {"type": "hand_over", "bot": "l1\u0000"},
        {"type": "hand_over", "bot": "../l1"},
        {"type": "ready", "contribution": "ab"},
        {"type": "act", "line": "take-back 1"},
        {"type": "limit", "plant": "no-such", "up_to": 9},
        {"type": "limit", "plant": "", "up_to": 9},
        {"type": "limit", "plant": "3", "up_to": -1},
        {"type": "limit", "plant": "3", "up_to": 10**9},
        {"type": "limit", "plant": "3", "up_to": 9, "beyond": "cheat"},
        {"type": "limit", "plant": "3", "up_to": 9, "seat": 1},
        # No table of the trial is played by turn, so nobody rests there.
        {"type": "night", "start": 0, "end": 60},
        {"type": "night", "start": 0, "end": 1_440},
        {"type": "night", "start": -1, "end": 60, "utc_offset": 900},
        {"type": "night", "start": 0, "end": 60, "zone": "Europe/Zurich"},
        {"type": "vacation", "days": 1},
        {"type": "vacation", "days": 0},
        {"type": "vacation", "days": 61, "starts_at": 2**53},
        {"type": "vacation", "days": 1, "starts_at": -1},
        {"type": "end_vacation"},
        {"type": "end_vacation", "seat": 1},
    ]
    if scene.table.status is not Status.GATHERING:
        orders += [{"type": "ready"}, {"type": "stand_up"}, {"type": "ready", "contribution": ""}]
    if not running:
        orders += [{"type": "hand_over", "bot": "l1"}, {"type": "act", "line": "pass"}]
        orders.append({"type": "limit", "plant": "3", "up_to": 9})
    for order in orders:
        body = json.dumps(base | {"command_id": scene.fresh_id()} | order).encode()
        yield Attempt("wrong moment", scene.orders, body, bearer(scene.ticket()))


# How it is written


def malformed_orders(scene: Scene) -> Iterator[Attempt]:
    """Odd values in every field of a legal order."""
    own = bearer(scene.ticket())
    for _turn in range(24):
        body = scene.legal()
        fields = json.loads(body)
        if "do" in fields and scene.dice.below(2):
            fields["do"][scene.pick(list(fields["do"]))] = "@"
        else:
            fields[scene.pick(list(fields))] = "@"
        odd = scene.pick(ODD_JSON)
        text = json.dumps(fields).replace('"@"', odd, 1)
        body = text.encode("utf-8", "surrogatepass")
        if not scene.is_legal(scene.seat(), body):
            yield Attempt("odd value", scene.orders, body, own)
    for body in _odd_bodies(scene):
        yield Attempt("malformed", scene.orders, body, own, wanted=MALFORMED)


def _odd_bodies(scene: Scene) -> list[bytes]:
    legal = scene.legal()
    nest = MOST_BYTES // 2 - 60
    return [
        *(
            b"",
            b"{}",
            b"[]",
            b"null",
            b"0",
            b'"act"',
            b"\x00",
            b"\xff\xfe",
            b"\xef\xbb\xbf" + legal,
        ),
        *(legal[:-1], legal + b"}", legal + legal, b"[" + legal + b"]", legal[::-1]),
        legal.replace(b'"type"', b'"Type"'),
        legal.replace(b'"act"', b'"dance"'),
        legal.replace(b'"act"', b'"ACT"'),
        legal.replace(b'"expected"', b'"version"'),
        legal.replace(b"{", b'{"seat":0,', 1),
        legal.replace(b"{", b'{"__proto__":{},', 1),
        legal.decode().encode("utf-16"),
        b"type=act&line=pass",
        b"[" * nest + b"]" * nest,
        b'{"x":' * 600 + b"1" + b"}" * 600,
        b'{"x":' + b"[" * nest + b"]" * nest + b',"type":"act"}',
        b"x" * (MOST_BYTES + 1),
        legal + b" " * MOST_BYTES,
        b" " * 100_000 + legal,
    ]


def flipped_bits(scene: Scene) -> Iterator[Attempt]:
    """A legal order with one to three bits turned over."""
    for _turn in range(24):
        body = bytearray(scene.legal())
        for _flip in range(1 + scene.dice.below(3)):
            place = scene.dice.below(len(body))
            body[place] ^= 1 << scene.dice.below(8)
        if not scene.is_legal(scene.seat(), bytes(body)):
            yield Attempt("flipped bits", scene.orders, bytes(body), bearer(scene.ticket()))


def wrong_doors(scene: Scene) -> Iterator[Attempt]:
    """Legal orders by other methods, at other paths, packed in other ways."""
    own = bearer(scene.ticket())
    path = scene.played.path
    for method in ("GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"):
        yield Attempt("wrong method", scene.orders, scene.legal(), own, method)
    for method in ("POST", "PUT", "DELETE"):
        yield Attempt("wrong method", path, scene.legal(), own, method)
        yield Attempt("wrong method", f"{path}/entries", scene.legal(), own, method)
        yield Attempt("wrong method", f"{path}/transcript", scene.legal(), own, method)
    for wrong in (
        *("/api/tables/nobody-made-it/orders", "/api/tables/%00/orders", "/api/tables/%ff/orders"),
        *(f"/api/tables/{'a' * 3_000}/orders", "/api/tables/%F0%9F%98%80/orders"),
        *(f"{path}%20/orders", f"{path}%0A/orders", f"{path}/orders/orders", f"{path}//orders"),
        *(f"{path.swapcase()}/orders", f"/api/tables/a%0d%0aset-cookie:%20x=1{'/orders'}"),
    ):
        yield Attempt("wrong path", wrong, scene.legal(), own)
    for since in ("-1", "x", "1.0", "%00", "1e3", "9" * 30, "%F0%9F%98%80", "+1", "0x1", "%D9%A1"):
        yield Attempt("wrong path", f"{path}/entries?since={since}", b"", own, "GET", MALFORMED)
    body = b"command_id=a&expected=1&type=act&line=pass"
    for kind in (
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/xml",
    ):
        headers = own | {"content-type": kind}
        yield Attempt("wrong packing", scene.orders, body, headers, wanted=MALFORMED)
    for packing in ("gzip", "deflate", "br"):
        headers = own | {"content-encoding": packing}
        body = b"\x1f\x8b\x08\x00" + scene.legal()
        yield Attempt("wrong packing", scene.orders, body, headers, wanted=MALFORMED)


# Around tables


def bad_tables(scene: Scene) -> Iterator[Attempt]:
    """Tables that cannot be, and seats that cannot be taken."""
    spec = scene.table.spec.to_json()
    json_type = {"content-type": "application/json"}
    bodies: list[str] = [
        *("", "{", "[]", "null", '{"spec":NaN}', '{"spec":{},"listed":Infinity}', '{"spec":"x"}'),
        '{"spec":{},"listed":"\\ud800"}',
        '{"\\ud800":1,"spec":{}}',
        json.dumps({"spec": spec | {"seats": 99}}),
        json.dumps({"spec": spec | {"edition": "../card"}}),
        json.dumps({"spec": spec | {"content": "ab" * 32}}),
        json.dumps({"spec": spec | {"order": [0, 0]}}),
        json.dumps({"spec": spec | {"house_rules": ["none"] * 300}}),
        json.dumps({"spec": spec, "bribe": 1}),
        json.dumps({"spec": spec, "terms": {"stand_in": "nobody"}}),
        json.dumps({"spec": spec, "terms": {"stand_in": "x" * 9_000}}),
        json.dumps({"spec": spec, "terms": {"time_out": "never"}}),
        json.dumps({"spec": spec, "terms": {"clock": {"type": "bank", "bank": -1}}}),
        json.dumps({"spec": spec, "terms": {"clock": {"type": "sundial"}}}),
        json.dumps({"spec": spec, "more": "x" * 100_000}),
        "[" * 8_000,
        "[" * 40_000,
    ]
    for _turn in range(8):
        place = scene.pick(list(spec))
        text = json.dumps({"spec": spec | {place: "@"}}).replace('"@"', scene.pick(ODD_JSON), 1)
        if not _makes_a_table(text):
            bodies.append(text)
    for text in bodies:
        body = text.encode("utf-8", "surrogatepass")
        yield Attempt("bad table", "/api/tables", body, json_type)
    for kind in ("text/plain", "application/xml", "application/json; charset=utf-16", ""):
        for body in (b"\xff\x00", json.dumps({"spec": 1}).encode()):
            yield Attempt("bad table", "/api/tables", body, {"content-type": kind})
    yield from _bad_sittings(scene)


def _makes_a_table(text: str) -> bool:
    """Whether the odd value was good enough for a table after all."""
    try:
        spec = TableSpec.from_json(msgspec.json.decode(text)["spec"])
        build_game(spec)
    except (msgspec.DecodeError, RecursionError, ContentError):
        return False
    return not spec.content


def _bad_sittings(scene: Scene) -> Iterator[Attempt]:
    json_type = {"content-type": "application/json"}
    path = f"{scene.played.path}/seats"
    taken = next(seat for seat, holder in enumerate(scene.table.seats) if holder.is_taken)
    for seat in (taken, -1, 99, 10**30, "9" * 4_500, "x", "%00", "1.5", "٣", "0%2F0"):
        yield Attempt("bad sitting", f"{path}/{seat}", b'{"name":"Mallory"}', json_type)
    names = [odd for odd in ODD_JSON if odd not in ('"0"', '"é"', '"Ⅳ"', '"١٢"', '"😀"')]
    for odd in (scene.pick(names), scene.pick(names), scene.pick(names)):
        body = f'{{"name":{odd}}}'.encode("utf-8", "surrogatepass")
        yield Attempt("bad sitting", f"{path}/{taken}", body, json_type)
        body = f'{{"name":"Mallory","bot":{odd}}}'.encode("utf-8", "surrogatepass")
        yield Attempt("bad sitting", f"{path}/{taken}", body, json_type)


MAKERS: Final[tuple[Callable[[Scene], Iterator[Attempt]], ...]] = (
    forged_tickets,
    forged_sessions,
    bad_accounts,
    out_of_turn,
    missed_actions,
    wrong_versions,
    doubled,
    wrong_moments,
    malformed_orders,
    flipped_bits,
    wrong_doors,
    bad_tables,
    bad_searches,
    bad_talk,
    bad_rematches,
)


def bad_requests(scene: Scene) -> list[Attempt]:
    """Everything bad that can be sent to one table as it is."""
    return [attempt for maker in MAKERS for attempt in maker(scene)]

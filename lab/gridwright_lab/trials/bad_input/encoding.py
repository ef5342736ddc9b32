"""Legal orders in an invalid form: odd values, flipped bits, other methods, paths and encodings."""

import json
from collections.abc import Iterator
from typing import Final

from gridwright.protocol.orders import MAX_BYTES
from gridwright_lab.trials.bad_input.target import (
    MALFORMED,
    BadRequest,
    Target,
)
from gridwright_lab.trials.live_server import bearer


def malformed_orders(target: Target) -> Iterator[BadRequest]:
    """Yield odd values in every field of a legal order."""
    own = bearer(target.ticket())
    for _turn in range(24):
        body = target.legal()
        fields = json.loads(body)
        if "do" in fields and target.dice.below(2):
            fields["do"][target.pick(list(fields["do"]))] = "@"
        else:
            fields[target.pick(list(fields))] = "@"
        odd = target.pick(ODD_JSON)
        text = json.dumps(fields).replace('"@"', odd, 1)
        body = text.encode("utf-8", "surrogatepass")
        if not target.is_legal(target.seat(), body):
            yield BadRequest("odd value", target.orders, body, own)
    for body in _odd_bodies(target):
        yield BadRequest("malformed", target.orders, body, own, wanted=MALFORMED)


def _odd_bodies(target: Target) -> list[bytes]:
    legal = target.legal()
    nest = MAX_BYTES // 2 - 60
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
        b"x" * (MAX_BYTES + 1),
        legal + b" " * MAX_BYTES,
        b" " * 100_000 + legal,
    ]


def flipped_bits(target: Target) -> Iterator[BadRequest]:
    """Yield a legal order with one to three flipped bits."""
    for _turn in range(24):
        body = bytearray(target.legal())
        for _flip in range(1 + target.dice.below(3)):
            place = target.dice.below(len(body))
            body[place] ^= 1 << target.dice.below(8)
        if not target.is_legal(target.seat(), bytes(body)):
            yield BadRequest("flipped bits", target.orders, bytes(body), bearer(target.ticket()))


def wrong_routes(target: Target) -> Iterator[BadRequest]:
    """Yield legal orders with other methods, paths and content types."""
    own = bearer(target.ticket())
    path = target.driver.path
    for method in ("GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"):
        yield BadRequest("wrong method", target.orders, target.legal(), own, method)
    for method in ("POST", "PUT", "DELETE"):
        yield BadRequest("wrong method", path, target.legal(), own, method)
        yield BadRequest("wrong method", f"{path}/entries", target.legal(), own, method)
        yield BadRequest("wrong method", f"{path}/transcript", target.legal(), own, method)
    for wrong in (
        *("/api/tables/never-made/orders", "/api/tables/%00/orders", "/api/tables/%ff/orders"),
        *(f"/api/tables/{'a' * 3_000}/orders", "/api/tables/%F0%9F%98%80/orders"),
        *(f"{path}%20/orders", f"{path}%0A/orders", f"{path}/orders/orders", f"{path}//orders"),
        *(f"{path.swapcase()}/orders", f"/api/tables/a%0d%0aset-cookie:%20x=1{'/orders'}"),
    ):
        yield BadRequest("wrong path", wrong, target.legal(), own)
    for since in ("-1", "x", "1.0", "%00", "1e3", "9" * 30, "%F0%9F%98%80", "+1", "0x1", "%D9%A1"):
        yield BadRequest("wrong path", f"{path}/entries?since={since}", b"", own, "GET", MALFORMED)
    body = b"command_id=a&expected=1&type=act&line=pass"
    for kind in (
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/xml",
    ):
        headers = own | {"content-type": kind}
        yield BadRequest("wrong packing", target.orders, body, headers, wanted=MALFORMED)
    for packing in ("gzip", "deflate", "br"):
        headers = own | {"content-encoding": packing}
        body = b"\x1f\x8b\x08\x00" + target.legal()
        yield BadRequest("wrong packing", target.orders, body, headers, wanted=MALFORMED)


HUGE: Final = (10**7, 2**31, 2**53, 2**63, 2**64, 10**30, 10**300)
ODD_JSON: Final = (
    *("null", "true", "-1", "0", "1.5", "-0", "1e3", "1e400", "NaN", "Infinity", "-Infinity"),
    *('""', '" "', '"0"', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u202e"', '"\\n"'),
    *('"é"', '"Ⅳ"', '"١٢"', '"😀"', '"' + "a" * 500 + '"', "[]", "{}", "[1]", '{"a":1}', "0x10"),
    *("01", "+1", "--1", "[" * 900 + "]" * 900, '{"a":' * 300 + "1" + "}" * 300, '"\\x41"', "'a'"),
    *(str(number) for number in HUGE),
    "9" * 3_000,
)
"""Values for a field of a message, as raw text; not all of them are JSON."""

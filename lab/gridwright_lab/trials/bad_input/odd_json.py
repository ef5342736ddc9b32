"""Odd JSON values for the fields of a request."""

from typing import Final

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

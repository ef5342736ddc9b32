"""Common passwords, which attackers try first: words with the usual endings, runs, dates.

The words are in ``common_words.txt``: those that lists of leaked passwords share, names, clubs,
months and rows of neighbouring keys, in English and German.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

LEAST: Final = 8
"""Minimum length in characters; shorter passwords are refused in any case."""
LONGEST_RUN: Final = 12

_WORDS: Final = Path(__file__).with_name("common_words.txt")
_SHORT: Final = """
1 2 3 7 9 10 11 12 13 21 22 23 69 77 88 99 00 01 007 111 123 321 666 777 1111 1234 4321 12345
123456 1234567 12345678 123456789 ! !! 1! 12! 123! 1234! ? @ @1 @12 @123 @1234 # #1 $ . * _ _1
_123 -1 -123
"""
_YEARS: Final = [str(year) for year in range(1960, 2031)]
ENDINGS: Final = ("", *_SHORT.split(), *_YEARS, *[f"{year}!" for year in _YEARS])
"""Endings that people append to a word to satisfy a rule about digits or signs."""
_KEYS: Final = (
    *("1234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm"),
    *("abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "1q2w3e4r5t6z7u8i9o0p"),
    *("1q2w3e4r5t6y7u8i9o0p", "1qaz2wsx3edc4rfv5tgb6yhn7ujm", "q1w2e3r4t5y6u7i8o9p0"),
    *("qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm", "qazwsxedcrfvtgbyhnujm"),
    *("1a2b3c4d5e6f7g8h", "a1b2c3d4e5f6g7h8", "147258369", "741852963", "159357258456"),
    *("789456123", "112233445566778899", "1122334455667788990011", "aabbccddeeffgg"),
)
_UNITS: Final = (
    *("12", "21", "123", "321", "1234", "4321", "12345", "1122", "1221", "01", "10", "007", "69"),
    *("99", "88", "ab", "abc", "abcd", "xyz", "qwe", "qwer", "asd", "asdf", "zxc", "1q2w", "1qaz"),
    *("pass", "test", "love", "admin", "user", "root", "haha", "lol", "blah", "hello", "hallo"),
)
_SIGNS: Final = "0123456789abcdefghijklmnopqrstuvwxyz.-_*!?#"
_DATE: Final = re.compile(
    r"(0[1-9]|[12]\d|3[01])\D?(0[1-9]|1[0-2])\D?(19|20)\d\d"
    r"|(0[1-9]|1[0-2])\D?(0[1-9]|[12]\d|3[01])\D?(19|20)\d\d"
    r"|(19|20)\d\d\D?(0[1-9]|1[0-2])\D?(0[1-9]|[12]\d|3[01])"
)
_LEET: Final = str.maketrans("@03$5!", "aoessi")


def is_common(password: str) -> bool:
    """Return whether a password is common or derived from a common word."""
    told = password.casefold()
    if told in _runs() or _DATE.fullmatch(told):
        return True
    return any(_is_word(told.removesuffix(ending)) for ending in ENDINGS if told.endswith(ending))


def _is_word(told: str) -> bool:
    """Return whether it is a listed word: reversed, doubled, or with signs in place of letters."""
    words = common_words()
    half = told[: len(told) // 2]
    plain = told.translate(_LEET)
    return (
        plain in words
        or told in words
        or told[::-1] in words
        or (half + half == told and half in words)
    )


@cache
def common_words() -> frozenset[str]:
    return frozenset(_WORDS.read_text(encoding="ascii").split())


@cache
def _runs() -> frozenset[str]:
    return frozenset([each for each in _made_runs() if len(each) >= LEAST])


def _made_runs() -> Iterator[str]:
    """Yield runs of neighbouring keys and repeated characters."""
    for keys in _KEYS:
        for row in (keys, keys[::-1]):
            for start in range(len(row)):
                for size in range(LEAST, LONGEST_RUN + 1):
                    yield row[start : start + size]
            for size in range(4, LEAST):
                for ending in ENDINGS:
                    yield row[:size] + ending
    for unit in (*_UNITS, *_SIGNS):
        for size in range(LEAST, LONGEST_RUN + 1):
            yield (unit * LONGEST_RUN)[:size]
        yield unit * 2
        yield unit * 3

"""Sentences that the page of symptoms quotes are those that the program prints."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "help" / "troubleshooting.md"
SOURCES = (ROOT / "src" / "gridwright", ROOT / "tools")
WORDS = ROOT / "web" / "src" / "words" / "en"
_FIELD = re.compile(r"\{\{?\w*\}?\}")
_END = re.compile(r"(?<=[.;:,]) |(?<=\n)")
LEAST_QUOTES = 30
LONGEST_QUOTE = 3
"""Pieces between stops that a quote has at most."""
SHORTEST_WORDS = 12
"""Letters that must be fixed in a quote: a field alone would read like anything."""


def quotes() -> list[str]:
    """Each quoted sentence of the page."""
    return [line[2:] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("> ")]


def sentences_of(node: ast.AST) -> Iterator[str]:
    """The text of a literal, with a field for each value that is filled in."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(
            str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
        )
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


@cache
def sentences() -> tuple[str, ...]:
    found: list[str] = []
    for folder in SOURCES:
        for file in sorted(folder.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                found += sentences_of(node)
    for file in sorted(WORDS.rglob("*.json")):
        found += [str(text) for text in json.loads(file.read_text("utf-8")).values()]
    return tuple(found)


@cache
def parts() -> tuple[tuple[str, str], ...]:
    """The longest fixed words and the pattern of each part of a sentence between its stops."""
    found: set[tuple[str, str]] = set()
    for sentence in set(sentences()):
        pieces = [piece.strip() for piece in _END.split(sentence) if piece.strip()]
        for first in range(len(pieces)):
            for last in range(first + 1, min(first + LONGEST_QUOTE, len(pieces)) + 1):
                words = _FIELD.split(" ".join(pieces[first:last]).rstrip(";,:"))
                fixed = max(words, key=len)
                if len(fixed) >= SHORTEST_WORDS:
                    found.add((fixed, ".+".join(re.escape(each) for each in words)))
    return tuple(found)


def is_printed(quote: str) -> bool:
    """True if a sentence, or a part of one between its stops, reads like the quote."""
    return any(fixed in quote and re.fullmatch(pattern, quote) for fixed, pattern in parts())


def test_there_are_quotes() -> None:
    assert len(quotes()) >= LEAST_QUOTES


def test_every_quoted_sentence_is_printed_by_the_program() -> None:
    assert [quote for quote in quotes() if not is_printed(quote)] == []


def test_a_sentence_that_nothing_prints_is_found() -> None:
    assert not is_printed("port 8600 is taken by another program")

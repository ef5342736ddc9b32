"""Every clause of the rules has a test that carries its number, and no test names another."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

from gridwright.content.clauses import load_clauses

TESTS: Final = Path(__file__).resolve().parents[1]
NUMBERED: Final = re.compile(r"test_c(\d+)_(\d+)(?:_|$)")

EXCUSED: Final[dict[str, str]] = {}
"""Clauses that no test can show, each with the reason."""


@cache
def named_clauses() -> dict[str, list[str]]:
    """The test functions that carry each clause number, read from the source text."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.FunctionDef):
                numbered = NUMBERED.match(node.name)
                if numbered:
                    clause = f"c{numbered.group(1)}.{numbered.group(2)}"
                    place = f"{path.relative_to(TESTS)}:{node.lineno} {node.name}"
                    found.setdefault(clause, []).append(place)
    return found


def test_every_clause_has_a_test() -> None:
    untested = [clause for clause in load_clauses("classic") if clause not in named_clauses()]
    assert [clause for clause in untested if clause not in EXCUSED] == []


def test_only_untested_clauses_are_excused() -> None:
    assert set(EXCUSED) <= set(load_clauses("classic")) - set(named_clauses())


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    clauses = load_clauses("classic")
    strays = [
        place
        for clause, places in named_clauses().items()
        for place in places
        if clause not in clauses
    ]
    assert strays == []

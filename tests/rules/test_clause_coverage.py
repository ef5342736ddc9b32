"""Every clause of the rules has a test that carries its number, and no test names another.

A test carries a number in its name (``test_d10_4_…``, for a clause of a board alone
``test_b_korea_2_…``), or in ``@pytest.mark.clause("d10.4")``.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from gridwright.content.clauses import FOLDERS, load_clauses
from gridwright.content.table import list_editions

TESTS: Final = Path(__file__).resolve().parents[1]
NUMBERED: Final = re.compile(r"_([a-z])(\d+)_(\d+)(?=_|$)")
OF_A_BOARD: Final = re.compile(r"test_b_([a-z_]+?)_(\d+)(?=_|$)")
MADE_UP: Final = [folder.parents[3].name for folder in TESTS.glob("boards/*/content/*/boards/*")]
"""Boards that only the tests have; those check their clauses themselves."""
EDITIONS: Final = [
    edition
    for edition in list_editions()
    if any((folder / f"{edition}.md").is_file() for folder in FOLDERS)
]

EXCUSED: Final[dict[str, str]] = {}
"""Clauses that no test can show, each with the reason."""


def in_name(name: str) -> list[str]:
    """The clause numbers that a test's name carries."""
    own = OF_A_BOARD.match(name)
    if own:
        board = own[1].replace("_", "-")
        return [] if board in MADE_UP else [f"b-{board}.{own[2]}"]
    return [f"{letter}{part}.{number}" for letter, part, number in NUMBERED.findall(name)]


def in_marks(node: ast.FunctionDef) -> Iterator[str]:
    """The clause numbers that a test is marked with."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
            for argument in mark.args:
                assert isinstance(argument, ast.Constant)
                yield str(argument.value)


@cache
def named_clauses() -> dict[str, list[str]]:
    """The test functions that carry each clause number, read from the source text."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                place = f"{path.relative_to(TESTS)}:{node.lineno} {node.name}"
                for clause in [*in_name(node.name), *in_marks(node)]:
                    found.setdefault(clause, []).append(place)
    return found


def test_numbers_are_read_from_names_and_marks() -> None:
    """Several in a name, several in a mark."""
    assert in_name("test_d1_9_d1_10_stacks") == ["d1.9", "d1.10"]
    assert in_name("test_c3_4") == ["c3.4"]
    assert in_name("test_step_2_begins") == []
    assert in_name("test_b_new_korea_12_in_step_2_it_ends") == ["b-new-korea.12"]
    assert [in_name(f"test_b_{board}_1_it") for board in MADE_UP] == [[]]
    (node,) = ast.parse('@pytest.mark.clause("d3.5", "d3.6")\ndef test_it() -> None: ...').body
    assert isinstance(node, ast.FunctionDef)
    assert list(in_marks(node)) == ["d3.5", "d3.6"]


def test_every_edition_with_rules_is_covered() -> None:
    assert {"classic", "deluxe"} <= set(EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_has_a_test(edition: str) -> None:
    untested = [clause for clause in load_clauses(edition) if clause not in named_clauses()]
    assert [clause for clause in untested if clause not in EXCUSED] == []


def test_only_untested_clauses_are_excused() -> None:
    clauses = {clause for edition in EDITIONS for clause in load_clauses(edition)}
    assert set(EXCUSED) <= clauses - set(named_clauses())


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    clauses = {clause for edition in EDITIONS for clause in load_clauses(edition)}
    strays = [
        (clause, place)
        for clause, places in named_clauses().items()
        for place in places
        if clause not in clauses
    ]
    assert strays == []

"""Each statement of the five texts has a preset, a clause and a test that shows it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from gridwright.content.clauses import load_clauses
from gridwright.content.spec import TableSpec
from gridwright.content.table import default_spec, list_seats
from gridwright.content.table_rules import resolve_rules
from tests.content.files import parse
from tests.rules.test_clause_coverage import named_clauses
from tests.rules.test_k_settled import CONFLICT_ROWS

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "statements.md"
COLUMNS: Final = ["Statement", "Preset", "Clause", "Test"]
EDITIONS: Final = {"c": "classic", "d": "deluxe", "k": "card"}
"""Editions by the letter of their clauses."""
SECTIONS: Final = {
    "Classic: text A, the circulating reference": 150,
    "Classic: text B, its corrections": 70,
    "Deluxe: the text, a circulating summary": 105,
    "Card game: the rule book": 180,
    "Card game: the circulating summary": 130,
}
"""The texts, and the number of rows that each has at least."""

REASONS: Final = ("corrected", "contradicted", "no meaning", "no limit", "rule book")
NOT_PLAYED: Final = re.compile(r"not played \(([a-z ]+)\), but ")
PRESET: Final = re.compile(r"`([a-z-]+)`(?: \(([^)]+)\))?")
CLAUSE: Final = re.compile(r"([a-z]\d+\.\d+)(?: \(`([a-z-]+)`\))?")
TEST: Final = re.compile(r"`([\w/]+\.py::test_\w+)`")
NO_MEANING: Final = "\n## Sentences that are not played\n"


@dataclass(frozen=True)
class Row:
    """A statement of a text."""

    section: str
    line: int
    cells: tuple[str, ...]


def read_rows(page: str) -> list[Row]:
    """Return the rows of all tables, without their heads."""
    rows: list[Row] = []
    section = ""
    for number, line in enumerate(page.splitlines(), start=1):
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif line.startswith("|") and set(line) - set("|- "):
            cells = tuple(cell.strip() for cell in line[1:].removesuffix("|").split("|"))
            if list(cells) != COLUMNS:
                rows.append(Row(section, number, cells))
    return rows


def split_by(pattern: re.Pattern[str], cell: str, separator: str) -> list[re.Match[str]] | None:
    """Return the parts of a cell; None if it has another one."""
    parts = [pattern.fullmatch(part) for part in re.split(separator, cell)]
    found = [part for part in parts if part is not None]
    return found if len(found) == len(parts) else None


@cache
def shown_clauses() -> dict[str, set[str]]:
    """The clauses that each test carries, by its file below `tests` and its name."""
    found: dict[str, set[str]] = {}
    for clause, places in named_clauses().items():
        for place in places:
            where, name = place.split(" ")
            found.setdefault(f"{where.partition(':')[0]}::{name}", set()).add(clause)
    return found


@cache
def played_clauses(spec: TableSpec) -> frozenset[str]:
    return frozenset(clause.number for clause in resolve_rules(spec).clauses)


@cache
def explained_clauses() -> frozenset[str]:
    """Clauses with a remark about one of the texts, in the document or in the card game's table."""
    remarks = {
        number
        for edition in EDITIONS.values()
        for number, markdown in load_clauses(edition).items()
        if re.search(r"\n +- (?:Text [AB]|The (?:table of )?text)\b", markdown)
    }
    return frozenset(remarks | {number for row in CONFLICT_ROWS for number in row[1].split(", ")})


def seats_of(said: str) -> list[int]:
    """Return the numbers of players of ``4`` or ``3–6``."""
    first, _dash, last = said.partition("–")
    return list(range(int(first), int(last or first) + 1))


@cache
def home_boards(edition: str) -> dict[str, list[str]]:
    """The boards that each preset of an edition names; the card game has none."""
    presets = parse(edition, "presets.toml")["presets"]
    return {name: said.get("boards", [""]) for name, said in presets.items()}


def tables_of(edition: str, preset: str, said: str) -> Iterator[TableSpec]:
    """Yield the tables for which a row says something; raises ValueError if there are none."""
    boards = home_boards(edition)[preset]
    words = said.split(", ") if said else []
    seats = [each for word in words if word[0].isdigit() for each in seats_of(word)]
    named = [word for word in words if word in boards]
    contractor = "contractor" in words
    if not {word for word in words if not word[0].isdigit()} <= {*named, "contractor"}:
        raise ValueError(f"expected seats, boards or options, found {said}")
    if not set(seats) <= set(list_seats(edition)):
        raise ValueError(f"expected numbers of players, found {said}")
    for board in named or boards:
        for n_seats in seats or list_seats(edition):
            on_board = {"board": board} if board else {}
            spec = default_spec(edition, preset=preset, seats=n_seats, **on_board)
            yield replace(spec, contractor=contractor)


def complaints(row: Row) -> Iterator[str]:
    """Yield what a row lacks."""
    if len(row.cells) != len(COLUMNS) or not all(row.cells):
        yield "expected a statement, a preset, a clause and a test"
        return
    _statement, preset_cell, clause_cell, test_cell = row.cells
    reason = NOT_PLAYED.match(preset_cell)
    presets = split_by(PRESET, preset_cell[reason.end() if reason else 0 :], r", (?=`)")
    clauses = split_by(CLAUSE, clause_cell, ", ")
    tests = split_by(TEST, test_cell, "<br>")
    if presets is None or clauses is None or tests is None:
        yield "expected presets, clauses and tests as in other rows"
        return
    numbers = {clause[1] for clause in clauses}
    edition = EDITIONS[clauses[0][1][0]]
    if unknown := numbers - load_clauses(edition).keys():
        yield f"unknown clauses {sorted(unknown)}"
        return
    if reason:
        yield from reason_complaints(reason[1], numbers, edition)
    yield from preset_complaints(edition, presets, clauses)
    carried: set[str] = set()
    for test in tests:
        found = shown_clauses().get(test[1], set()) & numbers
        carried |= found
        if not found:
            yield f"no test {test[1]} that carries a clause of the row"
    if left := numbers - carried:
        yield f"no test of the row carries {sorted(left)}"


def reason_complaints(reason: str, numbers: set[str], edition: str) -> Iterator[str]:
    if reason not in REASONS:
        yield f"expected one of {REASONS}, found {reason}"
    elif reason == "no meaning":
        text = (ROOT / "docs" / "rules" / f"{edition}.md").read_text(encoding="utf-8")
        if NO_MEANING not in text:
            yield "the rules document names no sentence that is not played"
    elif not numbers & explained_clauses():
        yield f"no remark at {sorted(numbers)} says why"


def preset_complaints(
    edition: str, presets: list[re.Match[str]], clauses: list[re.Match[str]]
) -> Iterator[str]:
    """Yield the clauses that a table of the row does not play."""
    for preset in presets:
        if preset[1] not in home_boards(edition):
            yield f"unknown preset {preset[1]}"
            continue
        try:
            specs = list(tables_of(edition, preset[1], preset[2] or ""))
        except ValueError as error:
            yield str(error)
            continue
        for spec in specs:
            here = {clause[1] for clause in clauses if clause[2] in (None, spec.preset, spec.board)}
            if not here:
                yield f"no clause for {spec.preset} on {spec.board}"
            for number in sorted(here - played_clauses(spec)):
                yield f"{spec.preset} on {spec.board} with {spec.seats} does not play {number}"


def all_complaints(page: str) -> list[str]:
    return [
        f"{row.line}: {complaint}: {row.cells[0]}"
        for row in read_rows(page)
        for complaint in complaints(row)
    ]


def test_every_statement_has_a_preset_a_clause_and_a_test() -> None:
    assert all_complaints(PAGE.read_text(encoding="utf-8")) == []


def test_each_of_the_five_texts_has_rows() -> None:
    """No section is empty or has lost many rows."""
    rows = read_rows(PAGE.read_text(encoding="utf-8"))
    found = {section: [row for row in rows if row.section == section] for section in SECTIONS}
    assert {row.section for row in rows} == set(SECTIONS)
    assert [name for name, least in SECTIONS.items() if len(found[name]) < least] == []


PLAYED: Final = (
    "| The opening bid is the number | `reference` | c3.22 "
    "| `rules/test_c03_auctions.py::test_c3_22_the_opening_bid_is_exactly_the_minimum` |"
)
REPLACED: Final = (
    "| Every space is filled | not played (corrected), but `original`, `reference` (2, 3–5) | c1.5 "
    "| `rules/test_c01_setup.py::test_c1_5_the_opening_fuel` |"
)
ON_BOARDS: Final = (
    "| Two sides | `reference` | d13.1 (`europe`), d13.2 (`north-america`) "
    "| `rules/test_d13_boards.py::test_d13_1_europe_has_no_rules_of_its_own`<br>"
    "`rules/test_d13_boards.py::test_d13_2_each_half_is_paid_for` |"
)
TRUST: Final = (
    "| The Trust is second | `standard` (2), `reference` (2) | k10.2 "
    "| `rules/test_k10_card_trust.py::test_k10_2_the_trust_is_second_in_any_order_of_the_seats` |"
)
PAYS: Final = (
    "| It pays | `standard` (contractor) | k11.1 "
    "| `rules/test_k11_options.py::test_k11_1_there_are_five_cards` |"
)


@pytest.mark.parametrize("row", [PLAYED, REPLACED, ON_BOARDS, TRUST, PAYS])
def test_a_whole_row_is_accepted(row: str) -> None:
    assert all_complaints(row) == []


@pytest.mark.parametrize(
    ("row", "old", "new", "problem"),
    [
        (PLAYED, "c3.22 ", "c3.99 ", "unknown clauses ['c3.99']"),
        (PLAYED, "c3.22 ", "c3.22, d3.3 ", "unknown clauses ['d3.3']"),
        (PLAYED, "c3.22 ", "c3.22, c3.3 ", "no test of the row carries ['c3.3']"),
        (PLAYED, "c3.22 ", " ", "expected a statement"),
        (PLAYED, "`reference`", "`original`", "original on usa with 2 does not play c3.22"),
        (PLAYED, "`reference`", "`europe`", "unknown preset europe"),
        (PLAYED, "`reference`", "reference", "as in other rows"),
        (PLAYED, "`reference`", " ", "expected a statement"),
        (PLAYED, "`reference`", "`reference` (7)", "expected numbers of players"),
        (PLAYED, "`reference`", "`reference` (korea)", "expected seats, boards or options"),
        (PLAYED, "is_exactly_the", "is_nearly_the", "no test rules/test_c03_auctions.py::test_c3"),
        (PLAYED, "test_c03_auctions", "test_c03_sales", "no test rules/test_c03_sales.py::"),
        (PLAYED, "`rules", "`elsewhere", "no test elsewhere/"),
        (PLAYED, "The opening bid is the number", "", "expected a statement"),
        (PLAYED, "| `reference` ", "", "expected a statement"),
        (REPLACED, "corrected", "unpopular", "expected one of"),
        (REPLACED, "c1.5", "c1.6", "no remark at ['c1.6'] says why"),
        (REPLACED, "`original`, `reference` (2, 3–5)", "", "as in other rows"),
        (REPLACED, "test_c1_5_the_opening_fuel", "test_c1_4_the_regions_in_play_hang_together", ""),
        (ON_BOARDS, "d13.1 (`europe`), ", "", "no clause for reference on europe"),
        (ON_BOARDS, " (`europe`)", "", "reference on north-america with 2 does not play d13.1"),
        (TRUST, "`standard` (2)", "`standard`", "with 3 does not play k10.2"),
        (TRUST, "`reference` (2)", "`reference` (2–3)", "with 3 does not play k10.2"),
        (PAYS, " (contractor)", "", "with 2 does not play k11.1"),
    ],
)
def test_a_fault_of_a_row_is_refused(row: str, old: str, new: str, problem: str) -> None:
    assert old in row
    found = all_complaints(row.replace(old, new, 1))
    assert any(problem in each for each in found)


def test_a_row_that_is_not_played_needs_the_section_that_says_so() -> None:
    """The card game's document has no such section."""
    row = PAYS.replace("`standard` (", "not played (no meaning), but `standard` (")
    assert "no sentence that is not played" in "".join(all_complaints(row))

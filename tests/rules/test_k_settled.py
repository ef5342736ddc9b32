"""The decisions in the two tables at the end of the card game's rules are tested."""

import re
from pathlib import Path
from typing import Final

import pytest

from gridwright.content.clauses import load_clauses
from tests.rules.test_clause_coverage import named_clauses

RULES: Final = Path(__file__).resolve().parents[2] / "docs" / "rules"
CLAUSE: Final = re.compile(r"\bk\d+\.\d+\b")
CONFLICTS: Final = "## Where the summary differs"
QUESTIONS: Final = "## Open questions and how they are settled"


def rules_text() -> str:
    return (RULES / "card.md").read_text(encoding="utf-8")


def table_under(heading: str) -> list[list[str]]:
    """The cells of each row below the heading, without the head of the table."""
    section = rules_text().split(f"\n{heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


CONFLICT_ROWS: Final = table_under(CONFLICTS)
QUESTION_ROWS: Final = table_under(QUESTIONS)
SETTLED: Final = [
    *[pytest.param(row[1], id=f"conflict {row[0]}") for row in CONFLICT_ROWS],
    *[pytest.param(row[1], id=row[0]) for row in QUESTION_ROWS],
]


def test_all_conflicts_are_listed() -> None:
    """Numbered from 1 to 27, which the introduction says too, each with what holds."""
    assert [row[0] for row in CONFLICT_ROWS] == [str(number) for number in range(1, 28)]
    assert all(len(row) == 3 and row[2] for row in CONFLICT_ROWS)
    assert f"They differ in {len(CONFLICT_ROWS)} points" in rules_text()


def test_each_question_is_listed_once() -> None:
    """Each question has an answer."""
    questions = [row[0] for row in QUESTION_ROWS]
    assert len(questions) >= 30
    assert len(set(questions)) == len(questions)
    assert all(len(row) == 2 for row in QUESTION_ROWS)


@pytest.mark.parametrize("answer", SETTLED)
def test_the_answer_is_a_clause_that_is_tested(answer: str) -> None:
    """Each row names clauses; each of them exists and some test carries its number."""
    clauses = CLAUSE.findall(answer)
    assert clauses
    assert [clause for clause in clauses if clause not in load_clauses("card")] == []
    assert [clause for clause in clauses if clause not in named_clauses()] == []

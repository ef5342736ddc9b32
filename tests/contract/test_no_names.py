"""Shared engine code never asks which edition, preset or board it runs."""

from pathlib import Path

import pytest

from tools.check_no_names import find_questions, known_names, main, shared_files

NAMES = ("classic", "recharged", "usa")


@pytest.mark.parametrize(
    "line",
    [
        'if rules.edition == "classic": pass',
        'if preset != "recharged": pass',
        'if "usa" == board.name: pass',
        'if rules.board.name in ("usa", "germany"): pass',
        "if rules.edition == other: pass",
        'x = 1 if name == "recharged" else 2',
        'assert rules.preset in ["recharged"]',
        "table[rules.edition]",
        'match rules.board.name:\n    case "usa":\n        pass',
        "match word:\n    case 'classic':\n        pass",
    ],
)
def test_a_question_is_found(line: str) -> None:
    assert list(find_questions(line, NAMES)) != []


@pytest.mark.parametrize(
    "line",
    [
        "self.edition = edition",
        'if city.name == "usable": pass',
        "if rules.settings.discount_token: pass",
        'if verb == "bid": pass',
        'names = ["usa"]',
        "if board.n_cities == 42: pass",
    ],
)
def test_what_is_no_question_passes(line: str) -> None:
    assert list(find_questions(line, NAMES)) == []


def test_the_names_come_from_the_content() -> None:
    assert {"classic", "original", "usa", "germany-recharged"} <= known_names()


def test_the_engine_asks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(shared_files()) > 25
    assert main() == 0, capsys.readouterr().out


def test_a_planted_question_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "phase.py"
    file.write_text('def f(rules):\n    return rules.board.name == "usa"\n')
    assert main([file]) == 1
    assert "phase.py:2" in capsys.readouterr().out

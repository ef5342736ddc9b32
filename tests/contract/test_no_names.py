"""Shared engine code never asks which edition, preset or board it runs."""

from pathlib import Path

import pytest

from tools.check_no_names import (
    MAX_PROXIES,
    count_proxies,
    find_proxies,
    find_questions,
    find_web_proxies,
    known_names,
    main,
    shared_files,
)

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


def test_an_injected_question_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "phase.py"
    file.write_text('def f(rules):\n    return rules.board.name == "usa"\n')
    assert main([file]) == 1
    assert "phase.py:2" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        "if table.has_board: pass",
        "x = rules.board.n_cities == 0",
        "x = game.rules.board.n_cities > 0",
        "if not self._rules.board.n_cities: pass",
        "if rules.board.cities: pass",
        "x = 1 if rules.board.links else 2",
        "x = bool(layout.cities)",
        "if len(board.cities) == 0: pass",
    ],
)
def test_a_question_by_proxy_is_found(line: str) -> None:
    assert find_proxies(line) == [1]


@pytest.mark.parametrize(
    "line",
    [
        "if position.n_cities == 0: pass",
        "if not offer.cities: pass",
        "if 0 <= city < board.n_cities: pass",
        "for city in range(board.n_cities): pass",
    ],
)
def test_a_question_about_a_seat_or_a_range_is_no_proxy(line: str) -> None:
    assert find_proxies(line) == []


@pytest.mark.parametrize(
    ("line", "n_found"),
    [
        ("{#if hasBoard}", 1),
        ("scene.sheet.cities.length > 0 ? '' : 'cards'", 1),
        ("if (sheet?.cities.length === 0) return;", 1),
        ("const isFlat = game.board !== 'none';", 1),
        ("if (turn.plan.cities.length > 0) return;", 0),
        ("go(board.cities.length - 1);", 0),
    ],
)
def test_a_question_by_proxy_is_found_in_the_browser(line: str, n_found: int) -> None:
    assert len(find_web_proxies(line)) == n_found


def test_too_many_questions_by_proxy_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, web = tmp_path / "src", tmp_path / "web"
    source.mkdir()
    web.mkdir()
    (source / "a.py").write_text("if has_board: pass\n" * MAX_PROXIES)
    assert count_proxies(source, web)
    assert f"{MAX_PROXIES} lines" in capsys.readouterr().out
    (web / "a.svelte").write_text("{#if hasBoard}\n")
    assert not count_proxies(source, web)
    assert "a.svelte:1" in capsys.readouterr().out

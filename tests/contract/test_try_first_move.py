"""The measure of a newcomer's first move can fail, and says why."""

import sys
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("it needs a terminal of Unix", allow_module_level=True)

from tools import try_first_move
from tools.fresh_install import Failed
from tools.try_first_move import FirstMove, on_a_terminal

GOOD: dict[str, Any] = {
    "clicks_to_decision": 1,
    "clicks_to_move": 2,
    "elsewhere": [],
    "faults": [],
    "at": 1_790_000_000_000,
}


def complaints(**other: Any) -> list[str]:
    return FirstMove(20.0, 8.0, {**GOOD, **other}).complaints()


def test_a_move_is_good() -> None:
    told = FirstMove(20.04, 8.04, GOOD).to_json()
    assert (told["ok"], told["install_seconds"], told["seconds"]) == (True, 20.0, 28.1)
    assert "at" not in told


def test_errors_of_the_browser_are_reported() -> None:
    assert complaints(faults=["refused: not your turn"]) == ["refused: not your turn"]
    (told,) = complaints(elsewhere=["https://fonts.example"])
    assert told == "asked for something at https://fonts.example"
    assert complaints(clicks_to_decision=4) == ["expected at most 3 clicks to a decision, got 4"]


def test_a_browser_that_broke_down_is_reported() -> None:
    assert FirstMove(20.0, 8.0, {"faults": ["Error: closed"], "at": 0}).complaints() == [
        "Error: closed"
    ]


def test_a_program_is_typed_at_on_a_terminal() -> None:
    program = "print('Press a number', flush=True); print('got', input(), flush=True); input()"
    with on_a_terminal([sys.executable, "-c", program], {}) as terminal:
        terminal.wait_for(b"Press a number")
        terminal.type(b"1\n")
        terminal.wait_for(b"got 1")


def test_a_program_that_never_asks_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(try_first_move, "TIMEOUT_S", 0.2)
    with (
        pytest.raises(Failed, match=r"expected b'Press a number' on the terminal"),
        on_a_terminal([sys.executable, "-c", "input()"], {}) as terminal,
    ):
        terminal.wait_for(b"Press a number")

"""Orders are taken back exactly while they may be, and a server that errs is found."""

import json

import pytest

from gridwright.table.table import Table
from gridwright.table.undo import UndoStack
from gridwright_lab.trials.undo.undo import main, run

pytestmark = pytest.mark.anyio

WRONG = "answers that the log contradicts"


async def test_an_order_is_taken_back_if_and_only_if_it_may_be() -> None:
    verdict = await run(n_cases=600)
    assert verdict.missed() == [], verdict.findings
    assert verdict.figures["tables"] > 2


@pytest.mark.meta
async def test_an_undo_of_what_was_shown_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UndoStack, "show", lambda _self: None)
    verdict = await run(n_cases=300)
    assert WRONG in verdict.missed() or "views that show another undo" in verdict.missed()


@pytest.mark.meta
async def test_a_bot_that_does_not_wait_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "deadline_at", lambda _self, now: now)
    verdict = await run(n_cases=300)
    assert "tables that continued too soon" in verdict.missed()


def test_a_trial_of_nothing_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--cases", "0", "--json"]) == 1
    assert not json.loads(capsys.readouterr().out)["ok"]

"""Steps run side by side, in the order that they need, and a failure is shown in full."""

from pathlib import Path

import pytest

from gridwright.content.table import build_game, default_spec
from tests.conftest import pytest_collection_finish
from tools import run_steps
from tools.room_tests import OWN
from tools.run_steps import LAST, STEPS, Schedule, Step, main, plan, run_side_by_side, table

MAKEFILE = """
.PHONY: slow after other bad last
slow:
	@sleep 0.3; echo slow here
after:
	@test -f other.txt && echo after $(WORD)
other:
	@touch other.txt; echo other here
bad:
	@echo what was wrong; exit 3
last:
	@echo 1 passed
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "Makefile").write_text(MAKEFILE)
    monkeypatch.setattr(run_steps, "ROOT", tmp_path)
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", run_steps.BEGAN):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_a_step_waits_for_what_it_needs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = [Step("after", ("other",), ("WORD=all",)), Step("slow"), Step("other")]
    done, failed = run_side_by_side(steps, [], 0)
    assert set(done) == {"after", "slow", "other"}
    assert failed == {}
    assert done["slow"] >= 0.3
    shown = capsys.readouterr().out
    assert shown.index("other here") < shown.index("after all")
    assert "slow: passed" in shown


def test_a_failure_is_shown_and_nothing_is_started_after_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done, failed = run_side_by_side([Step("bad"), Step("after", ("bad",))], [], 0)
    assert done == {}
    assert list(failed) == ["bad"]
    assert failed["bad"].startswith("what was wrong")
    shown = capsys.readouterr().out
    assert "bad: FAILED with exit code 2" in shown
    assert "what was wrong" in shown


def test_steps_that_wait_for_each_other_are_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match="expected a step that waits for nothing, got slow"):
        run_side_by_side([Step("slow", ("slow",))], [], 0)


def test_the_last_step_prints_last(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_steps, "STEPS", (Step("other"),))
    monkeypatch.setattr(run_steps, "LAST", Step("last"))
    assert main([]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[-1] == "1 passed"
    assert any(line.split()[:1] == ["other"] and line.endswith(" s") for line in lines)
    monkeypatch.setattr(run_steps, "STEPS", (Step("bad"), Step("slow")))
    assert main([]) == 1
    shown = capfd.readouterr().out
    assert "1 passed" not in shown
    assert shown.index("slow: passed") < shown.rindex("what was wrong")


def test_the_table_begins_with_the_longest() -> None:
    rows = table({"lint": 1.2, "types": 40.0}, 41.0).splitlines()
    assert [row.split()[0] for row in rows] == ["types", "lint", "so"]


def test_every_step_can_be_reached_and_is_a_target() -> None:
    schedule = Schedule(list(STEPS))
    while step := schedule.next_ready():
        schedule.done[step.name] = 1.0
    assert schedule.waiting == []
    rules = (Path(__file__).resolve().parents[2] / "Makefile").read_text().splitlines()
    targets = {line.partition(":")[0] for line in rules if ": " in line or line.endswith(":")}
    rooms = [step for room in OWN for step in plan([f"ROOM={room}"])[0]]
    ends = [last for last in (LAST, plan(["ROOM=web"])[1]) if last is not None]
    assert {step.name for step in [*STEPS, *rooms, *ends]} <= targets


def test_a_room_has_its_own_plan() -> None:
    assert plan(["VENV=.venv", "ROOM="]) == (STEPS, LAST)
    steps, last = plan(["ROOM=web"])
    assert "web-check" in {step.name for step in steps}
    assert last is not None
    assert last.name == "test-room"


def test_a_game_built_for_the_list_of_tests_is_refused() -> None:
    build_game(default_spec())
    with pytest.raises(pytest.UsageError, match="expected no game built while tests are collected"):
        pytest_collection_finish()

"""No seat gains or loses time, and a server at which one could is found."""

import json
from pathlib import Path

import pytest

from gridwright.server.operations.steady_clock import Clock, SteadyClock
from gridwright.table.clocks import Clocks
from gridwright_lab.trials.clocks.clocks import KINDS, main, run
from gridwright_lab.trials.clocks.simulated_machine import SimulatedMachine
from gridwright_lab.trials.thresholds import Threshold, Verdict, added_up

pytestmark = pytest.mark.anyio

OFF = KINDS["seats off"]


async def test_no_seat_gains_or_loses_time() -> None:
    verdict = await run(n_sequences=120)
    assert verdict.missed() == [], verdict.findings
    assert verdict.figures["comparisons"] > 1_000


@pytest.mark.meta
async def test_a_hand_over_that_counts_as_a_turn_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bank of 60 s became 359.9 s by handing over and coming back."""
    plain = Clocks.turn_to

    def forgetful(self: Clocks, seat: int | None, at: int, _turn_of: int | None = None) -> None:
        plain(self, seat, at)

    monkeypatch.setattr(Clocks, "turn_to", forgetful)
    assert OFF in (await run(n_sequences=300)).missed()


@pytest.mark.meta
async def test_an_undo_that_gives_time_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Clocks.take_back

    def generous(self: Clocks, mark: object, at: int) -> None:
        plain(self, mark, at)  # type: ignore[arg-type]  # It is handed on.
        self.left[:] = list(mark.left)  # type: ignore[attr-defined]  # It is a mark.

    monkeypatch.setattr(Clocks, "take_back", generous)
    assert OFF in (await run(n_sequences=300)).missed()


@pytest.mark.meta
async def test_a_server_that_goes_by_the_machines_clock_is_caught() -> None:
    def wall(machine: SimulatedMachine, _folder: Path) -> Clock:
        return machine.wall

    verdict = await run(n_sequences=300, make_clock=wall)
    assert not verdict.ok
    assert set(verdict.missed()) & set(KINDS.values())


@pytest.mark.meta
async def test_a_restart_that_forgets_the_time_is_caught() -> None:
    def forgetful(machine: SimulatedMachine, _folder: Path) -> Clock:
        return SteadyClock(machine)

    verdict = await run(n_sequences=300, make_clock=forgetful)
    assert set(verdict.missed()) & set(KINDS.values())


def test_a_trial_of_nothing_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--sequences", "0", "--json"]) == 1
    assert not json.loads(capsys.readouterr().out)["ok"]


def test_the_worst_of_several_processes_is_the_worst() -> None:
    parts = [
        Verdict([Threshold("done", 3, 2), Threshold("worst", worst, most=10)], {"n": 1})
        for worst in (4, 12)
    ]
    both = added_up(parts)
    assert both.missed() == ["worst"]
    assert [
        (threshold.figure, threshold.least, threshold.most) for threshold in both.thresholds
    ] == [
        (6, 4, None),
        (12, None, 10),
    ]

"""The experiment of scale in small: it fills, measures and compares; flatness is the command's."""

import pytest

from gridwright_lab.load import processes
from gridwright_lab.trials.scale.measures import FLAT, TIMES
from gridwright_lab.trials.scale.scale import main, run

pytestmark = pytest.mark.anyio

NOISY = {f"{what}, % of that with the fewest games" for what in FLAT}
"""Figures of a machine that does other things too."""


@pytest.mark.meta
async def test_two_sizes_are_filled_measured_and_compared() -> None:
    verdict = await run((200, 2_000), rounds=2, buffers="64MB")
    assert set(verdict.missed()) <= NOISY, verdict.findings
    for name in ("200 games", "2,000 games"):
        measured = verdict.figures[name]
        assert {what: each["times"] for what, each in measured.items()} == {
            what: 2 * times for what, times in TIMES.items()
        }
        assert all(each["p50 ms"] > 0 and each["database us"] > 0 for each in measured.values())
    sizes = verdict.figures["sizes"]["2,000"]
    assert sizes["event"]["rows"] >= 60_000
    assert sizes["game_due"]["bytes"] > 0


@pytest.mark.slow
async def test_two_processes_are_compared_with_one() -> None:
    verdict = await processes.run(rounds=1, seconds=1.0, rate=60.0)
    assert set(verdict.missed()) <= {"cost of a move with two processes, % of one as busy"}
    assert verdict.figures["moves"] > 100


def test_a_trial_of_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for trial in (main, processes.main):
        with pytest.raises(SystemExit):
            trial(["--rounds", "0"])
    assert "at least one" in capsys.readouterr().err

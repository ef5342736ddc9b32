"""Each deadline fires once, by one worker; workers that fire twice are found."""

import json

import pytest

from gridwright_lab.trials.deadlines.deadlines import Size, main, run

pytestmark = pytest.mark.anyio

QUICK = {
    "deadlines fired a second, by three workers",
    "ms of an idle sweep, median",
    "ms of an idle sweep, p95",
}
"""Speed is measured by the command, alone on a machine."""


async def test_every_deadline_is_fired_once_and_abandoned_games_end() -> None:
    verdict = await run(Size(n_pending=500, n_abandoned=5))
    assert set(verdict.missed()) <= QUICK, verdict.findings
    assert verdict.figures["claimed a second, not fired, by one worker"] > 0
    assert verdict.figures["entries of abandoned games"] > 300


@pytest.mark.slow
async def test_workers_that_do_not_claim_are_caught() -> None:
    verdict = await run(Size(n_pending=500, n_abandoned=0, is_greedy=True))
    assert "claims of a deadline after the first" in verdict.missed()
    assert "firings that came second" in verdict.missed()
    assert any("claimed" in finding for finding in verdict.findings)
    # The log has one entry for each all the same: that is the store's part.
    assert "entries other than one for each deadline" not in verdict.missed()


def test_a_trial_of_nothing_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--pending", "0", "--abandoned", "0", "--json"]) == 1
    assert not json.loads(capsys.readouterr().out)["ok"]

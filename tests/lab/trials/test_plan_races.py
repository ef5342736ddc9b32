"""A plan that races with others is one log entry or none; the whole experiment has 10,000 races."""

import pytest

from gridwright_lab.trials.plans import main, run

pytestmark = pytest.mark.anyio

N_RACES = 100


async def test_a_racing_plan_is_one_log_entry_or_none() -> None:
    verdict = await run(N_RACES, seed=3)
    assert verdict.ok, verdict.to_json()
    answers = verdict.figures["answers"]
    assert answers["Stale"] > 0
    assert answers["Done"] > N_RACES
    assert set(verdict.figures["stores"]) == {"sqlite", "postgresql"}


@pytest.mark.meta
async def test_a_server_that_takes_plans_piece_by_piece_is_noticed() -> None:
    verdict = await run(20, seed=3, is_piecemeal=True)
    assert "log entries that are not one whole plan" in verdict.missed()
    assert verdict.findings


@pytest.mark.meta
def test_the_command_prints_results_and_fails_with_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--races", "80", "--seed", "3", "--json"]) == 0
    assert '"name": "races"' in capsys.readouterr().out
    assert main(["--races", "10", "--piecemeal"]) == 1

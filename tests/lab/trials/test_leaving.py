"""Tables whose people leave all end; a server that waits permanently is found."""

import json

import pytest

from gridwright_lab.trials.leaving.leaving import Size, main, run

pytestmark = pytest.mark.anyio


async def test_no_table_is_stuck() -> None:
    verdict = await run(Size(9))
    assert verdict.ok, [*verdict.missed(), *verdict.findings]
    assert sum(verdict.figures["ended"].values()) == 9
    assert {name.split()[0] for name in verdict.figures["tables"]} == {"classic", "deluxe", "card"}


@pytest.mark.slow
async def test_a_server_that_waits_permanently_is_caught() -> None:
    verdict = await run(Size(5, waits_permanently=True))
    assert "stuck tables" in verdict.missed()
    assert any("running" in finding for finding in verdict.findings)


def test_a_trial_of_nothing_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tables", "0", "--json"]) == 1
    assert not json.loads(capsys.readouterr().out)["ok"]

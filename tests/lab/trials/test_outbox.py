"""The experiment of the outbox: no fault in a few games, and each injected one is found."""

import asyncio

import pytest

from gridwright_lab.trials.outbox.outbox import try_outbox
from gridwright_lab.trials.outbox.reader_process import Plant

LAG = "p95 of ms from commit to effect"
"""Not judged here: the machine that runs the tests is busy with others."""


@pytest.mark.meta
def test_killed_workers_lose_and_double_nothing() -> None:
    verdict = asyncio.run(try_outbox(20, 3, 5.0))
    assert set(verdict.missed()) <= {LAG}, verdict.findings


@pytest.mark.meta
@pytest.mark.parametrize("plant", [each for each in Plant if each is not Plant.NONE])
def test_faulty_readers_are_found(plant: Plant) -> None:
    verdict = asyncio.run(try_outbox(30, 6, 5.0, plant=plant))
    assert verdict.ok, plant

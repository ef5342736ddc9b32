"""Turns arrive while workers die, and the experiment sees it when they do not."""

import pytest

from gridwright_lab.trials.notices.devices import Devices
from gridwright_lab.trials.notices.notices import TurnGames, run, verdict_of
from gridwright_lab.trials.notices.worker_pool import WorkerPool
from tests.server.places import REDIS

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_every_turn_arrives_while_workers_die() -> None:
    verdict = await run(12, 2, 2, kill_every=3, redis=REDIS)
    assert verdict.ok, str(verdict.to_json())


async def test_lost_doubled_late_and_telling_notices_are_found() -> None:
    devices = Devices(None)  # type: ignore[arg-type]  # No page is read here.
    games = TurnGames(None, devices, {}, 0)  # type: ignore[arg-type]
    pool = WorkerPool.__new__(WorkerPool)
    pool.n_killed = 1
    games.n_turns = 9
    assert verdict_of(games, devices, pool, 9).ok
    games.waited.append(("/p0/0", "g0:1"))
    devices.shown["/p0/0", "g1:1"] = 2
    devices.shown_late.append("g2:1")
    devices.texts.append("with something hidden")
    assert len(verdict_of(games, devices, pool, 10).missed()) == 5

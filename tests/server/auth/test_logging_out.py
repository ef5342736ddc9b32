"""Logging out closes sockets on every node within a second; without the hint it would not."""

from contextlib import AsyncExitStack

import pytest

from gridwright.server.live.redis_bus import RedisBus
from gridwright_lab.trials.live_server import bearer, open_live_server
from gridwright_lab.trials.logging_out import run, sign_in, watch
from gridwright_lab.trials.services.databases import fresh_schema
from tests.server.accounts.visitors import PASSWORD, SPEC
from tests.server.places import REDIS

pytestmark = pytest.mark.anyio

CLOSED = "sockets closed within a second"


async def test_sockets_of_two_nodes_close() -> None:
    with fresh_schema() as database:
        verdict = await run(20, database, REDIS)
    assert verdict.missed() == [], verdict.to_json()


async def test_nodes_that_do_not_tell_each_other_are_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = RedisBus.publish

    async def discreet(self: RedisBus, game_id: str, version: int) -> None:
        if not game_id.startswith("person/"):
            await plain(self, game_id, version)

    monkeypatch.setattr(RedisBus, "publish", discreet)
    verdict = await run(4, redis=REDIS)
    assert verdict.missed() == [CLOSED]


async def test_another_password_and_the_end_of_an_account_close_sockets() -> None:
    async with open_live_server(with_worker=False) as server, AsyncExitStack() as opened:
        game_id = await server.make(SPEC)
        token = await sign_in(server, "Ada")
        proof = {"name": "Ada", "password": PASSWORD, "bearer": True}
        other = (await server.client.post("/api/sessions", json=proof)).json()["token"]
        mine = await watch(server, game_id, token, opened)
        others = await watch(server, game_id, other, opened)
        body = {"password": PASSWORD, "new_password": "quite another"}
        await server.client.put("/api/me/password", json=body, headers=bearer(token))
        await others.wait_closed()
        assert others.close_code == 4403
        assert mine.close_code is None
        body = {"password": "quite another"}
        await server.client.post("/api/me/erase", json=body, headers=bearer(token))
        await mine.wait_closed()
        assert mine.close_code == 4403

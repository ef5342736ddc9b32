"""Permissions to read, request and cancel an analysis."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from gridwright.server.analysis.service import Analyses
from gridwright.server.analysis.store import AnalysisStore
from tests.server.tables.test_rematch import played
from tests.server.tables.test_routes import RunningServer, begun, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with serving(tmp_path) as server:
        yield server


async def ask(server: RunningServer, method: str, game_id: str, ticket: str = "") -> httpx.Response:
    headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
    return await server.client.request(method, f"/api/tables/{game_id}/analysis", headers=headers)


def code(answer: httpx.Response) -> Any:
    return answer.status_code, answer.json()["code"]


async def test_a_running_game_is_not_analysed(server: RunningServer) -> None:
    game_id, tickets = await begun(server)
    for method in ("GET", "POST", "DELETE"):
        for ticket in (tickets[0], ""):
            answer = await ask(server, method, game_id, ticket)
            if method == "DELETE" and not ticket:
                assert code(answer) == (403, "bad_ticket")
            else:
                assert code(answer) == (409, "not_over")
    assert (await AnalysisStore(server.node.store).read(game_id)).state == "none"


async def test_an_analysis_is_visible_to_viewers_of_the_game(server: RunningServer) -> None:
    game_id, tickets = await played(server)
    seen = (await ask(server, "GET", game_id)).json()
    assert (seen["state"], seen["is_made_here"], seen["record"]) == ("none", False, None)
    assert code(await ask(server, "POST", game_id)) == (409, "no_analyses")
    store = AnalysisStore(server.node.store)
    analyses = Analyses(store, server.node.service, is_on=True)
    table = await server.node.service.load(game_id)
    assert (await analyses.ask(table)).state == "queued"
    assert (await analyses.ask(table)).state == "queued"
    assert (await ask(server, "GET", game_id)).json()["state"] == "queued"
    assert code(await ask(server, "DELETE", game_id)) == (403, "bad_ticket")
    assert (await ask(server, "DELETE", game_id, tickets[0])).json()["state"] == "cancelled"
    assert (await ask(server, "DELETE", game_id, tickets[0])).json()["state"] == "cancelled"
    assert code(await ask(server, "GET", "missing")) == (404, "unknown_table")

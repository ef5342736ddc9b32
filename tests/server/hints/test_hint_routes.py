"""The hint route over HTTP: only for a single player against bots."""

from typing import Any

import httpx
import pytest

from gridwright.content.table import default_spec
from gridwright.server.search.process import SearchProcess
from gridwright.server.worker.service import Worker
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server

pytestmark = pytest.mark.anyio

SPEC = default_spec(seats=2).to_json() | {"order": [0, 1]}


async def ask(server: LiveServer, game_id: str, ticket: str = "", **more: Any) -> httpx.Response:
    headers = bearer(ticket) if ticket else {}
    return await server.client.post(f"/api/tables/{game_id}/hint", json=more, headers=headers)


async def shown(server: LiveServer, game_id: str, ticket: str = "") -> dict[str, Any]:
    answer = await server.client.get(
        f"/api/tables/{game_id}", headers=bearer(ticket) if ticket else {}
    )
    found: dict[str, Any] = answer.json()["table"]
    return found


async def order(server: LiveServer, game_id: str, ticket: str, **fields: Any) -> httpx.Response:
    version = (await shown(server, game_id, ticket))["version"]
    full = {"command_id": f"c{version}", "expected": version, **fields}
    path = f"/api/tables/{game_id}/orders"
    return await server.client.post(path, json=full, headers=bearer(ticket))


async def begun(server: LiveServer, *bots: str, **more: Any) -> tuple[str, str]:
    """Ada on seat 0, a bot or Grace beside; Ada is first."""
    game_id = await server.make(SPEC | more)
    ada = await server.sit(game_id, 0, "Ada")
    tickets = [ada]
    for seat, bot in enumerate(bots, 1):
        other = await server.sit(game_id, seat, "Grace", bot)
        tickets += [other] if other else []
    for ticket in tickets:
        assert (await order(server, game_id, ticket, type="ready")).status_code == 200
    await server.node[Worker].sweep()
    return game_id, ada


async def test_a_hint_is_an_order_that_the_server_takes() -> None:
    async with open_live_server(with_worker=False) as server:
        game_id, ada = await begun(server, "l1")
        before = await shown(server, game_id, ada)
        hint = (await ask(server, game_id, ada)).json()
        assert hint["area"] == "market"
        assert hint["version"] == before["version"] + 1
        assert hint["actions"][0]["do"] == "offer"
        again = (await ask(server, game_id, ada)).json()
        assert again == hint
        now = await shown(server, game_id)
        assert [seat["hints"] for seat in now["seats"]] == [1, 0]
        missed = await server.client.get(
            f"/api/tables/{game_id}/entries", params={"since": before["version"]}
        )
        assert [(each["kind"], each["seat"]) for each in missed.json()["missing"]] == [
            ("hinted", 0)
        ]
        done = await order(server, game_id, ada, type="act", do_all=hint["actions"])
        assert done.status_code == 200
        late = await ask(server, game_id, ada)
        assert (late.status_code, late.json()["code"]) == (409, "not_your_turn")


async def test_hint_route_returns_the_action_of_the_search() -> None:
    async with open_live_server(with_worker=False) as server:
        game_id, ada = await begun(server, "l1")
        hint = (await ask(server, game_id, ada)).json()
        assert (hint["bot"], hint["measure"]) == ("expert", "chance")
        assert hint["others"]
        assert all(each["behind"] >= 0 for each in hint["others"])
        # Without the process that searches there is a hint all the same.
        await server.node[SearchProcess].close()
        hint = (await ask(server, game_id, ada)).json()
        assert (hint["bot"], hint["measure"]) == ("hard", "cities")


async def test_the_guide_counts_nothing_and_marks_the_game() -> None:
    async with open_live_server(with_worker=False) as server:
        game_id, ada = await begun(server, "l1")
        answer = await ask(server, game_id, ada, guide=True)
        assert (answer.status_code, answer.json()["bot"]) == (200, "hard")
        seat = (await shown(server, game_id))["seats"][0]
        assert (seat["hints"], seat["guided"]) == (0, True)


async def test_people_and_spectators_get_no_hint() -> None:
    async with open_live_server(with_worker=False) as server:
        game_id, ada = await begun(server, "")
        refused = await ask(server, game_id, ada)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_alone")
        assert (await ask(server, game_id)).status_code == 403
        assert [seat["hints"] for seat in (await shown(server, game_id))["seats"]] == [0, 0]
        alone, _ticket = await begun(server, "l1")
        assert (await ask(server, alone)).status_code == 403
        assert (await ask(server, alone, ada)).status_code == 403


# Why did Hedy do that?


async def why(server: LiveServer, game_id: str, version: int, ticket: str = "") -> httpx.Response:
    headers = bearer(ticket) if ticket else {}
    body = {"version": version}
    return await server.client.post(f"/api/tables/{game_id}/why", json=body, headers=headers)


async def dropped(server: LiveServer, bot: str, **more: Any) -> tuple[str, str, int]:
    """Ada puts up a plant so dear that the bot leaves it to her; when that was."""
    game_id, ada = await begun(server, bot, **more)
    offer = (await shown(server, game_id, ada))["offers"][0]
    line = f"offer {offer['plants'][0] + 3} {offer['highs'][0] - 5}"
    assert (await order(server, game_id, ada, type="act", line=line)).status_code == 200
    before = (await shown(server, game_id, ada))["version"]
    while (await shown(server, game_id, ada))["version"] == before:
        await server.node[Worker].sweep()
    return game_id, ada, before + 1


async def test_a_bots_move_is_explained_and_marked_once() -> None:
    async with open_live_server(with_worker=False) as server:
        game_id, ada, version = await dropped(server, "hard", hidden_money=False)
        before = (await shown(server, game_id, ada))["version"]
        told = await why(server, game_id, version, ada)
        found = told.json()
        assert (found["seat"], found["bot"], found["version"]) == (1, "hard", before + 1)
        assert found["reasons"]["actions"] == [{"do": "drop"}]
        assert found["reasons"]["limit"] is not None
        assert (await why(server, game_id, version, ada)).json() == found
        assert [seat["hints"] for seat in (await shown(server, game_id))["seats"]] == [1, 0]
        for wrong in (version - 1, 99_999):
            refused = await why(server, game_id, wrong, ada)
            assert (refused.status_code, refused.json()["code"]) == (409, "no_bots_move")
        assert (await why(server, game_id, version)).status_code == 403


async def test_simple_rules_have_no_reasons_and_count_nothing() -> None:
    async with open_live_server(with_worker=False) as server:
        game_id, ada, version = await dropped(server, "l1")
        told = (await why(server, game_id, version, ada)).json()
        assert (told["bot"], told["reasons"]) == ("l1", None)
        assert [seat["hints"] for seat in (await shown(server, game_id))["seats"]] == [0, 0]


async def test_reasons_do_not_reveal_hidden_money() -> None:
    async with open_live_server(with_worker=False) as server:
        game_id, ada, version = await dropped(server, "hard", hidden_money=True)
        refused = await why(server, game_id, version, ada)
        assert (refused.status_code, refused.json()["code"]) == (409, "hidden_reasons")
        table = await server.node.service.load(game_id)
        assert str(table.state.money[1]) not in refused.text
        assert [seat["hints"] for seat in (await shown(server, game_id))["seats"]] == [0, 0]

"""Profiles, following, blocking and inviting over HTTP, on a whole server."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from gridwright.server.people.recomputing import Recomputing
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from gridwright_lab.trials.ratings.finished_games import Sitter
from tests.server.accounts.visitors import SPEC, token_of
from tests.server.people.finished_games import BEGAN, HARD, rate_all, write

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server() as server:
        yield server
        assert server.app.crashes == []
        assert server.app.server_errors == []


class Visitor:
    """A person with an account."""

    def __init__(self, server: LiveServer, name: str, token: str, person_id: str) -> None:
        self.server = server
        self.name = name
        self.token = token
        self.sitter = Sitter(name, person_id)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        answer = await self.server.client.request(
            method, path, json=body, headers=bearer(self.token)
        )
        return answer.status_code, answer.json() if answer.content else None

    async def get(self, path: str) -> Any:
        status, found = await self.ask("GET", path)
        assert status == 200, found
        return found


async def visitor(server: LiveServer, name: str) -> Visitor:
    token = await token_of(server, name)
    me = (await server.client.get("/api/me", headers=bearer(token))).json()
    return Visitor(server, name, token, me["person_id"])


async def test_a_profile_is_ones_own_until_one_shows_it(server: LiveServer) -> None:
    ada, ben = await visitor(server, "Ada"), await visitor(server, "Ben")
    cleo = await visitor(server, "Cleo")
    store = server.node.store
    await write(store, "g1", ada.sitter, HARD, ben.sitter)
    await write(store, "g2", ben.sitter, ada.sitter, at=1, listed=False)
    await write(store, "g3", ada.sitter, Sitter("Guest"), at=2)
    await write(store, "g4", cleo.sitter, ada.sitter, at=3, helped=ada.sitter)
    await rate_all(store)
    own = await ada.get("/api/people/ada")
    assert (own["name"], own["is_own"], own["is_public"]) == ("Ada", True, False)
    assert (own["games"], own["won"], own["since"]) == (4, 2.0, BEGAN)
    assert [each["games"] for each in own["ratings"]] == [2]
    assert own["form"]["last"] == [True, False, True, False]
    assert own["form"]["longest_run"] == 1
    assert own["rivals"][0] == {"name": "Ben", "games": 2, "ahead": 1, "behind": 1}
    assert [(each["game_id"], each["unrated"]) for each in own["recent"]] == [
        ("g4", "helped"),
        ("g3", "guest"),
        ("g2", ""),
        ("g1", ""),
    ]
    assert [each["gain"] is None for each in own["recent"]] == [True, True, False, False]
    assert own["results"][0]["games"] == 3
    # Others, and guests, get the name and nothing else.
    for who in ("", ben.token):
        headers = bearer(who) if who else {}
        hidden = (await server.client.get("/api/people/Ada", headers=headers)).json()
        empty = {key for key, value in hidden.items() if not value}
        assert {*hidden} - empty == {"name", "form"}
        assert not any(hidden["form"].values())
        games = await server.client.get("/api/people/Ada/games", headers=headers)
        assert games.json() == []
    assert (await ada.ask("PUT", "/api/me/profile", {"is_public": True}))[0] == 200
    seen = await ben.get("/api/people/ADA")
    assert (seen["is_own"], seen["is_public"], seen["games"]) == (False, True, 4)
    assert seen["rivals"] == [{"name": "Ada", "games": 2, "ahead": 1, "behind": 1}]
    # A private table is shown to its players only, and private people have no name here.
    guest = (await server.client.get("/api/people/Ada")).json()
    assert [each["game_id"] for each in guest["recent"]] == ["g4", "g3", "", "g1"]
    assert [each["game_id"] for each in seen["recent"]] == ["g4", "g3", "g2", "g1"]
    assert {other["name"] for each in guest["recent"] for other in each["others"]} == {""}
    assert [other["name"] for other in seen["recent"][2]["others"]] == ["Ben"]
    for name in ("missing", "%00", "a%0Ab"):
        assert (await ada.ask("GET", f"/api/people/{name}"))[0] == 404
    assert (await Recomputing(store).run()).is_equal


async def test_games_come_page_by_page(server: LiveServer) -> None:
    ada, ben = await visitor(server, "Ada"), await visitor(server, "Ben")
    for number in range(23):
        await write(server.node.store, f"g{number}", ada.sitter, ben.sitter, at=number)
    await rate_all(server.node.store)
    first = await ada.get("/api/people/Ada/games")
    assert [each["game_id"] for each in first] == [f"g{number}" for number in range(22, 2, -1)]
    rest = await ada.get(f"/api/people/Ada/games?before={first[-1]['number']}")
    assert [each["game_id"] for each in rest] == ["g2", "g1", "g0"]


async def test_the_export_has_every_game(server: LiveServer) -> None:
    ada, ben = await visitor(server, "Ada"), await visitor(server, "Ben")
    for number in range(3):
        await write(server.node.store, f"g{number}", ada.sitter, ben.sitter, at=number)
    await rate_all(server.node.store)
    answer = await server.client.get("/api/me/games", headers=bearer(ada.token))
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["game_id"] for line in lines] == ["g0", "g1", "g2"]
    assert all(line["transcript"].startswith("gridwright") for line in lines)
    assert (await server.client.get("/api/me/games")).status_code == 401


async def test_following_and_inviting(server: LiveServer) -> None:
    ada, ben = await visitor(server, "Ada"), await visitor(server, "Ben")
    game_id = await server.make(SPEC)
    invite = f"/api/tables/{game_id}/invitations"
    assert (await ada.ask("POST", invite, {"name": "Ben"}))[0] == 403
    await ada.ask("POST", f"/api/tables/{game_id}/seats/0", {})
    status, found = await ada.ask("POST", invite, {"name": "Ben"})
    assert (status, found["code"]) == (409, "not_followed")
    assert (await ada.ask("PUT", "/api/me/follows/Ben"))[0] == 204
    assert [each["name"] for each in await ada.get("/api/me/follows")] == ["Ben"]
    assert (await ada.get("/api/people/Ben"))["follows"]
    assert (await ada.ask("POST", invite, {"name": "Ben"}))[0] == 204
    (invitation,) = await ben.get("/api/me/invitations")
    assert (invitation["game_id"], invitation["by"]) == (game_id, "Ada")
    # A person who sits down is no longer invited, nor one who declines.
    await ben.ask("POST", f"/api/tables/{game_id}/seats/1", {})
    assert await ben.get("/api/me/invitations") == []
    assert (await ada.ask("DELETE", "/api/me/follows/Ben"))[0] == 204
    assert await ada.get("/api/me/follows") == []
    assert (await ada.ask("PUT", "/api/me/follows/Ada"))[0] == 404


async def test_blocked_people_cannot_join_or_invite(server: LiveServer) -> None:
    ada, ben = await visitor(server, "Ada"), await visitor(server, "Ben")
    game_id = await server.make(SPEC)
    seats = f"/api/tables/{game_id}/seats"
    assert (await ada.ask("POST", f"{seats}/0", {}))[0] == 201
    assert (await ben.ask("PUT", "/api/me/follows/Ada"))[0] == 204
    assert (await ada.ask("PUT", "/api/me/blocks/Ben"))[0] == 204
    assert [each["name"] for each in await ada.get("/api/me/blocks")] == ["Ben"]
    assert await ben.get("/api/me/follows") == []
    status, found = await ben.ask("POST", f"{seats}/1", {})
    assert (status, found["code"]) == (409, "blocked")
    # Following has no effect, silently, and so no invitation can be sent.
    assert (await ben.ask("PUT", "/api/me/follows/Ada"))[0] == 204
    assert await ben.get("/api/me/follows") == []
    assert (await ada.ask("DELETE", "/api/me/blocks/Ben"))[0] == 204
    assert (await ben.ask("POST", f"{seats}/1", {}))[0] == 201


async def test_messages_of_blocked_people_are_not_shown(server: LiveServer) -> None:
    ada, ben = await visitor(server, "Ada"), await visitor(server, "Ben")
    game_id = await server.make(SPEC)
    for seat, each in enumerate((ada, ben)):
        assert (await each.ask("POST", f"/api/tables/{game_id}/seats/{seat}", {}))[0] == 201
    chat = f"/api/tables/{game_id}/chat"
    assert (await ben.ask("POST", chat, {"text": "hello"}))[0] < 300
    heard = await ada.get(chat)
    assert "hello" in json.dumps(heard)
    await ada.ask("PUT", "/api/me/blocks/Ben")
    assert "hello" not in json.dumps(await ada.get(chat))
    assert "hello" in json.dumps(await ben.get(chat))

"""Finding tables: to join, and to watch."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gridwright.content.table import default_spec
from gridwright.server.listing.lobby import Lobby, TableFilter
from gridwright.table.entries import Status
from tests.server.tables.test_routes import RunningServer, begun, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with serving(tmp_path) as server:
        yield server


async def found(server: RunningServer, **filters: Any) -> list[str]:
    answer = await server.client.get("/api/tables", params=filters)
    assert answer.status_code == 200, answer.text
    return [table["game_id"] for table in answer.json()["tables"]]


async def test_a_changed_table_is_found_by_what_it_is_now(server: RunningServer) -> None:
    game_id = await server.make(default_spec("classic", seats=4).to_json(), listed=True)
    ticket = await server.sit(game_id, 0, "Ada")
    assert await found(server, edition="classic", seats=4) == [game_id]
    spec = default_spec("card", seats=2).to_json()
    turns = {"clock": {"type": "turns", "turn": 60_000}}
    order = {"type": "change_table", "command_id": "a", "expected": 2}
    changed = await server.order(game_id, ticket, **order, spec=spec, terms=turns)
    assert changed.status_code == 200, changed.text
    assert await found(server, edition="classic") == []
    assert await found(server, edition="card", seats=2, clock="turns", free=1) == [game_id]
    (shown,) = (await server.client.get("/api/tables?edition=card")).json()["tables"]
    assert shown["spec"]["edition"] == "card"
    assert shown["seats"] == ["Ada", ""]
    order = {"type": "change_table", "command_id": "b", "expected": 3}
    hidden = await server.order(game_id, ticket, **order, listed=False)
    assert hidden.status_code == 200, hidden.text
    assert await found(server) == []


async def test_tables_are_found_by_what_they_are_and_by_who_sits_there(
    server: RunningServer,
) -> None:
    turns = {"clock": {"type": "turns", "turn": 60_000, "vacation_days": 3}}
    specs = {
        "usa": default_spec("classic", seats=2).to_json(),
        "card": default_spec("card", seats=3).to_json(),
        "deluxe": default_spec("deluxe", seats=4).to_json(),
    }
    usa = await server.make(specs["usa"], listed=True)
    card = await server.make(specs["card"], listed=True, terms=turns)
    deluxe = await server.make(specs["deluxe"], listed=True)
    await server.make(specs["usa"])
    await server.sit(card, 0, "Bot", "l1")
    await server.sit(card, 1, "Ada")
    await server.sit(deluxe, 0, "Grace")
    assert await found(server) == [deluxe, card, usa]
    assert await found(server, edition="card") == [card]
    assert await found(server, board=specs["usa"]["board"]) == [usa]
    assert await found(server, preset=specs["deluxe"]["preset"], seats=4) == [deluxe]
    assert await found(server, seats=3) == [card]
    assert await found(server, clock="turns") == [card]
    assert await found(server, free=2) == [deluxe, usa]
    assert await found(server, free=3) == [deluxe]
    assert await found(server, bots=True) == [card]
    assert await found(server, bots=False) == [deluxe, usa]
    assert await found(server, status="running") == []
    (shown,) = (await server.client.get("/api/tables?edition=card")).json()["tables"]
    assert (shown["seats"], shown["bots"]) == (["Bot", "Ada", ""], ["l1", "", ""])
    assert shown["terms"]["clock"]["vacation_days"] == 3
    await server.sit(card, 2, "Grace")
    assert await found(server, edition="card", free=1) == []


async def test_pages_follow_each_other_and_miss_nothing(server: RunningServer) -> None:
    spec = default_spec("card", seats=2).to_json()
    made = [await server.make(spec, listed=True) for _ in range(7)]
    for game_id in made[::2]:
        await server.sit(game_id, 0, "Ada")
    seen: list[str] = []
    after = ""
    while True:
        page = await server.client.get(
            "/api/tables", params={"limit": 2, "free": 2, "after": after}
        )
        seen += [table["game_id"] for table in page.json()["tables"]]
        after = page.json()["next"]
        if not after:
            break
    assert seen == made[1::2][::-1]


async def test_running_tables_are_there_to_watch_without_a_replay(server: RunningServer) -> None:
    spec = default_spec("card", seats=2).to_json()
    game_id = await server.make(spec, listed=True)
    for seat in range(2):
        await server.sit(game_id, seat, f"Bot {seat}", "l0")
    while (await server.table(game_id))["status"] != "finished":
        await asyncio.sleep(0.05)
    assert await found(server) == []
    assert await found(server, status="finished") == [game_id]
    page = await server.node[Lobby].page(TableFilter(status=Status.FINISHED))
    (shown,) = page.tables
    assert shown.guests.has_begun
    assert shown.guests.version < shown.record.version // 2
    assert shown.guests.names == ["Bot 0", "Bot 1"]


async def test_a_running_table_is_listed_while_it_runs(server: RunningServer) -> None:
    hidden, _tickets = await begun(server)
    assert (await server.table(hidden))["status"] == "running"
    assert await found(server, status="running") == []


@pytest.mark.parametrize(
    "query",
    [
        *("status=archived", "status=x", "seats=-1", "seats=x", "seats=1e3", "clock=sundial"),
        *("bots=maybe", "limit=0", "limit=51", "after=x", "after=1.", "after=1.a%00", "free=100"),
        *("edition=%00", "board=" + "x" * 65, "board=a%20b", "nonsense=1", f"after={'9' * 30}.a"),
    ],
)
async def test_bad_lobby_queries_are_refused(server: RunningServer, query: str) -> None:
    answer = await server.client.get(f"/api/tables?{query}")
    assert answer.status_code == 422, answer.text
    assert answer.json()["problem"]

"""Finding tables: to join, and to watch."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gridwright.content.table import default_spec
from gridwright.server.lobby.service import TableFilter
from gridwright.server.storage.games import Status
from tests.server.games.test_routes import Door, begun, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
async def door(tmp_path: Path) -> AsyncIterator[Door]:
    async with serving(tmp_path) as door:
        yield door


async def found(door: Door, **filters: Any) -> list[str]:
    answer = await door.client.get("/api/tables", params=filters)
    assert answer.status_code == 200, answer.text
    return [table["game_id"] for table in answer.json()["tables"]]


async def test_a_changed_table_is_found_by_what_it_is_now(door: Door) -> None:
    game_id = await door.make(default_spec("classic", seats=4).to_json(), listed=True)
    ticket = await door.sit(game_id, 0, "Ada")
    assert await found(door, edition="classic", seats=4) == [game_id]
    spec = default_spec("card", seats=2).to_json()
    turns = {"clock": {"type": "turns", "turn": 60_000}}
    order = {"type": "change_table", "command_id": "a", "expected": 2}
    changed = await door.order(game_id, ticket, **order, spec=spec, terms=turns)
    assert changed.status_code == 200, changed.text
    assert await found(door, edition="classic") == []
    assert await found(door, edition="card", seats=2, clock="turns", free=1) == [game_id]
    (shown,) = (await door.client.get("/api/tables?edition=card")).json()["tables"]
    assert shown["spec"]["edition"] == "card"
    assert shown["seats"] == ["Ada", ""]
    order = {"type": "change_table", "command_id": "b", "expected": 3}
    hidden = await door.order(game_id, ticket, **order, listed=False)
    assert hidden.status_code == 200, hidden.text
    assert await found(door) == []


async def test_tables_are_found_by_what_they_are_and_by_who_sits_there(door: Door) -> None:
    turns = {"clock": {"type": "turns", "turn": 60_000, "vacation_days": 3}}
    specs = {
        "usa": default_spec("classic", seats=2).to_json(),
        "card": default_spec("card", seats=3).to_json(),
        "deluxe": default_spec("deluxe", seats=4).to_json(),
    }
    usa = await door.make(specs["usa"], listed=True)
    card = await door.make(specs["card"], listed=True, terms=turns)
    deluxe = await door.make(specs["deluxe"], listed=True)
    await door.make(specs["usa"])
    await door.sit(card, 0, "Bot", "l1")
    await door.sit(card, 1, "Ada")
    await door.sit(deluxe, 0, "Grace")
    assert await found(door) == [deluxe, card, usa]
    assert await found(door, edition="card") == [card]
    assert await found(door, board=specs["usa"]["board"]) == [usa]
    assert await found(door, preset=specs["deluxe"]["preset"], seats=4) == [deluxe]
    assert await found(door, seats=3) == [card]
    assert await found(door, clock="turns") == [card]
    assert await found(door, free=2) == [deluxe, usa]
    assert await found(door, free=3) == [deluxe]
    assert await found(door, bots=True) == [card]
    assert await found(door, bots=False) == [deluxe, usa]
    assert await found(door, status="running") == []
    (shown,) = (await door.client.get("/api/tables?edition=card")).json()["tables"]
    assert (shown["seats"], shown["bots"]) == (["Bot", "Ada", ""], ["l1", "", ""])
    assert shown["terms"]["clock"]["vacation_days"] == 3
    await door.sit(card, 2, "Grace")
    assert await found(door, edition="card", free=1) == []


async def test_pages_follow_each_other_and_miss_nothing(door: Door) -> None:
    spec = default_spec("card", seats=2).to_json()
    made = [await door.make(spec, listed=True) for _ in range(7)]
    for game_id in made[::2]:
        await door.sit(game_id, 0, "Ada")
    seen: list[str] = []
    after = ""
    while True:
        page = await door.client.get("/api/tables", params={"limit": 2, "free": 2, "after": after})
        seen += [table["game_id"] for table in page.json()["tables"]]
        after = page.json()["next"]
        if not after:
            break
    assert seen == made[1::2][::-1]


async def test_running_tables_are_there_to_watch_without_a_replay(door: Door) -> None:
    spec = default_spec("card", seats=2).to_json()
    game_id = await door.make(spec, listed=True)
    for seat in range(2):
        await door.sit(game_id, seat, f"Bot {seat}", "l0")
    while (await door.table(game_id))["status"] != "finished":
        await asyncio.sleep(0.05)
    assert await found(door) == []
    assert await found(door, status="finished") == [game_id]
    page = await door.node.lobby.page(TableFilter(status=Status.FINISHED))
    (shown,) = page.tables
    assert shown.guests.has_begun
    assert shown.guests.version < shown.record.version // 2
    assert shown.guests.names == ["Bot 0", "Bot 1"]


async def test_a_running_table_is_listed_while_it_runs(door: Door) -> None:
    hidden, _tickets = await begun(door)
    assert (await door.table(hidden))["status"] == "running"
    assert await found(door, status="running") == []


@pytest.mark.parametrize(
    "query",
    [
        *("status=archived", "status=x", "seats=-1", "seats=x", "seats=1e3", "clock=sundial"),
        *("bots=maybe", "limit=0", "limit=51", "after=x", "after=1.", "after=1.a%00", "free=100"),
        *("edition=%00", "board=" + "x" * 65, "board=a%20b", "nonsense=1", f"after={'9' * 30}.a"),
    ],
)
async def test_bad_lobby_queries_are_refused(door: Door, query: str) -> None:
    answer = await door.client.get(f"/api/tables?{query}")
    assert answer.status_code == 422, answer.text
    assert answer.json()["problem"]

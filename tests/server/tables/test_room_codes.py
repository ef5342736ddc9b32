"""Spoken codes of tables that gather."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.rate_limits import Limits, Rate
from gridwright.server.storage import open_store
from gridwright.server.tables.room_codes import (
    MAX_TYPED,
    RoomCodes,
    code_letters,
    normalize_code,
    random_code,
)
from gridwright_lab.trials.live_server import open_live_server
from gridwright_lab.trials.services.databases import fresh_schema
from tests.server.accounts.visitors import SPEC
from tests.server.tables.test_routes import begun, serving

pytestmark = pytest.mark.anyio

DAY = 24 * 60 * 60 * 1_000
SPOKEN = re.compile(r"([bdfgklmnprst][aeiou]){4}")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
    else:
        with fresh_schema() as url:
            yield url


def test_a_code_has_eight_letters_in_syllables_and_nothing_rude() -> None:
    codes = [random_code() for _ in range(2_000)]
    assert all(SPOKEN.fullmatch(code) for code in codes)
    assert len(set(codes)) > 1_990
    assert not [code for code in codes for bad in code_letters().avoided if bad in code]


@pytest.mark.parametrize("typed", ["bokatemi", "BOKATEMI", " Boka-Temi ", "bo ka te mi"])
def test_a_typed_code_ignores_capitals_spaces_and_hyphens(typed: str) -> None:
    assert normalize_code(typed) == "bokatemi"


async def test_a_table_keeps_its_code_and_no_two_tables_share_one(url: str) -> None:
    made = iter(["bokatemi", "bokatemi", "bokatemi", "ladopiru"])
    async with await open_store(url, upgrade=True) as store:
        codes = RoomCodes(store.home, lambda: 9, lambda: next(made))
        assert await codes.of("t1") == "bokatemi"
        assert await codes.of("t1") == "bokatemi"
        assert await codes.of("t2") == "ladopiru"
        assert await codes.find("BOKA temi") == "t1"
        assert await codes.find("lado-piru") == "t2"
        assert await codes.find("") == ""


async def test_simultaneous_requests_return_one_code(url: str) -> None:
    async with await open_store(url, upgrade=True) as store:
        codes = RoomCodes(store.home, lambda: 9)
        assert len(set(await asyncio.gather(*[codes.of("t1") for _ in range(8)]))) == 1


async def test_a_code_expires(url: str) -> None:
    now = [9]
    made = iter(["bokatemi", "ladopiru", "gumitora"])
    async with await open_store(url, upgrade=True) as store:
        codes = RoomCodes(store.home, lambda: now[0], lambda: next(made))
        await codes.of("t1")
        now[0] += (code_letters().days + 1) * DAY
        await codes.of("t2")
        assert await codes.find("bokatemi") == ""
        assert await codes.of("t1") == "gumitora"


async def test_the_code_of_a_private_table_finds_it_until_the_game_begins(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        made = await server.client.post("/api/tables", json={"spec": SPEC})
        game_id = made.json()["game_id"]
        code = (await server.client.get(f"/api/tables/{game_id}/code")).json()["room_code"]
        assert SPOKEN.fullmatch(code)
        typed = f" {code[:4].upper()}-{code[4:]}"
        found = await server.client.get(f"/api/codes/{typed}")
        assert found.json() == {"game_id": game_id, "path": f"/api/tables/{game_id}"}
        await server.node.store.delete(game_id)
        assert (await server.client.get(f"/api/codes/{code}")).json()["code"] == "unknown_code"
        assert (await server.client.get("/api/codes/zzzz")).status_code == 404
        too_long = await server.client.get(f"/api/codes/{'a' * (MAX_TYPED + 1)}")
        assert too_long.status_code in {404, 422}


async def test_a_table_that_has_begun_has_no_code(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        game_id, _seated = await begun(server)
        code = await server.node[RoomCodes].of(game_id)
        assert (await server.client.get(f"/api/tables/{game_id}/code")).json()["room_code"] == ""
        assert (await server.client.get(f"/api/codes/{code}")).json()["code"] == "unknown_code"


async def test_tries_are_limited_right_or_wrong() -> None:
    limiter = RateLimiter(Limits(codes=Rate(2, 600)))
    async with open_live_server(limiter=limiter) as server:
        game_id = await server.make(SPEC)
        code = (await server.client.get(f"/api/tables/{game_id}/code")).json()["room_code"]
        assert (await server.client.get(f"/api/codes/{code}")).status_code == 200
        assert (await server.client.get("/api/codes/bobobobo")).status_code == 404
        refused = await server.client.get(f"/api/codes/{code}")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")

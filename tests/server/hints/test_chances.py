"""Chances of a running game: for watchers, two moves late, and never for players."""

from collections.abc import AsyncIterator

import msgspec
import pytest

from gridwright.content.table import default_spec
from gridwright.engine.dice import Dice
from gridwright.insight.outlook import current_chances
from gridwright.server.hints.chances import LateCourse
from gridwright.server.tables.loading import replay_before
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.log_entries import Undone, to_entry
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from gridwright_lab.trials.logging_out import sign_in
from gridwright_lab.trials.table_driver import TableDriver

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server() as server:
        yield server


async def begun(server: LiveServer, chances: bool = True) -> TableDriver:
    spec = default_spec("classic", seats=2)
    game_id = await server.make(spec.to_json(), terms={"chances": chances})
    driver = TableDriver(server, game_id, spec, ["", ""])
    await driver.fill()
    return driver


async def code_of(server: LiveServer, driver: TableDriver, said: str = "") -> str:
    answer = await server.client.get(f"{driver.path}/chances", headers=bearer(said))
    return "" if answer.status_code == 200 else str(answer.json()["code"])


async def test_a_table_without_the_option_has_no_chances(server: LiveServer) -> None:
    driver = await begun(server, chances=False)
    await driver.get_ready()
    await driver.play(5, Dice(1))
    assert await code_of(server, driver) == "no_chances"


async def test_chances_are_delayed_by_two_moves(server: LiveServer) -> None:
    driver = await begun(server)
    assert await code_of(server, driver) == "not_begun"
    await driver.get_ready()
    assert await code_of(server, driver) == "too_early"
    dice = Dice(3)
    for _move in range(12):
        await driver.play(1, dice)
        answer = await server.client.get(f"{driver.path}/chances")
        if answer.status_code != 200:
            assert answer.json()["code"] == "too_early"
            continue
        told = answer.json()
        entries = await server.node.store.entries(driver.game_id, told["version"])
        later = [logged for logged in entries if logged.entry.lines]
        assert len(later) >= 2
        past = await replay_before(server.node.store, driver.game_id, told["version"] + 1)
        assert past is not None
        expected = current_chances(past.table.game, past.table.state)
        assert told["seats"] == [round(share, 3) for share in expected]
        assert sum(told["seats"]) == pytest.approx(1, abs=0.002)
    assert await code_of(server, driver) == ""


async def test_a_move_that_was_taken_back_is_no_move(server: LiveServer) -> None:
    """Otherwise moving and taking back would show what is nearer than two moves."""
    driver = await begun(server)
    await driver.get_ready()
    await driver.play(6, Dice(3))
    store = server.node.store
    course = LateCourse(await store.load(driver.game_id))
    log = await store.entries(driver.game_id, 0)
    course.read(log)
    before = course.tell()
    last = next(logged for logged in log[::-1] if logged.entry.lines)
    version = len(log) + 1
    again = msgspec.structs.replace(last.entry, command_id="again")
    undone = to_entry(Undone(version), "undo", 0, last.entry.seat)
    for entry in (again, undone):
        course.read([LoggedEntry(course.version + 1, entry, Status.RUNNING, None)])
    assert course.tell() == before


async def test_players_are_turned_away(server: LiveServer) -> None:
    spec = default_spec("classic", seats=2)
    game_id = await server.make(spec.to_json(), terms={"chances": True})
    session = await sign_in(server, "Ada")
    seat = f"/api/tables/{game_id}/seats/0"
    assert (await server.client.post(seat, json={}, headers=bearer(session))).status_code == 201
    ticket = await server.sit(game_id, 1, "Guest")
    other = await sign_in(server, "Bo")
    path = f"/api/tables/{game_id}/chances"
    for said, code in ((session, "players_not"), (ticket, "players_not"), (other, "not_begun")):
        answer = await server.client.get(path, headers=bearer(said))
        assert answer.json()["code"] == code

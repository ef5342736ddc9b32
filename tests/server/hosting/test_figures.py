"""Every figure of the host's page beside its source."""

import asyncio
import json
from typing import Any

import pytest
import websockets

from gridwright.content.table import default_spec
from gridwright.engine.dice import Dice
from gridwright.server.hosting import statements
from gridwright.server.hosting.heartbeat import (
    MS_PER_MINUTE,
    HeartbeatStore,
    HeartbeatSweep,
    NodeStats,
)
from gridwright.server.hosting.store import BACKUP, HostStore
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.errors import StoreUnavailable
from gridwright.server.tables.seat_reclaim import SeatReclaim
from gridwright_lab.trials.live_server import LiveServer, open_live_server
from gridwright_lab.trials.table_driver import TableDriver
from tests.server.hosting.clubs import SPEC, Member, host, member

pytestmark = pytest.mark.anyio

DAY = 24 * 60 * MS_PER_MINUTE


async def count(server: LiveServer, statement: str) -> int:
    return int((await server.node.store.home.rows(statement))[0][0])


async def pulse(server: LiveServer) -> None:
    """Let the node note how things stand, without waiting for its next look."""
    await server.node[HeartbeatSweep].sweep()


async def play(server: LiveServer, terms: dict[str, Any]) -> TableDriver:
    spec = default_spec("classic", seats=2)
    game_id = await server.make(spec.to_json(), terms=terms)
    driver = TableDriver(server, game_id, spec, ["", "l1"])
    await driver.fill()
    await driver.get_ready()
    await driver.play(4, Dice(5))
    return driver


async def page(marie: Member, server: LiveServer) -> Any:
    return await marie.read("/api/host", day=server.node.clock() - DAY // 2)


async def test_tables_moves_and_people(server: LiveServer) -> None:
    marie = await host(server)
    await member(server, "Ada")
    await play(server, {"clock": {"type": "turns", "turn": 86_400_000}})
    driver = await play(server, {})
    await server.make(SPEC)
    await server.make(SPEC, listed=True)
    await pulse(server)
    found = await page(marie, server)
    running = "SELECT count(*) FROM game WHERE status IN ('running', 'paused')"
    assert found["tables"] == {
        "running": await count(server, running),
        "waiting": await count(server, "SELECT count(*) FROM game WHERE status = 'gathering'"),
        "by_turns": await count(server, f"{running} AND clock = 'turns'"),
        "set_aside": 0,
    }
    assert (found["tables"]["running"], found["tables"]["waiting"]) == (2, 2)
    assert found["tables"]["by_turns"] == 1
    moves = await count(server, "SELECT count(*) FROM event WHERE lines <> ''")
    assert moves > 8
    assert found["moves"]["last_hour"] == sum(found["moves"]["today"]) == moves
    assert found["people"]["accounts"] == await count(server, "SELECT count(*) FROM person") == 2
    lines = (await marie.read("/api/host/tables"))["tables"]
    assert len(lines) == 4
    (line,) = [each for each in lines if each["game_id"] == driver.game_id]
    table = await server.auditor.load(driver.game_id)
    assert line["round"] == table.state.round
    assert line["seats"] == [holder.name for holder in table.seats]
    awaited = table.waiting_for()
    assert awaited is not None
    assert line["waits_for"] == table.seats[awaited].name
    newest = f"SELECT max(at) FROM event WHERE game_id = '{driver.game_id}'"
    assert line["moved_at"] == await count(server, newest)


async def test_the_host_page_counts_players_and_watchers(server: LiveServer) -> None:
    marie = await host(server)
    game_id = await server.make(SPEC)
    ticket = await server.sit(game_id, 0, "Ada")
    address = f"{server.address.replace('http', 'ws')}/api/tables/{game_id}/socket"
    async with websockets.connect(address) as seated, websockets.connect(address) as watching:
        await seated.send(json.dumps({"ticket": ticket, "since": 0}))
        await watching.send(json.dumps({"ticket": "", "since": 0}))
        await asyncio.gather(seated.recv(), watching.recv())
        await pulse(server)
        people = (await page(marie, server))["people"]
        assert (people["players"], people["watchers"]) == (1, 1)
    while server.node[SeatReclaim].n_watchers:
        await asyncio.sleep(0.01)
    await pulse(server)
    assert (await page(marie, server))["people"]["watchers"] == 0


async def test_figures_of_several_nodes_add_up(server: LiveServer) -> None:
    """The numbers of nodes add up, and a node without a recent heartbeat counts as gone."""
    marie = await host(server)
    now = server.node.clock()
    heartbeats = HeartbeatStore(server.node.store.home)
    minute = now // MS_PER_MINUTE
    await heartbeats.note(minute, "other", now, NodeStats(7, 3, 2))
    await heartbeats.note(minute - 1, "gone", now - 2 * MS_PER_MINUTE, NodeStats(5, 9, 9))
    await heartbeats.note(minute - 7 * 24 * 60, "other", now, NodeStats(11, 3, 2))
    await heartbeats.note(minute - 61, "other", now, NodeStats(100, 3, 2))
    found = await page(marie, server)
    assert (found["people"]["players"], found["people"]["watchers"]) == (3, 2)
    assert found["moves"]["last_hour"] == 12
    assert sum(found["moves"]["today"]) == 112
    assert sum(found["moves"]["week_ago"]) == 11
    assert len(found["moves"]["week_ago"]) == 48


async def test_the_host_page_shows_overdue_work(database: str) -> None:
    """The server has no worker, so that the overdue work stays."""
    async with open_live_server(database, with_worker=False) as server:
        marie = await host(server)
        assert (await page(marie, server))["lag"] == 0
        game_id = await server.make(SPEC)
        due = server.node.clock() - 9_000
        late = "UPDATE game SET wake_at = $2 WHERE game_id = $1"
        await server.node.store.home.change_one(late, game_id, due)
        assert await count(server, "SELECT min(wake_at) FROM game") == due
        found = await page(marie, server)
        assert found["lag"] == found["now"] - due >= 9_000
        assert "late" in found["concerns"]


async def test_storage_and_backups(server: LiveServer, database: str) -> None:
    marie = await host(server)
    first = await page(marie, server)
    assert first["backup"] is None
    assert first["standing"] == "look"
    assert "no_backup" in first["concerns"]
    if database:
        assert first["storage"]["free"] is None
        size = await count(server, "SELECT pg_database_size(current_database())")
        assert abs(first["storage"]["used"] - size) < 10_000_000
    else:
        assert first["storage"]["free"] > 0
        assert first["storage"]["used"] == await server.node.store.home.n_bytes() > 100_000
    now = server.node.clock()
    hosts = HostStore(server.node.store)
    await hosts.note(now - 2 * DAY, BACKUP, "", "games.db", 400)
    assert "old_backup" in (await page(marie, server))["concerns"]
    await hosts.note(now - 5, BACKUP, "", "games.db", 412)
    found = await page(marie, server)
    assert found["backup"] == {"at": now - 5, "bytes": 412}
    assert not {"old_backup", "no_backup"} & set(found["concerns"])
    assert [each["kind"] for each in found["deeds"]] == ["backup"]


async def test_the_host_page_reports_a_read_only_server(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    marie = await host(server)
    assert (await page(marie, server))["standing"] == "look"

    async def full(_self: object, _now: int) -> None:
        raise StoreUnavailable("disk full")

    monkeypatch.setattr(DatabaseStore, "try_write", full)
    found = await page(marie, server)
    assert found["standing"] == "read_only"
    assert found["concerns"][0] == "no_writes"


async def test_every_list_has_its_index(server: LiveServer, database: str) -> None:
    """Both databases plan to use an index for every list, among many rows."""
    home = server.node.store.home
    asked = {
        statements.COUNT_TABLES: (),
        statements.OPEN_TABLES: (2**53, "", 20),
        statements.OLDEST_DUE: (),
        statements.NEWEST_PEOPLE: (2**53, "", 20),
        statements.PEOPLE_BY_NAME: ("", "ada", "adb", 20),
        statements.MOVES: (5, 9),
        statements.HERE: (5,),
        statements.DEEDS: (5, 9),
        statements.LAST_DEED: ("backup",),
    }
    await _fill(home, is_postgres=bool(database))
    for statement, values in asked.items():
        if database:
            rows = await home.rows(f"EXPLAIN {statement}", *values)
            plan = "\n".join([str(row[0]) for row in rows])
            assert "Seq Scan on" not in plan.replace("Seq Scan on host_role", "").replace(
                "Seq Scan on account_closed", ""
            ), plan
        else:
            rows = await home.rows(f"EXPLAIN QUERY PLAN {statement}", *values)
            plan = "\n".join([str(row[3]) for row in rows])
            bare = [line for line in plan.splitlines() if line.startswith("SCAN")]
            assert all("INDEX" in line for line in bare), plan


async def _fill(home: DatabaseStore, is_postgres: bool) -> None:
    numbers = (
        "SELECT n FROM generate_series(1, 4000) AS t(n)"
        if is_postgres
        else "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 4000) "
        "SELECT n FROM t"
    )
    listed = "false" if is_postgres else "0"
    texts = (
        "INSERT INTO game SELECT 'g' || n, 1, 'r', '{}', CASE WHEN n % 50 = 0 THEN 'running' "
        f"ELSE 'archived' END, {listed}, n, NULL, NULL, '', '', '', 2, '' FROM ({numbers}) AS s",
        f"INSERT INTO person SELECT 'p' || n, 'P' || n, 'p' || n, n FROM ({numbers}) AS s",
        f"INSERT INTO pulse SELECT n, 'n', n, 1, 1, 1 FROM ({numbers}) AS s",
        "INSERT INTO host_deed SELECT 'd' || n, n, CASE WHEN n % 9 = 0 THEN 'backup' ELSE 'x' "
        f"END, '', '', 1 FROM ({numbers}) AS s",
    )
    for text in texts:
        await home.change_one(text)
    if is_postgres:
        await home.change_one("ANALYZE")

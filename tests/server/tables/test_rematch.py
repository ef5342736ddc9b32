"""The same people once more."""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from gridwright.content.table import default_spec
from gridwright.fair.verify import verify
from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.rematch import Rematches
from gridwright.server.tables.service import TableService
from gridwright.table import commands
from gridwright.table.commands import Decide
from gridwright.table.entries import Status
from gridwright.table.room import KEPT_MS
from gridwright.table.terms import Terms
from tests.server.tables.test_routes import KEY, RunningServer, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with serving(tmp_path) as server:
        yield server


async def played(server: RunningServer) -> tuple[str, list[str]]:
    """Finish a game of two people, whose seats bots took over, and a bot."""
    spec = default_spec("card", seats=3).to_json()
    clock = {"type": "bank", "bank": 600_000}
    game_id = await server.make(spec, listed=True, terms={"clock": clock})
    tickets = [await server.sit(game_id, seat, name) for seat, name in enumerate(("Ada", "Grace"))]
    await server.sit(game_id, 2, "Robot", "l0")
    for ticket in tickets:
        version = (await server.table(game_id))["version"]
        await server.order(game_id, ticket, type="ready", command_id="r", expected=version)
    while (await server.table(game_id))["status"] != "running":
        await asyncio.sleep(0.02)
    for ticket in tickets:
        done = None
        while done is None or done.status_code == 409:
            version = (await server.table(game_id))["version"]
            order = {"command_id": f"h{version}", "expected": version, "bot": "l0"}
            done = await server.order(game_id, ticket, type="hand_over", **order)
        assert done.status_code == 200
    while (await server.table(game_id))["status"] != "finished":
        await asyncio.sleep(0.05)
    return game_id, tickets


async def ask(server: RunningServer, game_id: str, ticket: str, more: str = "") -> httpx.Response:
    headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
    return await server.client.post(f"/api/tables/{game_id}/rematch{more}", headers=headers)


async def test_people_play_again_at_a_table_that_the_first_one_names(server: RunningServer) -> None:
    game_id, tickets = await played(server)
    transcript = (await server.client.get(f"/api/tables/{game_id}/transcript")).text
    before = await server.table(game_id)
    async with server.watch(game_id) as socket:
        await socket.send("{}")
        await socket.recv()
        called = await ask(server, game_id, tickets[1])
        assert called.status_code == 201, called.text
        again = called.json()["game_id"]
        frame = json.loads(await asyncio.wait_for(socket.recv(), 5))
    assert (frame["kind"], frame["seat"]) == ("rematch_called", 1)
    assert frame["table"]["rematch"] == again != game_id
    # A repeated request returns the same table and appends no entry.
    assert (await ask(server, game_id, tickets[0])).json()["game_id"] == again
    after = await server.table(game_id)
    assert after["version"] == before["version"] + 1
    assert after["status"] == "finished"
    assert (await server.client.get(f"/api/tables/{game_id}/transcript")).text == transcript
    assert verify(transcript).ok

    seats = (await server.table(again))["seats"]
    assert [seat["name"] for seat in seats] == ["Robot", "", ""]
    assert [seat["kept_for"] for seat in seats] == ["", "Ada", "Grace"]
    (listed,) = (await server.client.get("/api/tables")).json()["tables"]
    assert (listed["game_id"], listed["kept"]) == (again, ["", "Ada", "Grace"])
    assert (await server.client.get("/api/tables?free=1")).json()["tables"] == []
    taken = await server.client.post(f"/api/tables/{again}/seats/1", json={"name": "Eve"})
    assert taken.status_code == 409
    assert "kept for Ada" in taken.text

    for seat, ticket in ((1, tickets[0]), (2, tickets[1])):
        seated = (await ask(server, game_id, ticket, "/seat")).json()
        assert seated["seat"] == seat
        repeated = (await ask(server, game_id, ticket, "/seat")).json()
        # Each ticket says when it was written; the seat is the same.
        read = server.node.tickets.read
        assert read(repeated.pop("ticket")) == read(seated["ticket"])
        assert repeated.items() <= seated.items()
        version = (await server.table(again))["version"]
        order = {"command_id": "r", "expected": version}
        done = await server.order(again, seated["ticket"], type="ready", **order)
        assert done.status_code == 200, done.text
    while (await server.table(again))["status"] == "gathering":
        await asyncio.sleep(0.02)
    names = [seat["name"] for seat in (await server.table(again))["seats"]]
    assert names == ["Robot", "Ada", "Grace"]
    assert (await server.table(again))["commitment"] != before["commitment"]


async def test_concurrent_rematches_on_two_nodes_make_one_table(server: RunningServer) -> None:
    game_id, tickets = await played(server)
    node = server.node
    vault = SeedVault(node.store, KEY)
    other = TableService(node.store, vault, node.bus, node.service.now)
    asked = [
        rematches.call(node.tickets.read(ticket))
        for rematches in (node[Rematches], Rematches(node.store, other, vault))
        for ticket in tickets
        for _twice in range(2)
    ]
    found = await asyncio.gather(*asked)
    assert len(set(found)) == 1
    kinds = [logged.entry.kind for logged in await node.store.entries(game_id)]
    assert kinds.count("rematch_called") == 1
    again = [logged.entry.kind for logged in await node.store.entries(found[0])]
    assert again == ["opened", "sat_down", "seat_kept", "seat_kept"]


async def test_nodes_on_every_kind_of_database_make_one_table(store: ShardedStore) -> None:
    vault = SeedVault(store, KEY)
    services = [TableService(store, vault, LocalBus(), clock) for _ in range(3)]
    first = services[0]
    game_id = await first.create(default_spec("card", seats=2), Terms())
    steps: list[Decide] = [
        partial(commands.sit_down, seat=0, name="Ada"),
        partial(commands.sit_down, seat=1, name="Robot", bot="l0"),
        partial(commands.get_ready, seat=0),
        commands.begin,
        partial(commands.hand_over, seat=0, bot="l0"),
    ]
    for version, step in enumerate(steps, start=1):
        await first.run_command(game_id, f"c{version}", expected_version=version, decide=step)
    while (table := await first.load(game_id)).status is not Status.FINISHED:
        await first.wake(game_id, table.version)
    ticket = Ticket(game_id, 0, 2)
    asked = [Rematches(store, each, vault).call(ticket) for each in services for _twice in range(3)]
    (again,) = set(await asyncio.gather(*asked))
    kinds = [logged.entry.kind for logged in await store.entries(game_id)]
    assert kinds.count("rematch_called") == 1
    assert [logged.entry.kind for logged in await store.entries(again)] == [
        "opened",
        "sat_down",
        "seat_kept",
    ]
    seated = [Rematches(store, each, vault).sit_down(ticket) for each in services]
    assert set(await asyncio.gather(*seated)) == {Ticket(again, 1, 4)}
    for each in services:
        assert (await each.load(game_id)).rematch == again


async def test_a_node_that_stopped_half_way_leaves_nothing_that_is_in_the_way(
    server: RunningServer,
) -> None:
    game_id, tickets = await played(server)
    rematches = server.node[Rematches]
    table = await server.node.service.load(game_id)
    half = await rematches._make(table, listed=True)  # As if it had stopped before the last step.
    assert (await server.table(game_id))["rematch"] == ""
    assert await rematches.call(server.node.tickets.read(tickets[0])) == half


async def test_rematch_requests_are_refused_without_seat_or_result(server: RunningServer) -> None:
    game_id, tickets = await played(server)
    for bad in ("", "nonsense", tickets[0][:-2] + "xx"):
        assert (await ask(server, game_id, bad)).status_code == 403
        assert (await ask(server, game_id, bad, "/seat")).status_code == 403
    early = await ask(server, game_id, tickets[0], "/seat")
    assert (early.status_code, early.json()["problem"]) == (409, "no rematch was requested")
    assert (await ask(server, "unknown", tickets[0])).status_code == 404
    waiting = await server.make(default_spec("card", seats=2).to_json())
    ticket = await server.sit(waiting, 0, "Ada")
    assert (await ask(server, waiting, ticket)).json()["problem"] == "the game is not over"
    await server.node.store.archive(game_id)
    closed = await ask(server, game_id, tickets[0])
    assert (closed.status_code, closed.json()["problem"]) == (409, "the game is in the archive")


async def test_an_archived_game_still_leads_to_its_rematch(server: RunningServer) -> None:
    game_id, tickets = await played(server)
    again = (await ask(server, game_id, tickets[0])).json()["game_id"]
    await server.node.store.archive(game_id)
    assert (await ask(server, game_id, tickets[1])).json()["game_id"] == again
    assert (await ask(server, game_id, tickets[1], "/seat")).status_code == 201


async def test_a_seat_is_kept_for_a_limited_time(server: RunningServer) -> None:
    game_id, tickets = await played(server)
    node = server.node
    again = await node[Rematches].call(node.tickets.read(tickets[0]))
    table = await node.service.load(again)
    assert 0 < table.seats[1].kept_until - node.service.now() <= KEPT_MS
    later = TableService(
        node.store, SeedVault(node.store, KEY), node.bus, lambda: table.seats[1].kept_until
    )
    decide = partial(commands.sit_down, seat=1, name="Eve", now=later.now())
    await later.run_command(again, "late", expected_version=table.version, decide=decide)
    lost = await ask(server, game_id, tickets[0], "/seat")
    assert (lost.status_code, lost.json()["problem"]) == (409, "the seat is not kept any more")
    assert (await ask(server, game_id, tickets[1], "/seat")).status_code == 201


async def test_a_player_who_stood_up_loses_the_kept_seat(server: RunningServer) -> None:
    game_id, tickets = await played(server)
    again = (await ask(server, game_id, tickets[0])).json()["game_id"]
    seated = (await ask(server, game_id, tickets[0], "/seat")).json()
    version = (await server.table(again))["version"]
    order = {"command_id": "up", "expected": version}
    await server.order(again, seated["ticket"], type="stand_up", **order)
    assert (await ask(server, game_id, tickets[0], "/seat")).status_code == 409
    assert (
        await server.client.post(f"/api/tables/{again}/seats/1", json={"name": "Eve"})
    ).is_success
    assert (await ask(server, game_id, tickets[0], "/seat")).status_code == 409

"""An archived game on a real server: shown, replayed, exported and verified as before."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from gridwright.cli.transcripts import find_transcripts
from gridwright.content.table import default_spec
from gridwright.fair.verify import verify
from gridwright.server.storage.archiving import Moved, archive_game
from gridwright.server.worker.archive_sweep import ArchiveSweep
from gridwright.server.worker.service import Worker
from gridwright.table.entries import Status
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from tests.server.accounts.visitors import PASSWORD, token_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server(with_worker=False) as server:
        yield server
        assert server.app.crashes == []
        assert server.app.server_errors == []


async def played(server: LiveServer, token: str) -> str:
    """Finish a game of two bots, one of them on the seat of a person; return its id."""

    game_id = await server.make(default_spec("card", seats=2).to_json())
    seats = f"/api/tables/{game_id}/seats"
    for seat, body in enumerate(({"name": "Ada"}, {"name": "Bot", "bot": "l0"})):
        headers = bearer("" if seat else token)
        (await server.client.post(f"{seats}/{seat}", json=body, headers=headers)).raise_for_status()
    await order(server, game_id, token, type="ready")
    while await server.node[Worker].sweep():
        pass
    await order(server, game_id, token, type="hand_over", bot="l0")
    while await server.node[Worker].sweep():
        pass
    assert (await server.node.store.load(game_id)).status is Status.FINISHED
    return game_id


async def order(server: LiveServer, game_id: str, token: str, **more: Any) -> None:
    version = (await server.auditor.load(game_id)).version
    body = {"command_id": f"c{version}", "expected": version, **more}
    path = f"/api/tables/{game_id}/orders"
    (await server.client.post(path, json=body, headers=bearer(token))).raise_for_status()


async def seen(server: LiveServer, game_id: str, token: str) -> list[Any]:
    """Everything that a page of the game asks for."""
    path = f"/api/tables/{game_id}"
    found: list[Any] = []
    for asked in (path, f"{path}?since=0", f"{path}/transcript", "/api/me/tables"):
        answer = await server.client.get(asked, headers=bearer(token))
        assert answer.status_code == 200, (asked, answer.text)
        found.append(answer.text)
    return found


async def forget(server: LiveServer) -> None:
    """A node that has just started has no table in memory."""
    server.node.service._tables.clear()
    server.node.service._recent.clear()


async def test_a_page_of_an_archived_game_is_the_same_as_before(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    game_id = await played(server, token)
    await forget(server)
    before = await seen(server, game_id, token)
    store = server.node.store
    assert await archive_game(store, game_id, server.node.clock(), Moved())
    rows = await store.home.rows("SELECT count(*) FROM event")
    assert rows[0][0] == 0
    # In the memory of a node, and read from the file.
    assert await seen(server, game_id, token) == before
    await forget(server)
    assert await seen(server, game_id, token) == before
    assert verify(before[2]).ok


async def test_gridwright_verify_takes_the_file_itself(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    game_id = await played(server, token)
    store = server.node.store
    assert store.archived is not None
    await archive_game(store, game_id, server.node.clock(), Moved())
    found = await store.home.in_archive(game_id)
    assert found is not None
    file = store.archived.path(game_id, found.digest)
    for path in (file, file.parent.parent):
        (source,) = find_transcripts(path)
        assert verify(source.text).ok


async def test_an_erased_person_stays_erased_in_archived_games(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    game_id = await played(server, token)
    await archive_game(server.node.store, game_id, server.node.clock(), Moved())
    await forget(server)
    path = "/api/me/erase"
    gone = await server.client.post(path, json={"password": PASSWORD}, headers=bearer(token))
    assert gone.status_code in (200, 204), gone.text
    assert (await server.client.get("/api/me/tables", headers=bearer(token))).status_code == 401
    home = server.node.store.home
    for table in ("person", "seat_held", "session"):
        assert (await home.rows(f"SELECT count(*) FROM {table}"))[0][0] == 0
    shown = await server.client.get(f"/api/tables/{game_id}")
    assert shown.status_code == 200


async def test_a_missing_file_sets_one_table_aside(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    games = [await played(server, token) for _game in range(2)]
    store = server.node.store
    assert store.archived is not None
    for game_id in games:
        await archive_game(store, game_id, server.node.clock(), Moved())
    found = await store.home.in_archive(games[0])
    assert found is not None
    store.archived.remove(found)
    await forget(server)
    refused = await server.client.get(f"/api/tables/{games[0]}")
    assert (refused.status_code, refused.json()["code"]) == (409, "set_aside")
    assert (await server.client.get(f"/api/tables/{games[1]}")).status_code == 200
    mine = (await server.client.get("/api/me/tables", headers=bearer(token))).json()
    assert {each["game_id"]: each["status"] for each in mine}[games[0]] == "set_aside"


async def test_a_worker_moves_games_some_days_after_their_end(server: LiveServer) -> None:
    token = await token_of(server, "Ada")
    game_id = await played(server, token)
    store = server.node.store
    now = server.node.clock()
    assert (await ArchiveSweep(store, lambda: now + 6 * 86_400_000, 7).sweep()).n_games == 0
    assert (await ArchiveSweep(store, lambda: now + 8 * 86_400_000, 7).sweep()).n_games == 1
    assert (await store.load(game_id)).status is Status.ARCHIVED

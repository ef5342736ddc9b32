"""Boards of the host's own at the tables of a server: chosen, drawn, played and kept apart."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from gridwright.cli.boards.offering import offer_boards
from gridwright.content.own_board import OFFERED, OwnBoard
from gridwright.content.table import rules_identity
from gridwright.server.worker.service import Worker
from gridwright.table.commands import RefusedCommand
from gridwright.table.room import verified_spec
from gridwright_lab.trials.live_server import bearer, open_live_server
from tests.boards.own.new_boards import edited_board, new_board, replaced

pytestmark = pytest.mark.anyio

CHOICE = {"edition": "classic", "preset": "original", "board": "moorland", "seats": 2}


@pytest.fixture
def board(tmp_path: Path) -> Iterator[OwnBoard]:
    (found,) = offer_boards(new_board(tmp_path))
    yield found
    OFFERED.withdraw(found.id)


async def test_the_board_is_among_the_choices_of_its_presets(board: OwnBoard) -> None:
    async with open_live_server() as server:
        answer = await server.client.get("/api/choices")
    offered = {
        (edition["id"], preset["id"]): each
        for edition in answer.json()["editions"]
        for preset in edition["presets"]
        for each in preset["boards"]
        if each["content"]
    }
    assert sorted(offered) == [("classic", "original"), ("classic", "recharged")]
    choice = offered["classic", "original"]
    assert (choice["id"], choice["name"], choice["content"]) == (
        "moorland",
        "Moorland",
        board.content,
    )
    assert {each["language"] for each in choice["words"]} == {"en", "de"}
    assert [each["seats"] for each in choice["region_sets"]] == [2, 3, 4, 5, 6]


async def test_a_board_that_is_not_offered_any_more_is_not_listed(board: OwnBoard) -> None:
    OFFERED.withdraw(board.id)
    async with open_live_server() as server:
        answer = await server.client.get("/api/choices")
        assert "moorland" not in answer.text
        assert (await server.client.get(f"/api/boards/{board.content}")).status_code == 404
        made = await server.client.post("/api/tables", json={"spec": CHOICE})
        assert made.status_code == 422


async def test_a_table_names_the_digest_of_its_board(board: OwnBoard) -> None:
    async with open_live_server() as server:
        game_id = await server.make(CHOICE)
        sheet = (await server.client.get(f"/api/tables/{game_id}/sheet")).json()
    assert sheet["spec"]["content"] == board.content
    assert sheet["board_name"] == "Moorland"
    assert len(sheet["cities"]) == 42


async def test_a_game_begins_on_it(board: OwnBoard) -> None:
    async with open_live_server(with_worker=False) as server:
        game_id = await server.make({**CHOICE, "content": board.content})
        ticket = await server.sit(game_id, 0, "Ada")
        await server.sit(game_id, 1, "Grace", "l0")
        order = {"command_id": "c", "expected": 3, "type": "ready"}
        path = f"/api/tables/{game_id}/orders"
        answer = await server.client.post(path, json=order, headers=bearer(ticket))
        assert answer.status_code == 200, answer.text
        await server.node[Worker].sweep()
        told = (await server.client.get(f"/api/tables/{game_id}")).json()
    assert told["table"]["status"] == "running"
    assert server.app.crashes == []


async def test_the_drawing_and_the_words_come_by_digest(board: OwnBoard) -> None:
    async with open_live_server() as server:
        answer = await server.client.get(f"/api/boards/{board.content}")
        unknown = await server.client.get(f"/api/boards/{'0' * 64}")
    assert answer.status_code == 200
    assert "public" in answer.headers["cache-control"]
    told = answer.json()
    assert told["drawing"]["id"] == "moorland"
    assert len(told["drawing"]["cities"]) == 42
    assert told["words"]["de"]["map.region.moorland.moors"] == "Die Moore"
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_board")


async def test_a_name_changed_in_the_board_alone_is_what_players_read(tmp_path: Path) -> None:
    folder = edited_board(
        tmp_path,
        replaced('name = "Moorland"', 'name = "Fenland"'),
        replaced('label = "The Moors"', 'label = "The Fens"'),
    )
    (found,) = offer_boards(folder)
    try:
        async with open_live_server() as server:
            choices = (await server.client.get("/api/choices")).json()
            told = (await server.client.get(f"/api/boards/{found.content}")).json()
    finally:
        OFFERED.withdraw(found.id)
    names = {
        words["name"]
        for edition in choices["editions"]
        for preset in edition["presets"]
        for each in preset["boards"]
        if each["content"] == found.content
        for words in each["words"]
    }
    assert names == {"Fenland"}
    assert told["words"]["en"]["map.region.moorland.moors"] == "The Fens"


def test_the_rules_identity_follows_the_board(tmp_path: Path, board: OwnBoard) -> None:
    before = verified_spec(dict(CHOICE))
    OFFERED.withdraw(board.id)
    folder = new_board(tmp_path / "changed")
    path = folder / "board.toml"
    path.write_text(path.read_text().replace("cost = 15", "cost = 16", 1))
    (changed,) = offer_boards(folder)
    after = verified_spec(dict(CHOICE))
    assert changed.content != board.content
    assert rules_identity(before) != rules_identity(after)
    with pytest.raises(RefusedCommand, match="figures it was started with"):
        verified_spec({**CHOICE, "content": board.content})


def test_a_comment_changes_no_identity(tmp_path: Path, board: OwnBoard) -> None:
    folder = new_board(tmp_path / "commented")
    path = folder / "board.toml"
    path.write_text(path.read_text() + "\n# A note.\n")
    (same,) = offer_boards(folder)
    assert same.content == board.content


@contextmanager
def served(boards: Path, data: Path) -> Iterator[str]:
    """``gridwright serve`` as a process of its own; its address."""
    words = ("serve", "--boards", str(boards), "--data", str(data), "--port", "0", "--no-open")
    environment = {**os.environ, "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "200"}
    process = subprocess.Popen(
        [sys.executable, "-m", "gridwright.cli", *words],
        stdout=subprocess.PIPE,
        env={**environment, "PYTHONUNBUFFERED": "1"},
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
        assert found is not None
        yield found.group()
    finally:
        process.terminate()
        process.communicate(timeout=30)


def test_after_a_restart_a_changed_board_sets_its_old_tables_aside(tmp_path: Path) -> None:
    folder = new_board(tmp_path)
    data = tmp_path / "data"
    with served(folder, data) as address:
        made = httpx.post(f"{address}/api/tables", json={"spec": CHOICE}, timeout=60)
        game_id = made.json()["game_id"]
    path = folder / "board.toml"
    text = path.read_text()
    path.write_text(text.replace("cost = 15", "cost = 16", 1))
    with served(folder, data) as address:
        answer = httpx.get(f"{address}/api/tables/{game_id}", timeout=60)
        assert answer.json()["code"] == "set_aside"
        assert httpx.post(f"{address}/api/tables", json={"spec": CHOICE}, timeout=60).is_success
    path.write_text(text)
    with served(folder, data) as address:
        answer = httpx.get(f"{address}/api/tables/{game_id}/sheet", timeout=60)
        assert answer.json()["spec"]["board"] == "moorland"

"""Backups of running servers, made as in the guide: after a restore the games continue."""

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx

from gridwright.content.table import default_spec
from gridwright_lab.trials.services.databases import fresh_database
from gridwright_lab.trials.services.server_process import started

SPEC = default_spec(seats=2).to_json() | {"order": [0, 1]}


def run(*command: str) -> None:
    subprocess.run(command, check=True, timeout=60)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[httpx.Client]:
    with (
        started(folder, home=options) as servers,
        httpx.Client(base_url=servers["home"].address, timeout=20) as client,
    ):
        yield client


def begin(client: httpx.Client) -> tuple[str, str]:
    """A table with one person and a bot, running; its path and the ticket."""
    path = client.post("/api/tables", json={"spec": SPEC}).json()["path"]
    ticket = client.post(f"{path}/seats/0", json={"name": "Ada"}).json()["ticket"]
    client.post(f"{path}/seats/1", json={"name": "Bot", "bot": "l0"})
    order(client, path, ticket, type="ready", command_id="r", expected=3)
    while show(client, path)["status"] != "running":
        pass
    return path, ticket


def show(client: httpx.Client, path: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(path).raise_for_status().json()["table"]
    return found


def order(client: httpx.Client, path: str, ticket: str, **order: Any) -> None:
    headers = {"authorization": f"Bearer {ticket}"}
    client.post(f"{path}/orders", json=order, headers=headers).raise_for_status()


def continue_game(client: httpx.Client, path: str, ticket: str, before: dict[str, Any]) -> None:
    """The restored table is the same, the ticket is valid, and the seed can be opened."""
    assert show(client, path) == before
    version = before["version"]
    order(client, path, ticket, type="act", command_id="a", expected=version, line="offer 3 3")
    while show(client, path)["version"] < version + 2:
        pass  # The bot answers.


def test_sqlite(tmp_path: Path) -> None:
    home, restored = tmp_path / "home", tmp_path / "restored"
    restored.mkdir()
    with serving(home) as client:
        path, ticket = begin(client)
        before = show(client, path)
        # What ``.backup`` of the sqlite3 program does, which a test machine may lack.
        with (
            closing(sqlite3.connect(home / "games.db")) as source,
            closing(sqlite3.connect(restored / "games.db")) as copy,
        ):
            source.backup(copy)
    shutil.copy2(home / "server.key", restored / "server.key")
    with serving(restored) as client:
        continue_game(client, path, ticket, before)


def test_postgresql(tmp_path: Path) -> None:
    dump = tmp_path / "games.dump"
    with fresh_database() as first, fresh_database() as second:
        with serving(tmp_path / "home", "--database", first) as client:
            path, ticket = begin(client)
            before = show(client, path)
            run("pg_dump", "--format=custom", f"--file={dump}", first)
        run("pg_restore", "--exit-on-error", f"--dbname={second}", str(dump))
        with serving(tmp_path / "home", "--database", second) as client:
            continue_game(client, path, ticket, before)

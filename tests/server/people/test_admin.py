"""``gridwright admin ratings`` on the folder of a server."""

import asyncio
import json
import sqlite3
from pathlib import Path

from gridwright.server.operations.settings import Settings
from gridwright.server.storage import load_or_make_key, open_store
from tests.cli.conftest import Run, run
from tests.server.people.finished_games import ADA, BEN, add_people, write

__all__ = ["run"]

HOME = ("--folder", "home")


async def fill(folder: Path) -> None:
    folder.mkdir()
    settings = Settings(folder)
    load_or_make_key(settings.key_file)
    async with await open_store(settings.database_address(), upgrade=True) as store:
        await add_people(store)
        await write(store, "g1", ADA, BEN)


def test_ratings_are_added_compared_and_mended(run: Run, tmp_path: Path) -> None:
    asyncio.run(fill(tmp_path / "home"))
    first = json.loads(run("admin", "ratings", *HOME, "--json").out)
    assert (first["equal"], first["games"], first["waiting"]) == (True, 0, 1)
    assert json.loads(run("admin", "ratings", *HOME, "--write", "--json").out)["added"] == 1
    assert run("admin", "ratings", *HOME).code == 0
    (file,) = (tmp_path / "home").glob("*.db")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE rating SET mu = mu + 1 WHERE person_id = 'p-Ada'")
    connection.close()
    wrong = run("admin", "ratings", *HOME)
    assert wrong.code == 1
    assert "rating of p-Ada (person) in card" in wrong.out
    assert run("admin", "ratings", *HOME, "--write").code == 0
    assert run("admin", "ratings", *HOME).code == 0

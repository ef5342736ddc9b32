"""``gridwright admin`` on the folder of a server: what there is, and whether it holds."""

import asyncio
import json
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from gridwright.content.table import default_spec
from gridwright.fair.verify import verify
from gridwright.server.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.service import TableService
from gridwright.server.settings import Settings
from gridwright.server.store import SeedVault, load_or_make_key, open_store
from gridwright.server.tables import commands
from gridwright.server.tables.terms import Terms
from gridwright.server.worker import Worker
from tests.cli.conftest import Run, run

__all__ = ["run"]


async def play(folder: Path) -> tuple[str, str]:
    """One finished game of bots, and one table that waits."""
    folder.mkdir()
    settings = Settings(folder)
    key = load_or_make_key(settings.key_file)
    async with await open_store(settings.database_address(), upgrade=True) as store:
        service = TableService(store, SeedVault(store, key), LocalBus(), clock)
        spec = default_spec("card", seats=2)
        done = await service.create(spec, Terms())
        for seat in range(2):
            sit = partial(commands.sit_down, seat=seat, name="Bot", bot="l0")
            await service.command(done, f"sit:{seat}", 1 + seat, sit)
        worker = Worker(store, service, clock)
        while await worker.sweep():
            pass
        return done, await service.create(spec, Terms())


@pytest.fixture
def tables(tmp_path: Path) -> tuple[str, str]:
    return asyncio.run(play(tmp_path / "home"))


def test_tables_are_listed_shown_and_exported(
    run: Run, tmp_path: Path, tables: tuple[str, str]
) -> None:
    done, waiting = tables
    home = ("--folder", "home")
    listed = json.loads(run("admin", "list", *home, "--json").out)
    assert {each["game_id"]: each["status"] for each in listed} == {
        done: "finished",
        waiting: "gathering",
    }
    assert done in run("admin", "list", *home).out
    shown = json.loads(run("admin", "show", waiting, *home).out)
    assert (shown["status"], shown["seed"]) == ("gathering", "")
    assert run("admin", "export", done, "--out", "game.txt", *home).code == 0
    assert verify((tmp_path / "game.txt").read_text()).ok
    assert run("verify", "game.txt").code == 0


def test_every_log_is_checked_and_a_changed_one_is_found(
    run: Run, tmp_path: Path, tables: tuple[str, str]
) -> None:
    done, waiting = tables
    home = ("--folder", "home")
    assert "2 tables, 0 broken" in run("admin", "check", *home).out
    database = sqlite3.connect(tmp_path / "home" / "games.db")
    (lines,) = database.execute(
        "SELECT lines FROM event WHERE game_id = ? AND kind = 'began'", (done,)
    ).fetchone()
    first, second, *rest = lines.split("\n")
    changed = "\n".join([second, first, *rest])
    database.execute(
        "UPDATE event SET lines = ? WHERE game_id = ? AND kind = 'began'", (changed, done)
    )
    database.commit()
    database.close()
    found = run("admin", "check", *home, "--json")
    assert found.code == 1
    report = json.loads(found.out)
    assert [each["game_id"] for each in report["broken"]] == [done]
    assert waiting not in found.out


def test_a_finished_game_is_archived_and_a_waiting_one_is_not(
    run: Run, tables: tuple[str, str]
) -> None:
    done, waiting = tables
    home = ("--folder", "home")
    assert run("admin", "archive", done, *home).code == 0
    assert "archived" in run("admin", "list", *home).out
    assert "expected a game that is over" in run("admin", "archive", waiting, *home).err
    assert "0 broken" in run("admin", "check", *home).out


def test_without_a_server_there_is_nothing_to_look_after(run: Run) -> None:
    missing = run("admin", "list", "--folder", "nowhere")
    assert missing.code == 2
    assert "no server was ever started" in missing.err

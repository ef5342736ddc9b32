"""``gridwright admin backup``: a complete, consistent copy that only its owner can read."""

import asyncio
import json
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gridwright.cli.errors import CommandFailed
from gridwright.cli.hosting.backup import back_up, forget_oldest
from gridwright.content.table import default_spec
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.operations.settings import Settings
from gridwright.server.storage import SeedVault, load_or_make_key, open_store
from gridwright.server.tables.service import TableService
from gridwright.table.terms import Terms
from gridwright_lab.trials.services.databases import fresh_database
from tests.cli.conftest import Run, run

__all__ = ["run"]

NOON = datetime(2026, 11, 16, 12, 0, 0, tzinfo=UTC)


async def make_tables(settings: Settings, n_tables: int) -> None:
    settings.folder.mkdir(exist_ok=True)
    key = load_or_make_key(settings.key_file)
    async with await open_store(settings.database_address(), upgrade=True) as store:
        service = TableService(store, SeedVault(store, key), LocalBus(), clock)
        for _table in range(n_tables):
            await service.create(default_spec("card", seats=2), Terms())


def test_a_backup_is_restored_with_the_key(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    asyncio.run(make_tables(Settings(home), 3))
    with closing(sqlite3.connect(home / "games.db")) as server:
        # The server has the file open, and its last writes are in the write-ahead log.
        server.execute("BEGIN IMMEDIATE")
        done = run("admin", "backup", "backups", "--data", "home", "--json")
    assert done.code == 0
    told = json.loads(done.out)
    file = Path(told["file"])
    assert told["bytes"] == file.stat().st_size
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in Path("backups").iterdir()] == [file.name]

    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(file, restored / "games.db")
    shutil.copy(home / "server.key", restored)
    checked = json.loads(run("admin", "check", "--data", "restored", "--json").out)
    assert checked == {"tables": 3, "broken": []}


def test_the_key_is_not_in_it_and_its_place_is_printed(run: Run, tmp_path: Path) -> None:
    asyncio.run(make_tables(Settings(tmp_path / "home"), 1))
    done = run("admin", "backup", "backups", "--data", "home")
    assert done.out.strip().endswith(".db")
    assert "keep a copy of home/server.key" in " ".join(done.err.split())
    key = (tmp_path / "home" / "server.key").read_bytes()
    assert key not in Path(done.out.strip()).read_bytes()


def test_only_the_newest_are_kept_and_other_files_are_left_alone(tmp_path: Path) -> None:
    for day in range(1, 6):
        (tmp_path / f"games-2026110{day}T000000Z.db").touch()
    (tmp_path / "games.db").touch()
    (tmp_path / "notes.txt").touch()
    gone = forget_oldest(tmp_path, 2)
    assert [each.name for each in gone] == [f"games-2026110{day}T000000Z.db" for day in (1, 2, 3)]
    assert len(list(tmp_path.iterdir())) == 4
    assert forget_oldest(tmp_path, 9) == []


def test_a_folder_without_a_server_gives_no_backup(run: Run) -> None:
    done = run("admin", "backup", "backups", "--data", "missing")
    assert done.code != 0
    assert "no such database" in done.err
    assert list(Path("backups").iterdir()) == []


def test_a_file_that_is_no_database_gives_no_backup(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(b"this is not a database, and is long enough to be recognised as none" * 9)
    with pytest.raises(CommandFailed, match="the backup failed"):
        back_up("", file, tmp_path / "backups", NOON)
    assert list((tmp_path / "backups").iterdir()) == []


def test_postgresql_is_dumped_and_restored(run: Run, tmp_path: Path) -> None:
    with fresh_database() as database, fresh_database() as other:
        settings = Settings(tmp_path / "home", database=database)
        asyncio.run(make_tables(settings, 2))
        done = run("admin", "backup", "backups", "--data", "home", "--database", database, "--json")
        file = json.loads(done.out)["file"]
        assert file.endswith("Z.dump")
        restore = ["pg_restore", "--exit-on-error", "--no-owner", f"--dbname={other}", file]
        subprocess.run(restore, check=True)
        told = run("admin", "check", "--data", "home", "--database", other, "--json").out
        assert json.loads(told) == {"tables": 2, "broken": []}


def test_a_database_that_does_not_answer_gives_no_backup(tmp_path: Path) -> None:
    address = "postgresql://missing:secret@127.0.0.1:1/none"
    with pytest.raises(CommandFailed, match="pg_dump failed") as failed:
        back_up(address, None, tmp_path, NOON)
    assert "secret" not in str(failed.value)
    assert list(tmp_path.iterdir()) == []


def test_without_its_program_postgresql_is_not_dumped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandFailed, match="expected pg_dump"):
        back_up("postgresql://games@db/games", None, tmp_path / "backups", NOON)

"""``gridwright admin`` on the folder of a server: what there is, and whether it holds."""

import asyncio
import json
import secrets
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from gridwright.content.table import default_spec
from gridwright.fair.verify import verify
from gridwright.server.accounts.names import folded_name
from gridwright.server.accounts.service import Accounts
from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.errors import SignInRefused
from gridwright.server.chat.messages import Report, Speech, Spoken
from gridwright.server.chat.store import ChatStore
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.operations.rate_limits import Pace
from gridwright.server.operations.settings import Settings
from gridwright.server.storage import SeedVault, load_or_make_key, open_store
from gridwright.server.tables.service import TableService
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.terms import Terms
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
            await service.run_command(done, f"sit:{seat}", expected_version=1 + seat, decide=sit)
        worker = Worker(store, service, clock)
        while await worker.sweep():
            pass
        return done, await service.create(spec, Terms())


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Their ids are made of bytes that begin with a dash when written as text."""
    token_bytes = secrets.token_bytes
    monkeypatch.setattr(secrets, "token_bytes", lambda n: b"\xf8" + token_bytes(n - 1))
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
    assert "expected the id of a table" in run("admin", "archive", *home).err
    assert "0 games moved" in run("admin", "archive", "--older-than", "1", *home).out
    moved = json.loads(run("admin", "archive", done, "--json", *home).out)
    assert (moved["games"], moved["failed"]) == (1, [])
    assert "archived" in run("admin", "list", *home).out
    assert "expected a game that is over" in run("admin", "archive", waiting, *home).err
    assert "0 broken" in run("admin", "check", *home).out


def test_archived_games_are_verified_and_a_backup_has_them(
    run: Run, tmp_path: Path, tables: tuple[str, str]
) -> None:
    done, _waiting = tables
    home = ("--folder", "home")
    assert "1 games moved" in run("admin", "archive", "--older-than", "0", *home).out
    assert run("verify", "home/archive").code == 0
    (file,) = (tmp_path / "home" / "archive").rglob("*.json.xz")
    assert run("verify", str(file)).code == 0
    for n_copied in (1, 0):
        found = json.loads(run("admin", "backup", "backup", "--json", *home).out)
        assert found["archived"] == n_copied
        (tmp_path / found["file"]).rename(tmp_path / "games.db")
    restored = tmp_path / "restored"
    restored.mkdir()
    (tmp_path / "games.db").rename(restored / "games.db")
    (tmp_path / "backup" / "archive").rename(restored / "archive")
    shutil.copy(tmp_path / "home" / "server.key", restored)
    assert "2 tables, 0 broken" in run("admin", "check", "--folder", "restored").out
    assert run("admin", "export", done, "--out", "game.txt", "--folder", "restored").code == 0
    assert verify((tmp_path / "game.txt").read_text()).ok
    file = next((restored / "archive").rglob("*.json.xz"))
    file.write_bytes(file.read_bytes()[:-9])
    assert run("verify", str(file)).code != 0
    assert run("admin", "check", "--folder", "restored").code == 1


def test_without_a_server_there_is_nothing_to_look_after(run: Run) -> None:
    missing = run("admin", "list", "--folder", "missing")
    assert missing.code == 2
    assert "no server was ever started" in missing.err


async def sign_in(folder: Path, name: str, password: str) -> tuple[str, int]:
    """The token of a new session of a person, who is made if need be, and how many there are."""
    settings = Settings(folder)
    key = load_or_make_key(settings.key_file)
    async with await open_store(settings.database_address(), upgrade=True) as store:
        accounts = Accounts(AccountStore(store.home), key, LocalBus(), clock)
        if await accounts.store.by_name(folded_name(name)) is None:
            await accounts.register(name, password, "192.0.2.1")
        person = await accounts.sign_in(name, password, "192.0.2.1")
        token = await accounts.sessions.open(person, "")
        n_sessions = len(await accounts.sessions.of(person.person_id))
        await accounts.close()
        return token, n_sessions


def test_people_are_listed_and_counted(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for name in ("Ada [bold]", "Grace"):
        asyncio.run(sign_in(home, name, "correct horse battery"))
    listed = json.loads(run("admin", "people", "--folder", "home", "--json").out)
    assert listed["count"] == 2
    assert {each["name"] for each in listed["people"]} == {"Ada [bold]", "Grace"}
    assert "Ada [bold]" in run("admin", "people", "--folder", "home").out
    assert run("admin", "people", "--count", "--folder", "home").out.strip() == "2"


def asked(home: Path, statement: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(home / "games.db")) as database:
        return database.execute(statement).fetchall()


def test_a_host_is_named_on_the_machine(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    asyncio.run(sign_in(home, "Ada", "correct horse battery"))
    hosts = "SELECT name FROM host_role JOIN person USING (person_id)"
    assert asked(home, hosts) == [], "the first account became a host automatically"
    named = run("admin", "host", "ADA", "--folder", "home")
    assert named.code == 0, named.err
    assert asked(home, hosts) == [("Ada",)]
    assert run("admin", "host", "Ada", "--folder", "home").code == 0
    assert run("admin", "host", "Ada", "--take-away", "--folder", "home").code == 0
    assert asked(home, hosts) == []
    told = asked(home, "SELECT kind FROM host_deed ORDER BY at, kind")
    assert {kind for (kind,) in told} == {"made_host", "unmade_host"}
    missing = run("admin", "host", "Missing", "--folder", "home")
    assert missing.code == 2
    assert "no account has that name" in missing.err


def test_a_backup_is_noted_for_the_hosts_page(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    asyncio.run(sign_in(home, "Ada", "correct horse battery"))
    made = json.loads(run("admin", "backup", "backups", "--folder", "home", "--json").out)
    noted = asked(home, "SELECT kind, about, figure FROM host_deed")
    assert noted == [("backup", Path(made["file"]).name, made["bytes"])]


def test_a_reset_password_is_the_only_way_in(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    old = "correct horse battery"
    assert asyncio.run(sign_in(home, "Ada", old))[1] == 1
    assert asyncio.run(sign_in(home, "Ada", old))[1] == 2
    told = run("admin", "reset-password", "ADA", "--folder", "home")
    assert told.code == 0
    new = told.out.strip()
    assert len(new) == 22
    with pytest.raises(SignInRefused):
        asyncio.run(sign_in(home, "Ada", old))
    assert asyncio.run(sign_in(home, "Ada", new))[1] == 1
    assert run("admin", "reset-password", "Ada", "--folder", "home").out.strip() != new
    missing = run("admin", "reset-password", "Missing", "--folder", "home")
    assert missing.code == 2
    assert "no account has that name" in missing.err


async def quarrel(folder: Path, game_id: str) -> None:
    async with await open_store(Settings(folder).database_address()) as store:
        for number in range(1, 11):
            text = "[red]bad words[/red]" if number == 6 else f"message {number}"
            speech = Speech(clock(), f"seat:{number % 2}:2", "Ada", text)
            await ChatStore(store).say(game_id, speech, Pace(short=99, long=99))
        await ChatStore(store).report(Report(game_id, 6, "seat:1:3", clock(), "rude"))


async def may_speak(folder: Path, game_id: str) -> bool:
    async with await open_store(Settings(folder).database_address()) as store:
        speech = Speech(clock(), "seat:0:2", "Ada", "more")
        said = await ChatStore(store).say(game_id, speech, Pace(short=99, long=99))
        return isinstance(said, Spoken)


def test_reports_are_shown_with_what_was_said_around_and_voices_are_hushed(
    run: Run, tmp_path: Path, tables: tuple[str, str]
) -> None:
    game_id = tables[0]
    home = ("--folder", "home")
    folder = tmp_path / "home"
    assert json.loads(run("admin", "reports", *home, "--json").out) == []
    asyncio.run(quarrel(folder, game_id))
    (found,) = json.loads(run("admin", "reports", *home, "--json").out)
    assert (found["number"], found["reason"]) == (6, "rude")
    assert [said["number"] for said in found["context"]] == [3, 4, 5, 6, 7, 8, 9]
    assert "> 6 seat:0:2 Ada: [red]bad words[/red]" in run("admin", "reports", *home).out
    assert run("admin", "hush", game_id, "seat:0:2", *home).code == 0
    assert not asyncio.run(may_speak(folder, game_id))
    assert run("admin", "hush", game_id, "seat:0:2", "--lift", *home).code == 0
    assert asyncio.run(may_speak(folder, game_id))
    assert "expected a voice" in run("admin", "hush", game_id, "Ada", *home).err
    assert "no game" in run("admin", "hush", "no-such-game", "seat:0:2", *home).err
    assert "1 reports settled" in run("admin", "settle", game_id, "6", *home).err
    assert json.loads(run("admin", "reports", *home, "--json").out) == []


def test_keys_are_rotated_and_everything_still_opens(
    run: Run, tmp_path: Path, tables: tuple[str, str]
) -> None:
    home = ("--folder", "home")
    key_file = tmp_path / "home" / "server.key"
    first = key_file.read_text()
    done = run("admin", "rotate-keys", *home, "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out) == {"keys": 2, "resealed": 2, "broken": []}
    newest, older = key_file.read_text().splitlines()
    assert (older, len(newest)) == (first.strip(), 64)
    assert key_file.stat().st_mode & 0o077 == 0
    assert json.loads(run("admin", "check", *home, "--json").out)["broken"] == []
    # Without the older key everything is there too: all seeds are sealed with the newest.
    key_file.write_text(newest + "\n")
    assert json.loads(run("admin", "check", *home, "--json").out)["broken"] == []
    assert "3 keys, 0" not in run("admin", "rotate-keys", "--no-reseal", *home).out
    assert json.loads(run("admin", "rotate-keys", *home, "--json").out)["resealed"] == 2


def test_rotating_keys_reports_unreadable_secrets(
    run: Run, tmp_path: Path, tables: tuple[str, str]
) -> None:
    key_file = tmp_path / "home" / "server.key"
    key_file.write_text("ab" * 32 + "\n")
    told = run("admin", "rotate-keys", "--folder", "home", "--json")
    assert told.code == 1
    assert sorted(json.loads(told.out)["broken"]) == sorted(tables)
    assert run("admin", "rotate-keys", "--folder", "missing").code == 2

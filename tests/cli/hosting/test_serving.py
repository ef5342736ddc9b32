"""The first lines of a server."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gridwright.cli.data_folder import OLD_FOLDER, data_folder
from gridwright.cli.hosting.addresses import network_addresses
from tests.cli.conftest import ENVIRONMENT, Run

LAST = "Data is kept in "
TIMEOUT_S = 60.0


@contextmanager
def serving(folder: Path, *options: str, last: str = LAST, **environment: str) -> Iterator[str]:
    """Yield the output of a server on its terminal once it answers; it must end well."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [
            sys.executable,
            "-P",
            "-m",
            "gridwright.cli",
            "serve",
            "--port",
            "0",
            "--no-open",
            *options,
        ],
        cwd=folder,
        env={**os.environ, **ENVIRONMENT, "COLUMNS": "200", **environment},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(theirs)
        try:
            yield _read_until(ours, last)
            process.send_signal(signal.SIGINT)
            assert process.wait(TIMEOUT_S) == 0
        finally:
            process.kill()
            os.close(ours)


def _read_until(descriptor: int, wanted: str) -> str:
    found = ""
    until = time.monotonic() + TIMEOUT_S
    while not re.search(f"{wanted}.*\n", found):
        assert time.monotonic() < until, found
        if select.select([descriptor], [], [], 1.0)[0]:
            found += os.read(descriptor, 65_536).decode().replace("\r\n", "\n")
    return found


def test_prints_the_folder_and_how_friends_could_play(tmp_path: Path) -> None:
    with serving(tmp_path, GRIDWRIGHT_DATA=str(tmp_path / "data")) as told:
        first, second, third = told.splitlines()
    assert re.fullmatch(r"Tables are served at http://127\.0\.0\.1:\d+  \(API: .*\)", first)
    assert second == "Only this machine reaches it; for friends add --host 0.0.0.0"
    assert third == f"Data is kept in {(tmp_path / 'data').resolve()}"
    assert (tmp_path / "data" / "games.db").exists()
    assert not (tmp_path / OLD_FOLDER).exists()


def test_friends_get_an_address_and_a_code(tmp_path: Path) -> None:
    with serving(tmp_path, "--data", "home", "--origin", "https://games.example") as told:
        lines = told.splitlines()
    assert lines[1] == "Friends open https://games.example"
    assert any("█▀▀▀▀▀█" in line for line in lines[2:-1])
    assert lines[-1] == f"Data is kept in {(tmp_path / 'home').resolve()}"


def test_a_terminal_without_blocks_gets_no_code(tmp_path: Path) -> None:
    options = ("--data", "home", "--origin", "https://games.example")
    with serving(tmp_path, *options, PYTHONIOENCODING="ascii") as told:
        assert len(told.splitlines()) == 3


def test_friends_get_the_addresses_of_this_machine(tmp_path: Path) -> None:
    with serving(tmp_path, "--data", "home", "--host", "0.0.0.0") as told:
        lines = told.splitlines()
    here = re.findall(r"http://127\.0\.0\.1:(\d+) ", lines[0])
    friends = [f"http://{each}:{here[0]}" for each in network_addresses()]
    words = f"Friends open {' or '.join(friends)}"
    assert lines[1] == (words if friends else "Only this machine reaches it; no network was found")


def test_older_tables_are_not_lost_silently(tmp_path: Path) -> None:
    old = tmp_path / OLD_FOLDER
    with serving(tmp_path, "--data", str(old)) as told:
        assert "Older tables" not in told
    before = (old / "server.key").read_bytes()
    data = {"GRIDWRIGHT_DATA": str(tmp_path / "data")}
    with serving(tmp_path, last="Older tables", **data) as told:
        note = told.splitlines()[-1]
    assert note == (
        f"Older tables are in {old.resolve()} and stay there. "
        "To continue them: gridwright serve --data gridwright-server"
    )
    assert (old / "server.key").read_bytes() == before
    with serving(tmp_path, **data) as told:
        assert "Older tables" not in told


def test_admin_names_the_folder_of_older_tables(run: Run, tmp_path: Path) -> None:
    (tmp_path / OLD_FOLDER).mkdir()
    outcome = run("admin", "list")
    assert outcome.code == 2
    assert outcome.err.endswith("older tables are in gridwright-server: --data gridwright-server\n")


@pytest.mark.parametrize(
    ("platform", "end"),
    [("linux", ".local/share/gridwright"), ("darwin", "Library/Application Support/gridwright")],
)
def test_the_systems_data_folder(platform: str, end: str, tmp_path: Path) -> None:
    """A process with another `sys.platform` prints the folder, which is chosen at import."""
    code = (
        f"import sys; sys.platform = {platform!r}\n"
        "from gridwright.cli.data_folder import data_folder; print(data_folder())"
    )
    plain = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG", "GRIDW"))
    }
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**plain, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{tmp_path}/{end}\n"


def test_the_environment_names_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDWRIGHT_DATA", "elsewhere")
    assert data_folder() == Path("elsewhere")

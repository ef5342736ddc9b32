"""Differences of Windows and macOS, tested with parts that behave as they do there."""

import asyncio
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVarTuple

import pytest

from gridwright.arena import store as arena_store
from gridwright.cli.commands import arena_options
from gridwright.cli.commands.arena_options import usable_cores
from gridwright.fair import atomic_file
from gridwright.fair.atomic_file import write_atomically
from gridwright.server.operations.process import on_stop_signals
from gridwright.server.storage import key_file, load_or_make_key
from tools import fresh_install, install

Arguments = TypeVarTuple("Arguments")


class LoopOfWindows(asyncio.SelectorEventLoop):
    """Takes no handlers of signals."""

    def add_signal_handler(
        self, sig: int, callback: Callable[[*Arguments], object], *args: *Arguments
    ) -> None:
        raise NotImplementedError


@pytest.fixture
def _handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_handlers")
@pytest.mark.parametrize("loop_factory", [LoopOfWindows, asyncio.new_event_loop])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_stop_a_server_on_every_loop(
    loop_factory: Callable[[], asyncio.AbstractEventLoop], number: int
) -> None:
    async def serve() -> bool:
        stopped = asyncio.Event()
        on_stop_signals(stopped.set)
        os.kill(os.getpid(), number)
        await asyncio.wait_for(stopped.wait(), 20)
        return stopped.is_set()

    with asyncio.Runner(loop_factory=loop_factory) as runner:
        assert runner.run(serve())


def run_with(code: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], input=typed, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_without_uvloop_the_systems_own_loop_serves() -> None:
    code = (
        "import asyncio, sys; sys.modules['uvloop'] = None\n"
        "from gridwright.server.serving import _loop_factory\n"
        "print(_loop_factory() is asyncio.new_event_loop)"
    )
    assert run_with(code) == "True\n"


WITHOUT_TERMIOS = "import sys, types; sys.modules['termios'] = sys.modules['tty'] = None\n"
READ = "from gridwright.cli.key_input import read_key; print(read_key(), read_key())"


def test_keys_come_from_the_console_of_windows() -> None:
    console = (
        "keys = iter('nq')\n"
        "sys.modules['msvcrt'] = types.SimpleNamespace(getwch=lambda: next(keys))\n"
    )
    assert run_with(WITHOUT_TERMIOS + console + READ) == "n q\n"


def test_where_keys_cannot_be_read_lines_do() -> None:
    assert run_with(WITHOUT_TERMIOS + READ, "next\nquit\n") == "n q\n"


def test_every_command_can_be_imported_without_what_unix_alone_has() -> None:
    code = (
        "import sys\n"
        "for name in ('termios', 'tty', 'fcntl', 'pwd', 'grp', 'resource', 'uvloop'):\n"
        "    sys.modules[name] = None\n"
        "import gridwright.server.serving\n"
        "from gridwright.cli.app import COMMANDS\n"
        "for name, command in COMMANDS.items(): command.load(name)\n"
        "print('all')"
    )
    assert run_with(code) == "all\n"


def test_a_file_system_without_links_keeps_a_key_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_names: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    file = tmp_path / "server.key"
    key = load_or_make_key(file)
    assert load_or_make_key(file) == key
    assert list(tmp_path.iterdir()) == [file]
    assert file.stat().st_mode & 0o077 == 0


class SystemOfWindows:
    """`os` as it is there: other names, and no folder can be opened as a file."""

    name = "nt"

    def __getattr__(self, name: str) -> Any:
        if name == "sched_getaffinity":
            raise AttributeError(name)
        return getattr(os, name)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied")
        return os.open(path, flags, mode)


@pytest.fixture
def _windows(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (arena_options, arena_store, atomic_file, key_file):
        monkeypatch.setattr(module, "os", SystemOfWindows())


@pytest.mark.usefixtures("_windows")
def test_a_key_is_kept_where_files_have_no_modes(tmp_path: Path) -> None:
    file = tmp_path / "server.key"
    key = load_or_make_key(file)
    file.chmod(0o644)  # As Windows shows every file.
    assert load_or_make_key(file) == key


@pytest.mark.usefixtures("_windows")
def test_a_file_is_replaced_where_folders_cannot_be_opened(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for text in (b"first", b"second"):
        write_atomically(file, text)
        assert file.read_bytes() == text
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.usefixtures("_windows")
def test_cores_are_counted_where_a_process_has_them_all() -> None:
    assert usable_cores() == os.cpu_count()


@pytest.mark.usefixtures("_windows")
def test_a_run_is_written_where_files_cannot_be_locked_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    store = SimpleNamespace(games_file=tmp_path / "games.jsonl", folder=tmp_path)
    with arena_store.RunWriter(store):  # type: ignore[arg-type]  # The parts it uses.
        assert store.games_file.exists()


def test_tools_find_the_programs_of_an_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path("home")
    assert install.python_of(home) == home / "bin" / "python"
    monkeypatch.setattr(sys, "platform", "win32")
    assert install.python_of(home) == home / "Scripts" / "python.exe"
    assert fresh_install.programs_folder(home) == home / "Scripts"


def test_tools_stop_a_server_by_the_break_that_windows_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its SIGTERM kills a process immediately; servers there stop on a break."""
    sent: list[object] = []
    running = SimpleNamespace(send_signal=sent.append, wait=lambda _seconds: 0)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(signal, "CTRL_BREAK_EVENT", "break", raising=False)
    assert fresh_install.stop(running) == 0  # type: ignore[arg-type]  # A process of Windows.
    assert sent == ["break"]

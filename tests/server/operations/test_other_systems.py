"""What differs on Windows and macOS, tried here with parts that behave as they do there."""

import asyncio
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVarTuple

import pytest

from gridwright.server.operations.stop_signals import on_stop_signals
from gridwright.server.storage import load_or_make_key

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

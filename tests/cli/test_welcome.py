"""``gridwright`` alone."""

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gridwright.cli.app import COMMANDS
from gridwright.cli.commands.welcome import list_ways
from tests.cli.conftest import ENVIRONMENT, Run

TIMEOUT_S = 60.0


class Terminal:
    """A person at a terminal in which the program runs."""

    def __init__(self, descriptor: int, process: "subprocess.Popen[bytes]") -> None:
        self.shown = ""
        self.process = process
        self._descriptor = descriptor

    def wait_for(self, words: str) -> None:
        until = time.monotonic() + TIMEOUT_S
        while words not in self.shown:
            assert time.monotonic() < until, self.shown
            if select.select([self._descriptor], [], [], 1.0)[0]:
                self.shown += os.read(self._descriptor, 65_536).decode()

    def press(self, keys: str) -> None:
        os.write(self._descriptor, keys.encode())

    def code(self) -> int:
        return self.process.wait(TIMEOUT_S)


@contextmanager
def at_a_terminal(folder: Path) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "gridwright.cli"],
        cwd=folder,
        env={**os.environ, **ENVIRONMENT, "GRIDWRIGHT_DATA": str(folder / "data")},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        try:
            yield Terminal(ours, process)
        finally:
            process.kill()
            os.close(ours)


def test_greets_and_plays_here_by_a_number(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path) as terminal:
        terminal.wait_for("q to leave")
        for title in ("Play in the browser", "Play here", "Host for friends", "Study"):
            assert title in terminal.shown
        terminal.press("x2")
        terminal.wait_for("Seat 0> ")
        assert "$ gridwright play" in terminal.shown
        terminal.press("quit\n")
        terminal.wait_for("Everything played is kept.")
        assert terminal.code() == 0
    assert len(list((tmp_path / "data" / "games").glob("*.txt"))) == 1


def test_leaves_by_a_key(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path) as terminal:
        terminal.wait_for("q to leave")
        terminal.press("q")
        assert terminal.code() == 0


def test_prints_the_help_where_no_key_can_be_pressed(run: Run) -> None:
    outcome = run()
    assert outcome.code == 0
    assert outcome.out == run("--help").out
    assert "Usage:" in outcome.out


@pytest.mark.parametrize("place", range(4))
def test_every_way_is_a_command_line(place: int) -> None:
    name, *words = list_ways()[place].words
    COMMANDS[name].load(name).make_context(name, words)

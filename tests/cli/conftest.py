"""The program as a person calls it, and games to call it with."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gridwright.cli.app import app
from gridwright.content.table import TableSpec
from gridwright.fair.record import Recorder, random_transcript
from gridwright.fair.transcript import format_transcript

ENVIRONMENT = {"COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"}

SEED = bytes(range(32))
SPEC = TableSpec(
    "classic",
    "original",
    "usa",
    3,
    regions=("brown", "green", "yellow"),
    order=(0, 1, 2),
)


FIGURES = """\
[contractor]
first = [4, 8, 12, 16, 20, 24]
later = [0, 2, 4, 6, 8, 10]
source = "read from the cards of our box"
confidence = "certain"
"""


class Outcome:
    """The result of a command."""

    def __init__(self, result: Any) -> None:
        self.code: int = result.exit_code
        self.out: str = result.stdout
        self.err: str = result.stderr
        self.lines: list[str] = self.out.splitlines()
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception


Run = Callable[..., Outcome]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty folder, with what a person types."""
    monkeypatch.chdir(tmp_path)
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GRIDWRIGHT_DATA", str(tmp_path / "data"))

    def call(*words: str, typed: str = "") -> Outcome:
        return Outcome(CliRunner().invoke(app, list(words), input=typed))

    return call


def start(folder: Path, *words: str, stdin: int = subprocess.DEVNULL) -> "subprocess.Popen[str]":
    """The command in a process of its own, with the package that is under test."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "gridwright.cli", *words],
        cwd=folder,
        env={**os.environ, **ENVIRONMENT},
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def write_figures(folder: Path, text: str = FIGURES) -> Path:
    """A folder with corrected figures of the deluxe edition."""
    file = folder / "figures" / "deluxe" / "edition.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="ascii")
    return folder / "figures"


def make_table(folder: Path, spec: TableSpec = SPEC) -> Path:
    """A table with a known seed, dealt and waiting for its first action."""
    recorder = Recorder(spec, "known", SEED, {})
    recorder.deal()
    file = folder / "t.txt"
    file.write_text(format_transcript(recorder.transcript()), encoding="ascii")
    (folder / "t.txt.seed").write_text(SEED.hex(), encoding="ascii")
    return file


def is_one_line(text: str) -> bool:
    """Return True if an error is one line without a traceback."""
    return text.startswith("gridwright: ") and text.count("\n") == 1


@pytest.fixture(scope="session")
def finished_text() -> str:
    """A finished game of four."""
    return format_transcript(random_transcript(TableSpec("classic", "original", "usa", 4), 3))


@pytest.fixture
def finished(tmp_path: Path, finished_text: str) -> Path:
    """A file with a finished game."""
    file = tmp_path / "finished.txt"
    file.write_text(finished_text, encoding="ascii")
    return file

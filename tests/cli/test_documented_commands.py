"""Every command in the README, the start pages and the guides runs."""

import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gridwright_lab.cli.app import TRIALS
from gridwright_lab.cli.app import app as laboratory
from tests.cli.conftest import Outcome, Run
from tools.docs.console import Commands, File, read_page

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs" / "start").glob("*.md")),
    *sorted((ROOT / "docs" / "guide").glob("*.md")),
]


@dataclass(frozen=True)
class Command:
    """A command line and whether it is run."""

    line: str
    is_run: bool


def commands_of(text: str) -> list[Command]:
    """The lines ``$ gridwright …`` and ``$ gridwright-lab …`` of every console block."""
    return [
        Command(command.line, not (block.excuse or block.until))
        for block in read_page(text)
        if isinstance(block, Commands)
        for command in block.commands
        if command.line.startswith("gridwright")
    ]


def run_in_laboratory(*words: str) -> Outcome:
    return Outcome(CliRunner().invoke(laboratory, list(words)))


def test_finds_commands_and_excuses() -> None:
    text = (
        "```console\n$ gridwright rules\nThe rules\n$ gridwright \\\n  new\n```\n"
        "<!-- not run: slow -->\n```console\n$ gridwright-lab bench\n```\n"
        '<!-- run: until "http" -->\n```console\n$ gridwright serve\n```\n'
    )
    assert commands_of(text) == [
        Command("gridwright rules", True),
        Command("gridwright    new", True),
        Command("gridwright-lab bench", False),
        Command("gridwright serve", False),
    ]


def test_the_guide_shows_every_command() -> None:
    shown = " ".join(
        command.line for file in DOCUMENTS for command in commands_of(file.read_text())
    )
    names = ("new", "play", "simulate", "replay", "verify", "rules", "content")
    played = ("match", "league", "gate", "baselines", "sanity", "soak", "verify", "report")
    arena = [f"arena {name}" for name in played]
    for name in (*names, *arena):
        assert f"gridwright {name}" in shown
    for name in ("fuzz", "bench engine", *(f"trial {name}" for name in TRIALS)):
        assert f"gridwright-lab {name}" in shown


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_documented_commands_run(document: Path, run: Run, tmp_path: Path) -> None:
    """The commands of a page run in its order, in one empty folder with the page's files."""
    text = document.read_text(encoding="utf-8")
    for step in read_page(text):
        if isinstance(step, File):
            (tmp_path / step.name).write_text(step.text, encoding="utf-8")
    for command in commands_of(text):
        assert not set("|<>;&$`") & set(command.line), f"needs a shell: {command.line}"
        if command.is_run:
            program, *words = shlex.split(command.line)
            outcome = run(*words) if program == "gridwright" else run_in_laboratory(*words)
            assert outcome.code == 0, f"{command.line}\n{outcome.out[-500:]}{outcome.err}"

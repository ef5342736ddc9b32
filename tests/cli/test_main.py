"""Version, help, and what happens without the dependencies."""

import subprocess
import sys

import pytest

import gridwright.engine.game
from gridwright.cli.version import COMPILED_HINT
from tests.cli.conftest import Run
from tools.build_hook import COMPILED

COMMANDS = ["new", "play", "replay", "rules", "simulate", "verify"]
ENGINE = "interpreted" if (gridwright.engine.game.__file__ or "").endswith(".py") else "compiled"
VERSION = f"gridwright {gridwright.__version__} ({ENGINE} engine)\n"


def test_prints_its_version(run: Run) -> None:
    outcome = run("--version")
    assert outcome.code == 0
    assert outcome.out == VERSION


def test_the_interpreted_engine_says_how_to_get_the_compiled_one(run: Run) -> None:
    """On the other stream: programs read the version."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "gridwright", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    hint = COMPILED_HINT + "\n" if ENGINE == "interpreted" else ""
    assert done.stderr == run("--version").err == hint
    assert f"{COMPILED}=1 pip install" in COMPILED_HINT


def test_help_names_every_command(run: Run) -> None:
    outcome = run("--help")
    assert outcome.code == 0
    for command in COMMANDS:
        assert f" {command} " in outcome.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    outcome = run(command, "--help")
    assert outcome.code == 0
    assert f"Usage: gridwright {command}" in outcome.out or f"Usage: root {command}" in outcome.out
    assert max(len(line) for line in outcome.lines) <= 80


def test_an_unknown_command_fails(run: Run) -> None:
    assert run("shuffle").code == 2


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_says_what_to_install_without_dependencies(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\nfrom gridwright.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install gridwright" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("module", ["gridwright", "gridwright.cli"])
def test_runs_as_a_module(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", module, "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, VERSION)


def test_a_terminal_without_the_signs_is_no_failure() -> None:
    code = (
        "import sys; sys.argv = ['gridwright', 'rules', 'c6.4']\n"
        "sys.stdout.reconfigure(encoding='ascii')\n"
        "from gridwright.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr

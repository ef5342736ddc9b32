"""The laboratory's program: version, help, and modules that read their arguments themselves."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import gridwright
import gridwright_lab
from gridwright_lab.cli.app import HONESTY, LAW_PROGRAMS, SERVER_TOOLS, TRIALS, TUNING
from gridwright_lab.cli.programs import Program, add_programs
from tests.cli.conftest import Run, is_one_line

ROOT = Path(__file__).resolve().parents[3]
COMMANDS = ["fuzz", "bench", "trial", "tune", *LAW_PROGRAMS, *SERVER_TOOLS, *HONESTY]
PROGRAMS = {**LAW_PROGRAMS, **SERVER_TOOLS, **HONESTY, **TRIALS, **TUNING}


def test_prints_its_version_which_is_that_of_the_product(run: Run) -> None:
    outcome = run("--version")
    assert outcome.code == 0
    assert outcome.out == f"gridwright-lab {gridwright.__version__}\n"
    assert gridwright_lab.__version__ == gridwright.__version__


def test_help_names_every_command(run: Run) -> None:
    outcome = run("--help")
    assert outcome.code == 0
    for command in COMMANDS:
        assert f" {command} " in outcome.out


def test_groups_name_their_commands(run: Run) -> None:
    for group, names in (("trial", TRIALS), ("tune", TUNING), ("bench", ("engine", "server"))):
        outcome = run(group, "--help")
        assert outcome.code == 0
        for name in names:
            assert f" {name} " in outcome.out


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_is_there(name: str) -> None:
    module = import_module(f"gridwright_lab.{PROGRAMS[name].module}")
    assert callable(module.main)


def test_every_trial_with_a_main_of_its_own_is_a_command() -> None:
    """Except the processes that experiments start: they read lines, or take a server's options."""
    started = {"worker_process", "watchers", "finish_process", "reader_process"}
    laboratory = ROOT / "lab" / "gridwright_lab"
    folder = laboratory / "trials"
    apart = {folder / "services", folder / "faults"}
    mains = {
        path.stem
        for path in (*folder.rglob("*.py"), *(laboratory / "load").glob("*.py"))
        if path.parent not in apart and "\ndef main(" in path.read_text("utf-8")
    }
    modules = [each.module.split(".") for each in (*TRIALS.values(), *SERVER_TOOLS.values())]
    commands = {module[-1] for module in modules if "services" not in module}
    assert commands == mains - started
    assert {name.replace("-", "_") for name in TRIALS} <= commands


def test_a_program_gets_its_words_as_they_are(run: Run) -> None:
    outcome = run("replay", str(ROOT / "tests" / "golden"), "--json")
    assert outcome.code == 0
    assert {"name", "digest"} & set(json.loads(outcome.lines[0]))


def test_a_program_prints_its_own_usage() -> None:
    done = _call("trial", "kill", "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("usage: gridwright-lab trial kill ")
    wrong = _call("honesty", "--bot", "unknown")
    assert wrong.returncode == 2
    assert "gridwright-lab honesty: error: " in wrong.stderr


def test_exit_codes_are_passed_on(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("nonsense\n", "ascii")
    assert run("replay", str(tmp_path)).code == 1


def test_a_missing_extra_is_named() -> None:
    app = typer.Typer()
    app.callback()(lambda: None)
    add_programs(app, {"absent": Program("no_such_module", "Nothing.", "trials")})
    result = CliRunner().invoke(app, ["absent"])
    assert result.exit_code == 2
    assert is_one_line(result.stderr)
    assert "gridwright-lab[trials]" in result.stderr


def test_the_matrix_needs_a_checkout(run: Run) -> None:
    outcome = run("matrix")
    assert outcome.code == 2
    assert is_one_line(outcome.err)


def test_help_waits_for_no_bot_and_no_server() -> None:
    code = (
        "import sys; import gridwright_lab.cli.app; "
        "print([name for name in ('numpy', 'starlette', 'gridwright.bots') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.stdout == "[]\n", done.stderr


def _call(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-P", "-m", "gridwright_lab", *words],
        capture_output=True,
        text=True,
        check=False,
    )

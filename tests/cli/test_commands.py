"""Every command: loaded late, one look of help and errors, same short options."""

import inspect
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.main import get_command

from gridwright.cli.app import COMMANDS, app
from gridwright.cli.command_groups import PlainCoercion
from tests.cli.conftest import Run, is_one_line

HEAVY = ("gridwright.bots", "gridwright.arena", "gridwright.server", "gridwright.engine.game")


def imported_by(*words: str) -> set[str]:
    """The modules that a call of the program has imported at its end."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"sys.argv = ['gridwright', *{list(words)!r}]\n"
        "from gridwright.cli.main import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def every_command() -> Iterator[tuple[str, Any]]:
    """Every command with its words, those of groups too."""
    for name, lazy in COMMANDS.items():
        command = lazy.load(name)
        if hasattr(command, "commands"):
            for inner, each in command.commands.items():
                yield f"{name} {inner}", each
        else:
            yield name, command


def test_the_version_needs_no_framework() -> None:
    modules = imported_by("--version")
    assert not modules & {"typer", "rich", "pydantic", "gridwright.cli.app", *HEAVY}


def test_version_is_printed_within_a_fifth_of_a_second() -> None:
    """CPU time of the child alone, the best of three, so that other work does not count."""
    best = min(_version_seconds() for _try in range(3))
    assert best < 0.2


def _version_seconds() -> float:
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run([sys.executable, '-P', '-m', 'gridwright.cli', '--version'], check=True)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime)\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    return float(done.stdout.splitlines()[-1])


def test_the_list_of_commands_imports_none_of_them() -> None:
    modules = imported_by("--help")
    assert not [each for each in modules if each.startswith("gridwright.cli.commands")]
    assert not modules & set(HEAVY)


def test_a_command_imports_no_other() -> None:
    commands = {each for each in imported_by("rules", "c3.4") if "cli.commands." in each}
    assert commands == {"gridwright.cli.commands.rules"}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_has_the_help_of_each_command(name: str) -> None:
    loaded = COMMANDS[name].load(name)
    assert inspect.cleandoc(loaded.help).splitlines()[0] == COMMANDS[name].help


def test_a_short_option_means_the_same_everywhere() -> None:
    meanings: dict[str, set[str]] = {}
    for _words, command in every_command():
        for parameter in command.params:
            for short in [each for each in parameter.opts if not each.startswith("--")]:
                if parameter.param_type_name == "option":
                    meanings.setdefault(short, set()).add(parameter.opts[0])
    assert all(len(each) == 1 for each in meanings.values()), meanings
    assert {"-o", "-b", "-s", "-e", "-p"} <= set(meanings)


def test_every_option_with_a_value_describes_it() -> None:
    for words, command in every_command():
        for parameter in command.params:
            if not getattr(parameter, "is_flag", False) and not parameter.type_descriptor.is_choice:
                assert parameter.metavar, f"{words} {parameter.opts}"
                assert parameter.help, f"{words} {parameter.opts}"


def test_help_by_one_letter_everywhere(run: Run) -> None:
    for words, _command in every_command():
        outcome = run(*words.split(), "-h")
        assert outcome.code == 0
        assert "Usage:" in outcome.out
        assert "<bool>" not in outcome.out
    assert run("-h").out == run("--help").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["plya"], "no such command 'plya'; did you mean 'play', 'replay'? `root -h` shows"),
        (["admin", "lits"], "no such command 'lits'; did you mean 'list'? `root admin -h` shows"),
        (["new", "--edtion", "x"], "no such option: --edtion; did you mean --edition? `root new"),
        (["new", "--seats", "x"], "--seats: expected a whole number, got 'x'. `root new -h`"),
        (["new", "--seats"], "option '--seats' requires an argument"),
        (["replay", "x", "--at", "-3"], "--at: expected 0 or more, got '-3'."),
        (["simulate"], "missing option '--out'"),
        (["serve", "--role", "al"], "expected one of all, api, ws, worker; got 'al'; did you mean"),
        (["new", "-e", "delux"], "did you mean deluxe?"),
        (["new", "-b", "germny"], "did you mean germany?"),
        (["new", "-p", "recharge"], "did you mean recharged?"),
        (["arena", "match", "--bot", "nromal"], "did you mean normal?"),
    ],
)
def test_misuse_is_reported_in_one_look(run: Run, words: list[str], told: str) -> None:
    outcome = run(*words)
    assert outcome.code == 2
    assert outcome.out == ""
    assert is_one_line(outcome.err)
    assert told in outcome.err


@pytest.mark.parametrize("group", ["admin", "arena"])
def test_a_group_alone_lists_its_commands(run: Run, group: str) -> None:
    outcome = run(group)
    assert outcome.code == 2
    assert "Commands" in outcome.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_prints_a_script(shell: str) -> None:
    """The shell is given by name, because detecting it takes a terminal."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "gridwright.cli", "--show-completion", shell],
        env={**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "_GRIDWRIGHT_COMPLETE" in done.stdout


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("gridwright re", ["replay"]),
        ("gridwright new --ed", ["--edition"]),
        ("gridwright new --edition d", ["deluxe"]),
        ("gridwright new --edition deluxe --board n", ["north-america"]),
        ("gridwright new --preset rech", ["recharged"]),
        ("gridwright admin pe", ["people"]),
        ("gridwright play --bot l1,ha", ["l1,hard"]),
    ],
)
def test_a_shell_completes_commands_options_and_values(typed: str, found: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "gridwright.cli"],
        env={
            **os.environ,
            "_GRIDWRIGHT_COMPLETE": "complete_bash",
            "COMP_WORDS": typed,
            "COMP_CWORD": str(len(typed.split()) - 1),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == found, done.stderr


def test_the_program_is_one_group() -> None:
    assert set(get_command(app).commands) == set(COMMANDS)  # type: ignore[attr-defined]  # A group.


NOT_BY_PLAY = {
    "pydantic": "only values that are not plain are converted by Typer",
    "rich.progress": "only long runs have a bar",
    "gridwright.server": "a game in the terminal has no server",
    "gridwright.insight": "only a finished game is analysed",
    "gridwright.arena": "no games of bots alone",
}
NOT_BY_SERVE = {
    "pydantic": NOT_BY_PLAY["pydantic"],
    "rich.progress": NOT_BY_PLAY["rich.progress"],
    "alembic": "the tables are up to date",
    "sqlalchemy": "it is Alembic's",
    "asyncpg": "the database is a file",
    "segno": "codes are drawn on request",
    "webauthn": "passkeys are used on request",
    "gridwright.cli.commands.play": "another command",
}
"""Modules that a start must not wait for, with the reason why it can do without."""


def loaded(modules: set[str], names: Iterable[str]) -> list[str]:
    return [each for each in modules for name in names if f"{each}.".startswith(f"{name}.")]


def test_a_new_game_waits_for_no_part_that_it_does_not_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRIDWRIGHT_DATA", str(tmp_path))
    modules = imported_by("play", "--seats", "3")
    assert "gridwright.cli.hotseat.game_loop" in modules
    assert loaded(modules, NOT_BY_PLAY) == []


def test_a_second_start_of_a_server_waits_for_no_part_that_it_does_not_use(tmp_path: Path) -> None:
    words = ["serve", "--data", str(tmp_path), "--port", "0", "--no-open", "--log", "json"]
    first = served(words)
    assert {"alembic", "gridwright.server.storage.migrations.migrate"} <= first
    again = served(words)
    assert "gridwright.server.serving" in again
    assert loaded(again, NOT_BY_SERVE) == []


def served(words: list[str]) -> set[str]:
    """The modules that a server has imported once it serves, and which it stops then."""
    code = (
        "import os, signal, sys\n"
        f"sys.argv = ['gridwright', *{words!r}]\n"
        "from gridwright.cli.main import main\n"
        "from gridwright.cli.commands import serve\n"
        "def tell(*words):\n"
        "    print(*sys.modules, file=sys.stderr)\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "serve._tell_addresses = tell\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


COERCED = (
    *("text", "", "7", "007", "-7", "70000", "1.5", " 7", "1_0", "\u0663", "one", "ONE", "."),
    *(7, 1.5, None, "/absent/folder"),
)


class Size(StrEnum):
    ONE = "one"
    TWO = "two"


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        (str, {}),
        (int, {}),
        (int, {"min": 0, "max": 65_535}),
        (float, {}),
        (float, {"min": 2}),
        (Size, {}),
        (Path, {}),
        (Path, {"exists": True}),
        (Path, {"dir_okay": False}),
        (list[str], {}),
    ],
)
def test_plain_values_are_converted_as_typer_converts_them(
    kind: Any, settings: dict[str, Any]
) -> None:
    def command(given):  # type: ignore[no-untyped-def]
        pass

    command.__annotations__["given"] = Annotated[kind, typer.Option("--given", **settings)]
    app = typer.Typer()
    app.command()(command)
    parameter: Any = get_command(app).params[0]

    def outcome(coercion: Any, value: Any) -> tuple[type, Any]:
        try:
            found = coercion.coerce(value, param=parameter, ctx=None)
        except typer.BadParameter as error:
            found = str(error)
        return type(found), found

    by_typer = parameter.get_runtime_param()
    plain = PlainCoercion(parameter, parameter.get_runtime_param)
    for value in COERCED:
        assert outcome(plain, value) == outcome(by_typer, value), value

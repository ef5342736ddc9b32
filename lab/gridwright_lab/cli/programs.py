"""Modules with their own ``main`` as commands: they parse their arguments themselves."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from gridwright.cli.errors import CommandFailed, plain_errors

PASSED_ON = {
    "allow_extra_args": True,
    "allow_interspersed_args": False,
    "ignore_unknown_options": True,
}


@dataclass(frozen=True)
class Program:
    """A module of the laboratory, the extra that it needs and its description."""

    module: str
    help: str
    extra: str = ""

    def run(self, name: str, arguments: Sequence[str]) -> int:
        """Run the module, imported only now; return its exit code."""
        try:
            module = import_module(f"gridwright_lab.{self.module}")
        except ModuleNotFoundError as error:
            if not self.extra:
                raise
            wanted = f"pip install 'gridwright-lab[{self.extra}]'"
            raise CommandFailed(f"{name} needs {error.name}: {wanted}") from error
        with _called(name, arguments):
            code: int = module.main(list(arguments))
        return code


@contextmanager
def _called(name: str, arguments: Sequence[str]) -> Iterator[None]:
    """Begin usage and error messages of argparse with the command."""
    before = sys.argv
    sys.argv = [name, *arguments]
    try:
        yield
    finally:
        sys.argv = before


def add_programs(app: typer.Typer, programs: Mapping[str, Program], panel: str = "") -> None:
    """Add each program as a command; options, including help, are left to the module."""
    for name, program in programs.items():
        _add(app, name, program, panel)


def _add(app: typer.Typer, name: str, program: Program, panel: str) -> None:
    def command(context: typer.Context) -> None:
        raise typer.Exit(program.run(context.command_path, context.args))

    app.command(
        name,
        help=program.help,
        context_settings=PASSED_ON,
        add_help_option=False,
        rich_help_panel=panel or None,
    )(plain_errors(command))


class LazyBench(TyperGroup):
    """The commands of ``bench``. The types are those of Typer's own Click, which has no name."""

    def list_commands(self, ctx: Any) -> list[str]:
        return _benches().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _benches().get_command(ctx, cmd_name)


def _benches() -> TyperGroup:
    from gridwright_lab.cli.bench.app import app

    return get_group(app)

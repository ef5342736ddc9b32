"""Groups of commands: errors in one look, and modules imported only for the command that is run."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from gridwright.cli.errors import BAD, MISUSED, plain_errors, print_problem
from gridwright.cli.misuse import tell_misuse

MARKUP: Final = "markdown"
CONTEXT: Final = {"help_option_names": ["-h", "--help"]}


def _without_flag_types(parameters: list[Any]) -> list[Any]:
    """Options that take no value say so by showing none, where Typer would write ``<bool>``."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


class PlainCommand(TyperCommand):
    """A command. The types are those of Typer's own Click, which has no public name."""

    def get_params(self, ctx: Any) -> Any:
        return _without_flag_types(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A program whose usage errors look like all its others: one line, exit code 2."""

    def get_params(self, ctx: Any) -> Any:
        return _without_flag_types(super().get_params(ctx))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except typer.TyperException as error:
            if not standalone_mode:
                raise
            print_problem(tell_misuse(error))
            sys.exit(error.exit_code)
        except typer.Abort:
            if not standalone_mode:
                raise
            print_problem("stopped")
            sys.exit(BAD)
        if not standalone_mode:
            return code
        sys.exit(code or 0)


@dataclass(frozen=True)
class LazyCommand:
    """The place of a command or a group of commands, and its line in the list of commands."""

    where: str
    """Module and name, as in ``gridwright.cli.commands.new:new``."""
    panel: str
    help: str

    def load(self, name: str) -> Any:
        """The command itself; its module is imported only now."""
        module, _colon, attribute = self.where.partition(":")
        found = getattr(import_module(module), attribute)
        if isinstance(found, typer.Typer):
            group = get_group(found)
            group.name = name
            return group
        alone = typer.Typer(add_completion=False, rich_markup_mode=MARKUP)
        add_command(alone, name, found)
        return get_command(alone)


class LazyGroup(PlainGroup):
    """Lists its commands without importing them, and imports the one that is run."""

    COMMANDS: ClassVar[Mapping[str, LazyCommand]] = {}

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and name in self.COMMANDS:
            command = self.COMMANDS[name].load(name)
        return name, command, rest


def add_command(app: typer.Typer, name: str, command: Callable[..., Any]) -> None:
    """Register a command whose expected errors are printed as one line."""
    app.command(name, cls=PlainCommand)(plain_errors(command))


def add_lazy_commands(app: typer.Typer, commands: Mapping[str, LazyCommand]) -> None:
    """Register what the list of commands shows of each."""
    for name, command in commands.items():
        app.command(name, help=command.help, rich_help_panel=command.panel)(_listed_only)


def help_without_command(context: typer.Context) -> None:
    """A group that was called alone lists its commands, as something that went wrong."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(MISUSED)


def _listed_only() -> None:
    """Stands for a command that was not loaded."""

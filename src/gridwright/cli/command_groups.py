"""Groups of commands: errors in one look, and modules imported only for the command that is run."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from gridwright.cli.errors import BAD, MISUSED, plain_errors, print_problem
from gridwright.cli.misuse import tell_misuse

MARKUP: Final = "markdown"
CONTEXT: Final = {"help_option_names": ["-h", "--help"]}


class PlainCoercion:
    """Converts a value that is missing or plain; all others and errors are Typer's.

    Typer converts with Pydantic, whose import takes longer than most commands run.
    """

    def __init__(self, parameter: Any, by_typer: Callable[[], Any]) -> None:
        self._by_typer: Final = by_typer
        self._info: Final[Any] = parameter.type_descriptor.parameter_info
        self._type: Final[Any] = parameter.type_descriptor.annotation

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value in the parameter's type, or raise Typer's usage error."""
        is_single = not param.multiple and param.nargs == 1
        if value is None:
            return None if is_single else ()
        if is_single and self._info.parser is None:
            found = self._plain(value)
            if found is not None:
                return found
        return self._by_typer().coerce(value, param=param, ctx=ctx)

    def _plain(self, value: Any) -> Any:
        """Return the converted value; None if Typer must decide."""
        found: Any = None
        low, high = self._info.min, self._info.max
        if self._type in (str, float) and type(value) is self._type:
            if low is None and high is None:
                found = value
        elif self._type in (int, float) and str(value).isascii() and str(value).isdigit():
            number = self._type(value)
            if (low is None or number >= low) and (high is None or number <= high):
                found = number
        elif self._type is Path and isinstance(value, str | Path):
            is_readable = not os.path.exists(value) or os.access(value, os.R_OK)
            if is_readable and vars(self._info).items() >= _ANY_PATH.items():
                found = Path(value)
        elif isinstance(self._type, type) and issubclass(self._type, Enum):
            found = next((each for each in self._type if value in (each, each.value)), None)
        return found


_ANY_PATH: Final = {
    **dict.fromkeys(("exists", "writable", "resolve_path", "allow_dash"), False),
    **dict.fromkeys(("file_okay", "dir_okay", "readable"), True),
    "path_type": None,
}
"""Settings of a path that must be readable if it exists: those of every path by default."""


def _prepared(parameters: list[Any]) -> list[Any]:
    """Let options without a value show none, for Typer's ``<bool>``, and coerce plainly."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
        if "get_runtime_param" not in vars(parameter):
            parameter.get_runtime_param = partial(
                PlainCoercion, parameter, parameter.get_runtime_param
            )
    return parameters


class PlainCommand(TyperCommand):
    """A command. The types are those of Typer's own Click, which has no public name."""

    def get_params(self, ctx: Any) -> Any:
        return _prepared(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A program whose usage errors look like all its others: one line, exit code 2."""

    def get_params(self, ctx: Any) -> Any:
        return _prepared(super().get_params(ctx))

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

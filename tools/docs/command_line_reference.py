"""The reference of the command line, from the commands themselves."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from typer.main import get_command

from gridwright.cli.app import app
from tools.docs.markdown import table

PROGRAM = "gridwright"
_HEAD = """\
# Command line

<!-- Written by `make docs-write` from the commands; changes made here are lost. -->

Every command with its arguments and options, as `--help` tells them.
[The guide](../guide/command-line.md) says what they are good for.
"""


def write_command_line() -> str:
    """The page."""
    program = get_command(app)
    sections = [_HEAD]
    for words, command, context in walk(program, PROGRAM, None):
        sections.append("\n".join(_describe(words, command, context)))
    return "\n".join(sections)


def walk(command: Any, name: str, parent: Any) -> Iterator[tuple[str, Any, Any]]:
    """Each command with the words that call it and its context, groups before their members.

    The types are those of Typer's own Click, which has no public name.
    """
    settings = command.context_settings
    context = command.context_class(command, info_name=name, parent=parent, **settings)
    yield context.command_path, command, context
    if hasattr(command, "list_commands"):
        for member in command.list_commands(context):
            # Commands are loaded when they are asked for, not when they are listed.
            _name, loaded, _rest = command.resolve_command(context, [member])
            yield from walk(loaded, member, context)


def parameters_of(command: Any, context: Any) -> list[Any]:
    """The arguments and options that are shown."""
    return [each for each in command.get_params(context) if not getattr(each, "hidden", False)]


def _describe(words: str, command: Any, context: Any) -> Iterator[str]:
    yield f"## {words}\n"
    yield f"{_paragraphs(command.help or '')}\n"
    usage = " ".join(command.get_usage(context).split()).removeprefix("Usage: ")
    yield f"```text\n{usage}\n```\n"
    if hasattr(command, "list_commands"):
        yield table(("command", "does"), _members(command, context))
    shown = parameters_of(command, context)
    arguments = [each for each in shown if each.param_type_name == "argument"]
    options = [each for each in shown if each.param_type_name == "option"]
    if arguments:
        yield table(("argument", "is"), [_row(each) for each in arguments])
    if options:
        yield table(("option", "does"), [_row(each) for each in options])


def _paragraphs(text: str) -> str:
    """Help as Markdown; a form feed ends what is shown."""
    return text.partition("\f")[0].strip()


def _members(command: Any, context: Any) -> list[tuple[str, str]]:
    rows = []
    for name in command.list_commands(context):
        path = f"{context.command_path} {name}"
        anchor = path.replace(" ", "-")
        told = command.get_command(context, name).get_short_help_str(200)
        rows.append((f"[`{name}`](#{anchor})", told))
    return rows


def _row(parameter: Any) -> tuple[str, str]:
    metavar = parameter.metavar or parameter.name.upper()
    if parameter.param_type_name == "argument":
        name = f"`{metavar}`"
    else:
        # Long ones first: the order of `-h` and `--help` differs from run to run.
        given = sorted(parameter.opts, key=lambda option: not option.startswith("--"))
        names = [*given, *parameter.secondary_opts]
        value = "" if getattr(parameter, "is_flag", False) else metavar
        name = ", ".join(f"`{each}`" for each in names) + (f" `{value}`" if value else "")
    told = [(parameter.help or "").strip()]
    if parameter.required:
        told.append("Required.")
    if default := _default(parameter):
        told.append(f"Default: {default}.")
    if parameter.envvar:
        variables = parameter.envvar if isinstance(parameter.envvar, list) else [parameter.envvar]
        told.append("Also " + ", ".join(f"`{each}`" for each in variables) + ".")
    return name, " ".join(each for each in told if each)


def _default(parameter: Any) -> str:
    """A default that is the same on every machine, or words about it."""
    if isinstance(parameter.show_default, str):
        return parameter.show_default
    value = parameter.default
    if not parameter.show_default or isinstance(value, bool) or callable(value):
        return ""
    if isinstance(value, PurePath) and value.is_absolute():
        return ""
    return f"`{value}`" if isinstance(value, int | float | str | PurePath) and value != "" else ""

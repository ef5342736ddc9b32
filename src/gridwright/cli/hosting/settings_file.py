"""Options of a command from a TOML file; the command line and the environment come before it."""

import tomllib
from pathlib import Path
from typing import Any

import typer

from gridwright.cli.errors import CommandFailed, fail
from gridwright.content.errors import did_you_mean


def load_settings(context: typer.Context, file: Path | None) -> Path | None:
    """Take the file's values as the defaults of the command's options."""
    if file is None or context.resilient_parsing:
        return file
    try:
        context.default_map = dict(read_settings(file, _names(context)))
    except CommandFailed as error:
        fail(str(error), error.code)  # A callback runs before the command can say it.
    return file


def _names(context: typer.Context) -> dict[str, str]:
    """Return each option's name in a file, and its parameter: ``--data`` is ``data``."""
    options = [each for each in context.command.params if each.param_type_name == "option"]
    return {each.opts[0].removeprefix("--"): each.name for each in options if each.name != "config"}


def read_settings(file: Path, names: dict[str, str]) -> dict[str, Any]:
    """The values of a file by parameter, or CommandFailed."""
    try:
        with file.open("rb") as opened:
            found = tomllib.load(opened)
    except OSError as error:
        raise CommandFailed(f"{file}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CommandFailed(f"{file}: expected TOML; {error}") from error
    for key, value in found.items():
        if key not in names:
            near = did_you_mean(key, names)
            raise CommandFailed(f"{file}: unknown key {key!r}; known are {', '.join(names)}{near}")
        if not isinstance(value, str | int | float):
            raise CommandFailed(f"{file}: {key}: expected a text, a number, true or false")
    # Written out, as in the environment: one way to read them all.
    return {names[key]: _written(value) for key, value in found.items()}


def _written(value: str | float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

"""The program and its commands."""

import sys
from typing import Annotated, Final

import typer

from gridwright.cli.command_groups import (
    CONTEXT,
    MARKUP,
    LazyCommand,
    LazyGroup,
    add_lazy_commands,
)
from gridwright.cli.version import version_hint, version_line

AT_THE_TABLE: Final = "At the table"
CHECKS: Final = "Checks and figures"
_HERE: Final = "gridwright.cli.commands"

COMMANDS: Final = {
    "new": LazyCommand(
        f"{_HERE}.new:new",
        AT_THE_TABLE,
        "Set up a game, deal it and write the beginning of its transcript.",
    ),
    "play": LazyCommand(
        f"{_HERE}.play:play",
        AT_THE_TABLE,
        "Play a game in the terminal: right away against bots, or all around one keyboard.",
    ),
    "replay": LazyCommand(
        f"{_HERE}.replay:replay",
        AT_THE_TABLE,
        "Show a game at any moment: markets, seats, whose turn it is, and what happened.",
    ),
    "analyse": LazyCommand(
        f"{_HERE}.analyse:analyse",
        AT_THE_TABLE,
        "Tell where a finished game turned: chances, costly decisions, luck and skill.",
    ),
    "rules": LazyCommand(
        f"{_HERE}.rules:rules",
        AT_THE_TABLE,
        "Print a clause of the rules, a section, or the clauses that contain some words.",
    ),
    "content": LazyCommand(
        f"{_HERE}.content:content",
        AT_THE_TABLE,
        "List what can be played: presets, boards and house rules of an edition.",
    ),
    "board": LazyCommand(
        f"{_HERE}.board:app", AT_THE_TABLE, "Make a board of your own, and check it."
    ),
    "serve": LazyCommand(
        f"{_HERE}.serve:serve",
        AT_THE_TABLE,
        "Host tables: one process, a database file, bots, and an API over HTTP and sockets.",
    ),
    "simulate": LazyCommand(
        f"{_HERE}.simulate:simulate",
        CHECKS,
        "Play many games, at random or by bots, and write their transcripts.",
    ),
    "verify": LazyCommand(
        f"{_HERE}.verify:verify",
        CHECKS,
        "Check games: that every action was legal, and that the dealing was as promised.",
    ),
    "admin": LazyCommand(
        f"{_HERE}.admin:app", CHECKS, "Look after the tables and people of a server."
    ),
    "arena": LazyCommand(
        f"{_HERE}.arena_app:app", CHECKS, "Let bots play many games, and judge them."
    ),
}
"""Commands in the order of the list; a test compares each sentence with the command's own."""


class Program(LazyGroup):
    """The commands of ``gridwright``."""

    COMMANDS = COMMANDS


app = typer.Typer(
    cls=Program,
    context_settings=CONTEXT,
    invoke_without_command=True,
    rich_markup_mode=MARKUP,
    pretty_exceptions_show_locals=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_line())
        if hint := version_hint():
            typer.echo(hint, err=True)
        raise typer.Exit()


@app.callback()
def program(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001  # Its callback does the work.
        bool,
        typer.Option(
            "--version",
            "-V",
            help="Print the version and the engine in use, and stop.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Play, deal and check games of the Power Grid family."""
    if context.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo(context.get_help())
        return
    from gridwright.cli.commands.welcome import welcome

    welcome(lambda words: context.command.main(words, prog_name=context.info_name))


add_lazy_commands(app, COMMANDS)

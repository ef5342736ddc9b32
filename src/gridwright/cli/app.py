"""The program and its commands."""

from typing import Annotated

import typer

import gridwright
from gridwright.cli.commands import (
    admin,
    content,
    lazy_arena,
    new,
    play,
    replay,
    rules,
    serve,
    simulate,
    verify,
)
from gridwright.cli.errors import plain_errors

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_show_locals=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gridwright {gridwright.__version__}")
        raise typer.Exit()


@app.callback()
def program(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and stop.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Play, deal and check games of the Power Grid family."""


AT_THE_TABLE = "At the table"
CHECKS = "Checks and figures"

app.command("new", rich_help_panel=AT_THE_TABLE)(plain_errors(new.new))
app.command("play", rich_help_panel=AT_THE_TABLE)(plain_errors(play.play))
app.command("replay", rich_help_panel=AT_THE_TABLE)(plain_errors(replay.replay))
app.command("rules", rich_help_panel=AT_THE_TABLE)(plain_errors(rules.rules))
app.command("content", rich_help_panel=AT_THE_TABLE)(plain_errors(content.content))
app.command("serve", rich_help_panel=AT_THE_TABLE)(plain_errors(serve.serve))
app.command("simulate", rich_help_panel=CHECKS)(plain_errors(simulate.simulate))
app.command("verify", rich_help_panel=CHECKS)(plain_errors(verify.verify))
app.add_typer(admin.app, name="admin", rich_help_panel=CHECKS)
app.add_typer(lazy_arena.app, name="arena", rich_help_panel=CHECKS)

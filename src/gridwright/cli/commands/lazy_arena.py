"""Lazy loading of ``gridwright arena``: its commands are imported when one is called.

They import the bots, which would slow down the start of every other command.
"""

from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group


class LazyCommands(TyperGroup):
    """The commands of the arena. The types are those of Typer's own Click, which has no name."""

    def list_commands(self, ctx: Any) -> list[str]:
        return _commands().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _commands().get_command(ctx, cmd_name)


def _commands() -> TyperGroup:
    from gridwright.cli.commands.arena_app import app as whole

    return get_group(whole)


HELP = "Let bots play many games, and judge them."

app = typer.Typer(cls=LazyCommands, no_args_is_help=True, help=HELP)


@app.callback()
def arena() -> None:
    """Let bots play many games, and judge them."""

"""``gridwright arena`` as the program sees it: its commands are imported when one is asked for.

They need the bots, and no other command should wait for those.
"""

from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group


class LateCommands(TyperGroup):
    """The commands of the arena. The types are those of Typer's own Click, which has no name."""

    def list_commands(self, ctx: Any) -> list[str]:
        return _commands().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _commands().get_command(ctx, cmd_name)


def _commands() -> TyperGroup:
    from gridwright.cli.commands.arena_app import app as whole

    return get_group(whole)


HELP = "Let bots play many games, and judge them."

app = typer.Typer(cls=LateCommands, no_args_is_help=True, help=HELP)


@app.callback()
def arena() -> None:
    """Let bots play many games, and judge them."""

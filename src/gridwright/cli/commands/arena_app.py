"""Registers the commands of ``gridwright arena``."""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

from gridwright.arena.cells import CellError
from gridwright.arena.deals import SeriesError
from gridwright.arena.gate import GateError
from gridwright.arena.runners import RunnerError
from gridwright.arena.sprt import HypothesesError
from gridwright.arena.store import StoreError
from gridwright.bots.registry import UnknownBotError
from gridwright.bots.strength import StrengthError
from gridwright.cli.bot_options import reach_working_folder, unknown_bot
from gridwright.cli.command_groups import MARKUP, PlainGroup, add_command, help_without_command
from gridwright.cli.commands import arena, arena_baselines, arena_gate, arena_runs
from gridwright.cli.errors import CommandFailed

P = ParamSpec("P")
R = TypeVar("R")

EXPECTED = (
    CellError,
    GateError,
    HypothesesError,
    RunnerError,
    SeriesError,
    StoreError,
    StrengthError,
)

app = typer.Typer(cls=PlainGroup, rich_markup_mode=MARKUP)


@app.callback(invoke_without_command=True)
def arena_group(context: typer.Context) -> None:
    """Let bots play many games, and judge them."""
    help_without_command(context)


def _guarded(command: Callable[P, R]) -> Callable[P, R]:
    """The command with the arena's own errors as one line too."""

    @functools.wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        reach_working_folder()
        try:
            return command(*args, **kwargs)
        except UnknownBotError as error:
            raise CommandFailed(unknown_bot(error)) from error
        except EXPECTED as error:
            raise CommandFailed(str(error)) from error

    return guarded


add_command(app, "match", _guarded(arena.match_command))
add_command(app, "league", _guarded(arena.league_command))
add_command(app, "sanity", _guarded(arena.sanity_command))
add_command(app, "soak", _guarded(arena.soak_command))
add_command(app, "gate", _guarded(arena_gate.gate_command))
add_command(app, "baselines", _guarded(arena_baselines.baselines_command))
add_command(app, "verify", _guarded(arena_runs.verify_command))
add_command(app, "game", _guarded(arena_runs.game_command))
add_command(app, "report", _guarded(arena_runs.report_command))
add_command(app, "strength", _guarded(arena_runs.strength_command))

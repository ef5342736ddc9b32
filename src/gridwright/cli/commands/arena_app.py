"""Registers the commands of ``gridwright arena``."""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

from gridwright.arena.cells import CellError
from gridwright.arena.deals import SeriesError
from gridwright.arena.runners import RunnerError
from gridwright.arena.sprt import HypothesesError
from gridwright.arena.store import StoreError
from gridwright.bots.registry import UnknownBotError
from gridwright.bots.strength import StrengthError
from gridwright.cli.commands import arena, arena_runs
from gridwright.cli.errors import CommandFailed, plain_errors

P = ParamSpec("P")
R = TypeVar("R")

EXPECTED = (
    CellError,
    HypothesesError,
    RunnerError,
    SeriesError,
    StoreError,
    StrengthError,
    UnknownBotError,
)

app = typer.Typer()


def _guarded(command: Callable[P, R]) -> Callable[P, R]:
    """The command with the arena's own errors as one line too."""

    @functools.wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except EXPECTED as error:
            raise CommandFailed(str(error)) from error

    return plain_errors(guarded)


app.command("match")(_guarded(arena.match_command))
app.command("league")(_guarded(arena.league_command))
app.command("sanity")(_guarded(arena.sanity_command))
app.command("soak")(_guarded(arena.soak_command))
app.command("verify")(_guarded(arena_runs.verify_command))
app.command("game")(_guarded(arena_runs.game_command))
app.command("report")(_guarded(arena_runs.report_command))
app.command("strength")(_guarded(arena_runs.strength_command))

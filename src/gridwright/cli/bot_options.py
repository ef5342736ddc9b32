"""The option that names bots, the same for every command that plays with some."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from gridwright.cli.completion import complete_bot
from gridwright.cli.errors import CommandFailed

if TYPE_CHECKING:
    from gridwright.bots.registry import UnknownBotError

DEFAULT_BOT: Final = "normal"

BotsOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        "-B",
        metavar="BOT,…",
        help="Bots: hard, normal, easy, l1, l0 or module:Class; one for all, or one for each seat.",
        autocompletion=complete_bot,
    ),
]


def parse_bots(words: list[str] | None) -> list[str]:
    """The names of bots that exist, separated by commas or given one by one."""
    return [_known(name.strip()) for each in words or [] for name in each.split(",")]


def reach_working_folder() -> None:
    """Allow addresses of bots to name modules in the working folder, after all installed ones."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)


def _known(name: str) -> str:
    from gridwright.bots.outside import is_address
    from gridwright.bots.registry import UnknownBotError, find_bot

    if is_address(name):
        reach_working_folder()
    try:
        return find_bot(name).name
    except UnknownBotError as error:
        raise CommandFailed(f"--bot: {unknown_bot(error)}") from error


def unknown_bot(error: "UnknownBotError") -> str:
    """Return the message for an unknown name of a bot, with the one that was probably meant."""
    from gridwright.bots.registry import bot_names
    from gridwright.content.errors import did_you_mean

    return f"{error}{did_you_mean(error.name, bot_names())}"


def spread_bots(names: list[str], n_seats: int) -> list[str]:
    """Return a bot for each seat: the same for all, or one for each."""
    if len(names) == 1:
        return names * n_seats
    if len(names) != n_seats:
        raise CommandFailed(f"--bot: expected 1 or {n_seats} bots, got {len(names)}")
    return names

"""The bots at a table in the terminal, remembered in a small file beside the transcript."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from gridwright.bots.outside import is_address
from gridwright.bots.registry import UnknownBotError, find_bot
from gridwright.bots.seated_bot import SeatedBot
from gridwright.cli.bot_options import reach_working_folder
from gridwright.cli.drawing.names import joined
from gridwright.cli.errors import CommandFailed
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.atomic_file import write_atomically
from gridwright.fair.derive import Keys
from gridwright.fair.record import Recorder

Player: TypeAlias = Callable[[Recorder], Action]
"""Chooses for the acting seat of a game."""


def bots_path(path: Path) -> Path:
    """Return the file that lists the bots of a transcript."""
    return path.with_name(f"{path.name}.bots")


def write_bots(path: Path, bots: Mapping[int, str]) -> None:
    """Write the bot of each seat: a line for each, as in ``2 normal``."""
    text = "".join(f"{seat} {name}\n" for seat, name in sorted(bots.items()))
    write_atomically(bots_path(path), text.encode("ascii"))


def load_bots(path: Path, n_seats: int) -> dict[int, str]:
    """The bots of a transcript by seat; none if nothing is remembered."""
    file = bots_path(path)
    if not file.exists():
        return {}
    bots: dict[int, str] = {}
    for line in file.read_text(encoding="ascii").splitlines():
        seat, _space, name = line.partition(" ")
        if not seat.isdigit() or int(seat) >= n_seats:
            raise CommandFailed(f"{file}: expected seats from 0 to {n_seats - 1}, got {line!r}")
        if is_address(name):
            reach_working_folder()
        try:
            bots[int(seat)] = find_bot(name).name
        except UnknownBotError as error:
            raise CommandFailed(f"{file}: {error}") from error
    return bots


def bot_player(name: str) -> Player:
    """Return a bot. Its draws follow from the seed and the place in the game alone."""
    bot = find_bot(name)

    def choose(recorder: Recorder) -> Action:
        state = recorder.history.state
        keys = Keys(recorder.keys.key(f"bot/{state.actor}/{len(recorder.history.log)}"))
        return SeatedBot(bot, recorder.game, state.actor, keys).act(state)

    return choose


def tell_bots(bots: Mapping[int, str]) -> str:
    """Return the bots with their seats, as in ``seats 1 and 2: normal, seat 3: hard``."""
    seats: dict[str, list[str]] = {}
    for seat, name in sorted(bots.items()):
        seats.setdefault(name, []).append(str(seat))
    return ", ".join(
        f"{'seat' if len(each) == 1 else 'seats'} {joined(each)}: {name}"
        for name, each in seats.items()
    )

"""``gridwright`` alone on a terminal: what one could do, each by a key."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.text import Text

from gridwright.cli.data_folder import data_folder
from gridwright.cli.key_input import reading_keys
from gridwright.cli.terminal import open_console

EVERYONE: Final = "0.0.0.0"


@dataclass(frozen=True)
class Way:
    """Something to begin with, and the command line that does it."""

    title: str
    about: str
    words: tuple[str, ...]


QUIT_KEYS: Final = ("q", "", "\x03", "\x04", "\x1b")


def list_ways() -> list[Way]:
    """Return the offers, in the order of the keys."""
    study = ("simulate", "--bot", "l1", "--games", "20", "--out", str(data_folder() / "study"))
    friends = ("serve", "--open", "--host", EVERYONE)
    return [
        Way("Play in the browser", "against bots, on this machine", ("serve", "--open")),
        Way("Play here", "against bots, in this terminal", ("play",)),
        Way("Host for friends", "for everyone in your network", friends),
        Way("Study", "bots play twenty games: who wins, how long it takes", study),
    ]


def welcome(run: Callable[[list[str]], None]) -> None:
    """Greet, offer the ways to begin, and run the chosen one."""
    console = open_console()
    ways = list_ways()
    # Ready for keys before the question is printed, so that none is lost.
    with reading_keys() as read_key:
        _draw(console, ways)
        chosen = _choose(read_key, ways)
    if chosen is not None:
        console.print(Text(f"$ gridwright {shlex.join(chosen.words)}", style="dim"))
        run(list(chosen.words))


def _choose(read_key: Callable[[], str], ways: list[Way]) -> Way | None:
    """The way of the first key that means one; None to leave."""
    numbers = {str(number): way for number, way in enumerate(ways, start=1)}
    while (key := read_key()) not in QUIT_KEYS:
        if key in numbers:
            return numbers[key]
    return None


def _draw(console: Console, ways: list[Way]) -> None:
    widest = max(len(way.title) for way in ways)
    console.print(Text("Welcome to Gridwright.", style="bold"))
    for number, way in enumerate(ways, start=1):
        line = Text.assemble(
            (f"  {number}  ", "bold"), f"{way.title:<{widest}}  ", (way.about, "dim")
        )
        console.print(line)
    console.print(Text("Press a number, or q to leave. `gridwright -h` lists all commands."))

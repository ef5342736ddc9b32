"""``gridwright play``."""

import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gridwright.cli.errors import CommandFailed
from gridwright.cli.hotseat.game_loop import GameLoop
from gridwright.cli.hotseat.table_file import load_transcript, open_table, seed_path
from gridwright.cli.table_options import FiguresOption, load_figures, parse_seats, repeat_content
from gridwright.cli.terminal import is_interactive, open_console
from gridwright.engine.dice import Dice
from gridwright.fair.record import RandomChooser


def play(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript by `gridwright new`.")],
    random: Annotated[
        str | None,
        typer.Option(
            "--random", metavar="SEATS", help="Seats played at random, as in 1,3; or `all`."
        ),
    ] = None,
    random_seed: Annotated[
        int | None,
        typer.Option("--random-seed", metavar="N", help="Makes the random players repeatable."),
    ] = None,
    seed_file: Annotated[
        Path | None,
        typer.Option("--seed-file", metavar="FILE", help="The secret seed. [default: FILE.seed]"),
    ] = None,
    content: FiguresOption = None,
) -> None:
    """Play a game in the terminal, all seats around one keyboard.

    Every action is on disk before the next question. Type `help` at the prompt. When the game is
    over its seed is revealed in the transcript, and `gridwright verify` can check it.
    """
    folders = content or []
    for folder in folders:
        load_figures(folder)
    console = open_console()
    transcript = load_transcript(file)
    n_seats = transcript.table.seats
    random_seats = _parse_random(random, n_seats)
    if transcript.closing is not None:
        raise CommandFailed(f"{file}: the game is over; `gridwright replay` shows it")
    table = open_table(file, seed_path(file, seed_file))
    dice = Dice(secrets.randbits(31) if random_seed is None else random_seed)
    hands_over = transcript.table.hidden_money and is_interactive()
    loop = GameLoop(table, console, console.input, random_seats, RandomChooser(dice), hands_over)
    try:
        over = loop.run()
    except KeyboardInterrupt:
        over = False
        console.print()
    again = f"{file}{repeat_content(folders)}"
    if over:
        last = f"The seed is revealed in {file}. Check it: gridwright verify {again}"
    else:
        last = f"Everything played is kept. Go on: gridwright play {again}"
    console.print(Text(last), soft_wrap=True)


def _parse_random(words: str | None, n_seats: int) -> list[int]:
    if words is None:
        return []
    if words == "all":
        return list(range(n_seats))
    seats = parse_seats(words)
    for seat in seats:
        if seat >= n_seats:
            raise CommandFailed(f"--random: expected seats from 0 to {n_seats - 1}, got {seat}")
    return seats

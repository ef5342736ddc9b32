"""``gridwright play``."""

import secrets
import shlex
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from gridwright.cli.boards.offering import offer_boards
from gridwright.cli.bot_options import DEFAULT_BOT, BotsOption, parse_bots, spread_bots
from gridwright.cli.data_folder import games_folder
from gridwright.cli.errors import CommandFailed
from gridwright.cli.hotseat.bot_seats import (
    Player,
    bot_player,
    load_bots,
    tell_bots,
    write_bots,
)
from gridwright.cli.hotseat.game_loop import GameLoop
from gridwright.cli.hotseat.table_file import create_table, load_transcript, open_table
from gridwright.cli.table_options import (
    BoardOption,
    BoardsOption,
    FiguresOption,
    NewEditionOption,
    NewSeatsOption,
    PresetOption,
    load_figures,
    parse_seats,
    repeat_content,
)
from gridwright.cli.terminal import is_interactive, open_console
from gridwright.content.table import DEFAULT_EDITION, DEFAULT_SEATS, TableSpec, default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.commit import seed_path
from gridwright.fair.record import RandomChooser, Recorder

PERSON = 0
"""The seat of the person who plays against bots."""


def play(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A transcript to continue. [default: a new game against bots]",
        ),
    ] = None,
    bot: BotsOption = None,
    edition: NewEditionOption = None,
    preset: PresetOption = None,
    board: BoardOption = None,
    seats: NewSeatsOption = None,
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
    boards: BoardsOption = None,
) -> None:
    """Play a game in the terminal: right away against bots, or all around one keyboard.

    Without a file a new game begins, you on seat 0 and bots on the others. It is kept in the data
    folder, and `gridwright play FILE` continues it. Every action is on disk before the next
    question. Type `help` at the prompt. When the game is over its seed is revealed in the
    transcript, and `gridwright verify` can check it.
    """
    folders = content or []
    digests = [load_figures(folder) for folder in folders]
    offered = offer_boards(boards)
    own = {each.id: each.content for each in offered}
    folders = [*folders, *(each.folder for each in offered)]
    names = parse_bots(bot)
    console = open_console()
    if file is None:
        if len(digests) > 1:
            raise CommandFailed("--content: a new game is played with one folder of figures")
        n_seats = DEFAULT_SEATS if seats is None else seats
        if len(own) == 1 and board is None and not digests:
            (board,) = own
        digest = own.get(board or "", digests[0] if digests else "")
        spec = default_spec(edition or DEFAULT_EDITION, preset, board, n_seats, digest)
        file, bots = _begin(spec, names, seed_file)
        _tell(console, f"A new game of {spec.edition}, kept in {file}")
    else:
        if not (edition is None and preset is None and board is None and seats is None):
            raise CommandFailed(f"{file} is a game already; leave out what chooses a table")
        n_seats, bots = _continue(file, names)
    random_seats = _parse_random(random, n_seats)
    table = open_table(file, seed_path(file, seed_file))
    players: dict[int, Player] = {seat: bot_player(name) for seat, name in bots.items()}
    dice = Dice(secrets.randbits(31) if random_seed is None else random_seed)
    players |= dict.fromkeys(random_seats, _random_player(dice))
    playing = {seat: name for seat, name in bots.items() if seat not in random_seats}
    if playing and PERSON not in players:
        _tell(console, f"You are seat {PERSON}; bots are {tell_bots(playing)}. `help` helps.")
    n_people = n_seats - len(players)
    hands_over = n_people > 1 and table.recorder.spec.hidden_money and is_interactive()
    loop = GameLoop(table, console, console.input, players, hands_over, watched=set(playing))
    try:
        over = loop.run()
    except KeyboardInterrupt:
        over = False
        console.print()
    again = f"{shlex.quote(str(file))}{repeat_content(folders)}"
    if over:
        _tell(console, f"The seed is revealed in {file}. Check it: gridwright verify {again}")
    else:
        _tell(console, f"Everything played is kept. Continue: gridwright play {again}")


def _begin(
    spec: TableSpec, names: list[str], seed_file: Path | None
) -> tuple[Path, dict[int, str]]:
    """Deal a new game in the data folder; its file and its bots by seat."""
    bots = _seat_bots(names or [DEFAULT_BOT], spec.seats)
    file = _fresh_path(spec.edition)
    create_table(file, seed_path(file, seed_file), spec, {})
    write_bots(file, bots)
    return file, bots


def _continue(file: Path, names: list[str]) -> tuple[int, dict[int, str]]:
    """The seats of a game that is not over, and its bots: those named now, or else remembered."""
    transcript = load_transcript(file)
    if transcript.closing is not None:
        raise CommandFailed(f"{file}: the game is over; `gridwright replay` shows it")
    n_seats = transcript.table.seats
    if not names:
        return n_seats, load_bots(file, n_seats)
    bots = _seat_bots(names, n_seats)
    write_bots(file, bots)
    return n_seats, bots


def _tell(console: Console, sentence: str) -> None:
    console.print(Text(sentence), soft_wrap=True)


def _seat_bots(names: list[str], n_seats: int) -> dict[int, str]:
    """Bots for every seat but the person's."""
    others = [seat for seat in range(n_seats) if seat != PERSON]
    return dict(zip(others, spread_bots(names, len(others)), strict=True))


def _fresh_path(edition: str) -> Path:
    """A name in the data folder that no game has, by when it began and what is played."""
    folder = games_folder()
    name = f"{datetime.now():%Y-%m-%d-%H%M}-{edition}"
    number = 1
    while (path := folder / (f"{name}-{number}.txt" if number > 1 else f"{name}.txt")).exists():
        number += 1
    return path


def _random_player(dice: Dice) -> Player:
    chooser = RandomChooser(dice)

    def choose(recorder: Recorder) -> Action:
        return chooser(recorder.game, recorder.history.state)

    return choose


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

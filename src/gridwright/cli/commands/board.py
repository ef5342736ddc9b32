"""``gridwright board``."""

import shlex
import time
from pathlib import Path
from typing import Annotated, Final

import typer

from gridwright.cli.command_groups import MARKUP, PlainGroup, add_command, help_without_command
from gridwright.cli.errors import BAD
from gridwright.cli.terminal import open_console, open_progress, print_json

PICTURE: Final = "board.svg"

app = typer.Typer(cls=PlainGroup, rich_markup_mode=MARKUP)


@app.callback(invoke_without_command=True)
def board_group(context: typer.Context) -> None:
    """Make a board of your own, and check it."""
    help_without_command(context)


def new_board(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What the board is called, as in Moorland.")
    ],
    inside: Annotated[
        Path, typer.Option("--in", metavar="DIR", help="Where to make its folder.")
    ] = Path(),
) -> None:
    """Make a folder with a small board that can be played immediately, with notes on every part."""
    from gridwright.cli.boards.new_board import write_board

    folder = write_board(name, inside)
    console = open_console()
    here = shlex.quote(str(folder))
    console.print(
        f"Your board is in {folder}. Open {folder / 'board.toml'} and change what you like."
    )
    console.print(f"Check it:    gridwright board check {here}", soft_wrap=True)
    console.print(f"Play on it:  gridwright serve --boards {here}", soft_wrap=True)


def check_board(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the board.")],
    games: Annotated[
        int,
        typer.Option("--games", "-n", metavar="N", min=0, help="How many random games to play."),
    ] = 200,
    as_json: Annotated[bool, typer.Option("--json", "-j", help="Print the same as JSON.")] = False,
) -> None:
    """Report everything that is wrong with a board, and how to fix it; then play and draw it.

    A good board is compared with the shipped ones and played at random with every number of
    players. Its picture is written to `board.svg` in its folder.
    """
    from gridwright.cli.boards.report import (
        describe,
        draw_faults,
        draw_seatings,
        draw_statistics,
        draw_trials,
        draw_verdict,
    )
    from gridwright.content.board_check.check import check_folder
    from gridwright.content.board_check.statistics import compare, measure
    from gridwright.content.board_check.trial_games import play_trials
    from gridwright.content.board_drawing.drawing import draw_board
    from gridwright.content.board_drawing.picture import draw_picture
    from gridwright.content.library import load_library
    from gridwright.content.table import default_spec

    console = open_console()
    checked = check_folder(folder)
    board = checked.board
    if board is None:
        if as_json:
            print_json(describe(checked))
        else:
            console.print(draw_faults(checked), soft_wrap=True)
        raise typer.Exit(BAD)
    sheet = load_library(board.edition, content=board.content).boards[board.id]
    tables = [
        default_spec(board.edition, each.preset, board.id, each.seats, board.content)
        for each in checked.seatings
    ]
    rows = compare(measure(sheet))
    begin = time.monotonic()
    with open_progress() as progress:
        task = progress.add_task("random games", total=games)
        trials = play_trials(tables, games, lambda: progress.advance(task))
    seconds = time.monotonic() - begin
    picture = folder / PICTURE
    labels = [region.label for region in sheet.regions]
    picture.write_text(draw_picture(draw_board(board), sheet.name, labels), encoding="utf-8")
    if as_json:
        print_json(describe(checked, rows, trials, str(picture)))
    else:
        console.print(draw_verdict(sheet.name, board.id, trials))
        console.print(draw_statistics(rows), soft_wrap=True)
        console.print(draw_seatings(checked.seatings))
        console.print(draw_trials(trials, seconds))
        console.print(f"Its picture is in {picture}", soft_wrap=True)
    if not trials.is_good:
        raise typer.Exit(BAD)


add_command(app, "new", new_board)
add_command(app, "check", check_board)

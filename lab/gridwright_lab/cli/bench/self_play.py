"""``gridwright-lab bench self-play``."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from gridwright.bots.registry import UnknownBotError, find_bot
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import (
    draw_threshold,
    number_table,
    open_console,
    open_notes,
    print_json,
)
from gridwright.content.table import list_editions
from gridwright_lab.bench.measure import table_of
from gridwright_lab.bench.other_bots import SelfPlay, measure_self_play
from gridwright_lab.bench.other_engine import verify_tree
from gridwright_lab.bench.self_play import SEATS, TreeSpeeds, measured_bots


def self_play(
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", min=0.01, help="Length of each figure's turn."),
    ] = 1.0,
    turns: Annotated[int, typer.Option("--turns", metavar="N", min=1, max=100)] = 3,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", metavar="BOT", help="Some bots alone.")
    ] = None,
    edition: Annotated[
        list[str] | None, typer.Option("--edition", metavar="ID", help="Some editions alone.")
    ] = None,
    beside: Annotated[
        Path | None,
        typer.Option("--beside", metavar="TREE", help="Measure the product of a folder in turns."),
    ] = None,
    least: Annotated[
        float,
        typer.Option("--least", metavar="X", min=0.0, help="Threshold of every ratio; 0 for none."),
    ] = 0.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how many games bots play against themselves, and playouts of `l1` and of planners.

    Tables of four, one core, CPU time. A playout begins at the start of a round of a game, with
    bots that sit down there, and lasts to the next round or the end; planners play as in a search.
    `--beside` names a folder with another tree, such as `src` or one that `make compiled` built
    elsewhere: both play the same deals in turns, and the ratio is printed. With `--least` the exit
    code is 1 if a ratio is below it, or if the games differ.
    """
    try:
        chosen = [find_bot(name).name for name in bot] if bot else measured_bots()
    except UnknownBotError as error:
        raise CommandFailed(str(error)) from error
    editions = edition or list_editions()
    for name in editions:
        table_of(name)  # An unknown edition is refused before anything is measured.
    if beside is not None:
        verify_tree(beside)
    elif least:
        raise CommandFailed("--least: expected --beside TREE as well, got no other tree")
    with open_notes().status("measuring …"):
        found = measure_self_play(chosen, editions, seconds, turns, beside, least)
    if as_json:
        print_json(found.to_json())
    else:
        _print(found, turns)
    if not found.ok:
        raise typer.Exit(BAD)


def _print(found: SelfPlay, turns: int) -> None:
    console = open_console()
    console.print(draw_self_play(found))
    remark = f"{SEATS} seats, Python {found.here.python}, best of {turns} turns. "
    told = [f"{name}: {tree.engine} engine, {tree.bots} bots" for name, tree in _trees(found)]
    console.print(Text(remark + "; ".join(told) + ".", style="dim"))
    if found.beside is not None:
        console.print("Same games." if found.plays_the_same else "The games DIFFER.")


def draw_self_play(found: SelfPlay) -> Table:
    """Return a row per value, with the other tree's value."""
    trees = _trees(found)
    ratio = [] if found.beside is None else ["ratio"]
    bar = ["bar", ""] if found.least else []
    table = number_table("per CPU second", *[name for name, _tree in trees], *ratio, *bar)
    for place, speed in enumerate(found.here.speeds):
        cells: list[str | Text]
        cells = [f"{tree.speeds[place].per_second:,.2f}" for _name, tree in trees]
        cells += [f"{each:.2f} ×" for each in found.ratios[place : place + 1]]
        if found.least:
            reached = found.ratios[place] >= found.least
            cells += [f"≥ {found.least:g} ×", draw_threshold(reached)]
        table.add_row(f"{speed.bot}, {speed.edition}, {speed.what}", *cells)
    return table


def _trees(found: SelfPlay) -> list[tuple[str, TreeSpeeds]]:
    trees = [("here", found.here)]
    return trees if found.beside is None else [*trees, ("beside", found.beside)]

"""``gridwright-lab bench envs``."""

import importlib.util
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import (
    draw_threshold,
    number_table,
    open_console,
    open_notes,
    print_json,
)
from gridwright.content.table import list_editions
from gridwright_lab.bench.measure import engine_kind

if TYPE_CHECKING:
    from gridwright_lab.bench.envs import EnvSpeed

PARTS = ("numpy", "gymnasium", "pettingzoo")


def envs(
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.01, help="Length of each round.")
    ] = 0.5,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", min=1, max=100)] = 10,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Games of the batch.")
    ] = 128,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="ID", help="One edition alone.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure a batch of games next to one game through PettingZoo, with a limit of the ratio.

    Random four-player games on one core, CPU time, in turns: `env.last()` and `env.step()` of one
    game, and `BatchEnv.step()`. The loop of PettingZoo's documentation, which also draws the choice
    by `action_space.sample`, is printed, too. Exit code 1 if a ratio is below the threshold.
    """
    if any(importlib.util.find_spec(part) is None for part in PARTS):
        raise CommandFailed("the environments need more: pip install 'gridwright[pettingzoo]'")
    # Imported late, so that the other commands start without NumPy.
    from gridwright_lab.bench.envs import measure

    editions = list_editions() if edition is None else [edition]
    with open_notes().status("measuring …"):
        found = measure(editions, seconds, games, rounds)
    if as_json:
        print_json({**found.to_json(), "engine": engine_kind()})
    else:
        console = open_console()
        console.print(draw_speed(found))
        remark = f"{engine_kind()} engine, {games} games in the batch, best of {rounds} rounds."
        console.print(Text(remark, style="dim"))
    if not found.ok:
        raise typer.Exit(BAD)


def draw_speed(found: "EnvSpeed") -> Table:
    """Return both values of each edition and their ratio next to the threshold."""
    told = found.to_json()
    table = number_table(
        "steps / CPU s", "one game", "batch", "ratio", "bar", "", "documented loop", "ratio"
    )
    for each in found.editions:
        table.add_row(
            each.edition,
            f"{each.single:,.0f}",
            f"{each.batch:,.0f}",
            f"{each.ratio:.2f}",
            f"≥ {told['bar']:.0f}",
            draw_threshold(each.ok),
            f"{each.documented:,.0f}",
            f"{each.batch / each.documented:.2f}",
        )
    return table

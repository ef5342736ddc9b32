"""``gridwright simulate``."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from gridwright.arena.runners.pool import work_through
from gridwright.cli.batch.game_store import open_game_store
from gridwright.cli.batch.simulated_game import simulate_game
from gridwright.cli.batch.summary import Summary
from gridwright.cli.bot_options import BotsOption, parse_bots, spread_bots
from gridwright.cli.errors import INTERRUPTED, fail
from gridwright.cli.table_options import (
    BoardOption,
    ContentOption,
    ContractorOption,
    EditionOption,
    HiddenMoneyOption,
    HouseRuleOption,
    OrderOption,
    PresetOption,
    RegionsOption,
    SeatsOption,
    choose_table,
    figures_loader,
)
from gridwright.cli.terminal import open_console, open_progress, print_json
from gridwright.content.table import RANDOM, build_game


def simulate(
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="DIR|FILE.jsonl",
            help="A folder with a file for each game, or one file with a line for each.",
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games.")
    ] = 100,
    first: Annotated[
        int, typer.Option("--first", metavar="K", min=0, help="The number of the first game.")
    ] = 1,
    workers: Annotated[
        int, typer.Option("--workers", "-w", metavar="N", min=1, help="Processes that play.")
    ] = 1,
    bot: BotsOption = None,
    edition: EditionOption = "classic",
    preset: PresetOption = None,
    board: BoardOption = None,
    seats: SeatsOption = 4,
    contractor: ContractorOption = False,
    hidden_money: HiddenMoneyOption = False,
    regions: RegionsOption = RANDOM,
    order: OrderOption = RANDOM,
    house_rule: HouseRuleOption = None,
    content: ContentOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", "-j", help="Print the summary as JSON.")
    ] = False,
) -> None:
    """Play many games, at random or by bots, and write their transcripts.

    Game number 17 of a table is the same game on every machine. Games that are there already are
    kept, so a run that was stopped continues when the command is given again.
    """
    spec = choose_table(
        edition,
        preset,
        board,
        seats,
        contractor,
        hidden_money,
        regions,
        order,
        house_rule,
        content,
    )
    build_game(spec)  # A table that cannot be played is refused before a folder is made.
    bots = spread_bots(parse_bots(bot), seats) if bot else []
    store = open_game_store(out, spec, bots)
    numbers = range(first, first + games)
    summary = Summary(seats)
    n_kept = 0
    try:
        with open_progress() as progress:
            task = progress.add_task("games", total=games)
            missing = set(numbers)
            for played in store.kept(numbers):
                missing.discard(played.number)
                summary.add(played)
                n_kept += 1
                progress.advance(task)
            work = partial(simulate_game, spec, bots)
            for played in work_through(work, sorted(missing), workers, figures_loader(content)):
                store.add(played)
                summary.add(played)
                progress.advance(task)
    except KeyboardInterrupt:
        fail(
            f"stopped after {summary.n_games} of {games} games; run it again to continue",
            INTERRUPTED,
        )
    if as_json:
        print_json({"table": spec.to_json(), "kept": n_kept, **summary.to_json()})
        return
    console = open_console()
    if n_kept:
        console.print(f"{n_kept} of {games} games were there already.\n")
    console.print(summary.draw())

"""``gridwright arena``: games of bots, played, stored and judged."""

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from gridwright.arena import sanity as fairness
from gridwright.arena import soak as soaking
from gridwright.arena.cells import gather_cells
from gridwright.arena.deals import DEVELOPMENT
from gridwright.arena.fixtures import Fixture, league, match
from gridwright.arena.sprt import ACCEPTED
from gridwright.arena.tally import Tally
from gridwright.bots.registry import BOTS, SEARCHING, find_bot
from gridwright.cli.commands.arena_conduct import build_plan, conduct
from gridwright.cli.commands.arena_options import (
    DEFAULT_CELLS,
    BarOption,
    CellOption,
    DealsOption,
    JsonOption,
    OutOption,
    RunnerName,
    RunnerOption,
    SeriesOption,
    SprtOption,
    WorkersOption,
)
from gridwright.cli.drawing.arena import (
    draw_faults,
    draw_matches,
    draw_seat_tests,
    draw_soak,
    percent,
)
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import open_console, print_json

LEAGUE: Final = ",".join([name for name in BOTS if name not in SEARCHING])


def match_command(
    bot: Annotated[
        str,
        typer.Option("--bot", "-B", metavar="BOT", help="The candidate; module:Class is your own."),
    ] = "hard",
    against: Annotated[
        str, typer.Option("--against", metavar="BOT", help="Who has all other seats.")
    ] = "l1",
    cell: CellOption = None,
    deals: DealsOption = 200,
    series: SeriesOption = DEVELOPMENT,
    sprt: SprtOption = None,
    bar: BarOption = None,
    above_fair: Annotated[
        bool,
        typer.Option("--above-fair", help="The lower bound must exceed the fair share 1/N."),
    ] = False,
    out: OutOption = None,
    runner: RunnerOption = RunnerName.POOL,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure a bot among copies of another one.

    Every deal is played from every seat, so luck of seat and cards cancels. Ties are split; a game
    that does not end is lost by the candidate. Intervals are drawn over deals. A run that was
    stopped continues when the command is given again. Exit code 1 if a bar is missed, if the test
    does not accept, or if a game failed.
    """
    words = ["match", "--bot", bot, "--against", against]
    texts = cell or DEFAULT_CELLS
    cells = gather_cells(texts)
    fixtures = [match(each, bot, against) for each in cells]
    plan = build_plan(words, texts, fixtures, [deals] * len(fixtures), series, sprt)
    folder, tallies = conduct("match", plan, out, runner, workers)
    goals = [_goal(tally, bar, above_fair) for tally in tallies]
    _tell_matches(folder, tallies, goals, bar, as_json)


def league_command(
    bots: Annotated[
        str, typer.Option("--bots", metavar="BOT,…", help="Who plays, the weakest first.")
    ] = LEAGUE,
    cell: CellOption = None,
    deals: DealsOption = 20,
    series: SeriesOption = DEVELOPMENT,
    sprt: SprtOption = None,
    ascending: Annotated[
        bool,
        typer.Option(
            "--ascending", help="Each bot must beat those before it: lower bound above 1/N."
        ),
    ] = False,
    out: OutOption = None,
    runner: RunnerOption = RunnerName.POOL,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure every bot of a list against every other one, in each cell.

    Without `--bots` those play that do not search. Each pair plays twice, either being the
    candidate; with two seats these are the same games. A test and `--ascending` ask something of
    the later bot of a pair only.
    """
    names = [find_bot(name).name for name in bots.split(",")]
    if len(set(names)) != len(names) or len(names) < 2:
        raise CommandFailed(f"--bots: expected at least two different bots, got {bots}")
    texts = cell or DEFAULT_CELLS
    fixtures = league(gather_cells(texts), names)
    words = ["league", "--bots", ",".join(names)]
    plan = build_plan(words, texts, fixtures, [deals] * len(fixtures), series, sprt)
    folder, tallies = conduct("league", plan, out, runner, workers)
    goals = [
        _goal(tally, None, ascending)
        if _is_higher(tally.fixture, names)
        else (False if tally.faults else None)
        for tally in tallies
    ]
    _tell_matches(folder, tallies, goals, None, as_json)


def sanity_command(
    bot: Annotated[str, typer.Option("--bot", "-B", metavar="BOT", help="Who plays.")] = "l1",
    cell: CellOption = None,
    deals: DealsOption = 2_000,
    whole_deals: Annotated[
        int,
        typer.Option("--whole-deals", metavar="N", min=1, help="Deals played from every seat."),
    ] = 5,
    series: SeriesOption = DEVELOPMENT,
    out: OutOption = None,
    runner: RunnerOption = RunnerName.POOL,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check that the arena is fair: the same bot at every seat.

    A few deals are played from every seat and must be shared exactly. The others are played once,
    and the wins of the seats must not be separable from equal ones (chi-square, 5 % for all cells
    together). Exit code 1 otherwise.
    """
    texts = cell or ("all:4",)
    cells = gather_cells(texts)
    fixtures = fairness.fixtures_for(cells, bot)
    words = ["sanity", "--bot", bot, "--whole-deals", str(whole_deals)]
    plan = build_plan(words, texts, fixtures, [whole_deals, deals] * len(cells), series, None)
    folder, tallies = conduct("sanity", plan, out, runner, workers)
    found = fairness.examine(tallies)
    good = all(test.is_passed for test in found) and not any(tally.faults for tally in tallies)
    if as_json:
        cells_json = [test.to_json() for test in found]
        print_json({"ok": good, "run": str(folder), "cells": cells_json})
    else:
        console = open_console()
        console.print(draw_seat_tests(found), soft_wrap=True)
        console.print(draw_faults(tallies))
    if not good:
        raise typer.Exit(BAD)


def soak_command(
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, help="How many.")
    ] = 10_000,
    cell: CellOption = None,
    series: SeriesOption = DEVELOPMENT,
    out: OutOption = None,
    runner: RunnerOption = RunnerName.POOL,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play L0 to L2 on every edition, preset, board and number of seats, and count what breaks.

    Bots that search take no part: they think too long for that many games. Every move is verified
    once more from what is stored. Exit code 1 unless there was no illegal action, no exception and
    no game without an end.
    """
    texts = cell or ("all/all/all:all",)
    cells = gather_cells(texts)
    fixtures, counts = soaking.spread(cells, games)
    plan = build_plan(["soak", "--games", str(games)], texts, fixtures, counts, series, None, True)
    folder, tallies = conduct("soak", plan, out, runner, workers)
    total = soaking.total(tallies)
    if as_json:
        rows = [tally.to_json() for tally in tallies]
        print_json({**total, "run": str(folder), "fixtures": rows})
    else:
        console = open_console()
        console.print(draw_soak(tallies))
        console.print(draw_faults(tallies))
    if not total["ok"]:
        raise typer.Exit(BAD)


def _goal(tally: Tally, bar: float | None, above_fair: bool) -> bool | None:
    """Return True if a match reached its goal; None if it has none."""
    asked: list[bool] = []
    if bar is not None:
        asked.append(tally.share >= bar)
    if above_fair:
        asked.append(tally.interval()[0] > 1 / tally.fixture.cell.seats)
    if tally.sprt is not None:
        asked.append(tally.sprt.verdict == ACCEPTED)
    if tally.faults:
        asked.append(False)
    return all(asked) if asked else None


def _is_higher(fixture: Fixture, names: list[str]) -> bool:
    return names.index(fixture.candidate) > names.index(fixture.reference)


def _tell_matches(
    folder: Path,
    tallies: list[Tally],
    goals: list[bool | None],
    bar: float | None,
    as_json: bool,
) -> None:
    good = False not in goals
    if as_json:
        rows: list[dict[str, Any]] = [
            {**tally.to_json(), "bar": bar, "passed": goal}
            for tally, goal in zip(tallies, goals, strict=True)
        ]
        print_json({"ok": good, "run": str(folder), "matches": rows})
    else:
        console = open_console()
        console.print(draw_matches(tallies, goals), soft_wrap=True)
        if bar is not None:
            console.print(f"The bar is {percent(bar)}.")
        console.print(draw_faults(tallies))
    if not good:
        raise typer.Exit(BAD)

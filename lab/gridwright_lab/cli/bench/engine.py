"""``gridwright-lab bench engine``."""

from pathlib import Path
from typing import Annotated

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
from gridwright_lab.bench.editions import N_TURNS, Compared, compare
from gridwright_lab.bench.measure import N_RECORDS, N_RUNS, TABLE, Measured, measure, table_of
from gridwright_lab.bench.other_engine import compare_other, measure_other, other_tree
from gridwright_lab.bench.thresholds import ENGINES, FIGURES, MOVES, Figure, goal_of, is_reached
from gridwright_lab.cli.bench.listed import measure_listed


def engine(
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", min=0.05, help="Length of each timed run."),
    ] = 2.0,
    both: Annotated[
        bool,
        typer.Option("--both", help="Measure interpreted and compiled, and print the ratio."),
    ] = False,
    edition: Annotated[
        list[str] | None,
        typer.Option("--edition", metavar="ID", help="Edition: classic (default), deluxe or card."),
    ] = None,
    listed: Annotated[
        bool,
        typer.Option("--listed", help="Decisions with every legal action listed, every edition."),
    ] = False,
    beside: Annotated[
        Path | None,
        typer.Option("--beside", metavar="TREE", help="The same beside the product of a folder."),
    ] = None,
    turns: Annotated[
        int, typer.Option("--turns", metavar="N", min=1, max=100, help="Turns of --listed.")
    ] = N_TURNS,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure the engine that is loaded, beside the thresholds it must reach.

    Random four-player games, classic ones on the USA board, others at the plainest table of their
    edition; one core, CPU time. An atomic move is one bid or pass, one token or fuel card, one city
    or one plant; what chance does is not counted. Exit code 1 if a threshold is missed.

    With `--edition deluxe` that edition and the classic one are measured in turns, and the ratio of
    their moves per second has the threshold. With `--edition card` whole games have it.

    With `--listed` it counts decisions of random games in which every legal action is listed, in
    all editions or those that are named. `--beside` names a folder with another tree, such as `src`
    or one that `make compiled` built elsewhere: both play the same games in turns, and the ratio
    has the threshold.
    """
    if listed or beside is not None:
        if both:
            raise CommandFailed("--both: does not go with --listed or --beside")
        measure_listed(edition or list_editions(), seconds, turns, beside, as_json)
        return
    if edition is not None and len(edition) > 1:
        raise CommandFailed(f"--edition: expected one, got {', '.join(edition)}")
    _measure_edition(edition[0] if edition else TABLE.edition, seconds, both, as_json)


def _measure_edition(edition: str, seconds: float, both: bool, as_json: bool) -> None:
    table_of(edition)  # An unknown edition is refused before anything is measured.
    tree = other_tree() if both else None
    if goal_of(edition).ratio is not None:
        _compare_editions(edition, seconds, tree, as_json)
        return
    notes = open_notes()
    with notes.status("measuring …"):
        found = [measure(edition, seconds)]
        if tree is not None:
            found.append(measure_other(tree, edition, seconds))
    found.sort(key=lambda measured: ENGINES.index(measured.engine))
    good = all(measured.ok for measured in found)
    if as_json:
        print_json({"ok": good, "engines": [measured.to_json() for measured in found]})
    else:
        console = open_console()
        console.print(draw_figures(found))
        console.print(
            Text(
                f"Python {found[0].python}. Best of {N_RUNS} runs of {seconds:g} s, as other work "
                f"only slows a run. Replay: median of {N_RECORDS} games.",
                style="dim",
            )
        )
    if not good:
        raise typer.Exit(BAD)


def _compare_editions(edition: str, seconds: float, tree: Path | None, as_json: bool) -> None:
    with open_notes().status("measuring …"):
        found = [compare(edition, seconds)]
        if tree is not None:
            found.append(compare_other(tree, edition, seconds))
    found.sort(key=lambda compared: ENGINES.index(compared.engine))
    good = all(compared.ok for compared in found)
    if as_json:
        print_json({"ok": good, "engines": [compared.to_json() for compared in found]})
    else:
        console = open_console()
        console.print(draw_comparison(found))
        remark = f"Python {found[0].python}. Moves per CPU second, best of {N_TURNS} turns each."
        console.print(Text(remark, style="dim"))
    if not good:
        raise typer.Exit(BAD)


def draw_comparison(found: list[Compared]) -> Table:
    """Return both editions and their ratio next to its threshold, engine by engine."""
    table = number_table(MOVES.name, *found[0].moves, "ratio", "bar", "")
    for compared in found:
        cells = [f"{moves:,.0f}" for moves in compared.moves.values()]
        cells += [f"{compared.ratio:.2f}", f"≥ {compared.threshold:.2f}"]
        table.add_row(compared.engine, *cells, draw_threshold(compared.ok))
    return table


def draw_figures(found: list[Measured]) -> Table:
    """Return each value next to its threshold, engine by engine."""
    table = number_table("")
    for measured in found:
        table.add_column(measured.engine, justify="right", min_width=12)
        table.add_column("bar", justify="right")
        table.add_column("")
    if len(found) == 2:
        table.add_column("ratio", justify="right")
    for figure in FIGURES:
        cells: list[str | Text] = [figure.name]
        for measured in found:
            cells += _cells(figure, measured)
        if len(found) == 2:
            first, second = (measured.values[figure.key] for measured in found)
            ratio = second / first if figure.more_is_better else first / second
            cells.append(f"{ratio:.1f} ×")
        table.add_row(*cells)
    return table


def _cells(figure: Figure, measured: Measured) -> list[str | Text]:
    value = measured.values[figure.key]
    threshold = measured.thresholds.get(figure.key)
    if threshold is None:
        return [f"{value:,.{figure.decimals}f}", "", ""]
    sign = "≥" if figure.more_is_better else "≤"
    reached = is_reached(figure, value, threshold)
    return [f"{value:,.{figure.decimals}f}", f"{sign} {threshold:,.0f}", draw_threshold(reached)]

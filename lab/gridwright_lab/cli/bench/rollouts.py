"""``gridwright-lab bench rollouts``."""

from typing import Annotated

import typer

from gridwright.cli.terminal import number_table, open_console, open_notes, print_json
from gridwright.content.table import list_editions
from gridwright_lab.bench.measure import table_of
from gridwright_lab.bench.rollouts import BAR, measure_rollouts


def rollouts(
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", min=0.01, help="Length of each figure's turn."),
    ] = 1.0,
    turns: Annotated[int, typer.Option("--turns", metavar="N", min=1, max=100)] = 3,
    edition: Annotated[
        list[str] | None, typer.Option("--edition", metavar="ID", help="Some editions alone.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure play-outs of one round: by `l1`, and by the policy that a search plays on with.

    Tables of four, one core, CPU time; both play on from the same positions in turns. It ends with
    1 if the ratio is below its threshold on the compiled tree.
    """
    editions = edition or list_editions()
    for name in editions:
        table_of(name)  # An unknown edition is refused before anything is measured.
    with open_notes().status("measuring …"):
        found = measure_rollouts(editions, seconds, turns)
    if as_json:
        print_json([each.to_json() for each in found])
    else:
        table = number_table("per CPU second", "l1", "quick", "ratio", "bar")
        for each in found:
            cells = [f"{each.plain:,.0f}", f"{each.quick:,.0f}", f"{each.ratio:.1f} ×"]
            table.add_row(each.edition, *cells, f"{BAR:.0f} ×")
        open_console().print(table)
    if not all(each.passed for each in found):
        raise typer.Exit(1)

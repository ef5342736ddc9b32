"""``gridwright-lab fuzz``."""

from typing import Annotated, Any, Final

import typer
from rich.table import Table
from rich.text import Text

from gridwright.arena.runners.pool import work_through
from gridwright.cli.errors import BAD, INTERRUPTED, fail
from gridwright.cli.table_options import ContentOption, figures_loader, load_figures
from gridwright.cli.terminal import (
    draw_threshold,
    number_table,
    open_console,
    open_progress,
    print_json,
)
from gridwright.content.table import NO_BOARD
from gridwright_lab.conformance import laws
from gridwright_lab.conformance.fuzz.boards import count_boards, plan_boards
from gridwright_lab.conformance.fuzz.games import BARS, Findings, Row, plan, walk_planned
from gridwright_lab.conformance.fuzz.walk import LEVELS, LIGHT

HEADINGS: Final = {
    laws.DEAD_END: ("no legal", "action"),
    laws.REFUSED_OFFER: ("offer", "refused"),
    laws.INVARIANT: ("invariant", "broken"),
    laws.UNFINISHED: ("does", "not end"),
}
LABEL_WIDTH: Final = 11
WIDTHS: Final = (7, 11, 10, 10, 11, 10, 10)
"""Widths of the columns after the label; 80 in total."""


def fuzz(
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="How many games.")
    ] = 600,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, help="Another seed.")] = 0,
    level: Annotated[
        str,
        typer.Option("--level", metavar="|".join(LEVELS), help="Check now and then, or always."),
    ] = LIGHT,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=1, help="Processes that play.")
    ] = 2,
    edition: Annotated[
        str | None,
        typer.Option("--edition", metavar="ID", help="Tables of this edition. [default: all]"),
    ] = None,
    board: Annotated[
        list[str] | None,
        typer.Option("--board", metavar="ID", help="Tables of this board; may be repeated."),
    ] = None,
    each_board: Annotated[
        bool,
        typer.Option("--each-board", help="Play --games on each board, and print a line for each."),
    ] = False,
    content: ContentOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Play random games at every kind of table and check the laws of the engine on the way.

    Each preset, board, number of seats and set of options has its turn. Exit code 1 unless every
    count of broken laws is zero. With `--each-board` or `--board` the games are those of each board
    and not of all together.
    """
    if level not in LEVELS:
        fail(f"--level: expected one of {', '.join(LEVELS)}, got {level}")
    findings = Findings()
    by_board = each_board or bool(board)
    figures = load_figures(content)
    if by_board:
        planned_games = plan_boards(games, seed, level, edition, figures, board or ())
        if not planned_games:
            fail(f"--board: expected a board, got {', '.join(board or ())}")
    else:
        planned_games = plan(games, seed, level, edition, figures)
    try:
        with open_progress() as progress:
            task = progress.add_task("games", total=len(planned_games))
            walks = work_through(walk_planned, planned_games, workers, figures_loader(content))
            for planned, walked in zip(planned_games, walks, strict=True):
                findings.add(planned, walked)
                progress.advance(task)
    except KeyboardInterrupt:
        n_planned = len(planned_games)
        fail(f"stopped after {findings.total().games} of {n_planned} games", INTERRUPTED)
    boards = count_boards(findings, games) if by_board else []
    if as_json:
        print_json({**findings.to_json(), **({"boards": boards} if by_board else {})})
    else:
        console = open_console()
        console.print(draw_boards(boards) if by_board else draw_findings(findings))
        console.print(Text(_verdict(findings)), soft_wrap=True)
        for failure in findings.failures:
            console.print(Text(str(failure)), soft_wrap=True)
    if not findings.ok:
        raise typer.Exit(BAD)


def draw_boards(boards: list[dict[str, Any]]) -> Table:
    """Print the games and findings of each board next to the thresholds."""
    table = number_table("", "tables", "games", "bar", "", "actions", "broken", "bar", "")
    for each in boards:
        table.add_row(
            f"{each['edition']} {each['board']}",
            str(each["tables"]),
            str(each["games"]),
            f"≥ {each['least_games']}",
            draw_threshold(each["games"] >= each["least_games"]),
            f"{each['actions']:,}",
            str(each["broken"]),
            str(each["most_broken"]),
            draw_threshold(each["broken"] <= each["most_broken"]),
        )
    return table


def draw_findings(findings: Findings) -> Text:
    """Return a row per number of seats under each preset and board, and a total."""
    uppers = ["", "", *(upper for upper, _lower in HEADINGS.values()), "other"]
    lowers = ["games", "actions", *(lower for _upper, lower in HEADINGS.values()), "laws"]
    lines = [_draw_row("", uppers, "dim"), _draw_row("", lowers, "dim")]
    group = ""
    for edition, preset, board, seats in sorted(findings.rows):
        named = f"{edition} {preset}" + ("" if board == NO_BOARD else f", {board}")
        if group != named:
            group = named
            lines.append(Text.assemble((group, "bold")))
        cells = _cells(findings.rows[edition, preset, board, seats])
        lines.append(_draw_row(f"  {seats} seats", cells))
    lines.append(_draw_row("total", _cells(findings.total()), "bold"))
    return Text("\n").join(lines)


def _draw_row(label: str, cells: list[str], style: str = "") -> Text:
    line = Text.assemble((f"{label:<{LABEL_WIDTH}}", style))
    for place, cell in enumerate(cells):
        is_finding = place > 1 and cell.isdigit() and cell != "0"
        line.append(f"{cell:>{WIDTHS[place]}}", style="bold red" if is_finding else style)
    return line


def _cells(row: Row) -> list[str]:
    others = sum(row.broken[law] for law in laws.LAWS if law not in BARS)
    counts = [row.games, row.actions, *(row.broken[law] for law in HEADINGS), others]
    return [str(count) for count in counts]


def _verdict(findings: Findings) -> str:
    whole = findings.total()
    n_checks = sum(findings.checks.values())
    facts = (
        f"{whole.games} games at {len(findings.tables)} tables, {whole.actions} actions, "
        f"{whole.positions} positions, {n_checks} checks"
    )
    return f"{facts}: {'all zeros' if findings.ok else 'LAWS WERE BROKEN'}."

"""``gridwright content``."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from gridwright.cli.commands.typed_deck import check_deck
from gridwright.cli.drawing.game_view import width_of
from gridwright.cli.drawing.log import hanging
from gridwright.cli.drawing.names import counted, joined
from gridwright.cli.errors import CommandFailed
from gridwright.cli.table_options import ContentOption, load_figures
from gridwright.cli.terminal import open_console, print_json
from gridwright.content.provenance import RECONSTRUCTION, Provenance
from gridwright.content.table import (
    DEFAULT_EDITION,
    NO_BOARD,
    BoardLayout,
    FigureTable,
    board_layout,
    list_boards,
    list_editions,
    list_figures,
    list_house_rules,
    list_presets,
    list_seats,
)

DECK_PANEL: Final = "Your own deck"
MIN_NAME_WIDTH: Final = 22


def content(
    edition: Annotated[
        str | None, typer.Argument(metavar="[EDITION]", help="One edition. [default: all]")
    ] = None,
    provenance: Annotated[
        bool,
        typer.Option("--provenance", help="List every table of figures: its source, how sure."),
    ] = False,
    folder: ContentOption = None,
    as_json: Annotated[bool, typer.Option("--json", "-j", help="Print the same as JSON.")] = False,
    check: Annotated[
        Path | None,
        typer.Option(
            "--check",
            metavar="FILE",
            help="Check a deck of plants that you typed in, one line for each card.",
            rich_help_panel=DECK_PANEL,
        ),
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write",
            metavar="DIR",
            help="Write the checked deck as a folder for --content.",
            rich_help_panel=DECK_PANEL,
        ),
    ] = None,
) -> None:
    """List what can be played: presets, boards and house rules of an edition.

    With `--provenance` every table of figures is listed with its source. A figure that was not
    found in print is called a reconstruction; `--content DIR` plays with other ones, and `--check
    FILE` says what is wrong or missing in a deck that you typed in from your box.
    """
    if check is not None:
        check_deck(edition, check, write)
        return
    if write is not None:
        raise CommandFailed("expected --check FILE with --write")
    digest = load_figures(folder)
    editions = _editions(digest) if edition is None else [edition]
    if as_json:
        told = [_describe(each, provenance, digest) for each in editions]
        print_json({"content": digest, "editions": told})
        return
    console = open_console()
    width = width_of(console)
    for place, each in enumerate(editions):
        if place:
            console.print()
        lines = _draw_edition(each, width, digest)
        if provenance:
            lines += [Text(), *_draw_figures(list_figures(each, content=digest), width)]
        console.print(Text("\n").join(lines))


def _editions(digest: str) -> list[str]:
    """All of them, the default one first."""
    others = [each for each in list_editions(content=digest) if each != DEFAULT_EDITION]
    return [DEFAULT_EDITION, *others]


def _draw_edition(edition: str, width: int, digest: str) -> list[Text]:
    seats = list_seats(edition, content=digest)
    presets = list_presets(edition, content=digest)
    boards = [board for board in list_boards(edition, content=digest) if board != NO_BOARD]
    # Two spaces before a name and two at least after the longest.
    column = max(MIN_NAME_WIDTH, *[len(name) + 4 for name in [*presets, *boards]])
    lines = [Text.assemble((edition, "bold"), f", {seats[0]} to {seats[-1]} seats")]
    lines.append(Text("Presets", style="dim"))
    for preset in presets:
        played = list_boards(edition, preset, content=digest)
        where = "without a board" if played == [NO_BOARD] else f"on {joined(played)}"
        lines += _named(preset, where, column, width)
    if boards:
        lines.append(Text("Boards", style="dim"))
    for board in boards:
        layout = board_layout(board, edition, content=digest)
        lines += _named(board, f"{layout.name}: {_size_of(layout)}", column, width)
    lines.append(Text("House rules", style="dim"))
    rules = list_house_rules(edition, content=digest)
    lines += hanging(", ".join(rules) if rules else "none", 2, 2, width)
    return lines


def _size_of(layout: BoardLayout) -> str:
    parts = [
        counted(len(layout.regions), "region"),
        counted(len(layout.cities), "city", "cities"),
        counted(len(layout.links), "link"),
    ]
    return joined(parts)


def _named(name: str, words: str, column: int, width: int) -> list[Text]:
    """A name on the left and words on the right of it, from a column on."""
    lines: list[Text] = []
    for place, piece in enumerate(hanging(words, 0, 0, width - column)):
        begin = f"  {name}" if place == 0 else ""
        lines.append(Text.assemble((f"{begin:<{column}}", "bold"), piece))
    return lines


def _draw_figures(figures: list[FigureTable], width: int) -> list[Text]:
    """Figures of one source in two lines or more, and how many there are of each confidence."""
    lines = [Text("Figures", style="dim")]
    counts: Counter[str] = Counter()
    for (file, provenance, begin), ends in _grouped(figures).items():
        counts[provenance.confidence] += len(ends)
        made_up = provenance.confidence == RECONSTRUCTION
        word = provenance.confidence.upper() if made_up else provenance.confidence
        told = [end or "the rest" for end in ends] if len(ends) > 1 else ends
        name = f"{file} {begin}{', '.join(told)}".rstrip() + ":"
        lines += [Text(line.plain, style="bold") for line in hanging(name, 2, 4, width)]
        if lines[-1].cell_len + 1 + len(word) > width:
            lines.append(Text(" " * 3))
        lines[-1].append(f" {word}", style="not bold cyan" if not made_up else "red")
        lines += hanging(provenance.source or "no source given", 4, 4, width)
    numbers = [f"{number} {confidence}" for confidence, number in counts.items()]
    lines.append(Text(f"{counted(len(figures), 'table')}: {', '.join(numbers)}."))
    return lines


def _grouped(figures: list[FigureTable]) -> dict[tuple[str, Provenance, str], list[str]]:
    """Tables of one file and one source by what their names begin with; the ends of the names."""
    groups: dict[tuple[str, Provenance, str], list[str]] = {}
    for figure in figures:
        begin, dot, end = figure.path.rpartition(".")
        groups.setdefault((figure.file, figure.provenance, begin + dot), []).append(end)
    return groups


def _describe(edition: str, provenance: bool, digest: str) -> dict[str, Any]:
    boards = [
        board_layout(board, edition, content=digest)
        for board in list_boards(edition, content=digest)
    ]
    told: dict[str, Any] = {
        "edition": edition,
        "seats": list_seats(edition, content=digest),
        "presets": [
            {"id": preset, "boards": list_boards(edition, preset, content=digest)}
            for preset in list_presets(edition, content=digest)
        ],
        "boards": [
            {
                "id": layout.id,
                "name": layout.name,
                "regions": [region.id for region in layout.regions],
                "cities": len(layout.cities),
                "links": len(layout.links),
            }
            for layout in boards
        ],
        "house_rules": list_house_rules(edition, content=digest),
    }
    if provenance:
        told["figures"] = [
            {
                "file": figure.file,
                "table": figure.path,
                "confidence": figure.provenance.confidence,
                "reconstruction": figure.provenance.confidence == RECONSTRUCTION,
                "source": figure.provenance.source,
            }
            for figure in list_figures(edition, content=digest)
        ]
    return told

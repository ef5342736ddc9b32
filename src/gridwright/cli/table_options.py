"""The options that choose a table, the same for every command that needs one."""

import shlex
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import typer

from gridwright.cli.completion import complete_board, complete_edition, complete_preset
from gridwright.cli.errors import CommandFailed
from gridwright.content.table import (
    DRAFT,
    NO_BOARD,
    RANDOM,
    TableSpec,
    default_spec,
    list_boards,
    register_overlay,
)

PANEL: Final = "Table"


def edition_option(told: str, panel: str | None = PANEL) -> Any:
    """The option that names an edition, with what a command says of it."""
    return typer.Option(
        "--edition",
        "-e",
        metavar="EDITION",
        autocompletion=complete_edition,
        help=told,
        rich_help_panel=panel,
    )


EditionOption: TypeAlias = Annotated[str, edition_option("Edition: classic, deluxe or card.")]
NewEditionOption: TypeAlias = Annotated[
    str | None, edition_option("Edition: classic, deluxe or card. [default: classic]")
]
ContentOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--content",
        metavar="DIR",
        help="A folder with corrected figures to play with (see the content guide).",
        rich_help_panel=PANEL,
    ),
]
FiguresOption: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--content",
        metavar="DIR",
        help="The corrected figures that a game was made with. May be given again.",
    ),
]
BoardsOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--boards",
        metavar="DIR",
        help="A board of your own to play on, or a folder of such boards.",
    ),
]
PresetOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--preset",
        "-p",
        metavar="PRESET",
        autocompletion=complete_preset,
        help="Rules, as in original or europe; a wrong name lists all.",
        rich_help_panel=PANEL,
    ),
]
BoardOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--board",
        "-b",
        metavar="BOARD",
        autocompletion=complete_board,
        help="Board, as in usa or europe; a wrong name lists all.",
        rich_help_panel=PANEL,
    ),
]
SeatsOption: TypeAlias = Annotated[
    int, typer.Option("--seats", "-s", metavar="N", help="Seats, 2 to 6.", rich_help_panel=PANEL)
]
NewSeatsOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--seats",
        "-s",
        metavar="N",
        help="Seats, 2 to 6, yours included. [default: 4]",
        rich_help_panel=PANEL,
    ),
]
ContractorOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--contractor",
        help="Play with the Demolition Contractor (c11.1, d11.1, k11.1).",
        rich_help_panel=PANEL,
    ),
]
HiddenMoneyOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--hidden-money",
        help="A seat sees only its own money (c11.3, d11.3, k11.3).",
        rich_help_panel=PANEL,
    ),
]
RegionsOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--regions",
        metavar="random|draft|ID,ID,…",
        help="Regions by lot, drafted, or given (c11.4 to c11.6, d11.4).",
        rich_help_panel=PANEL,
    ),
]
OrderOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--order",
        metavar="random|SEAT,SEAT,…",
        help="Order of round 1 by lot or given (c11.7, d11.5, k11.5).",
        rich_help_panel=PANEL,
    ),
]
HouseRuleOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--house-rule",
        metavar="NAME",
        help="One difference alone (c11.8); a wrong name lists all. May be given again.",
        rich_help_panel=PANEL,
    ),
]


def choose_table(
    edition: str,
    preset: str | None,
    board: str | None,
    seats: int,
    contractor: bool,
    hidden_money: bool,
    regions: str,
    order: str,
    house_rules: list[str] | None,
    content: Path | None,
) -> TableSpec:
    """The table that the options describe; omitted options get their default."""
    digest = load_figures(content)
    if list_boards(edition, content=digest) == [NO_BOARD]:
        _refuse_places(edition, board, regions)
    plain = default_spec(edition, preset, board, seats, digest)
    return replace(
        plain,
        contractor=contractor,
        hidden_money=hidden_money,
        regions=regions if regions in (RANDOM, DRAFT) else tuple(regions.split(",")),
        order=RANDOM if order == RANDOM else tuple(parse_seats(order)),
        house_rules=tuple(house_rules or ()),
    )


def _refuse_places(edition: str, board: str | None, regions: str) -> None:
    """Options that say where on a board, in a game that has none."""
    if board not in (None, NO_BOARD):
        raise CommandFailed(f"--board: {edition} is played without a board, got {board!r}")
    if regions != RANDOM:
        raise CommandFailed(f"--regions: {edition} has no board and no regions, got {regions!r}")


def load_figures(folder: Path | None) -> str:
    """Make corrected figures known; the digest that a table names them by, empty for none."""
    return "" if folder is None else register_overlay(folder)


def figures_loader(folder: Path | None) -> Callable[[], object] | None:
    """Return the set-up of a worker process for games with such data."""
    return None if folder is None else partial(register_overlay, folder.resolve())


def repeat_content(folders: list[Path]) -> str:
    """The options to give again with the next command, with a space before them."""
    return "".join(f" --content {shlex.quote(str(folder))}" for folder in folders)


def parse_seats(words: str) -> list[int]:
    """Seats separated by commas."""
    seats: list[int] = []
    for word in words.split(","):
        if not word.strip().isdigit():
            raise CommandFailed(f"expected seats as in 0,2,1; got {words!r}")
        seats.append(int(word))
    return seats

"""Checks that the board can be played with each number of players."""

from dataclasses import dataclass
from typing import Final

from gridwright.content.assembly import build_rules, resolve_preset
from gridwright.content.board_assembly import build_board
from gridwright.content.board_check.faults import Faults
from gridwright.content.errors import ContentError
from gridwright.content.library import load_library
from gridwright.content.own_board import OwnBoard
from gridwright.content.spec import TableSpec
from gridwright.content.table import default_spec
from gridwright.engine.masks import count
from gridwright.engine.network import cities_of, region_choices

MAX_INCOME: Final = 1_000
"""Largest income per round, in money. The engine treats a million as a price out of reach."""


@dataclass(frozen=True)
class Seating:
    """Regions and limits for a number of players."""

    preset: str
    seats: int
    n_regions: int
    n_choices: int
    """Number of sets of regions that may be in play."""
    fewest_cities: int


def check_playable(board: OwnBoard, faults: Faults) -> list[Seating]:
    """Return a seating for each preset and number of seats; add a fault where there is none."""
    library = load_library(board.edition, content=board.content)
    seatings: list[Seating] = []
    for preset in library.boards[board.id].presets:
        for seats in library.edition.seats:
            spec = default_spec(board.edition, preset, board.id, seats, board.content)
            seating = _check_seats(spec, faults)
            if seating is not None:
                seatings.append(seating)
    return seatings


def _check_seats(spec: TableSpec, faults: Faults) -> Seating | None:
    library = load_library(spec.edition, content=spec.content)
    sheet = library.boards[spec.board]
    assert sheet.figures is not None
    limits = sheet.figures.seat_tables[resolve_preset(library, spec).seat_table][spec.seats]
    players = f"with {spec.seats} players"
    if limits.n_regions > len(sheet.regions):
        faults.add(
            "too-few-regions",
            f"{players} {limits.n_regions} regions are in play, but the board has only "
            f"{len(sheet.regions)}; add regions, or a seat table that asks for fewer",
            "regions",
        )
        return None
    engine_board = build_board(sheet)
    choices = region_choices(engine_board, limits.n_regions)
    if not choices:
        faults.add(
            "no-choice",
            f"{players} {limits.n_regions} regions are in play, but no {limits.n_regions} of "
            "yours hang together by links inside them; add links within or between regions",
            "regions",
        )
        return None
    fewest = min(count(cities_of(engine_board, choice)) for choice in choices)
    if fewest < limits.end_cities:
        faults.add(
            "too-few-cities",
            f"{players} the game ends at {limits.end_cities} cities, but {limits.n_regions} "
            f"regions may have only {fewest} together; add cities, or a seat table that asks "
            "for fewer",
            "cities",
        )
        return None
    try:
        rules = build_rules(spec)
    except ContentError as error:
        faults.add("unplayable", f"{players} by the rules {spec.preset}: {error.problem}")
        return None
    if max(rules.income) > MAX_INCOME:
        faults.add(
            "absurd-income",
            f"by the rules {spec.preset} a round pays {max(rules.income)}; "
            f"write payments of at most {MAX_INCOME}",
            "incomes",
        )
        return None
    return Seating(spec.preset, spec.seats, limits.n_regions, len(choices), fewest)

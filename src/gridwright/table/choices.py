"""Choices of a host for a new table: content, the fields of a spec and of its terms.

Everything is derived, so that an option of the rules or of the terms cannot be left out.
"""

from dataclasses import fields
from enum import EnumType
from functools import lru_cache
from typing import Any, Final, get_args

import msgspec

from gridwright.bots.registry import BOTS, STRENGTHS
from gridwright.content.assembly import changes
from gridwright.content.board_assembly import build_board
from gridwright.content.board_texts import board_clauses, board_languages, board_words
from gridwright.content.library import load_library
from gridwright.content.own_board import OwnBoard
from gridwright.content.spec import DRAFT, RANDOM
from gridwright.content.table import (
    TableSpec,
    build_rules,
    default_spec,
    list_boards,
    list_editions,
    list_house_rules,
    list_presets,
    list_seats,
)
from gridwright.engine.network import region_choices
from gridwright.protocol.requests import BotCard, BotStrength
from gridwright.protocol.sheet import (
    BoardChoice,
    BoardWords,
    Choices,
    ClockChoice,
    EditionChoice,
    HouseRuleChoice,
    OptionChoice,
    PresetChoice,
    RegionFace,
    RegionSets,
)
from gridwright.table.terms import Clock, Terms

CHOSEN_FIRST: Final = ("edition", "preset", "board", "seats")
"""Fields whose values are listed with the editions."""
NOT_CHOSEN: Final = ("content", "version", "begins")
"""Fields that the server sets: its content, the current rules version, a position to begin."""
GIVEN: Final = "given"
"""Placeholder for a list that the host provides."""
OPTION_VALUES: Final = {"regions": [RANDOM, DRAFT, GIVEN], "order": [RANDOM, GIVEN]}


@lru_cache(maxsize=4)
def build_choices(own_boards: tuple[OwnBoard, ...] = ()) -> Choices:
    """Return every edition with its presets and boards, the default ones first, and all options.

    The host's own boards follow the shipped ones.
    """
    return Choices(
        [_edition(edition, own_boards) for edition in list_editions()],
        [
            OptionChoice(field.name, OPTION_VALUES.get(field.name, []))
            for field in fields(TableSpec)
            if field.name not in (*CHOSEN_FIRST, *NOT_CHOSEN)
        ],
        [
            OptionChoice(field.name, _words(field.type))
            for field in msgspec.structs.fields(Terms)
            if field.name != "clock"
        ],
        [_clock(clock) for clock in get_args(Clock)],
    )


def _words(kind: Any) -> list[str]:
    """Return the values of an enumeration; empty for other types."""
    if not isinstance(kind, EnumType):
        return []
    members: dict[str, Any] = dict(kind.__members__)
    return [str(each) for each in members.values()]


def _clock(clock: type[msgspec.Struct]) -> ClockChoice:
    names = [field.name for field in msgspec.structs.fields(clock)]
    return ClockChoice(str(clock.__struct_config__.tag), names)


def _edition(edition: str, own_boards: tuple[OwnBoard, ...]) -> EditionChoice:
    library = load_library(edition)
    presets = [
        PresetChoice(
            preset,
            library.presets.presets[preset].name,
            [
                *(_board(edition, preset, board) for board in list_boards(edition, preset)),
                *(
                    _board(edition, preset, own.id, own.content)
                    for own in own_boards
                    if own.edition == edition
                    and own.id in list_boards(edition, preset, content=own.content)
                ),
            ],
        )
        for preset in list_presets(edition)
    ]
    plants = library.plants
    n_rebuilt = len(plants.rebuilt())
    return EditionChoice(edition, list_seats(edition), presets, len(plants.cards), n_rebuilt)


def _board(edition: str, preset: str, board: str, content: str = "") -> BoardChoice:
    sheet = load_library(edition, content=content).boards[board]
    tables = [default_spec(edition, preset, board, seats, content) for seats in list_seats(edition)]
    return BoardChoice(
        board,
        sheet.name,
        [RegionFace(region.id, region.label) for region in sheet.regions],
        [_region_sets(table) for table in tables] if sheet.regions else [],
        [
            HouseRuleChoice(rule, seats)
            for rule in list_house_rules(edition)
            if (seats := [each.seats for each in tables if changes(each, rule)])
        ],
        [_board_words(tables[0], language) for language in board_languages(tables[0])],
        len(board_clauses(tables[0])),
        len(sheet.cities),
        [build_rules(table).limits.end_cities for table in tables],
        content,
    )


def _board_words(table: TableSpec, language: str) -> BoardWords:
    words = board_words(table, language)
    name = load_library(table.edition, content=table.content).boards[table.board].name
    about = words.get(f"board.{table.board}.about", "")
    return BoardWords(language, words.get(f"map.board.{table.board}", name), about)


@lru_cache(maxsize=64)
def _region_masks(edition: str, board: str, n_regions: int, content: str) -> list[int]:
    sheet = load_library(edition, content=content).boards[board]
    return region_choices(build_board(sheet), n_regions)


def _region_sets(table: TableSpec) -> RegionSets:
    n_regions = build_rules(table).limits.n_regions
    return RegionSets(
        table.seats, _region_masks(table.edition, table.board, n_regions, table.content)
    )


def build_bot_cards() -> list[BotCard]:
    """Return the bots that can be invited, the weakest first."""
    return [
        BotCard(
            bot.name,
            bot.level,
            bot.description,
            [
                msgspec.convert(each, BotStrength, from_attributes=True)
                for each in STRENGTHS[bot.name]
            ],
        )
        for bot in BOTS.values()
    ]

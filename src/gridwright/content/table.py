"""Creates the game of a table, and lists the editions, presets and boards to choose from."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from gridwright.content.assembly import build_rules
from gridwright.content.errors import ContentError, UnknownRules
from gridwright.content.identity import resolve, rules_identity
from gridwright.content.layout import BoardLayout, board_layout
from gridwright.content.library import list_editions, load_library
from gridwright.content.overlay import register_overlay
from gridwright.content.provenance import FigureTable, list_figures
from gridwright.content.rules_lookup import find_figures
from gridwright.content.shelf import CONTENT_ROOT, Root
from gridwright.content.spec import DRAFT, NO_BOARD, RANDOM, TableSpec, refuse_unknown
from gridwright.engine.board_classes import BoardClasses
from gridwright.engine.codec import observation_values
from gridwright.engine.editions import card, classic, deluxe
from gridwright.engine.game import Game
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import observe
from gridwright.engine.rules import Rules

__all__ = [
    "DRAFT",
    "NO_BOARD",
    "RANDOM",
    "BoardLayout",
    "ContentError",
    "FigureTable",
    "TableSpec",
    "UnknownRules",
    "board_layout",
    "build_game",
    "build_rules",
    "default_spec",
    "find_figures",
    "list_boards",
    "list_editions",
    "list_figures",
    "list_house_rules",
    "list_presets",
    "list_seats",
    "load_game",
    "newest",
    "register_overlay",
    "rules_identity",
]

BUILDERS: Final[Mapping[str, Callable[[Rules, BoardClasses], Game]]] = {
    "card": card.build,
    "classic": classic.build,
    "deluxe": deluxe.build,
}
"""Builder of each edition's game."""

DEFAULT_EDITION: Final = "classic"
DEFAULT_SEATS: Final = 4


@lru_cache(maxsize=256)
def build_game(spec: TableSpec, root: Root = CONTENT_ROOT) -> Game:
    """Return the game of a table. A game is immutable, so equal specs share one.

    The position at which a table begins does not change its game.
    """
    if spec.begins:
        return build_game(replace(spec, begins=()), root)
    if spec.edition not in BUILDERS:
        refuse_unknown("edition", "edition", spec.edition, list(BUILDERS))
    rules = build_rules(spec, root)
    sheet = load_library(spec.edition, root, spec.content).boards[spec.board]
    return BUILDERS[spec.edition](rules, sheet.brought.classes)


def load_game(spec: TableSpec, rules: str) -> Game:
    """Return the game of a table that began under a rules identity, with the data of that time.

    Raises UnknownRules if neither today's data nor a recorded state has the identity.
    """
    root = find_figures(spec, rules)
    return build_game(spec) if root == CONTENT_ROOT else build_game(spec, root)


def newest(spec: TableSpec) -> TableSpec:
    """Return the same spec with today's version of the rules."""
    edition = load_library(spec.edition, content=spec.content).edition
    return replace(spec, version=edition.rules_version)


def list_presets(
    edition: str = DEFAULT_EDITION, root: Root = CONTENT_ROOT, content: str = ""
) -> list[str]:
    """Return the presets of an edition, the default one first."""
    library = load_library(edition, root, content)
    default = library.edition.default_preset
    return [default, *(preset for preset in library.presets.presets if preset != default)]


def list_boards(
    edition: str = DEFAULT_EDITION,
    preset: str | None = None,
    root: Root = CONTENT_ROOT,
    content: str = "",
) -> list[str]:
    """Return the boards of a preset, the default one first; without a preset those of all.

    A game without a board has the one called NO_BOARD.
    """
    presets = load_library(edition, root, content).presets.presets
    if preset is not None and preset not in presets:
        refuse_unknown("preset", "preset", preset, list(presets))
    boards: list[str] = []
    for each in list_presets(edition, root, content) if preset is None else [preset]:
        boards.extend(board for board in presets[each].boards if board not in boards)
    return boards


def list_house_rules(
    edition: str = DEFAULT_EDITION, root: Root = CONTENT_ROOT, content: str = ""
) -> list[str]:
    return sorted(load_library(edition, root, content).presets.house_rules)


def list_seats(
    edition: str = DEFAULT_EDITION, root: Root = CONTENT_ROOT, content: str = ""
) -> list[int]:
    return list(load_library(edition, root, content).edition.seats)


def default_spec(
    edition: str = DEFAULT_EDITION,
    preset: str | None = None,
    board: str | None = None,
    seats: int = DEFAULT_SEATS,
    content: str = "",
) -> TableSpec:
    """Return the default table with the given choices.

    A board alone selects a preset that has it.
    """
    if preset is None:
        presets = list_presets(edition, content=content)
        preset = presets[0]
        if board is not None:
            boards = list_boards(edition, content=content)
            if board not in boards:
                refuse_unknown("board", "board", board, boards)
            preset = next(
                each for each in presets if board in list_boards(edition, each, content=content)
            )
    if board is None:
        board = list_boards(edition, preset, content=content)[0]
    return newest(TableSpec(edition, preset, board, seats, content=content))


HASHED: Final = ("spec", "rules")
"""Parts over which the rules identity is computed; the others follow from them."""


def rules_sheet(spec: TableSpec, root: Root = CONTENT_ROOT) -> dict[str, Any]:
    """Return spec and rules as the rules identity hashes them, the phases and the first position.

    ``opening`` is a spectator's view before anything is drawn, to which the first event of a game
    is applied.
    """
    game = build_game(spec, root)
    return {
        **resolve(spec, root),
        "phases": [phase.NAME for phase in game.phases],
        "first_of_round": game.first_of_round,
        "opening": observation_values(observe(game, game.new_state(), SPECTATOR)),
    }

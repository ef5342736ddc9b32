"""An edition as a whole, with its files checked against each other."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from gridwright.content.board_figures import BOARD_SECTIONS, BoardFigures, read_board_figures
from gridwright.content.boards import (
    EMPTY_SHEET,
    BoardContext,
    BoardSheet,
    board_presets,
    read_board,
)
from gridwright.content.card_figures import CARD_SECTIONS, CardFigures, read_card_figures
from gridwright.content.cards import PlantCards, read_plants
from gridwright.content.decks import Deck, read_decks
from gridwright.content.edition import Edition, read_edition
from gridwright.content.errors import ContentError
from gridwright.content.presets import (
    BOARD_KEYS,
    CARD_KEYS,
    Presets,
    TableNames,
    read_presets,
)
from gridwright.content.registry import OVERLAYS, Overlay
from gridwright.content.shelf import (
    CONTENT_ROOT,
    FUEL_CARDS,
    ReadLate,
    Root,
    Shelf,
    editions_of,
    load_shelf,
)
from gridwright.content.spec import NO_BOARD


@dataclass(frozen=True)
class Library:
    """All data of one edition's files. Never changed after loading."""

    edition: Edition
    figures: BoardFigures | CardFigures
    plants: PlantCards
    decks: Mapping[str, Deck]
    presets: Presets
    boards: Mapping[str, BoardSheet]
    """Boards by name; a game without a board has an empty one."""


def list_editions(root: Root = CONTENT_ROOT, content: str = "") -> list[str]:
    return editions_of(root, OVERLAYS.find(content))


def load_library(edition: str, root: Root = CONTENT_ROOT, content: str = "") -> Library:
    """Load the files of an edition, with the overlay of the given digest, strictly checked.

    Boards that are shipped are read and checked when they are first used.
    """
    return _load_library(edition, root, content)


# A cache of its own: it would tell apart calls that leave a default out from those that give it.
@cache
def _load_library(edition: str, root: Root, content: str) -> Library:
    return read_library(edition, root, OVERLAYS.find(content))


def read_library(edition: str, root: Root, overlay: Overlay | None) -> Library:
    shelf = load_shelf(edition, root, overlay)
    try:
        return read_files(shelf)
    except ContentError as error:
        raise shelf.located(error) from None


class EditionReader(ABC):
    """Reads the parts of an edition's files that differ between boards and cards."""

    sections: ClassVar[Sequence[str]]
    """Sections of the edition's file beyond those of every edition."""
    preset_keys: ClassVar[Sequence[str]]
    """Settings of a preset."""

    @abstractmethod
    def check_files(self, shelf: Shelf) -> None:
        """Raise `ContentError` if there is a file that the edition cannot have."""

    @abstractmethod
    def boards(self, shelf: Shelf) -> tuple[str, ...] | None:
        """Return the boards that a preset may name; None if it names none."""

    @abstractmethod
    def read_figures(self, shelf: Shelf, edition: Edition) -> BoardFigures | CardFigures:
        """Read and check the numbers of the edition's file."""


class BoardReader(EditionReader):
    """Reads an edition with boards and fuel tokens."""

    sections = BOARD_SECTIONS
    preset_keys = BOARD_KEYS

    def check_files(self, shelf: Shelf) -> None:
        pass

    def boards(self, shelf: Shelf) -> tuple[str, ...] | None:
        return shelf.boards

    def read_figures(self, shelf: Shelf, edition: Edition) -> BoardFigures:
        return read_board_figures(shelf.document("edition.toml"), edition.kinds, edition.seats)


class CardReader(EditionReader):
    """Reads an edition with fuel cards and no board."""

    sections = CARD_SECTIONS
    preset_keys = CARD_KEYS

    def check_files(self, shelf: Shelf) -> None:
        for board in shelf.boards:
            shelf.board(board).fail(f"expected no board beside {FUEL_CARDS}")

    def boards(self, shelf: Shelf) -> tuple[str, ...] | None:
        return None

    def read_figures(self, shelf: Shelf, edition: Edition) -> CardFigures:
        document = shelf.document("edition.toml")
        return read_card_figures(document, shelf.document(FUEL_CARDS), edition.kinds, edition.seats)


def read_files(shelf: Shelf) -> Library:
    """Check the files of an edition against each other."""
    document = shelf.document("edition.toml")
    reader: EditionReader = CardReader() if FUEL_CARDS in shelf.trees else BoardReader()
    reader.check_files(shelf)
    found = read_edition(document, reader.sections)
    document.entries()["id"].choice([shelf.edition], "edition")
    figures = reader.read_figures(shelf, found)
    plants = read_plants(shelf.document("plants.toml"), found.kinds, found.hybrid)
    decks = read_decks(shelf.document("decks.toml"), plants, found.seats)
    names = TableNames(
        reader.preset_keys,
        figures.table_names() | {"deck": list(decks)},
        found.seats,
    )
    boards = reader.boards(shelf)
    presets = read_presets(shelf.document("presets.toml"), boards, names, found.rules_version)
    document.entries()["default_preset"].choice(list(presets.presets), "preset")
    if isinstance(figures, CardFigures):
        return Library(found, figures, plants, decks, presets, {NO_BOARD: EMPTY_SHEET})
    context = BoardContext(
        kinds=found.kinds,
        hybrid=found.hybrid,
        seats=found.seats,
        figures=figures,
        plants=plants,
        decks=decks,
        presets=tuple(presets.presets),
        house_rules=tuple(presets.house_rules),
    )
    named = {board: board_presets(shelf.head(board), context) for board in shelf.boards}

    def read(board: str) -> BoardSheet:
        sheet = read_board(shelf.board(board), board, context)
        if sheet.presets != named[board]:
            shelf.board(board).fail("expected presets above the first empty line")
        return sheet

    sheets: Mapping[str, BoardSheet] = ReadLate(shelf.boards, read)
    if not shelf.is_late:
        sheets = dict(sheets)
    return Library(found, figures, plants, decks, _with_boards(presets, named), sheets)


def _with_boards(presets: Presets, named: Mapping[str, Sequence[str]]) -> Presets:
    """Return the presets with the boards that name them, after those that they name themselves."""
    return replace(
        presets,
        presets={
            name: replace(
                preset,
                boards=(
                    *preset.boards,
                    *(
                        board
                        for board, names in named.items()
                        if name in names and board not in preset.boards
                    ),
                ),
            )
            for name, preset in presets.presets.items()
        },
    )

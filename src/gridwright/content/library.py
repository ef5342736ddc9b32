"""An edition as a whole, checked file against file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gridwright.content.boards import BoardSheet, read_board
from gridwright.content.cards import PlantCards, read_plants
from gridwright.content.decks import Deck, read_decks
from gridwright.content.edition import Edition, read_edition
from gridwright.content.errors import ContentError
from gridwright.content.presets import Presets, TableNames, read_presets
from gridwright.content.registry import OVERLAYS, Overlay
from gridwright.content.shelf import CONTENT_ROOT, Shelf, editions_of, load_shelf


@dataclass(frozen=True)
class Library:
    """Everything the files of one edition say. It is never changed after loading."""

    edition: Edition
    plants: PlantCards
    decks: Mapping[str, Deck]
    presets: Presets
    boards: Mapping[str, BoardSheet]


def list_editions(root: Path = CONTENT_ROOT, content: str = "") -> list[str]:
    return editions_of(root, OVERLAYS.find(content))


@cache
def load_library(edition: str, root: Path = CONTENT_ROOT, content: str = "") -> Library:
    """All files of an edition, with the overlay of the given digest, strictly checked."""
    return read_library(edition, root, OVERLAYS.find(content))


def read_library(edition: str, root: Path, overlay: Overlay | None) -> Library:
    shelf = load_shelf(edition, root, overlay)
    try:
        return _read_files(shelf)
    except ContentError as error:
        raise shelf.located(error) from None


def _read_files(shelf: Shelf) -> Library:
    document = shelf.document("edition.toml")
    found = read_edition(document)
    document.entries()["id"].choice([shelf.edition], "edition")
    plants = read_plants(shelf.document("plants.toml"), found.kinds, found.hybrid)
    decks = read_decks(shelf.document("decks.toml"), plants, found.seats)
    names = TableNames(
        {
            "income": list(found.incomes),
            "refill": list(found.refills),
            "opening_tokens": list(found.opening_tokens),
            "seat_table": list(found.seat_tables),
            "deck": list(decks),
        },
        found.seats,
    )
    presets = read_presets(shelf.document("presets.toml"), shelf.boards, names)
    document.entries()["default_preset"].choice(list(presets.presets), "preset")
    sheets = {
        board: read_board(
            shelf.document(f"boards/{board}.toml"),
            board,
            found.kinds,
            plants.numbers(),
            list(presets.presets),
            names,
        )
        for board in shelf.boards
    }
    return Library(found, plants, decks, presets, sheets)

"""An edition as a whole, checked file against file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from gridwright.content.boards import BoardSheet, read_board
from gridwright.content.cards import PlantCards, read_plants
from gridwright.content.decks import Deck, read_decks
from gridwright.content.document import load_document, one_of
from gridwright.content.edition import Edition, read_edition
from gridwright.content.errors import ContentError
from gridwright.content.presets import Presets, TableNames, read_presets

CONTENT_ROOT: Final = Path(__file__).resolve().parent
"""The folder with one folder for each edition. A host may point to a corrected copy."""


@dataclass(frozen=True)
class Library:
    """Everything the files of one edition say. It is never changed after loading."""

    edition: Edition
    plants: PlantCards
    decks: Mapping[str, Deck]
    presets: Presets
    boards: Mapping[str, BoardSheet]


def list_editions(root: Path = CONTENT_ROOT) -> list[str]:
    return sorted(file.parent.name for file in root.glob("*/edition.toml"))


@cache
def load_library(edition: str, root: Path = CONTENT_ROOT) -> Library:
    """All files of an edition, strictly checked."""
    editions = list_editions(root)
    if edition not in editions:
        problem = f'unknown edition "{edition}"; expected {one_of(editions)}'
        raise ContentError("table", "edition", problem)
    document = load_document(root, f"{edition}/edition.toml")
    found = read_edition(document)
    document.entries()["id"].choice([edition], "edition")
    plants = read_plants(load_document(root, f"{edition}/plants.toml"), found.kinds, found.hybrid)
    decks = read_decks(load_document(root, f"{edition}/decks.toml"), plants, found.seats)
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
    boards = sorted(file.stem for file in (root / edition / "boards").glob("*.toml"))
    presets = read_presets(load_document(root, f"{edition}/presets.toml"), boards, names)
    document.entries()["default_preset"].choice(list(presets.presets), "preset")
    sheets = {
        board: read_board(
            load_document(root, f"{edition}/boards/{board}.toml"),
            board,
            found.kinds,
            plants.numbers(),
            list(presets.presets),
            names,
        )
        for board in boards
    }
    return Library(found, plants, decks, presets, sheets)

"""Provenance of the numbers of the content: source and confidence."""

import pytest

from gridwright.content.library import load_library
from gridwright.content.provenance import RECONSTRUCTION
from gridwright.content.table import list_figures, register_overlay
from tests.content.conftest import Write
from tests.content.files import EDITIONS, ROOT


def test_figures_with_their_origin(write: Write) -> None:
    known = {(each.file, each.path): each.provenance for each in list_figures("deluxe")}
    reconstructed = [
        path for (_, path), each in known.items() if each.confidence == "reconstruction"
    ]
    assert reconstructed == [
        "refills.europe-plain",
        "refills.north-america-plain",
        "seat_tables.plain-two-players",
        "trust",
        "contractor",
    ]
    assert known["deluxe/plants.toml", ""].confidence == "high"
    disputed = known["deluxe/boards/europe/board.toml", "links.kharkiv - moskwa"]
    assert (disputed.confidence, disputed.source[:2]) == ("medium", "16")
    assert all(each.source for each in known.values())
    note = 'source = "read from our cards"\nconfidence = "certain"\n'
    digest = register_overlay(write(edition="[contractor]\nlater = [0, 1, 2, 3, 4, 5]\n" + note))
    corrected = {each.path: each.provenance for each in list_figures("deluxe", content=digest)}
    assert corrected["contractor"].source == "read from our cards"
    assert corrected["contractor"].confidence == "certain"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_file_lists_its_figures(edition: str) -> None:
    files = {file.relative_to(ROOT).as_posix() for file in (ROOT / edition).rglob("*.toml")}
    assert {each.file for each in list_figures(edition)} == files


def test_rebuilt_plants_are_those_whose_confidence_says_so(write_card: Write) -> None:
    for edition in EDITIONS:
        figures = [each for each in list_figures(edition) if each.path.startswith("plants.")]
        marked = {
            each.path.removeprefix("plants.")
            for each in figures
            if each.provenance.confidence == RECONSTRUCTION
        }
        assert set(load_library(edition).plants.rebuilt()) == marked
    plants = load_library("card").plants
    assert 0 < len(plants.rebuilt()) < len(plants.cards)
    name = plants.rebuilt()[0]
    sure = f'plants = [{{ number = {name}, confidence = "certain" }}]\n'
    digest = register_overlay(write_card(plants=sure))
    corrected = load_library("card", content=digest).plants.rebuilt()
    assert corrected == plants.rebuilt()[1:]
    whole = 'confidence = "certain"\n' + "plants = []\nreplaces = []\n"
    digest = register_overlay(write_card("whole", plants=whole))
    assert load_library("card", content=digest).plants.rebuilt() == plants.rebuilt()

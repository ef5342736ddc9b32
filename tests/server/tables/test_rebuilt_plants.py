"""Tables and the choices of a host say which plants are not from print."""

from gridwright.aids.sheet import build_sheet
from gridwright.content.library import load_library
from gridwright.content.table import default_spec, list_editions, rules_identity
from gridwright.table.choices import build_choices


def test_a_sheet_marks_the_rebuilt_plants() -> None:
    for edition in list_editions():
        spec = default_spec(edition)
        sheet = build_sheet(spec, rules_identity(spec))
        marked = {plant.name for plant in sheet.plants if plant.is_rebuilt}
        assert marked == set(load_library(edition).plants.rebuilt())


def test_choices_count_them() -> None:
    for edition in build_choices(()).editions:
        plants = load_library(edition.id).plants
        assert (edition.n_plants, edition.n_rebuilt) == (len(plants.cards), len(plants.rebuilt()))
    counts = {each.id: each.n_rebuilt for each in build_choices(()).editions}
    assert counts["card"] > 0
    assert (counts["classic"], counts["deluxe"]) == (0, 0)

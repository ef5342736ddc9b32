"""A host's corrections: what they change, what is refused, and what they do to an identity."""

import re
import shutil
from pathlib import Path

import pytest

from gridwright.content.shelf import CONTENT_ROOT
from gridwright.content.table import (
    ContentError,
    TableSpec,
    board_layout,
    build_game,
    build_rules,
    default_spec,
    list_boards,
    list_editions,
    list_house_rules,
    list_presets,
    list_seats,
    register_overlay,
    rules_identity,
)
from tests.content.conftest import Write
from tests.content.files import EDITIONS

SHIPPED = TableSpec("deluxe", "europe", "europe", 4, contractor=True)
CONTRACTOR = "[contractor]\nfirst = [6, 12, 18, 24, 30, 36]\n"

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "content.md"


def corrected(folder: Path, board: str = "europe") -> TableSpec:
    return default_spec("deluxe", board=board, content=register_overlay(folder))


def test_tables_merge_and_lists_are_replaced(write: Write) -> None:
    rules = build_rules(corrected(write(edition=CONTRACTOR)))
    shipped = build_rules(SHIPPED)
    assert rules.contractor_first == [6, 12, 18, 24, 30, 36]
    assert rules.contractor_later == shipped.contractor_later == [0, 5, 5, 10, 10, 15]
    assert rules.income == shipped.income


def test_the_example_of_the_guide(write: Write) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    (example,) = re.findall(r"(?ms)^```toml\n(.*?)^```$", text)
    rules = build_rules(corrected(write(edition=example)))
    shipped = build_rules(SHIPPED)
    assert rules.contractor_first != shipped.contractor_first
    assert rules.contractor_later != shipped.contractor_later


def test_one_figure_deep_inside_a_table(write: Write) -> None:
    folder = write(edition="[seat_tables.published.rows]\n4 = { end_cities = 16 }\n")
    rules = build_rules(corrected(folder))
    limits = rules.limits
    assert (limits.end_cities, limits.step_two_cities, limits.n_regions) == (16, 7, 4)


def test_plants_merge_by_number(write: Write) -> None:
    folder = write(plants="plants = [{ number = 8, output = 3 }, { number = 3, need = 1 }]\n")
    plants = build_rules(corrected(folder)).deck.plants
    before = build_rules(SHIPPED).deck.plants
    assert len(plants) == len(before) == 42
    assert [(each.number, each.need, each.output) for each in plants if each.number < 9] == [
        *((3, 1, 1), (4, 2, 1), (5, 2, 1), (6, 1, 1), (7, 1, 1), (8, 3, 3)),
    ]


BOARD = """
cities = [{ id = "london", name = "Londinium", x = 304 }]
regions = [{ id = "north", label = "North" }]
links = [
  { from = "vlaanderen", to = "london", cost = 14 },
  { from = "glasgow", to = "oslo", cost = 30 },
]
adjacent = [
  ["centre", "east"], ["centre", "north"], ["centre", "northwest"], ["centre", "south"],
  ["centre", "southwest"], ["east", "north"], ["east", "south"], ["east", "southeast"],
  ["north", "northwest"], ["northwest", "southwest"], ["south", "southeast"],
  ["south", "southwest"],
]
"""


def test_cities_regions_and_links_merge_by_name(write: Write) -> None:
    table = corrected(write(europe=BOARD))
    layout = board_layout("europe", "deluxe", content=table.content)
    shipped = board_layout("europe", "deluxe")
    costs = {link.ends: link.cost for link in layout.links}
    assert costs[("london", "vlaanderen")] == 14
    assert costs[("glasgow", "oslo")] == 30
    assert len(layout.links) == len(shipped.links) + 1 == 105
    assert {city.name for city in layout.cities} ^ {city.name for city in shipped.cities} == {
        *("London", "Londinium")
    }
    assert [region.label for region in layout.regions if region.id == "north"] == ["North"]
    assert len(build_rules(table).board.links) == 105


FLAT = "4ddf3cfdfbbfdda4f2e5399de3e09e7ce6d0c043482eff6c17cf7f35a874b174"
"""Files of an overlay from the time when a board was one file."""


def test_a_board_may_be_corrected_by_a_single_file(tmp_path: Path) -> None:
    """Its digest is the one that games were recorded with."""
    boards = tmp_path / "deluxe" / "boards"
    boards.mkdir(parents=True)
    text = 'cities = [{ id = "london", name = "Londinium" }]\n'
    (boards / "europe.toml").write_text(text, encoding="utf-8")
    table = corrected(tmp_path)
    assert table.content == FLAT
    names = [city.name for city in board_layout("europe", "deluxe", content=FLAT).cities]
    assert "Londinium" in names
    (boards / "europe").mkdir()
    (boards / "europe" / "board.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ContentError, match="expected each board once"):
        register_overlay(tmp_path)


def test_a_thing_may_be_added_if_it_is_complete(write: Write) -> None:
    plant = '{ number = 41, kinds = [], need = 0, storage = 0, output = 6, back = "light" }'
    counts = {
        "": "{ 2 = 6, 3 = 7, 4 = 4, 5 = 1, 6 = 1 }",
        "-reference": "{ 2 = 10, 3 = 11, 4 = 8, 5 = 5, 6 = 5 }",
    }
    decks = "".join(
        f"[decks.{deck}{kind}.removed]\nlight = {removed}\n"
        for deck in ("europe", "north-america")
        for kind, removed in counts.items()
    )
    rules = build_rules(corrected(write(plants=f"plants = [{plant}]\n", decks=decks)))
    assert [each.number for each in rules.deck.plants][-5:] == [41, 42, 44, 46, 50]


def test_a_whole_board_may_be_added(write: Write) -> None:
    text = (CONTENT_ROOT / "deluxe" / "boards" / "europe" / "board.toml").read_text(
        encoding="utf-8"
    )
    presets = '[presets.europe]\nboards = ["europe", "old-europe"]\n'
    folder = write(old_europe=text.replace('id = "europe"', 'id = "old-europe"'), presets=presets)
    digest = register_overlay(folder)
    assert list_boards("deluxe", content=digest) == ["europe", "old-europe", "north-america"]
    assert build_rules(default_spec("deluxe", board="old-europe", content=digest)).n_seats == 4


def test_a_whole_edition_may_be_added_but_has_no_game(tmp_path: Path) -> None:
    shutil.copytree(CONTENT_ROOT / "deluxe", tmp_path / "luxury")
    file = tmp_path / "luxury" / "edition.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('id = "deluxe"', 'id = "luxury"'), encoding="utf-8")
    digest = register_overlay(tmp_path)
    assert list_editions(content=digest) == [*EDITIONS, "luxury"]
    assert list_editions() == EDITIONS
    table = default_spec("luxury", content=digest)
    assert build_rules(table).edition == "luxury"
    with pytest.raises(ContentError, match=r'^table: edition: unknown edition "luxury"'):
        build_game(table)


def test_lists_honour_an_overlay(write: Write) -> None:
    presets = "[house_rules]\nno-minimum = { obsolete_plants = false }\n"
    edition = 'default_preset = "north-america"\n'
    digest = register_overlay(write(presets=presets, edition=edition))
    assert list_house_rules("deluxe", content=digest) == [
        *("coal-to-8", "light-from-20", "money-alone-breaks-ties", "no-minimum"),
        *("plain-two-players", "step-three-at-once"),
    ]
    assert list_presets("deluxe", content=digest) == ["north-america", "europe", "reference"]
    assert list_seats("deluxe", content=digest) == list_seats("deluxe")
    assert default_spec("deluxe", content=digest) == TableSpec(
        "deluxe", "north-america", "north-america", 4, content=digest, version=3
    )


def test_the_digest_is_of_the_content(write: Write) -> None:
    first = register_overlay(write(edition=CONTRACTOR + "[money]\nstart = 60\n", europe=BOARD))
    links = BOARD.replace(
        'from = "vlaanderen", to = "london"', 'from = "london", to = "vlaanderen"'
    )
    lines = links.strip().splitlines()
    lines[3], lines[4] = lines[4], lines[3]
    reordered = "# As in our box.\n[money]\nstart = 60\n\n" + CONTRACTOR
    again = register_overlay(write("again", edition=reordered, europe="\n".join(lines)))
    other = register_overlay(write("other", edition=CONTRACTOR + "[money]\nstart = 61\n"))
    assert re.fullmatch(r"[0-9a-f]{64}", first)
    assert first == again != other


def test_identities(write: Write) -> None:
    table = corrected(write(edition=CONTRACTOR))
    other = corrected(write("other", edition=CONTRACTOR.replace("36", "35")))
    shipped = default_spec("deluxe")
    assert len({rules_identity(each) for each in (table, other, shipped)}) == 3
    assert rules_identity(TableSpec.from_json(table.to_json())) == rules_identity(table)
    assert build_game(table) is not build_game(shipped)
    assert build_game(table).rules.contractor_first == [6, 12, 18, 24, 30, 36]


def test_a_table_of_other_figures_is_refused() -> None:
    table = default_spec("deluxe")
    plain = table.to_json() | {"content": "00" * 32}
    for use in (build_rules, build_game, rules_identity):
        with pytest.raises(ContentError) as caught:
            use(TableSpec.from_json(plain))
        assert (caught.value.file, caught.value.path) == ("table", "content")
        assert "made with other figures" in caught.value.problem
        assert "--content" in caught.value.problem

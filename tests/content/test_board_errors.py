"""Faults of a board."""

import pytest

from gridwright.content.table import ContentError, TableSpec, build_rules
from tests.content.conftest import Edit
from tests.content.damage import Damage, verify_complaint

DAMAGES = [
    Damage(
        "other board",
        "boards/usa/board.toml",
        'id = "usa"',
        'id = "us"',
        "id",
        'unknown board "us"; expected one of usa',
    ),
    Damage(
        "link to an unknown city",
        "boards/usa/board.toml",
        'from = "portland", to = "san-francisco"',
        'from = "portland", to = "san-fransico"',
        "links[4].to",
        'unknown city "san-fransico"; expected one of seattle, portland, boise',
    ),
    Damage(
        "self link",
        "boards/usa/board.toml",
        'from = "seattle", to = "portland"',
        'from = "seattle", to = "seattle"',
        "links[0].to",
        'expected another city than "seattle"; came the same',
    ),
    Damage(
        "duplicate link",
        "boards/usa/board.toml",
        'from = "seattle", to = "boise"',
        'from = "portland", to = "seattle"',
        "links[1]",
        'duplicate link "portland - seattle"; expected each once',
    ),
    Damage(
        "half a place on earth",
        "boards/usa/board.toml",
        ", lat = 47.61",
        "",
        "cities[0]",
        "expected lat and lon, or neither",
    ),
    Damage(
        "negative cost",
        "boards/usa/board.toml",
        'to = "portland", cost = 3',
        'to = "portland", cost = -3',
        "links[0].cost",
        "expected a whole number from 0 up; came -3",
    ),
    Damage(
        "unknown confidence of a link",
        "boards/usa-recharged/board.toml",
        'confidence = "low"',
        'confidence = "none"',
        "links[19].confidence",
        'unknown confidence "none"',
    ),
    Damage(
        "unreachable city",
        "boards/usa/board.toml",
        '  { from = "tampa", to = "miami", cost = 4 },\n',
        "",
        "cities[41]",
        'unreachable city "miami"; expected links to all other cities',
    ),
    Damage(
        "a region on no landmass",
        "boards/usa/board.toml",
        "adjacent = [",
        'landmasses = [["red"]]\nadjacent = [',
        "landmasses",
        "expected each of 6 regions on a landmass; came 1",
    ),
    Damage(
        "duplicate city",
        "boards/usa/board.toml",
        'id = "portland", name',
        'id = "seattle", name',
        "cities[1]",
        'duplicate city "seattle"; expected each once',
    ),
    Damage(
        "capital letters in an id",
        "boards/usa/board.toml",
        'id = "portland", name',
        'id = "Portland", name',
        "cities[1].id",
        'expected lower-case ASCII letters, digits and hyphens; came "Portland"',
    ),
    Damage(
        "city of an unknown region",
        "boards/usa/board.toml",
        'name = "Seattle", region = "purple"',
        'name = "Seattle", region = "violet"',
        "cities[0].region",
        'unknown region "violet"; expected one of purple, cyan',
    ),
    Damage(
        "text for a coordinate",
        "boards/usa/board.toml",
        "x = 103",
        'x = "103"',
        "cities[0].x",
        'expected a number; came "103"',
    ),
    Damage(
        "region without cities",
        "boards/usa/board.toml",
        "regions = [\n",
        'regions = [\n  { id = "grey", label = "Alaska" },\n',
        "regions[0]",
        'expected at least one city in region "grey"; came none',
    ),
    Damage(
        "duplicate region",
        "boards/usa/board.toml",
        'id = "cyan", label',
        'id = "purple", label',
        "regions[1]",
        'duplicate region "purple"',
    ),
    Damage(
        "adjacency without a link",
        "boards/usa/board.toml",
        '["red", "yellow"],\n',
        '["red", "yellow"],\n  ["brown", "cyan"],\n',
        "adjacent[9]",
        'expected a link between "brown" and "cyan"; came none',
    ),
    Damage(
        "link without adjacency",
        "boards/usa/board.toml",
        '  ["cyan", "purple"],\n',
        "",
        "links[4]",
        'expected "cyan" and "purple" among the adjacent regions',
    ),
    Damage(
        "region next to itself",
        "boards/usa/board.toml",
        '["cyan", "purple"]',
        '["cyan", "cyan"]',
        "adjacent[2]",
        'expected two regions; came "cyan" twice',
    ),
    Damage(
        "adjacency twice",
        "boards/usa/board.toml",
        '["cyan", "red"]',
        '["purple", "cyan"]',
        "adjacent[3]",
        'duplicate pair of regions "cyan - purple"',
    ),
    Damage(
        "adjacency of three",
        "boards/usa/board.toml",
        '["cyan", "purple"]',
        '["cyan", "purple", "red"]',
        "adjacent[2]",
        "expected a list of 2; came one of 3",
    ),
    Damage(
        "spaces out of order",
        "boards/usa/board.toml",
        "costs = [10, 15, 20]",
        "costs = [15, 10, 20]",
        "spaces.costs",
        "expected at least one cost, cheapest first; came [15, 10, 20]",
    ),
    Damage(
        "store of an unknown kind",
        "boards/usa-recharged/board.toml",
        'kind = "coal"',
        'kind = "peat"',
        "store_prices[0].kind",
        'unknown kind "peat"',
    ),
    Damage(
        "unknown closing plant",
        "boards/germany-recharged/board.toml",
        "plant = 39",
        "plant = 41",
        "closing_plants[0].plant",
        "unknown plant 41; expected a number of plants.toml",
    ),
    Damage(
        "settings of an unknown preset",
        "boards/usa/board.toml",
        "[spaces]",
        "[settings.deluxe]\nn_idle_removed = 2\n\n[spaces]",
        "settings.deluxe",
        "unknown key; expected one of original, recharged, reference",
    ),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_damage_is_found(damage: Damage, edit: Edit) -> None:
    verify_complaint(damage, edit(damage.file, damage.old, damage.new, damage.edition))


def test_more_regions_than_the_board_has(edit: Edit) -> None:
    root = edit("edition.toml", "4 = { regions = 4", "4 = { regions = 7")
    with pytest.raises(ContentError, match=r"^table: board: expected 7 regions in one network"):
        build_rules(TableSpec("classic", "original", "usa", 4), root)

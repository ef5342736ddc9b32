"""Choosing a table."""

from dataclasses import replace
from typing import Any

import pytest

from gridwright.content.identity import describe_rules
from gridwright.content.table import (
    BUILDERS,
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
    newest,
)
from gridwright.engine.errors import REFUSALS
from gridwright.engine.rules import REGIONS_BY_LOT, REGIONS_DRAFTED, REGIONS_GIVEN, Limits, Rules
from tests.content.files import BOARD_GAMES, board_file, boards_by_preset

HOUSE_RULES = [
    "dry-stack-ends",
    "network-within-capacity",
    "no-building-in-round-1",
    "opens-at-minimum",
    "reference-income",
    "reference-refill",
    "scrapped-under-stack",
]


def spec(**changes: Any) -> TableSpec:
    chosen: dict[str, Any] = {
        "edition": "classic",
        "preset": "original",
        "board": "usa",
        "seats": 4,
        "version": 2,
    } | changes
    return TableSpec(**chosen)


def every_spec() -> list[TableSpec]:
    return [
        default_spec(edition, preset, board, seats)
        for edition in list_editions()
        for preset in list_presets(edition)
        for board in list_boards(edition, preset)
        for seats in list_seats(edition)
    ]


def test_lists() -> None:
    assert list_editions() == ["card", "classic", "deluxe"] == list(BUILDERS)
    assert list_presets("classic") == ["original", "recharged", "reference"]
    by_preset = boards_by_preset("classic")
    assert by_preset["original"][:2] == ["usa", "germany"]
    assert by_preset["recharged"][:2] == ["usa-recharged", "germany-recharged"]
    for preset, boards in by_preset.items():
        assert list_boards("classic", preset) == boards
    every = [board for boards in by_preset.values() for board in boards]
    assert list_boards("classic")[:2] == ["usa", "germany"]
    assert sorted(list_boards("classic")) == sorted(set(every))
    assert list_boards("classic", "reference") == ["usa", "germany"]
    assert list_house_rules("classic") == HOUSE_RULES
    assert list_seats("classic") == list_seats("deluxe") == [2, 3, 4, 5, 6]
    assert list_presets("deluxe") == ["europe", "north-america", "reference"]
    assert (
        list_boards("deluxe") == list_boards("deluxe", "reference") == ["europe", "north-america"]
    )
    assert list_house_rules("deluxe") == [
        *("coal-to-8", "light-from-20", "money-alone-breaks-ties", "plain-two-players"),
        "step-three-at-once",
    ]


def test_default_specs() -> None:
    assert default_spec() == TableSpec("classic", "original", "usa", 4, version=3)
    assert default_spec(preset="recharged", seats=2).board == "usa-recharged"
    assert default_spec(board="germany").preset == "original"
    assert default_spec(board="germany-recharged").preset == "recharged"
    assert default_spec("deluxe") == newest(TableSpec("deluxe", "europe", "europe", 4))
    assert default_spec("deluxe", board="north-america").preset == "north-america"
    with pytest.raises(ContentError, match=r'^table: board: unknown board "mars"; expected one of'):
        default_spec(board="mars")
    with pytest.raises(ContentError, match=r"^table: preset: unknown preset"):
        default_spec(preset="house")
    with pytest.raises(ContentError, match=r"^table: board: unknown board"):
        board_layout("mars")


@pytest.mark.parametrize(
    "table", every_spec(), ids=lambda each: f"{each.preset}-{each.board}-{each.seats}"
)
def test_every_table_can_be_built(table: TableSpec) -> None:
    rules = build_rules(table)
    assert (rules.edition, rules.preset) == (table.edition, table.preset)
    assert (rules.board.name, rules.n_seats) == (table.board, table.seats)
    assert rules.version == table.version == 3
    own = board_file(table.edition, table.board).get("clauses", {})
    assert set(rules.clauses) == {*REFUSALS, *own}
    assert {code: rules.clauses[code] for code in own} == own
    assert build_game(table) is build_game(TableSpec.from_json(table.to_json()))


def test_unknown_edition_has_no_game() -> None:
    with pytest.raises(ContentError, match=r'^table: edition: unknown edition "draughts"; '):
        build_game(spec(edition="draughts"))


def test_c1_11_numbers_by_seats_reach_the_rules() -> None:
    two = build_rules(spec(seats=2))
    assert two.limits == Limits(n_regions=3, plant_limit=4, step_two_cities=10, end_cities=21)
    six = build_rules(spec(preset="recharged", board="usa-recharged", seats=6))
    assert six.limits == Limits(n_regions=5, plant_limit=3, step_two_cities=6, end_cities=14)
    assert two.market.refills == [[3, 2, 1, 1], [4, 2, 2, 1], [3, 4, 3, 1]]
    assert six.market.opening_tokens == [24, 18, 9, 2]


def test_d1_6_d1_7_d7_5_fuel_reaches_the_rules() -> None:
    market = build_rules(default_spec("deluxe", board="north-america", seats=6)).market
    assert market.kinds == ["coal", "gas", "oil", "uranium"]
    assert market.token_totals == [27, 24, 20, 12]
    assert [ladder.n_spaces for ladder in market.ladders] == market.token_totals
    assert market.opening_tokens == [23, 18, 14, 2]
    assert market.refills == [[5, 4, 5, 3], [8, 4, 3, 2], [5, 7, 6, 4]]


@pytest.mark.parametrize("edition", BOARD_GAMES)
def test_c7_3_d7_3_payment(edition: str) -> None:
    rules = build_rules(default_spec(edition))
    assert [rules.payment(n_cities) for n_cities in (0, 1, 17, 20, 21, 42)] == [
        *(10, 22, 142, 150, 150, 150)
    ]


@pytest.mark.parametrize(
    ("edition", "kinds", "hybrid"),
    [("classic", ["coal", "oil"], 46), ("deluxe", ["gas", "oil"], 35)],
)
def test_c5_4_d5_4_what_hybrids_mix(edition: str, kinds: list[str], hybrid: int) -> None:
    rules = build_rules(default_spec(edition))
    pair = [rules.fuel.first, rules.fuel.second]
    assert [rules.market.kinds[kind] for kind in pair] == kinds
    assert rules.deck.plants[rules.plant_called(hybrid)].kinds == pair


TRUSTS = {
    "recharged": (16, [0, 1, 1, 0, 0, 1], 3),
    "europe": (7, [], 3),
    "north-america": (7, [], 3),
    "standard": (0, [], 3),
}


def test_c10_2_d10_1_k10_1_trust_plays_only_for_two() -> None:
    for table in every_spec():
        trust = build_rules(table).trust
        # The deluxe edition's reference is played as on its boards.
        named = table.board if table.edition == "deluxe" else table.preset
        # Either preset of the card game has the Trust of its standard one.
        named = "standard" if table.edition == "card" else named
        sheet = board_file(table.edition, table.board)
        # A board may do without the Trust; its houses may block spaces all the same.
        invited = sheet.get("settings", {}).get(table.preset, {}).get("trust_seats", [2])
        assert trust.plays == (named in TRUSTS and table.seats == 2 and 2 in invited)
        n_houses, placements, plant_limit = TRUSTS[named] if trust.plays else (0, [], 0)
        blocked = sheet.get("blocked", {}).get("costs", {}).get(str(table.seats), [])
        assert trust.blocked == blocked
        assert trust.n_houses == n_houses + len(blocked)
        assert (trust.placements, trust.plant_limit) == (placements, plant_limit)


@pytest.mark.parametrize(
    ("board", "refills"),
    [
        ("europe", [[2, 2, 2, 1], [5, 2, 2, 1], [2, 4, 2, 2]]),
        ("north-america", [[2, 2, 2, 2], [4, 2, 1, 1], [2, 3, 2, 2]]),
    ],
)
def test_d10_9_plain_two_players_by_preset(board: str, refills: list[list[int]]) -> None:
    """One house rule names another refill table on each board."""
    rules = build_rules(TableSpec("deluxe", board, board, 2, house_rules=("plain-two-players",)))
    assert not rules.trust.plays
    assert (rules.limits.n_regions, rules.limits.plant_limit) == (3, 4)
    assert (rules.limits.step_two_cities, rules.limits.end_cities) == (10, 21)
    assert rules.market.refills == refills


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_d10_9_plain_two_players_changes_nothing_for_more(seats: int) -> None:
    for board in list_boards("deluxe"):
        table = TableSpec("deluxe", board, board, seats)
        changed = replace(table, house_rules=("plain-two-players",))
        assert describe_rules(build_rules(changed)) == describe_rules(build_rules(table))


def test_c13_2_store_price() -> None:
    markets = {board: build_rules(default_spec(board=board)).market for board in list_boards()}
    prices = {
        board: {
            kind: ladder.store_price
            for kind, ladder in zip(market.kinds, market.ladders, strict=True)
            if ladder.store_price
        }
        for board, market in markets.items()
    }
    assert prices["usa"] == {}
    assert prices["usa-recharged"] == {"coal": 8}
    assert prices == {
        board: {
            store["kind"]: store["price"]
            for store in board_file("classic", board).get("store_prices", [])
        }
        for board in markets
    }


def test_c13_3_closing_plants() -> None:
    for board in list_boards():
        rules = build_rules(default_spec(board=board))
        closing = {
            plant.number: mask
            for plant, mask in zip(rules.deck.plants, rules.market.closing_plants, strict=True)
            if mask
        }
        assert closing == ({39: 0b1000} if board == "germany-recharged" else {})


def switches(rules: Rules) -> dict[str, object]:
    return {
        "dry-stack-ends": rules.settings.dry_stack_ends,
        "network-within-capacity": rules.settings.network_within_capacity,
        "no-building-in-round-1": rules.settings.first_building_round == 2,
        "opens-at-minimum": rules.settings.opens_at_minimum,
        "reference-income": rules.income[20] == 60,
        "reference-refill": rules.market.refills[2] == [5, 6, 4, 2],
        "scrapped-under-stack": rules.settings.scrapped_under_stack,
    }


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_c11_8_house_rules_switch_one_row_alone(rule: str) -> None:
    assert switches(build_rules(spec(house_rules=(rule,)))) == {
        each: each == rule for each in HOUSE_RULES
    }


def test_c11_8_all_house_rules_together_are_reference() -> None:
    for seats in list_seats():
        house = build_rules(spec(seats=seats, house_rules=tuple(HOUSE_RULES)))
        reference = build_rules(spec(seats=seats, preset="reference"))
        assert switches(house) == switches(reference)
        assert house.income == reference.income
        assert house.market.refills == reference.market.refills


def test_d3_14_d3_16_d8_2_rules_by_board() -> None:
    rules = [build_rules(default_spec("deluxe", board=board)) for board in list_boards("deluxe")]
    assert [each.settings.n_idle_removed for each in rules] == [1, 0]
    assert [each.settings.discount_token for each in rules] == [False, True]
    assert [each.settings.step_two_replaces for each in rules] == [False, True]
    assert [each.deck.market_sizes for each in rules] == [[9, 8, 6], [8, 8, 6]]
    assert all(each.settings.obsolete_plants and each.settings.cities_break_ties for each in rules)


def test_c11_4_c11_5_c11_6_regions() -> None:
    assert build_rules(spec()).options.region_choice == REGIONS_BY_LOT
    assert build_rules(spec(regions="draft")).options.region_choice == REGIONS_DRAFTED
    rules = build_rules(spec(seats=3, regions=("purple", "cyan", "red")))
    assert rules.options.region_choice == REGIONS_GIVEN
    given = [
        region
        for place, region in enumerate(rules.board.regions)
        if rules.options.given_regions >> place & 1
    ]
    assert given == ["cyan", "purple", "red"]


def test_c11_7_order() -> None:
    assert build_rules(spec()).options.given_order == []
    assert build_rules(spec(order=(2, 0, 3, 1))).options.given_order == [2, 0, 3, 1]


def test_c11_1_c11_3_options() -> None:
    options = build_rules(spec(contractor=True, hidden_money=True)).options
    assert options.contractor
    assert options.hidden_money


UNPLAYABLE: list[tuple[dict[str, Any], str, str]] = [
    ({"preset": "house"}, "preset", 'unknown preset "house"; expected one of original, recharged'),
    (
        {"board": "usa-recharged"},
        "board",
        'unknown board of preset "original" "usa-recharged"; expected one of usa, germany',
    ),
    ({"seats": 1}, "seats", "expected one of 2, 3, 4, 5, 6; came 1"),
    ({"seats": 7}, "seats", "expected one of 2, 3, 4, 5, 6; came 7"),
    (
        {"house_rules": ("free-beer",)},
        "house_rules[0]",
        'unknown house rule "free-beer"; expected one of reference-income',
    ),
    ({"order": (0, 1, 2)}, "order", "expected the seats 0 to 3, each once; came [0, 1, 2]"),
    ({"order": (0, 1, 2, 2)}, "order", "expected the seats 0 to 3, each once"),
    ({"order": (1, 2, 3, 4)}, "order", "expected the seats 0 to 3, each once"),
    (
        {"seats": 3, "regions": ("cyan", "pink", "red")},
        "regions[1]",
        'unknown region "pink"; expected one of brown, cyan',
    ),
    (
        {"seats": 3, "regions": ("brown", "cyan", "purple")},
        "regions",
        "expected 3 regions that hang together; came brown, cyan, purple",
    ),
    (
        {"regions": ("cyan", "purple", "red")},
        "regions",
        "expected 4 regions that hang together",
    ),
    ({"regions": ()}, "regions", "expected 4 regions that hang together; came none"),
]


@pytest.mark.parametrize(("changes", "path", "problem"), UNPLAYABLE)
def test_unplayable_choices(changes: dict[str, Any], path: str, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        build_rules(spec(**changes))
    assert (caught.value.file, caught.value.path) == ("table", path)
    assert caught.value.problem.startswith(problem)

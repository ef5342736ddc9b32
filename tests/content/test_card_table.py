"""Choosing a table of a game without a board."""

from typing import Any

import pytest

from gridwright.content.table import (
    NO_BOARD,
    ContentError,
    TableSpec,
    board_layout,
    build_game,
    build_rules,
    default_spec,
    list_boards,
    list_figures,
    list_house_rules,
    list_presets,
    list_seats,
    newest,
)
from gridwright.engine.fuel import PooledFuelRules
from gridwright.engine.masks import count, members
from gridwright.engine.notation import plant_names
from gridwright.engine.rules import Limits


def spec(**changes: Any) -> TableSpec:
    chosen: dict[str, Any] = {
        "edition": "card",
        "preset": "standard",
        "board": NO_BOARD,
        "seats": 4,
    } | changes
    return TableSpec(**chosen)


def test_lists() -> None:
    assert list_presets("card") == ["standard", "reference"]
    assert list_boards("card") == list_boards("card", "standard") == ["none"]
    assert list_house_rules("card") == sorted(RULES)
    assert list_seats("card") == [2, 3, 4, 5, 6]


def test_default_spec() -> None:
    assert default_spec("card") == default_spec("card", board="none") == newest(spec())
    assert TableSpec.from_json(spec().to_json()) == spec()
    assert build_game(spec()).rules.edition == "card"


def test_the_board_is_empty() -> None:
    board = build_rules(spec()).board
    assert (board.name, board.cities, board.regions, board.links) == ("none", [], [], [])
    assert (board.space_costs, board.n_spaces) == ([], 0)
    layout = board_layout("none", "card")
    assert (layout.id, layout.cities, layout.regions, layout.links) == ("none", (), (), ())
    assert (layout.width, layout.height) == (0, 0)


RULES = (
    *("reference-removal", "fewer-fuel-cards", "opening-singles", "unsold-always-leaves"),
    *("shuffle-after-phase", "trust-follows-first", "third-swaps-with-first"),
    *("summed-storage", "surplus-bars-buying", "fuel-slides-one-step", "second-pile-waits"),
    "three-current-in-last-round",
)
"""House rules in the order of the file."""

UNPLAYABLE: list[tuple[dict[str, Any], str, str]] = [
    (
        {"board": "europe"},
        "board",
        'unknown board of preset "standard" "europe"; expected one of none',
    ),
    ({"regions": "draft"}, "regions", 'expected "random", for there are none; came "draft"'),
    ({"regions": ("red",)}, "regions", 'expected "random", for there are none; came a list'),
    ({"regions": ()}, "regions", 'expected "random", for there are none; came a list'),
    ({"seats": 7}, "seats", "expected one of 2, 3, 4, 5, 6; came 7"),
    ({"order": (0, 1)}, "order", "expected the seats 0 to 3, each once; came [0, 1]"),
    (
        {"house_rules": ("dry-stack-ends",)},
        "house_rules[0]",
        'unknown house rule "dry-stack-ends"; expected one of ' + ", ".join(RULES),
    ),
]


@pytest.mark.parametrize(("changes", "path", "problem"), UNPLAYABLE)
def test_unplayable_choices(changes: dict[str, Any], path: str, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        build_rules(spec(**changes))
    assert (caught.value.file, caught.value.path) == ("table", path)
    assert caught.value.problem == problem


def test_other_editions_need_their_board() -> None:
    with pytest.raises(ContentError, match=r'^table: board: unknown board of preset "europe" "no'):
        build_rules(TableSpec("deluxe", "europe", NO_BOARD, 4))


def test_figures_of_a_board_are_nothing() -> None:
    rules = build_rules(spec())
    assert rules.limits == Limits(0, plant_limit=3, step_two_cities=0, end_cities=0)
    settings = rules.settings._asdict()
    assert settings.pop("discount_token")
    assert settings.pop("first_building_round") == 1
    assert not any(settings.values())
    market = rules.market
    assert market.kinds == ["coal", "gas", "oil", "uranium"]
    assert market.ladders == []
    assert market.token_totals == market.opening_tokens == [0, 0, 0, 0]
    assert market.refills == [[0, 0, 0, 0]] * 3
    assert market.closing_plants == [0] * 42


def test_k1_2_k1_17_k9_3_figures_reach_the_rules() -> None:
    rules = build_rules(spec(contractor=True, hidden_money=True, order=(3, 2, 1, 0)))
    assert (rules.start_money, rules.limits.plant_limit, rules.money_per_point) == (12, 3, 10)
    assert (rules.contractor_first, rules.contractor_later) == ([1, 2, 3, 4, 5], [0, 1, 1, 2, 2])
    assert rules.options.contractor
    assert rules.options.hidden_money
    assert rules.options.given_order == [3, 2, 1, 0]


def test_k6_4_k6_5_income_is_what_plants_produce() -> None:
    """No three plants pay more than 15, 15 and 14."""
    assert build_rules(spec()).income == [1, *range(1, 45)]


def test_k5_4_hybrids_mix_gas_and_oil_in_one_store() -> None:
    fuel = build_rules(spec()).fuel
    assert isinstance(fuel, PooledFuelRules)
    assert (fuel.first, fuel.second) == (1, 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_k10_1_trust(seats: int) -> None:
    trust = build_rules(spec(seats=seats)).trust
    assert (trust.plays, trust.n_houses, trust.placements) == (seats == 2, 0, [])
    assert trust.plant_limit == (3 if seats == 2 else 0)


REST = [(2, 3, 24), (3, 2, 23), (4, 3, 26), (5, 4, 29), (6, 4, 29)]


@pytest.mark.parametrize(("seats", "n_small", "n_big"), REST)
def test_k1_9_k1_12_deck(seats: int, n_small: int, n_big: int) -> None:
    deck = build_rules(spec(seats=seats)).deck
    assert (deck.opening_market, deck.n_opening_drawn) == ([], 8)
    assert deck.backs == ["small", "big", "end"]
    assert deck.step_card_name == "end-card"
    assert deck.back_of == [0] * 13 + [1] * 29 + [2]
    opening, top, rest, end = deck.pools
    assert list(members(opening)) == list(members(top)) == list(range(13))
    assert (count(rest), end) == (42, 1 << deck.step_card)
    assert deck.counts == [8, 0, 0, 1, 0, 0, n_small, n_big, 0, 0, 0, 1]


def test_plants_of_one_number_are_sorted_by_their_letter() -> None:
    rules = build_rules(spec())
    names = plant_names(rules)
    assert " ".join(names[:13]) == "3 4a 4b 5a 5b 5c 6 7a 7b 8a 8b 9a 9b"
    kinds = {name: plant.kinds for name, plant in zip(names, rules.deck.plants, strict=False)}
    assert (kinds["5a"], kinds["5b"], kinds["5c"]) == ([0], [1], [2])
    assert (kinds["7a"], kinds["7b"]) == ([1, 2], [0])
    assert (kinds["8a"], kinds["8b"]) == ([], [3])


@pytest.mark.parametrize(
    ("seats", "opening", "n_slots"),
    [
        (2, "1 3 4 1 4 2 1 3 2 2 1", 4),
        (3, "1 3 4 1 4 2 1 3 2 2 1", 4),
        (4, "1 4 5 1 4 3 2 3 3 2 2", 5),
        (5, "2 4 6 2 4 4 2 3 4 3 2", 6),
        (6, "2 4 6 2 4 4 2 3 4 3 2", 6),
    ],
)
def test_k1_13_k1_14_k5_11_fuel_cards(seats: int, opening: str, n_slots: int) -> None:
    """Cards of the same kind and units are one card, of which there are several."""
    cards = build_rules(spec(seats=seats)).cards
    assert cards.n_printed == 11
    assert cards.names[:11] == [
        *("coal-1", "coal-2", "coal-3", "gas-1", "gas-2", "gas-3"),
        *("oil-1", "oil-2", "oil-3", "uranium-1", "uranium-2"),
    ]
    assert cards.opening == [int(each) for each in opening.split()]
    assert cards.first_pile == cards.second_pile == [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1]
    assert (cards.prices, cards.n_slots) == ([1, 2, 3, 4], n_slots)


def test_figures_say_what_is_in_the_rule_book() -> None:
    figures = {(each.file, each.path): each.provenance for each in list_figures("card")}
    assert all(each.source for each in figures.values())
    made_up = [key for key, each in figures.items() if each.confidence == "reconstruction"]
    plants = [path for file, path in made_up if file == "card/plants.toml" and path]
    assert len(plants) == 39
    assert {"plants.5c", "plants.6", "plants.7b", "plants.8b", "plants.38"} <= set(plants)
    assert [key for key in made_up if not key[1].startswith("plants.")] == [
        ("card/edition.toml", "contractor"),
        ("card/plants.toml", ""),
        ("card/fuel_cards.toml", ""),
    ]
    printed = {key: each for key, each in figures.items() if key not in made_up}
    assert list(printed) == [
        ("card/edition.toml", "money"),
        ("card/edition.toml", "income"),
        ("card/edition.toml", "points"),
        ("card/edition.toml", "plant_limits"),
        ("card/plants.toml", "plants.7a"),
        ("card/plants.toml", "plants.8a"),
        ("card/plants.toml", "plants.12"),
        ("card/decks.toml", "decks.standard"),
        ("card/decks.toml", "decks.reference"),
        ("card/presets.toml", "presets.standard"),
        ("card/presets.toml", "presets.reference"),
        ("card/fuel_cards.toml", "counts"),
        ("card/fuel_cards.toml", "singles"),
        ("card/fuel_cards.toml", "columns"),
        ("card/fuel_cards.toml", "columns.others.reference"),
    ]
    for (_file, path), each in printed.items():
        text = "the circulating summary" if "reference" in path else "the rule book"
        assert text in each.source

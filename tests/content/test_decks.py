"""Decks: what the files say becomes pools and counts of the engine, also for other set-ups."""

from pathlib import Path

import pytest

from gridwright.content.table import TableSpec, build_game, build_rules
from gridwright.engine.masks import count, members
from gridwright.engine.rules import DeckRules
from tests.content.conftest import Edit

PRESETS = {
    "original": ("classic", "usa"),
    "recharged": ("classic", "usa-recharged"),
    "europe": ("deluxe", "europe"),
    "north-america": ("deluxe", "north-america"),
}


def deck(preset: str, seats: int, root: Path | None = None) -> DeckRules:
    edition, board = PRESETS[preset]
    spec = TableSpec(edition, preset, board, seats)
    return (build_rules(spec) if root is None else build_rules(spec, root)).deck


def numbers(rules: DeckRules, mask: int) -> list[int]:
    """Plant numbers of a pool; the Step 3 card is 0."""
    return [0 if card == rules.step_card else rules.plants[card].number for card in members(mask)]


@pytest.mark.parametrize(("seats", "n_rest"), [(2, 25), (3, 25), (4, 29), (5, 33), (6, 33)])
def test_c1_8_c1_9_first_edition(seats: int, n_rest: int) -> None:
    rules = deck("original", seats)
    assert [rules.plants[card].number for card in rules.opening_market] == list(range(3, 11))
    assert rules.n_opening_drawn == 0
    assert rules.n_backs == 1
    assert rules.back_of == [0] * 43
    assert numbers(rules, rules.pools[0]) == [13]
    assert count(rules.pools[1]) == 33
    assert rules.pools[1] & (rules.pools[0] | 0b11111111 | 1 << rules.step_card) == 0
    assert rules.pools[2] == 1 << rules.step_card
    assert rules.counts == [1, n_rest, 1]


@pytest.mark.parametrize(
    ("seats", "n_plugs", "n_sockets"), [(2, 3, 24), (3, 2, 23), (4, 3, 26), (5, 4, 29), (6, 4, 29)]
)
def test_c1_8_c1_10_second_edition(seats: int, n_plugs: int, n_sockets: int) -> None:
    rules = deck("recharged", seats)
    plugs = list(range(3, 16))
    assert rules.opening_market == []
    assert rules.n_opening_drawn == 8
    assert rules.backs == ["plug", "socket", "step"]
    assert rules.back_of == [0] * 13 + [1] * 29 + [2]
    assert numbers(rules, rules.pools[0]) == plugs
    assert numbers(rules, rules.pools[1]) == plugs
    assert count(rules.pools[2]) == 42
    assert rules.pools[3] == 1 << rules.step_card
    assert rules.counts == [8, 0, 0, 1, 0, 0, n_plugs, n_sockets, 0, 0, 0, 1]


DELUXE_REST = [(2, 3, 24), (3, 2, 23), (4, 3, 26), (5, 4, 29), (6, 4, 29)]


@pytest.mark.parametrize(("seats", "n_dark", "n_light"), DELUXE_REST)
@pytest.mark.parametrize(
    ("board", "tops"), [("europe", [9]), ("north-america", [8, 1])], ids=["europe", "north-america"]
)
def test_d1_8_d1_9_d1_10_deluxe(
    board: str, tops: list[int], seats: int, n_dark: int, n_light: int
) -> None:
    rules = deck(board, seats)
    assert rules.opening_market == []
    assert rules.n_opening_drawn == tops[0]
    assert rules.backs == ["dark", "light", "step"]
    assert rules.back_of == [0] * 13 + [1] * 29 + [2]
    *dark, rest, step = rules.pools
    assert [numbers(rules, pool) for pool in dark] == [list(range(3, 16))] * len(tops)
    assert count(rest) == 42
    assert step == 1 << rules.step_card
    expected = [number for top in tops for number in (top, 0, 0)]
    assert rules.counts == [*expected, n_dark, n_light, 0, 0, 0, 1]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_last_card_is_called_step_3(preset: str) -> None:
    assert deck(preset, 4).step_card_name == "step-3"


@pytest.mark.parametrize("preset", PRESETS)
def test_plants_are_sorted_by_number(preset: str) -> None:
    found = [plant.number for plant in deck(preset, 4).plants]
    assert found == sorted(found)


PLANNED = """
[[decks.first-edition.layers]]
groups = ["top"]
counts = { card = 1 }

[[decks.first-edition.layers]]
groups = ["eleven"]
counts = { card = { 2 = 0, 3 = 0, 4 = 0, 5 = 1, 6 = 1 } }

[[decks.first-edition.layers]]
groups = ["middle", "step"]
counts = { card = 5 }

[[decks.first-edition.layers]]
groups = ["high"]
counts = { card = { 2 = 20, 3 = 20, 4 = 24, 5 = 28, 6 = 28 } }
"""

GROUPS = """
eleven = { plants = [11] }
middle = { plants = [12, 14, 15], span = [16, 16] }
high = { span = [17, 50] }
low = { span = [11, 16], without = ["top"] }
"""


def planned(content_root: Path) -> Path:
    """A stack with known cards on top, a shuffled Step 3 card, and cards under it."""
    file = content_root / "classic" / "decks.toml"
    text = file.read_text(encoding="utf-8")
    start = text.index("[[decks.first-edition.layers]]")
    end = text.index("[decks.second-edition]")
    text = text[:start] + PLANNED.lstrip() + "\n" + text[end:]
    text = text.replace(
        "[decks.first-edition.groups]\n", "[decks.first-edition.groups]" + GROUPS, 1
    )
    text = text.replace("2 = 8, 3 = 8, 4 = 4", "2 = 9, 3 = 9, 4 = 5", 1)
    file.write_text(text, encoding="utf-8")
    return content_root


def test_planned_stack_needs_no_code(content_root: Path) -> None:
    root = planned(content_root)
    rules = deck("original", 5, root)
    assert [numbers(rules, pool) for pool in rules.pools[:3]] == [[13], [11], [12, 14, 15, 16, 0]]
    assert rules.counts == [1, 1, 5, 28]


def test_layer_without_cards_is_left_out(content_root: Path) -> None:
    rules = deck("original", 2, planned(content_root))
    assert [numbers(rules, pool) for pool in rules.pools[:2]] == [[13], [12, 14, 15, 16, 0]]
    assert rules.counts == [1, 5, 20]


def test_board_may_change_a_preset(edit: Edit) -> None:
    spec = TableSpec("classic", "original", "usa", 3)
    other = TableSpec("classic", "original", "germany", 3)
    settings = '[settings.original]\nrefill = "reference"\nn_idle_removed = 2\n\n[spaces]'
    root = edit("boards/usa/board.toml", "[spaces]", settings)
    changed = build_rules(spec, root)
    assert changed.settings.n_idle_removed == 2
    assert changed.market.refills[1] == [5, 3, 2, 2]
    assert build_rules(other, root).settings.n_idle_removed == 1


SORTED = """
[[decks.first-edition.layers]]
groups = ["top"]
counts = { marked = 1 }

[[decks.first-edition.layers]]
groups = ["eleven"]
counts = { card = 1 }

[[decks.first-edition.layers]]
groups = ["middle"]
counts = { card = 2 }

[[decks.first-edition.layers]]
groups = ["high"]
counts = { card = 26 }
ascending = true

[[decks.first-edition.layers]]
groups = ["step"]
counts = { card = 1 }
"""


def test_a_layer_may_lie_ascending_and_the_first_ones_mixed(content_root: Path) -> None:
    root = planned(content_root)
    file = root / "classic" / "decks.toml"
    text = file.read_text(encoding="utf-8")
    start = text.index("[[decks.first-edition.layers]]")
    end = text.index("[decks.second-edition]")
    text = text[:start] + SORTED.lstrip() + "\n" + text[end:]
    text = text.replace(
        'backs = ["card"]',
        'backs = ["card", "marked"]\nown_backs = [{ plant = 13, back = "marked" }]\nn_mixed = 3',
        1,
    )
    text = text.replace("high = { span = [17, 50] }", "high = { span = [17, 44] }")
    text = text.replace("2 = 9, 3 = 9, 4 = 5, 5 = 0, 6 = 0", "2 = 4, 3 = 4, 4 = 4, 5 = 4, 6 = 4", 1)
    file.write_text(text, encoding="utf-8")
    rules = deck("original", 4, root)
    assert [numbers(rules, pool) for pool in rules.pools[:5]] == [
        [13],
        [11],
        [12, 14, 15, 16],
        [17],
        [18],
    ]
    assert rules.counts[:8] == [0, 1, 1, 0, 2, 0, 1, 0]
    assert rules.back_of[10] == 1
    stack = build_game(TableSpec("classic", "original", "usa", 4), root).new_state().stack
    assert stack.n_mixed == 3
    # The marked card is the only one whose back shows.
    assert numbers(rules, stack.possible_cards(rules.back_masks)) == [13]
    stack.take(10, 0)
    assert numbers(rules, stack.possible_cards(rules.back_masks)) == [11, 12, 14, 15, 16]

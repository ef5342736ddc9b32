"""Every field of the rules is in their identity, or its class says why not."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gridwright.content.identity import describe, describe_rules, fields_of, marked, rules_identity
from gridwright.content.table import (
    TableSpec,
    build_rules,
    list_boards,
    list_editions,
    list_presets,
    list_seats,
    newest,
)
from gridwright.engine.rules import LATER_SETTINGS, Limits, Rules, Settings

CLASSIC = TableSpec("classic", "original", "usa", 4)
CARD = TableSpec("card", "standard", "none", 4)
SPECS = [
    TableSpec(edition, preset, board, list_seats(edition)[0])
    for edition in list_editions()
    for preset in list_presets(edition)
    for board in list_boards(edition, preset)
]

UNTOLD = {
    # A card's name decides nothing, but recorded games spell it.
    "DeckRules": {"step_card", "step_card_name", "n_cards", "n_backs", "back_of", "back_masks"}
    | {"numbers"},
    "MarketRules": {"n_kinds"},
    # Figures stand among the rules.
    "Board": {"n_cities", "n_spaces", "figures"},
    # Only a price policy closes spaces.
    "Ladder": {"n_spaces", "n_closed"},
    "FuelRules": {"plants", "n_kinds", "kind_of", "need_of", "output_of"},
    "FuelCards": {
        *("n_printed", "n_kinds", "n_cards", "names", "totals", "n_columns"),
        *("face_card", "face_units", "face_kind", "n_faces"),
        *("turn_face", "turn_units", "turn_names", "n_turns"),
        "second_waits",
    },
    # Which kinds it sells follows from its ladders.
    "SecondMarket": {"sold"},
    # The prices follow from what the board brings, its figures and the ladders.
    "Rules": {"clauses", "prices"},
}
"""Fields that the description may leave out: they follow from others, or decide nothing."""


DEFAULTS = Settings._field_defaults
LATER = {
    "Rules": ("cards", "money_per_point", "brings", "parts", "figures", "uncounted"),
    "Board": ("own_spaces", "entries", "passages", "apart", "flat"),
    "DeckRules": ("kept", "n_mixed"),
    "MarketRules": ("second",),
    "TrustRules": ("blocked",),
}
"""Fields that the description may leave out if empty: older recorded games lack them."""
OWN = {
    *("_sums", "_kinds_in", "_first_face", "_first_turn", "_spent_first"),
    *("_spaces_of", "_areas"),
    "_burned_kinds",
    "_storage_of",
    *("_fields", "_field_defaults"),
}


def untold(part: object) -> set[str]:
    """Return what the class of a part leaves out, or the class that it derives from."""
    return {name for kind in type(part).__mro__ for name in UNTOLD.get(kind.__name__, ())}


def described_fields(part: object) -> list[str]:
    return sorted(set(fields_of(part)) - untold(part))


def parts_of(part: object) -> list[object]:
    """A part of the rules with everything that it consists of."""
    if isinstance(part, str | int):
        return []
    if isinstance(part, list | tuple) and not isinstance(part, Settings | Limits):
        return [each for item in part for each in parts_of(item)]
    if isinstance(part, dict):
        return [each for item in part.values() for each in parts_of(item)]
    return [
        part,
        *(each for name in described_fields(part) for each in parts_of(getattr(part, name))),
    ]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: f"{spec.preset}-{spec.board}")
def test_what_a_class_leaves_out_is_listed_here(spec: TableSpec) -> None:
    parts = parts_of(build_rules(spec))
    for part in parts:
        left_out = {*marked(part, "DERIVED"), *marked(part, "NEUTRAL")}
        assert left_out == untold(part), type(part)
        assert left_out <= set(fields_of(part))
        # What a class keeps for itself may not decide anything on its own.
        hidden = {name for name in dir(part) if name.startswith("_") and name[1] != "_"}
        assert {name for name in hidden if not callable(getattr(part, name))} <= OWN
    assert len({type(part) for part in parts}) >= 9


def leaves(plain: Any) -> int:
    if isinstance(plain, dict | list):
        return sum(leaves(each) for each in (plain.values() if isinstance(plain, dict) else plain))
    return 1


def numbers_of(part: object) -> int:
    """Return how many plain values the fields of a part hold that its class does not leave out."""
    if isinstance(part, str | int):
        return 1
    if isinstance(part, list | tuple):
        return sum(numbers_of(item) for item in part)
    if isinstance(part, dict):
        return sum(numbers_of(item) for item in part.values())
    return sum(numbers_of(getattr(part, name)) for name in described_fields(part))


def is_empty(part: object) -> bool:
    """Return whether a part is empty or has empty fields only."""
    if part is None or isinstance(part, str | int | list | tuple | dict):
        return not part
    return all(is_empty(getattr(part, name)) for name in described_fields(part))


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: f"{spec.preset}-{spec.board}")
def test_no_value_of_the_rules_is_forgotten(spec: TableSpec) -> None:
    rules = build_rules(spec)
    settings = rules.settings
    n_later = sum(getattr(settings, name) == DEFAULTS[name] for name in LATER_SETTINGS)
    for part in (rules, rules.board, rules.deck, rules.market, rules.trust):
        names = [name for kind in type(part).__mro__ for name in LATER.get(kind.__name__, ())]
        assert {*marked(part, "LATER")} == {*names}
        later = [getattr(part, name) for name in names]
        n_later += sum(numbers_of(value) for value in later if is_empty(value))
    assert leaves(describe_rules(rules)) == numbers_of(rules) - n_later


def test_parts_are_under_their_names() -> None:
    rules = build_rules(CLASSIC)
    told = describe_rules(rules)
    inlined = {*Settings._fields, *Limits._fields} - {*LATER_SETTINGS}
    assert set(told) == {
        *("edition", "preset", "version", "n_seats", "board", "deck", "market", "hybrid", "trust"),
        *("options", "start_money", "income", "contractor_first", "contractor_later"),
        *inlined,
    }
    assert told["hybrid"] == [rules.fuel.first, rules.fuel.second]
    assert told["deck"]["plants"][0] == [3, [1], 2, 4, 1, 0]
    assert told["market"]["ladders"][0] == [rules.market.ladders[0].prices, 0]
    assert told["board"]["links"][0] == list(rules.board.links[0])


def test_what_was_added_later_is_left_out_where_it_is_empty() -> None:
    told = describe_rules(build_rules(CARD))
    assert set(told) - set(describe_rules(build_rules(CLASSIC))) == {"cards", "money_per_point"}
    assert {"cards", "money_per_point"} <= set(Rules.LATER)
    assert told["money_per_point"] == 10
    assert (
        *("opens_at_minimum", "fuel_may_go", "step_three_at_once"),
        *("discount_buys_again", "idle_round_ends"),
        *("opening_singles", "unsold_always_leaves", "shuffles_after_phase"),
        *("trust_follows_first", "third_swaps_with_first", "summed_storage"),
        *("surplus_bars_buying", "fuel_slides_one_step", "second_pile_waits"),
        "last_round_current",
    ) == LATER_SETTINGS
    second = describe_rules(build_rules(newest(CLASSIC)))
    assert set(second) - set(describe_rules(build_rules(CLASSIC))) == {
        *("fuel_may_go", "idle_round_ends"),
    }


class Sluice:
    """Written as a list, without a place for its depth."""

    ROW = ("width",)

    def __init__(self) -> None:
        self.width = 3
        self.depth = 2


def test_a_field_without_a_place_in_its_row_is_refused() -> None:
    with pytest.raises(TypeError, match="a place in the row for each of"):
        describe(Sluice())


SOURCE = Path(__file__).parents[2] / "src" / "gridwright"
FIELD = "    rivers_freeze: bool = False\n"
LINE = "rivers_freeze = true\n"
SCRIPT = """
import json
from gridwright.content.identity import rules_identity
from gridwright.content.table import TableSpec, build_rules
from gridwright.aids.sheet import build_sheet

specs = [TableSpec("classic", preset, "usa", 4) for preset in ("original", "winter")]
print(json.dumps([
    {
        "identity": rules_identity(spec),
        "sheet": build_sheet(spec, rules_identity(spec)).rules,
        "read": build_rules(spec).settings.rivers_freeze,
    }
    for spec in specs
]))
"""


def test_a_rule_is_added_by_one_field_and_one_line(tmp_path: Path) -> None:
    """A preset of its own says the line; the field is sufficient."""
    tree = tmp_path / "gridwright"
    shutil.copytree(SOURCE, tree, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    rules = tree / "engine" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    last = "    # identity omits it at its default.\n"
    assert text.count(last) == 1
    rules.write_text(text.replace(last, last + FIELD), encoding="utf-8")
    presets = tree / "content" / "classic" / "presets.toml"
    text = presets.read_text(encoding="utf-8")
    head = "[presets.original]\n"
    preset = text[text.index(head) : text.index("[presets.", len(head))]
    winter = preset.replace(head, "[presets.winter]\n" + LINE)
    presets.write_text(winter + text, encoding="utf-8")

    # Its identity differs from that of a table without the line, which is as it was.
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, check=True, capture_output=True, text=True
    )
    plain, cold = json.loads(ran.stdout)
    assert plain["identity"] == rules_identity(CLASSIC)
    assert plain["sheet"] == describe_rules(build_rules(CLASSIC))
    assert cold["identity"] != plain["identity"]
    assert cold["sheet"] == {**plain["sheet"], "preset": "winter", "rivers_freeze": True}
    assert (plain["read"], cold["read"]) == (False, True)

"""Presets and house rules: which tables and which rules a table plays by."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridwright.content.document import Node, distinct
from gridwright.content.provenance import PROVENANCE, Provenance, read_provenance
from gridwright.content.spec import NO_BOARD

TABLES: Final = ("income", "refill", "opening_tokens", "seat_table", "deck")
FLAGS: Final = (
    *("obsolete_plants", "discount_token", "step_two_replaces", "scrapped_under_stack"),
    *("network_within_capacity", "dry_stack_ends", "cities_break_ties"),
)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A complete set of rules: tables by name, and every rule that can differ.

    What has a value here stays at it where no board is played on, and no preset names it there.
    """

    income: str = ""
    refill: str = ""
    opening_tokens: str = ""
    seat_table: str = ""
    deck: str
    trust_seats: tuple[int, ...]
    """The numbers of seats at which the Trust plays."""
    obsolete_plants: bool = False
    discount_token: bool
    n_idle_removed: int = 0
    step_two_replaces: bool = False
    scrapped_under_stack: bool = False
    first_building_round: int = 1
    network_within_capacity: bool = False
    dry_stack_ends: bool = False
    cities_break_ties: bool = False

    def replaced(self, overrides: Mapping[str, Any]) -> "Settings":
        return dataclasses.replace(self, **overrides)


ALL_SETTINGS: Final = tuple(field.name for field in dataclasses.fields(Settings))
"""What a preset of a game with a board says."""

CARD_SETTINGS: Final = tuple(
    field.name for field in dataclasses.fields(Settings) if field.default is dataclasses.MISSING
)
"""What a preset of a game without a board says."""


@dataclass(frozen=True)
class TableNames:
    """What the presets of an edition say, and what a setting may name."""

    settings: Sequence[str]
    tables: Mapping[str, Sequence[str]]
    """Names by setting, for those of TABLES among the settings."""
    seats: Sequence[int]


@dataclass(frozen=True)
class Preset:
    """A named set of rules and the boards it is played on."""

    id: str
    name: str
    boards: tuple[str, ...]
    settings: Settings
    provenance: Provenance


@dataclass(frozen=True)
class Presets:
    """Every preset, and what each house rule sets in each of them."""

    presets: Mapping[str, Preset]
    house_rules: Mapping[str, Mapping[str, Mapping[str, Any]]]


def read_presets(document: Node, boards: Sequence[str] | None, names: TableNames) -> Presets:
    """The presets of an edition with the given boards; None is for a game without a board."""
    nodes = document.table(["presets", "house_rules"])
    presets = {
        preset: _read_preset(preset, node, boards, names)
        for preset, node in nodes["presets"].entries().items()
    }
    house_rules = {
        rule: _read_house_rule(node, list(presets), names)
        for rule, node in nodes["house_rules"].entries().items()
    }
    return Presets(presets, house_rules)


def read_overrides(node: Node, names: TableNames) -> dict[str, Any]:
    """Some settings, by name."""
    return {
        key: _read_setting(key, each, names) for key, each in _some_settings(node, names).items()
    }


def _some_settings(node: Node, names: TableNames) -> dict[str, Node]:
    nodes = node.table([], names.settings)
    if not nodes:
        node.fail("expected at least one setting; came none")
    return nodes


def _read_house_rule(
    node: Node, presets: Sequence[str], names: TableNames
) -> dict[str, dict[str, Any]]:
    """Some settings for each preset; a table gives the value of a setting by preset."""
    rule: dict[str, dict[str, Any]] = {preset: {} for preset in presets}
    for key, each in _some_settings(node, names).items():
        by_preset = isinstance(each.value, dict)
        nodes = each.table(presets) if by_preset else dict.fromkeys(presets, each)
        for preset in presets:
            rule[preset][key] = _read_setting(key, nodes[preset], names)
    return rule


def _read_preset(
    preset: str, node: Node, boards: Sequence[str] | None, names: TableNames
) -> Preset:
    board_keys = ["boards"] if boards is not None else []
    nodes = node.table(["name", *board_keys, *names.settings, *PROVENANCE])
    played = (NO_BOARD,) if boards is None else _read_boards(nodes["boards"], boards)
    settings: dict[str, Any] = {
        key: _read_setting(key, nodes[key], names) for key in names.settings
    }
    return Preset(
        preset, nodes["name"].text(), played, Settings(**settings), read_provenance(nodes)
    )


def _read_boards(node: Node, boards: Sequence[str]) -> tuple[str, ...]:
    items = node.items()
    played = tuple(item.choice(boards, "board") for item in items)
    if not played:
        node.fail("expected at least one board; came none")
    distinct(items, played, "board")
    return played


def _read_setting(key: str, node: Node, names: TableNames) -> object:
    if key in TABLES:
        return node.choice(names.tables[key], f"{key} table")
    if key in FLAGS:
        return node.flag()
    if key == "trust_seats":
        return _read_trust_seats(node, names.seats)
    return node.integer(0 if key == "n_idle_removed" else 1)


def _read_trust_seats(node: Node, seats: Sequence[int]) -> tuple[int, ...]:
    items = node.items()
    numbers = tuple(item.integer(seats[0], seats[-1]) for item in items)
    distinct(items, numbers, "number of seats")
    return numbers

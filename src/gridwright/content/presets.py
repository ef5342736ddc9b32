"""Presets and house rules: which tables and which rules a table plays by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gridwright.content.document import Node, distinct
from gridwright.content.provenance import PROVENANCE, Provenance, read_provenance
from gridwright.content.spec import NO_BOARD
from gridwright.engine.rules import LATER_SETTINGS, Settings

TABLES: Final = ("income", "refill", "opening_tokens", "seat_table", "deck")
LATER_TABLES: Final = ("ladder", "columns")
"""Tables that a preset may leave out: then it plays with the edition's."""
OPTIONAL: Final = (*LATER_TABLES, *LATER_SETTINGS)


@dataclass(frozen=True, kw_only=True)
class PresetRules:
    """A complete set of rules: tables by name, and every setting of the engine's rules.

    Only a game with a board has tables with a default here.
    """

    income: str = ""
    refill: str = ""
    opening_tokens: str = ""
    seat_table: str = ""
    deck: str
    ladder: str = ""
    """Other prices of fuel than the edition's."""
    columns: str = ""
    """Other sizes of the columns of fuel cards than the edition's."""
    trust_seats: tuple[int, ...]
    """The numbers of seats at which the Trust plays."""
    settings: Settings

    def value(self, name: str) -> object:
        """Return a setting or the name of a table."""
        return getattr(self.settings if name in Settings._fields else self, name)

    def replaced(self, overrides: Mapping[str, Any]) -> "PresetRules":
        settings = {key: value for key, value in overrides.items() if key in Settings._fields}
        tables = {key: value for key, value in overrides.items() if key not in settings}
        return replace(self, settings=self.settings._replace(**settings), **tables)


BOARD_KEYS: Final = (
    *(*TABLES, "trust_seats"),
    *(key for key in Settings._fields if key not in LATER_SETTINGS),
)
"""Settings of a preset of a game with a board."""

CARD_KEYS: Final = (
    *("deck", "trust_seats"),
    *(key for key in Settings._fields if key not in Settings._field_defaults),
)
"""Settings of a preset of a game without a board."""


@dataclass(frozen=True)
class TableNames:
    """Presets of an edition, and the names that a setting may have."""

    keys: Sequence[str]
    """Settings of every preset; it may also have those in OPTIONAL."""
    tables: Mapping[str, Sequence[str]]
    """Names by key, for the tables that a preset can name."""
    seats: Sequence[int]


@dataclass(frozen=True)
class Preset:
    """A named set of rules and the boards it is played on."""

    id: str
    name: str
    boards: tuple[str, ...]
    rules: PresetRules
    provenance: Provenance


@dataclass(frozen=True)
class Presets:
    """Every preset, and what each house rule sets in a preset that it joins."""

    presets: Mapping[str, Preset]
    house_rules: Mapping[str, Mapping[str, Any]]
    earlier: Mapping[int, Mapping[str, Any]]
    """Settings that all presets had up to a version of the rules, by that version."""

    def as_of(self, preset: str, version: int) -> PresetRules:
        """The rules of a preset as a version had them."""
        rules = self.presets[preset].rules
        for each in sorted(self.earlier, reverse=True):
            if version <= each:
                rules = rules.replaced(self.earlier[each])
        return rules


def read_presets(
    document: Node, boards: Sequence[str] | None, names: TableNames, version: int
) -> Presets:
    """The presets of an edition with the given boards; None is for a game without a board."""
    nodes = document.table(["presets", "house_rules"], ["earlier"])
    presets = {
        preset: _read_preset(preset, node, boards, names)
        for preset, node in nodes["presets"].entries().items()
    }
    house_rules = {
        rule: read_overrides(node, names) for rule, node in nodes["house_rules"].entries().items()
    }
    earlier = _read_earlier(nodes["earlier"], names, version) if "earlier" in nodes else {}
    return Presets(presets, house_rules, earlier)


def read_overrides(node: Node, names: TableNames) -> dict[str, Any]:
    """Some settings, by name."""
    nodes = node.table([], [*names.keys, *OPTIONAL])
    if not nodes:
        node.fail("expected at least one setting; came none")
    return {key: _read_setting(key, each, names) for key, each in nodes.items()}


def _read_earlier(node: Node, names: TableNames, version: int) -> dict[int, dict[str, Any]]:
    """Return the settings of earlier versions, for the tables that were made under them."""
    versions = [str(each) for each in range(1, version)]
    nodes = node.table([], versions)
    return {int(key): read_overrides(each, names) for key, each in nodes.items()}


def _read_preset(
    preset: str, node: Node, boards: Sequence[str] | None, names: TableNames
) -> Preset:
    board_keys = ["boards"] if boards is not None else []
    said = ["name", *board_keys, *names.keys, *PROVENANCE]
    nodes = node.table(said, OPTIONAL)
    played = (NO_BOARD,) if boards is None else _read_boards(nodes["boards"], boards)
    values = {
        key: _read_setting(key, each, names)
        for key, each in nodes.items()
        if key in (*names.keys, *OPTIONAL)
    }
    settings = {key: value for key, value in values.items() if key in Settings._fields}
    tables = {key: value for key, value in values.items() if key not in settings}
    rules = PresetRules(**tables, settings=Settings(**settings))
    return Preset(preset, nodes["name"].text(), played, rules, read_provenance(nodes))


def _read_boards(node: Node, boards: Sequence[str]) -> tuple[str, ...]:
    items = node.items()
    played = tuple(item.choice(boards, "board") for item in items)
    if not played:
        node.fail("expected at least one board; came none")
    distinct(items, played, "board")
    return played


def _read_setting(key: str, node: Node, names: TableNames) -> Any:
    if key in (*TABLES, *LATER_TABLES):
        return node.choice(names.tables.get(key, []), f"{key} table")
    if key == "trust_seats":
        return _read_trust_seats(node, names.seats)
    if Settings.__annotations__[key] is bool:
        return node.flag()
    return node.integer(Settings._field_defaults.get(key, 0))


def _read_trust_seats(node: Node, seats: Sequence[int]) -> tuple[int, ...]:
    items = node.items()
    numbers = tuple(item.integer(seats[0], seats[-1]) for item in items)
    distinct(items, numbers, "number of seats")
    return numbers

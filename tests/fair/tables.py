"""The tables that fair dealing is tried on."""

from dataclasses import replace

from gridwright.content.table import (
    DRAFT,
    TableSpec,
    default_spec,
    list_boards,
    list_house_rules,
    list_presets,
)

SEATS = [2, 3, 4, 5, 6]


def plain_tables() -> list[TableSpec]:
    """Every preset with each of its boards and each number of seats."""
    return [
        default_spec(preset=preset, board=board, seats=seats)
        for preset in list_presets()
        for board in list_boards(preset=preset)
        for seats in SEATS
    ]


def odd_tables() -> list[TableSpec]:
    """Tables on which chance has less to decide, or the stack is treated otherwise."""
    found: list[TableSpec] = []
    for preset in list_presets():
        spec = default_spec(preset=preset, seats=4)
        found += [
            replace(spec, regions=DRAFT),
            replace(spec, order=(2, 0, 3, 1)),
            replace(spec, order=(3, 2, 1, 0), regions=DRAFT, hidden_money=True),
            replace(spec, contractor=True, house_rules=tuple(list_house_rules())),
        ]
    return found


def name(spec: TableSpec) -> str:
    return f"{spec.preset}-{spec.board}-{spec.seats}"

"""Which tables the proofs cover: every preset, board and number of seats with every option."""

from functools import cache

from gridwright.content.table import (
    DRAFT,
    TableSpec,
    build_game,
    list_boards,
    list_editions,
    list_house_rules,
    list_presets,
    list_seats,
)
from gridwright.engine.masks import members
from gridwright.engine.network import region_choices


@cache
def list_tables() -> tuple[TableSpec, ...]:
    """Every table, in a fixed order. Editions, presets and boards are whatever content holds."""
    tables: list[TableSpec] = []
    for edition in list_editions():
        presets = list_presets(edition)
        for preset in presets:
            for board in list_boards(edition, preset):
                for seats in list_seats(edition):
                    tables.extend(_option_sets(edition, preset, board, seats))
        # The default preset alone: house rules name what another preset already does.
        for board in list_boards(edition, presets[0]):
            for seats in list_seats(edition):
                tables.extend(_house_rule_sets(edition, presets[0], board, seats))
    return tuple(tables)


def _option_sets(edition: str, preset: str, board: str, seats: int) -> list[TableSpec]:
    """One preset on one board: plain, and with each choice a host has (c11)."""
    plain = TableSpec(edition, preset, board, seats)
    return [
        plain,
        TableSpec(edition, preset, board, seats, contractor=True, hidden_money=True),
        TableSpec(edition, preset, board, seats, regions=DRAFT),
        TableSpec(
            edition,
            preset,
            board,
            seats,
            regions=_some_regions(plain),
            order=tuple(reversed(range(seats))),
        ),
    ]


def _house_rule_sets(edition: str, preset: str, board: str, seats: int) -> list[TableSpec]:
    """Each house rule alone, and all of them together (c11.8)."""
    rules = list_house_rules(edition)
    sets: list[tuple[str, ...]] = [(rule,) for rule in rules]
    if len(rules) > 1:
        sets.append(tuple(rules))
    return [TableSpec(edition, preset, board, seats, house_rules=chosen) for chosen in sets]


def _some_regions(plain: TableSpec) -> tuple[str, ...]:
    """A choice of regions that may be in play, another one for each number of seats."""
    rules = build_game(plain).rules
    choices = region_choices(rules.board, rules.n_regions)
    chosen = choices[(7 * plain.seats + 3) % len(choices)]
    return tuple(rules.board.regions[region] for region in members(chosen))


def option_name(spec: TableSpec) -> str:
    """What a host chose besides preset, board and seats, in a few words."""
    words: list[str] = []
    if spec.contractor:
        words.append("contractor")
    if spec.hidden_money:
        words.append("hidden-money")
    if spec.regions == DRAFT:
        words.append("drafted")
    elif not isinstance(spec.regions, str):
        words.append("given-regions")
    if not isinstance(spec.order, str):
        words.append("given-order")
    if len(spec.house_rules) > 1:
        words.append(f"{len(spec.house_rules)}-house-rules")
    words.extend(spec.house_rules if len(spec.house_rules) == 1 else ())
    return "+".join(words) or "plain"


def table_name(spec: TableSpec) -> str:
    """A table in one word."""
    return f"{spec.edition}/{spec.preset}/{spec.board}/{spec.seats}/{option_name(spec)}"

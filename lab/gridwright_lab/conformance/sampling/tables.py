"""Tables that the proofs cover: every preset, board and number of seats with every option."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cache

from gridwright.content.assembly import build_rules
from gridwright.content.identity import describe_rules
from gridwright.content.library import load_library
from gridwright.content.table import (
    DEFAULT_EDITION,
    DRAFT,
    TableSpec,
    default_spec,
    list_boards,
    list_editions,
    list_house_rules,
    list_presets,
    list_seats,
)
from gridwright.engine.dice import Dice
from gridwright.engine.masks import members
from gridwright.engine.network import region_choices
from gridwright.engine.rules import Rules


@cache
def list_tables(edition: str | None = None, content: str = "") -> tuple[TableSpec, ...]:
    """Return every table, or every one of an edition, in a fixed order.

    Editions, presets and boards are those of the content, with an overlay if one is named.
    """
    tables: list[TableSpec] = []
    for each in list_editions(content=content) if edition is None else [edition]:
        tables.extend(_edition_tables(each, content))
    return tuple(tables)


def is_first_board(edition: str, board: str) -> bool:
    """Return whether the presets name the board; later boards name their presets themselves."""
    return not load_library(edition).boards[board].presets


def recorded_tables(edition: str | None = None) -> list[TableSpec]:
    """Return every table of the first boards, and a plain one per later board and seat count."""
    found = []
    for table in list_tables(edition):
        place = list_presets(table.edition).index(table.preset)
        is_one_of_five = table == default_spec(*by_seats(table)) and (table.seats + place) % 2 == 0
        if is_first_board(table.edition, table.board) or is_one_of_five:
            found.append(table)
    return found


def some_tables(kind: Callable[[TableSpec], Hashable]) -> list[TableSpec]:
    """Return every table of the first boards, and one of each kind of the later ones."""
    first = [table for table in list_tables() if is_first_board(table.edition, table.board)]
    later = [table for table in list_tables() if not is_first_board(table.edition, table.board)]
    return [*first, *one_of_each(later, kind)]


def one_of_each(
    tables: Sequence[TableSpec], kind: Callable[[TableSpec], Hashable]
) -> list[TableSpec]:
    """Return one table of each kind; the other choices take turns."""
    kinds: dict[Hashable, list[TableSpec]] = {}
    for table in tables:
        kinds.setdefault(kind(table), []).append(table)
    return [each[place % len(each)] for place, each in enumerate(kinds.values())]


def by_preset(table: TableSpec) -> tuple[str, str, str]:
    return (table.edition, table.preset, table.board)


def by_seats(table: TableSpec) -> tuple[str, str, str, int]:
    return (*by_preset(table), table.seats)


@cache
def spread_tables(edition: str | None = None) -> tuple[TableSpec, ...]:
    """Return the same tables shuffled, so that any few of them are of many kinds."""
    return shuffled(list_tables(edition))


def shuffled(tables: Sequence[TableSpec]) -> tuple[TableSpec, ...]:
    """Return the tables in a mixed order that depends on their number alone."""
    left = list(tables)
    dice = Dice(len(left))
    spread: list[TableSpec] = []
    while left:
        spread.append(left.pop(dice.below(len(left))))
    return tuple(spread)


def _edition_tables(edition: str, content: str) -> list[TableSpec]:
    presets = list_presets(edition, content=content)
    all_seats = list_seats(edition, content=content)
    plain = [
        default_spec(edition, preset, board, seats, content)
        for preset in presets
        for board in list_boards(edition, preset, content=content)
        for seats in all_seats
    ]
    tables = [table for each in plain for table in _option_sets(each)]
    rules = list_house_rules(edition, content=content)
    for each in plain:
        # Only the default preset: most house rules equal a rule of another preset.
        chosen = rules if each.preset == presets[0] else _rules_by_board(each)
        tables.extend(_house_rule_sets(each, chosen))
    return tables


def _option_sets(plain: TableSpec) -> list[TableSpec]:
    """Return one preset on one board: plain, and with each option of a host (c11)."""
    backwards = tuple(reversed(range(plain.seats)))
    sets = [plain, replace(plain, contractor=True, hidden_money=True)]
    rules = build_rules(plain)
    if rules.board.regions:
        sets.append(replace(plain, regions=DRAFT))
        sets.append(replace(plain, regions=_some_regions(rules), order=backwards))
    else:
        sets.append(replace(plain, contractor=True, order=backwards))
    return sets


def _house_rule_sets(plain: TableSpec, rules: list[str]) -> list[TableSpec]:
    """Return each house rule alone, and all of them together (c11.8)."""
    sets: list[tuple[str, ...]] = [(rule,) for rule in rules]
    if len(rules) > 1:
        sets.append(tuple(rules))
    return [replace(plain, house_rules=chosen) for chosen in sets]


def _rules_by_board(plain: TableSpec) -> list[str]:
    """Return the house rules with numbers of their own on some board, if they have an effect."""
    boards = load_library(plain.edition, content=plain.content).boards.values()
    named = {rule for sheet in boards for rule in sheet.house_rules}
    rules = describe_rules(build_rules(plain))
    return [
        rule
        for rule in sorted(named)
        if describe_rules(build_rules(replace(plain, house_rules=(rule,)))) != rules
    ]


def _some_regions(rules: Rules) -> tuple[str, ...]:
    """Return a choice of regions that may be in play, different for each number of seats."""
    choices = region_choices(rules.board, rules.limits.n_regions)
    chosen = choices[(7 * rules.n_seats + 3) % len(choices)]
    return tuple(rules.board.regions[region] for region in members(chosen))


def option_name(spec: TableSpec) -> str:
    """Name the host's choices other than preset, board and seats."""
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


def short_name(spec: TableSpec, gap: str = "-") -> str:
    """Return edition unless it is the default one, preset, board and seats: a file name prefix."""
    words = [spec.preset, spec.board, str(spec.seats)]
    if spec.preset == spec.board:
        words.remove(spec.board)
    if spec.edition != DEFAULT_EDITION:
        words.insert(0, spec.edition)
    return gap.join(words)


def table_name(spec: TableSpec) -> str:
    """Return a table as one word."""
    return f"{spec.edition}/{spec.preset}/{spec.board}/{spec.seats}/{option_name(spec)}"

"""Checks that a board's clauses name what its data and its classes change, and nothing else."""

from collections.abc import Iterator, Mapping
from typing import Final

from gridwright.content.boards import BoardSheet
from gridwright.content.clause_index import ClauseIndex
from gridwright.content.errors import ContentError
from gridwright.content.library import Library
from gridwright.content.rule_texts import names_in, read_relations
from gridwright.content.rulebook import Clause, load_rulebook
from gridwright.engine.board_classes import SHARED

RELATIONS: Final = ("Replaces", "Changes")
MAP: Final = "map"
"""Clauses that cities, links and regions of any board may concern."""

BOARD_KEYS: Final = (
    *("flat_connection", "uncounted_plants", "landmasses", "passage", "blocked"),
    *("store_prices", "closing_plants", "own_spaces", "second_market", "plants"),
)
"""What a board may have beside figures, settings and classes."""


def check_board(
    library: Library, board: str, index: ClauseIndex, own: Mapping[str, Clause]
) -> None:
    """Raise ContentError if a board changes what its clauses do not name, or the other way round.

    A clause that is filled with the figures of the table need not be named for other figures. Some
    boards have their rules among those of the edition.
    """
    rulebook = load_rulebook(library.edition.id)
    named: dict[str, str] = {
        number: number
        for number, switches in index.switches.items()
        if switches[0].name == "board" and board in names_in(rulebook.clauses[number].markdown)
    }
    shared = set(named)
    for number, clause in own.items():
        found = [each for word in RELATIONS for each in read_relations(clause.markdown, word)]
        if not found:
            raise ContentError(board, number, "expected a line such as `Replaces: c3.15.`")
        named |= dict.fromkeys(found, number)
    allowed: set[str] = set(index.behind.get(MAP, []))
    for added in library.boards[board].brought.classes.added:
        allowed.update(index.phases.get(added.before, []))
    for key in changed_keys(library, board):
        if key not in index.behind and not index.clauses_behind(key):
            raise ContentError(board, key, "expected which clauses depend on it; there is no word")
        clauses = index.clauses_behind(key)
        is_named = any(each in named for each in clauses)
        is_filled = "." not in key and any(each in index.filled for each in clauses)
        if clauses and not (is_named or is_filled or _is_of_a_preset(library, board, key)):
            raise ContentError(
                board, key, f"expected a clause that replaces or changes {', '.join(clauses)}"
            )
        allowed.update(clauses)
    for number, by in named.items():
        if number not in allowed | shared:
            raise ContentError(board, by, f"names {number}, which nothing on the board changes")


def changed_keys(library: Library, board: str) -> set[str]:
    """Return a board's own settings, figures and methods."""
    sheet = library.boards[board]
    return {*_settings(library, sheet), *_figures(library, sheet), *_methods(sheet)}


def _settings(library: Library, sheet: BoardSheet) -> Iterator[str]:
    for name, changed in sheet.settings.items():
        rules = library.presets.presets[name].rules
        yield from (key for key, value in changed.items() if rules.value(key) != value)


def _is_of_a_preset(library: Library, board: str, key: str) -> bool:
    """Return whether the board sets a setting to what some preset has: its clauses follow it."""
    presets = [preset.rules for preset in library.presets.presets.values()]
    settings = library.boards[board].settings.values()
    values = [changed[key] for changed in settings if key in changed]
    known = [rules.value(key) for rules in presets] if values else []
    return bool(values) and all(isinstance(each, bool) or each in known for each in values)


def _figures(library: Library, sheet: BoardSheet) -> Iterator[str]:
    figures, shared = sheet.figures, library.figures
    if figures is not None and isinstance(shared, type(figures)):
        if figures.token_totals != shared.token_totals:
            yield "tokens"
        if figures.ladders != shared.ladders:
            yield "ladders"
    if any(city.enter for city in sheet.cities):
        yield "entries"
    yield from (key for key in BOARD_KEYS if getattr(sheet, key))


def _methods(sheet: BoardSheet) -> Iterator[str]:
    for slot, base in SHARED.items():
        found: type[object] = getattr(sheet.brought.classes, slot)
        for each in found.__mro__[: found.__mro__.index(base)]:
            for name, value in vars(each).items():
                if callable(value) and not name.startswith("_") and hasattr(base, name):
                    yield f"{slot}.{name}"

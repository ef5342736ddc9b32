"""What a house rule changes at a table."""

from dataclasses import replace

from gridwright.content.assembly import resolve_preset
from gridwright.content.board_figures import BoardFigures
from gridwright.content.library import load_library
from gridwright.content.spec import TableSpec


def changes(spec: TableSpec, rule: str) -> bool:
    """Whether a house rule changes anything at a table with so many seats."""
    return _decided(replace(spec, house_rules=(rule,))) != _decided(spec)


def _decided(spec: TableSpec) -> tuple[object, ...]:
    """The settings of a table, and the rows that it takes from the tables they name."""
    library = load_library(spec.edition, content=spec.content)
    preset = resolve_preset(library, spec)
    figures = library.boards[spec.board].figures or library.figures
    trust_plays = spec.seats in preset.trust_seats
    if not isinstance(figures, BoardFigures):
        return preset.settings, preset.deck, trust_plays
    return (
        *(preset.settings, preset.deck, trust_plays),
        figures.seat_tables[preset.seat_table][spec.seats],
        figures.incomes[preset.income],
        figures.refills[preset.refill][spec.seats],
        figures.opening_tokens[preset.opening_tokens],
        figures.prices(preset.ladder),
    )

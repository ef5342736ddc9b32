"""The fuel market of a game with fuel cards: the cards in the column of each price."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.glyphs import Glyphs
from gridwright.cli.drawing.names import KIND_STYLES, Names, counted
from gridwright.engine.editions.card.depot import SINGLES, Depot

LABEL_WIDTH: Final = 13
FIGURES: Final = ("units", "stack", "discard")
"""Numbers of units of a kind on sale, and in the two piles."""
SPACINGS: Final = (("   ", True), ("  ", True), (" ", False))
"""The gap between columns, and True for numbers; the first that fits is taken."""


def draw_columns(depot: Depot, names: Names, glyphs: Glyphs, width: int) -> Text:
    """One line for each kind: its cards under their prices, and how many units are where."""
    lines: list[Text] = []
    for gap, with_figures in SPACINGS:
        lines = _draw_lines(depot, names, glyphs, gap)
        if with_figures:
            _append_figures(lines, depot, gap)
        for line in lines:
            line.rstrip()
        if max(line.cell_len for line in lines) <= width:
            break
    title = Text.assemble(("Fuel market", "bold"))
    piles = _pile_words(depot)
    title.append(" " * max(2, width - title.cell_len - len(piles)))
    title.append(piles, style="dim")
    return Text("\n").join([title, *lines])


def _draw_lines(depot: Depot, names: Names, glyphs: Glyphs, gap: str) -> list[Text]:
    """The prices, and under them the cards of each kind."""
    cards = depot.cards
    lines = [Text(" " * LABEL_WIDTH)]
    for kind in range(cards.n_kinds):
        label = f"{names.kinds[kind]:<{LABEL_WIDTH - 4}}"
        lines.append(Text.assemble(f"  {names.letters[kind]} ", (label, _style(kind))))
    for column in range(cards.n_columns):
        cells = [Text(_price(depot, column, glyphs), style="dim")]
        for kind in range(cards.n_kinds):
            cells.append(Text(_cards(depot.columns[column], kind, depot), style=_style(kind)))
        widest = max(cell.cell_len for cell in cells)
        for line, cell in zip(lines, cells, strict=True):
            cell.pad_right(widest - cell.cell_len)
            line.append_text(cell)
            line.append(gap)
    return lines


def _style(kind: int) -> str:
    return KIND_STYLES[kind % len(KIND_STYLES)]


def _price(depot: Depot, column: int, glyphs: Glyphs) -> str:
    """Return the price of a card here, and a sign for each free place."""
    price = f"for {depot.cards.prices[column]}"
    if column == SINGLES:
        return f"{price} each"
    free = depot.cards.n_slots - sum(depot.columns[column])
    return f"{price} {glyphs.free * free}".rstrip()


def _cards(row: list[int], kind: int, depot: Depot) -> str:
    """The cards of a kind in one column, each with its units; singles are counted."""
    cards = depot.cards
    drawn = ""
    for card in range(cards.n_printed):
        if cards.kind_of[card] == kind:
            drawn += f"[{cards.units_of[card]}]" * row[card]
    n_singles = row[cards.single(kind)]
    return drawn + counted(n_singles, "single") if n_singles else drawn


def _append_figures(lines: list[Text], depot: Depot, gap: str) -> None:
    lines[0].append(gap.join(FIGURES), style="dim")
    for kind in range(depot.cards.n_kinds):
        on_sale = sum(_units(row, kind, depot) for row in depot.columns)
        units = (on_sale, _units(depot.stack, kind, depot), _units(depot.discard, kind, depot))
        cells = [f"{units[place]:>{len(name)}}" for place, name in enumerate(FIGURES)]
        lines[kind + 1].append(gap.join(cells))


def _units(row: list[int], kind: int, depot: Depot) -> int:
    """Return the units of a kind in a row of printed cards, with or without singles."""
    cards = depot.cards
    return sum(
        row[card] * cards.units_of[card] for card in range(len(row)) if cards.kind_of[card] == kind
    )


def _pile_words(depot: Depot) -> str:
    n_stack, n_discarded, n_aside = sum(depot.stack), sum(depot.discard), sum(depot.aside)
    words = f"{counted(n_stack, 'card')} in the stack" if n_stack else "the stack is empty"
    words += f", {n_discarded} discarded"
    return words + (f", {n_aside} waiting aside" if n_aside else "")

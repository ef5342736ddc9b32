"""The numbered list of what may be done."""

from collections.abc import Sequence
from typing import Protocol

from rich.text import Text


class Listed(Protocol):
    """A line of the list."""

    @property
    def words(self) -> str: ...
    @property
    def detail(self) -> str: ...
    @property
    def short(self) -> bool: ...


def draw_choices(choices: Sequence[Listed], width: int) -> Text:
    """One line each; short ones side by side, read down the columns."""
    lines: list[Text] = []
    long = [(number, each) for number, each in _numbered(choices) if not each.short]
    short = [(number, each) for number, each in _numbered(choices) if each.short]
    if short:
        lines.extend(_columns(short, width))
    word_width = max((len(each.words) for _number, each in long), default=0)
    for number, each in long:
        line = Text.assemble((f"{number:>4} ", "dim"), (each.words, "bold"))
        if each.detail:
            line.append(" " * (word_width - len(each.words) + 2) + each.detail)
        lines.append(line)
    return Text("\n").join(lines)


def _numbered(choices: Sequence[Listed]) -> list[tuple[int, Listed]]:
    return list(enumerate(choices, start=1))


def _columns(short: list[tuple[int, Listed]], width: int) -> list[Text]:
    cells: list[Text] = []
    word_width = max(len(each.words) for _number, each in short)
    detail_width = max(len(each.detail) for _number, each in short)
    for number, each in short:
        cell = Text.assemble((f"{number:>4} ", "dim"), (f"{each.words:<{word_width}}", "bold"))
        if detail_width:
            cell.append(f" {each.detail:>{detail_width}}")
        cells.append(cell)
    n_columns = max(1, width // (cells[0].cell_len + 2))
    n_rows = -(-len(cells) // n_columns)
    lines: list[Text] = []
    for row in range(n_rows):
        lines.append(Text("  ").join(cells[row::n_rows]))
    return lines

"""The table that measuring commands print: names on the left, figures on the right, no lines."""

from rich.table import Table


def figure_table(*headings: str) -> Table:
    """An empty one; the first column is text, the others are figures."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=True)
    return table

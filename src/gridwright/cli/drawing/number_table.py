"""The table that benchmarks print: names on the left, numbers on the right, no lines."""

from rich.table import Table


def number_table(*headings: str) -> Table:
    """An empty one; the first column is text, the others are numbers."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=True)
    return table

"""The statistics as CSV: one file for each list; nested values become columns."""

import csv
import io
from typing import Any, Final

LISTS: Final = ("matches", "strength", "cross", "ratings", "seats", "lengths", "ends")


def flatten(row: dict[str, Any], before: str = "") -> dict[str, Any]:
    """A row without nesting: ``score: {mean: 3}`` becomes ``score_mean: 3``."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            if not name.endswith("counts"):  # Distributions are in the JSON.
                flat |= flatten(value, f"{before}{name}_")
        else:
            flat[before + name] = value
    return flat


def write_csv(rows: list[dict[str, Any]]) -> str:
    """The rows with every column that any of them has, in the order they come."""
    flat = [flatten(row) for row in rows]
    columns = list(dict.fromkeys([name for row in flat for name in row]))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    return text.getvalue()

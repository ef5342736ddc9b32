"""Writes all files of a report."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from gridwright.arena.report.page import write_page
from gridwright.arena.report.plot_files import draw_plots
from gridwright.arena.report.statistics import report_statistics
from gridwright.arena.store import Store, StoreError

LISTS: Final = ("matches", "strength", "cross", "ratings", "seats", "lengths", "ends")


def flatten(row: dict[str, Any], before: str = "") -> dict[str, Any]:
    """Return a row without nesting: ``score: {mean: 3}`` becomes ``score_mean: 3``."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            if not name.endswith("counts"):  # Distributions are in the JSON.
                flat |= flatten(value, f"{before}{name}_")
        else:
            flat[before + name] = value
    return flat


def write_csv(rows: list[dict[str, Any]]) -> str:
    """Return the rows as CSV with the columns of all rows, in order of first appearance."""
    flat = [flatten(row) for row in rows]
    columns = list(dict.fromkeys([name for row in flat for name in row]))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    return text.getvalue()


PAGE: Final = "index.html"
STATISTICS: Final = "report.json"


def write_report(stores: Sequence[Store], folder: Path) -> dict[str, Any]:
    """Write the page, the plots, the statistics as JSON and each list as CSV; return them."""
    statistics = report_statistics(stores)
    if not statistics["games"]:
        raise StoreError("expected runs with games, got none")
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(statistics, indent=1, ensure_ascii=False) + "\n"
    (folder / STATISTICS).write_text(text, "utf-8")
    for name in LISTS:
        if statistics[name]:
            (folder / f"{name}.csv").write_text(write_csv(statistics[name]), "utf-8")
    svgs = draw_plots(statistics)
    for name, svg in svgs.items():
        (folder / f"{name}.svg").write_text(svg, "utf-8")
    (folder / PAGE).write_text(write_page(statistics, svgs), "utf-8")
    return statistics

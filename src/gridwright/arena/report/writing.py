"""A report in a folder."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from gridwright.arena.report.figures import figures_of
from gridwright.arena.report.page import write_page
from gridwright.arena.report.pictures import pictures_of
from gridwright.arena.report.tables import LISTS, write_csv
from gridwright.arena.store import Store, StoreError

PAGE: Final = "index.html"
FIGURES: Final = "report.json"


def write_report(stores: Sequence[Store], folder: Path) -> dict[str, Any]:
    """Write the page, its plots, the figures as JSON and each list as CSV; returns the figures."""
    figures = figures_of(stores)
    if not figures["games"]:
        raise StoreError("expected runs with games, got none")
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(figures, indent=1, ensure_ascii=False) + "\n"
    (folder / FIGURES).write_text(text, "utf-8")
    for name in LISTS:
        if figures[name]:
            (folder / f"{name}.csv").write_text(write_csv(figures[name]), "utf-8")
    pictures = pictures_of(figures)
    for name, picture in pictures.items():
        (folder / f"{name}.svg").write_text(picture, "utf-8")
    (folder / PAGE).write_text(write_page(figures, pictures), "utf-8")
    return figures

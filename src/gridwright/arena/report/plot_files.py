"""The plots of a report by name. The page embeds them, and each is also an SVG file."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import matplotlib as mpl

from gridwright.arena.report import plots
from gridwright.arena.report.aggregation import bot_order
from gridwright.bots.registry import BOTS

Row: TypeAlias = dict[str, Any]


def draw_plots(statistics: dict[str, Any]) -> dict[str, str]:
    """Return every plot of these statistics as SVG. The same statistics give the same bytes."""
    ends: list[Row] = statistics["ends"]
    lengths: list[Row] = statistics["lengths"]
    with mpl.rc_context(plots.STYLE):
        found = {
            "seats": plots.draw_seats(statistics["seats"]),
            "lengths": plots.draw_lengths(lengths),
            "scores": plots.draw_scores(merged(ends)),
        }
        if statistics["strength"]:
            found["strength"] = plots.draw_strength(statistics["strength"])
        chosen = planner_rows(ends)
        if chosen:
            bot = chosen[0]["bot"]
            found["ends"] = plots.draw_ends(chosen)
            found["rounds"] = plots.draw_rounds(
                [row for row in lengths if row["measure"] == "rounds" and row["strongest"] == bot]
            )
            found["mix"] = plots.draw_mix(chosen)
    return found


def merged(rows: Sequence[Row]) -> list[Row]:
    """Return one row per bot, edition and size: against others if there are such games."""
    found: dict[tuple[str, str, int], Row] = {}
    for row in sorted(rows, key=lambda row: not row["among_its_like"]):
        found[row["bot"], row["edition"], row["seats"]] = row
    return list(found.values())


def planner_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of the highest-level bot, in self-play where there are such games."""
    levels = {name: bot.level for name, bot in BOTS.items()}
    top = max(rows, key=lambda row: (levels.get(row["bot"], -1), bot_order(row["bot"])))["bot"]
    found: dict[tuple[str, int], Row] = {}
    for row in sorted(rows, key=lambda row: row["among_its_like"]):
        if row["bot"] == top:
            found[row["edition"], row["seats"]] = row
    return [found[key] for key in sorted(found)]

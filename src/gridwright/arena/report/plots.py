"""The plots of a report, as SVG to embed in the page."""

import io
import re
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from gridwright.arena.report.aggregation import bot_order

Row: TypeAlias = dict[str, Any]

INK: Final = "#1f2933"
FAINT: Final = "#8a94a0"
RULE: Final = "#dfe3e8"
ACCENT: Final = "#1b6ca8"
COLOURS: Final = ("#8a94a0", "#c97b2a", "#7aa5c9", "#1b6ca8", "#0b3a63", "#5b8c5a")
"""Colours of bots, from the weakest on."""
FUELS: Final = {
    "coal": "#7a5c43",
    "oil": "#2f343a",
    "gas": "#d0862e",
    "garbage": "#bfa83a",
    "uranium": "#b5413b",
    "hybrid": "#9a8f86",
    "no fuel": "#5b8c5a",
}
OTHER_FUEL: Final = "#c9ced6"
STYLE: Final[Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "gridwright",
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": RULE,
    "axes.labelcolor": FAINT,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
}
WIDTH: Final = 10.4
FAIR_LABEL: Final = "fair share 1/N"


def draw_strength(rows: Sequence[Row]) -> str:
    """Draw shares with intervals by number of seats: a panel per edition, a mark per pair."""
    rows = [row for row in rows if bot_order(row["bot"]) > bot_order(row["against"])]
    editions = sorted({row["edition"] for row in rows})
    pairs = sorted(
        {(row["bot"], row["against"]) for row in rows},
        key=lambda pair: (bot_order(pair[0]), bot_order(pair[1])),
    )
    figure, panels = _panels(len(editions), 3.3)
    marks = "osD^vPX*"
    for axes, edition in zip(panels, editions, strict=True):
        own = [row for row in rows if row["edition"] == edition]
        seats = sorted({row["seats"] for row in own})
        for each in seats:
            axes.plot([each - 0.42, each + 0.42], [1 / each] * 2, color=INK, lw=1, ls=(0, (2, 2)))
        for place, pair in enumerate(pairs):
            shown = [row for row in own if (row["bot"], row["against"]) == pair]
            offset = (place - (len(pairs) - 1) / 2) * 0.72 / max(1, len(pairs))
            _draw_shares(
                axes,
                [row["seats"] + offset for row in shown],
                shown,
                _colour(pair[0]),
                marks[bot_order(pair[1])[0] % len(marks)],
                f"{pair[0]} – {pair[1]}",
            )
        axes.set_title(edition)
        axes.set_xticks(seats)
        axes.set_xlabel("seats")
        axes.set_xlim(min(seats) - 0.6, max(seats) + 0.6)
        _percent(axes)
    if panels:
        panels[0].plot([], [], color=INK, lw=1, ls=(0, (2, 2)), label=FAIR_LABEL)
        panels[0].set_ylabel("share of wins, 95 %")
    _legend(figure, panels)
    return _svg(figure, "strength")


def draw_seats(rows: Sequence[Row]) -> str:
    """Draw the share of each seat: a panel per edition, a group per number of seats."""
    editions = sorted({row["edition"] for row in rows})
    figure, panels = _panels(len(editions), 2.4)
    for axes, edition in zip(panels, editions, strict=True):
        own = [row for row in rows if row["edition"] == edition]
        left = 0.0
        ticks: list[float] = []
        sizes = sorted({row["seats"] for row in own})
        for size in sizes:
            shown = sorted(
                [row for row in own if row["seats"] == size], key=lambda row: row["seat"]
            )
            places = [left + 0.6 * seat for seat in range(size)]
            axes.plot(
                [places[0] - 0.25, places[-1] + 0.25],
                [1 / size] * 2,
                color=INK,
                lw=1,
                ls=(0, (2, 2)),
            )
            _draw_shares(axes, places, shown, ACCENT, "o", "")
            ticks.append((places[0] + places[-1]) / 2)
            left = places[-1] + 1.6
        axes.set_xticks(ticks, [str(size) for size in sizes])
        axes.set_xlabel("seats")
        axes.grid(axis="x", visible=False)
        axes.set_title(edition)
        _percent(axes, top=None)
    if panels:
        panels[0].set_ylabel("share of wins, 95 %")
    return _svg(figure, "seats")


def draw_lengths(rows: Sequence[Row]) -> str:
    """Draw the length of games in rounds, by the strongest bot at the table."""
    shown = [
        {"bot": row["strongest"], "edition": row["edition"], "seats": row["seats"], "rounds": row}
        for row in rows
        if row["measure"] == "rounds"
    ]
    return _draw_boxes(shown, ("rounds",), "lengths", by_bot=True)


def draw_rounds(rows: Sequence[Row]) -> str:
    """Draw the rounds of games of one bot: a panel per edition, a line per size."""
    editions = sorted({row["edition"] for row in rows})
    figure, panels = _panels(len(editions), 2.6)
    sizes = sorted({row["seats"] for row in rows})
    for axes, edition in zip(panels, editions, strict=True):
        for row in [each for each in rows if each["edition"] == edition]:
            counts = {int(value): count for value, count in row["counts"].items()}
            values = list(range(min(counts) - 1, max(counts) + 2))
            axes.plot(
                values,
                [counts.get(value, 0) / row["n"] for value in values],
                color=_ramp(sizes.index(row["seats"]), len(sizes)),
                marker="o",
                ms=3,
                lw=1.4,
                label=f"{row['seats']} seats",
            )
        axes.set_title(edition)
        axes.set_xlabel("rounds")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        _percent(axes, top=None)
    if panels:
        panels[0].set_ylabel("share of games")
    _legend(figure, panels)
    return _svg(figure, "rounds")


def draw_scores(rows: Sequence[Row]) -> str:
    """Draw the scores of bots: a panel per edition, a box per bot and number of seats."""
    return _draw_boxes(rows, ("score",), "scores", by_bot=True)


def draw_ends(rows: Sequence[Row]) -> str:
    """Draw the scores, cities and money of one bot's seats at the end."""
    return _draw_boxes(rows, ("score", "cities", "money"), "ends", by_bot=False)


def draw_mix(rows: Sequence[Row]) -> str:
    """Draw the fuels of plants at the end: a bar per edition and number of seats."""
    kinds = [kind for kind in FUELS if any(kind in row["mix"] for row in rows)]
    kinds += sorted({kind for row in rows for kind in row["mix"]} - set(kinds))
    figure = Figure(figsize=(WIDTH, 0.9 + 0.27 * len(rows)), layout="constrained")
    axes = figure.subplots()
    labels = [f"{row['edition']}, {row['seats']} seats" for row in rows]
    left = [0.0] * len(rows)
    for kind in kinds:
        widths = [row["mix"].get(kind, 0.0) for row in rows]
        axes.barh(
            labels, widths, left=left, height=0.72, color=FUELS.get(kind, OTHER_FUEL), label=kind
        )
        for place, width in enumerate(widths):
            if width >= 0.06:
                axes.text(
                    left[place] + width / 2,
                    place,
                    f"{100 * width:.0f} %",
                    ha="center",
                    va="center",
                    color="white",
                    fontsize=8,
                )
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.grid(visible=False)
    axes.tick_params(length=0)
    axes.xaxis.set_visible(False)
    axes.spines[:].set_visible(False)
    figure.legend(loc="outside upper left", ncols=len(kinds), handlelength=1, fontsize=9)
    return _svg(figure, "mix")


def _draw_boxes(rows: Sequence[Row], measures: Sequence[str], name: str, by_bot: bool) -> str:
    """Draw boxes from the 25th to the 75th percentile, lines to the 5th and 95th, and the mean."""
    editions = sorted({row["edition"] for row in rows})
    figure = Figure(figsize=(WIDTH, 2.5 * len(measures) + 0.4), layout="constrained")
    grid = figure.subplots(len(measures), len(editions), squeeze=False)
    bots = sorted({row["bot"] for row in rows}, key=bot_order)
    for line, measure in enumerate(measures):
        for column, edition in enumerate(editions):
            axes = grid[line][column]
            own = [row for row in rows if row["edition"] == edition]
            step = 0.8 / max(1, len(bots)) if by_bot else 0.5
            if not any(row[measure]["p95"] for row in own):
                axes.set_axis_off()
                continue
            for bot in bots:
                place = bots.index(bot) - (len(bots) - 1) / 2 if by_bot else 0
                boxes = {
                    row["seats"] + place * step: row[measure] for row in own if row["bot"] == bot
                }
                _draw_box(axes, boxes, step * 0.8, _colour(bot) if by_bot else ACCENT)
            sizes = sorted({row["seats"] for row in own})
            axes.set_xticks(sizes)
            axes.set_xlim(min(sizes) - 0.6, max(sizes) + 0.6)
            axes.grid(axis="x", visible=False)
            axes.set_ylim(0, 1.06 * max([row[measure]["p95"] for row in own]))
            axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
            if line == 0:
                axes.set_title(edition)
            if line == len(measures) - 1:
                axes.set_xlabel("seats")
            if column == 0 or grid[line][column - 1].axison is False:
                axes.set_ylabel(measure)
    if by_bot:
        for bot in bots:
            grid[0][0].plot([], [], "s", color=_colour(bot), label=bot)
        _legend(figure, [grid[0][0]])
    return _svg(figure, name)


def _draw_box(axes: Axes, boxes: dict[float, Row], width: float, colour: str) -> None:
    """Draw the boxes of one colour by x position; few artists, because each costs time."""
    places = list(boxes)
    marks = {
        name: [spread[name] for spread in boxes.values()]
        for name in ("p5", "p25", "median", "p75", "p95", "mean")
    }
    axes.vlines(places, marks["p5"], marks["p95"], color=colour, lw=1)
    heights = [high - low for low, high in zip(marks["p25"], marks["p75"], strict=True)]
    axes.bar(places, heights, width, bottom=marks["p25"], color=colour, alpha=0.35)
    lefts = [place - width / 2 for place in places]
    rights = [place + width / 2 for place in places]
    axes.hlines(marks["median"], lefts, rights, color=colour, lw=2)
    axes.plot(places, marks["mean"], "o", color=colour, ms=3.5, mec="white", mew=0.5)


def _draw_shares(
    axes: Axes, places: list[float], rows: Sequence[Row], colour: str, mark: str, label: str
) -> None:
    lows, highs = [row["low"] for row in rows], [row["high"] for row in rows]
    axes.vlines(places, lows, highs, color=colour, lw=1.6, alpha=0.7)
    shares = [row["share"] for row in rows]
    axes.plot(places, shares, mark, color=colour, ms=5, mec="white", mew=0.6, label=label or None)


def _panels(n_panels: int, height: float) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    if not n_panels:
        return figure, []
    grid = figure.subplots(1, n_panels, squeeze=False, sharey=True)
    return figure, list(grid[0])


def _percent(axes: Axes, top: float | None = 1.02) -> None:
    axes.set_ylim(0, top)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))


def _legend(figure: Figure, panels: Sequence[Axes]) -> None:
    found: dict[str, Any] = {}
    for axes in panels:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    if found:
        figure.legend(
            list(found.values()),
            list(found),
            loc="outside upper left",
            ncols=min(len(found), 7),
            handlelength=1.4,
        )


def _colour(bot: str) -> str:
    return COLOURS[bot_order(bot)[0] % len(COLOURS)]


def _ramp(place: int, n_places: int) -> str:
    """Return a colour from light for the first place to dark for the last."""
    light, dark = (0xA9, 0xCB, 0xE4), (0x0B, 0x3A, 0x63)
    part = place / max(1, n_places - 1)
    mixed = [round(low + (high - low) * part) for low, high in zip(light, dark, strict=True)]
    return "#" + "".join([f"{value:02x}" for value in mixed])


def _svg(figure: Figure, name: str) -> str:
    """Return the figure as an SVG element with unique ids, so that several fit on a page."""
    text = io.StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    return re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{name}-", svg)

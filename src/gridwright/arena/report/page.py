"""The report as one self-contained HTML page."""

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final, TypeAlias

from gridwright.arena.report.aggregation import MAX_RATED, bot_order
from gridwright.arena.report.plot_files import planner_rows

Row: TypeAlias = dict[str, Any]

STYLE_FILE: Final = "page.css"


def write_page(statistics: dict[str, Any], svgs: Mapping[str, str]) -> str:
    """Return the HTML page. The same statistics give the same bytes."""
    body = "".join(
        [
            _opening(statistics),
            _cross_tables(statistics["cross"]),
            _ratings(statistics["ratings"]),
            _strength(svgs),
            _seats(svgs),
            _lengths(statistics["lengths"], svgs),
            _scores(svgs),
            _planner(statistics["ends"], svgs),
            _matches(statistics["matches"]),
            _runs(statistics["runs"]),
        ]
    )
    style = files("gridwright.arena.report").joinpath(STYLE_FILE).read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Arena report</title><style>\n{style}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def percent(share: float, decimals: int = 1) -> str:
    return f"{100 * share:.{decimals}f} %"


def signed(value: float, form: str = ".2f") -> str:
    """Format a number with a typographic minus sign."""
    return format(value, form).replace("-", "−")


def _opening(statistics: dict[str, Any]) -> str:
    faults = sum(statistics["faults"].values())
    cells = {(row["edition"], row["seats"]) for row in statistics["seats"]}
    facts = [
        (f"{statistics['games']:,}", "games"),
        (f"{statistics['deals']:,}", "deals"),
        (str(len(statistics["bots"])), "bots"),
        (str(len(cells)), "editions × seats"),
        (str(faults), "games that failed"),
    ]
    listed = "".join([f"<li><b>{figure}</b><span>{name}</span></li>" for figure, name in facts])
    return (
        "<h1>Arena report</h1>"
        '<p class="note">In a match one candidate sits among copies of a reference, and every '
        "deal is played from every seat. Ties are split; a game that does not end is lost by the "
        "candidate. Intervals hold the middle 95 % of a bootstrap over deals.</p>"
        f'<ul class="figures">{listed}</ul>'
    )


def _section(title: str, note: str, *parts: str) -> str:
    return f'<section><h2>{title}</h2><p class="note">{note}</p>{"".join(parts)}</section>'


def _cross_tables(rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    tables = [
        _cross_table(size, [row for row in rows if row["seats"] == size])
        for size in sorted({row["seats"] for row in rows})
    ]
    return _section(
        "Cross-tables",
        "The share of wins of the row’s bot among copies of the column’s, all editions together. "
        "Blue is above the fair share, orange below.",
        f'<div class="tables wide">{"".join(tables)}</div>',
    )


def _cross_table(size: int, rows: Sequence[Row]) -> str:
    bots = sorted({row[name] for row in rows for name in ("bot", "against")}, key=bot_order)
    found = {(row["bot"], row["against"]): row for row in rows}
    head = "".join([f"<th>{escape(bot)}</th>" for bot in bots])
    lines: list[str] = []
    for bot in bots:
        cells = "".join([_cross_cell(found.get((bot, against))) for against in bots])
        lines.append(f"<tr><th>{escape(bot)}</th>{cells}</tr>")
    return (
        f"<div><h3>{size} seats, fair share {percent(1 / size)}</h3>"
        f'<table class="cross"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _cross_cell(row: Row | None) -> str:
    if row is None:
        return '<td class="none">–</td>'
    share, fair = row["share"], row["fair"]
    part = (share - fair) / (1 - fair) if share >= fair else (fair - share) / fair
    colour = "27, 108, 168" if share >= fair else "201, 123, 42"
    interval = f"{100 * row['low']:.1f}–{100 * row['high']:.1f}"
    return (
        f'<td style="background: rgba({colour}, {0.06 + 0.34 * part:.2f})">'
        f"{percent(share)}<small>{interval}</small></td>"
    )


def _ratings(rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    lines = [
        f"<tr><th>{escape(row['bot'])}</th><td>{signed(row['mu'])}</td><td>{row['sigma']:.2f}</td>"
        f"<td>{signed(row['mu'] - 3 * row['sigma'])}</td><td>{row['games']:,}</td></tr>"
        for row in rows
    ]
    return _section(
        "Ratings",
        f"OpenSkill, Plackett–Luce, over games of different bots from the first {MAX_RATED} deals "
        "of each match. They order this pool; they are no scale beyond it.",
        "<table><thead><tr><th></th><th>skill</th><th>± sigma</th><th>skill − 3 sigma</th>"
        f"<th>games</th></tr></thead><tbody>{''.join(lines)}</tbody></table>",
    )


def _strength(svgs: Mapping[str, str]) -> str:
    if "strength" not in svgs:
        return ""
    return _section(
        "Strength by edition and number of seats",
        "Each mark is a match of the higher bot among copies of the lower one.",
        svgs["strength"],
    )


def _seats(svgs: Mapping[str, str]) -> str:
    return _section(
        "Share of wins by seat",
        "Seats from left to right. Order of play is drawn by lot, so no seat should be better.",
        svgs["seats"],
    )


def _lengths(rows: Sequence[Row], svgs: Mapping[str, str]) -> str:
    actions = [row for row in rows if row["measure"] == "actions"]
    lines = [
        f"<tr><th>{escape(row['edition'])}</th><td>{row['seats']}</td>"
        f'<td class="word">{escape(row["strongest"])}</td><td>{row["n"]:,}</td>'
        f"<td>{row['p5']}</td><td>{row['median']}</td><td>{row['p95']}</td></tr>"
        for row in actions
    ]
    table = (
        "<details><summary>Actions of seats in a game</summary><table><thead><tr><th></th>"
        '<th>seats</th><th class="word">strongest</th><th>games</th><th>5 %</th>'
        "<th>median</th><th>95 %</th></tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></details>"
    )
    return _section(
        "Length of games",
        "Rounds, by the strongest bot at the table.",
        svgs["lengths"],
        table,
    )


def _scores(svgs: Mapping[str, str]) -> str:
    return _section(
        "Scores at the end",
        "Cities supplied, in the card game victory points. Boxes hold the middle half, "
        "lines the middle 90 %; the dot is the mean.",
        svgs["scores"],
    )


def _planner(rows: Sequence[Row], svgs: Mapping[str, str]) -> str:
    chosen = planner_rows(rows)
    if not chosen:
        return ""
    bot = chosen[0]["bot"]
    among = (
        "the same bot at every seat"
        if all(row["among_its_like"] for row in chosen)
        else ("among its like where such games were played")
    )
    return _section(
        f"What games of {escape(bot)} look like",
        f"Its seats at the end of the game, {among}. The card game has no cities.",
        svgs["ends"],
        "<h3>Rounds of games in which it is the strongest</h3>",
        svgs["rounds"],
        "<h3>What its plants burn at the end</h3>",
        svgs["mix"],
        _ends_table(chosen),
    )


def _ends_table(rows: Sequence[Row]) -> str:
    names = ("rounds", "score", "cities", "money", "output")
    head = "".join([f"<th>{name}</th>" for name in names])
    lines: list[str] = []
    for row in rows:
        cells = "".join(
            [
                f"<td>{row[name]['mean']:.1f}<small>{row[name]['p5']}–{row[name]['p95']}</small></td>"
                for name in names
            ]
        )
        lines.append(
            f"<tr><th>{escape(row['edition'])}</th><td>{row['seats']}</td><td>{row['n']:,}</td>"
            f"{cells}<td>{row['plants']:.2f}</td></tr>"
        )
    return (
        '<div class="wide"><table><thead><tr><th></th><th>seats</th><th>counted</th>'
        f"{head}<th>plants</th></tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


def _matches(rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    lines: list[str] = []
    for row in rows:
        points = "" if row["elo"] is None else signed(round(row["elo"]) + 0, "+d")
        lines.append(
            f'<tr><th>{escape(row["edition"])}</th><td class="word">{escape(row["preset"])}</td>'
            f'<td class="word">{escape(row["board"])}</td><td>{row["seats"]}</td>'
            f'<td class="word">{escape(row["bot"])}</td>'
            f'<td class="word">{escape(row["against"])}</td><td>{row["games"]:,}</td>'
            f"<td>{percent(row['share'])}</td>"
            f"<td>{100 * row['low']:.1f}–{100 * row['high']:.1f}</td><td>{points}</td></tr>"
        )
    return _section(
        "Every match",
        "Elo is 400 · log10(p (N − 1) / (1 − p)) for a share p among N seats.",
        '<div class="wide"><table><thead><tr><th></th><th class="word">preset</th>'
        '<th class="word">board</th><th>seats</th><th class="word">bot</th>'
        '<th class="word">against</th>'
        "<th>games</th><th>wins</th><th>95 %</th><th>Elo</th></tr>"
        f"</thead><tbody>{''.join(lines)}</tbody></table></div>",
    )


def _runs(rows: Sequence[Row]) -> str:
    lines = [
        f"<p><code>{escape(row['command'])}</code><br><span class='note'>gridwright "
        f"{escape(row['version'])}; "
        + ", ".join(
            [
                escape(f"{name} {bot['digest'] or 'without a profile'}")
                for name, bot in row["bots"].items()
            ]
        )
        + "</span></p>"
        for row in rows
    ]
    return _section("Runs", "Each command plays the same games again, on any machine.", *lines)

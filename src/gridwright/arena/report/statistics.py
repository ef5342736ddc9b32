"""The statistics of a report as JSON values, shared by the page and the CSV files."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from gridwright.arena.confidence import elo, interval_of_counts
from gridwright.arena.fixtures import MATCH
from gridwright.arena.ratings import rate
from gridwright.arena.records import FAULTS
from gridwright.arena.report.aggregation import Aggregates, aggregate, bot_order
from gridwright.arena.store import Store

MARKS = {"p5": 5, "p25": 25, "median": 50, "p75": 75, "p95": 95}


def quantile(counts: Counter[int], percent: int) -> int:
    """Return the smallest value that this percentage of the counts does not exceed."""
    wanted = max(1, -(-counts.total() * percent // 100))
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= wanted:
            return value
    return 0


def average(counts: Counter[int]) -> float:
    n_values = counts.total()
    return sum([value * count for value, count in counts.items()]) / n_values if n_values else 0.0


def describe(counts: Counter[int]) -> dict[str, Any]:
    """Return the number, the mean and some quantiles."""
    plain: dict[str, Any] = {"n": counts.total(), "mean": round(average(counts), 3)}
    for name, percent in MARKS.items():
        plain[name] = quantile(counts, percent)
    return plain


Row: TypeAlias = dict[str, Any]


def report_statistics(stores: Sequence[Store]) -> dict[str, Any]:
    """Return all statistics, and the runs they are computed from."""
    aggregates = aggregate(stores)
    tallies = aggregates.tallies.values()
    return {
        "runs": [_describe_run(store) for store in stores],
        "bots": sorted({group.bot for group in aggregates.ends}, key=bot_order),
        "games": sum([tally.n_games for tally in tallies]),
        "deals": sum([tally.n_deals for tally in tallies]),
        "doubled_deals": aggregates.n_doubles,
        "faults": {kind: sum([tally.faults[kind] for tally in tallies]) for kind in FAULTS},
        "matches": _matches(aggregates),
        "strength": _pooled(aggregates, by_edition=True),
        "cross": _pooled(aggregates, by_edition=False),
        "ratings": [rating.to_json() for rating in rate(aggregates.rated_games())],
        "seats": _seats(aggregates),
        "lengths": _lengths(aggregates),
        "ends": _ends(aggregates),
    }


def _describe_run(store: Store) -> Row:
    return {
        "command": store.header["command"],
        "series": store.header["series"],
        "version": store.header["version"],
        "bots": store.header["bots"],
    }


def _share_row(counts: Counter[Fraction], seats: int) -> Row:
    n_deals = counts.total()
    won = sum([share * count for share, count in counts.items()], Fraction(0))
    share = float(won / n_deals)
    low, high = interval_of_counts(counts)
    points = elo(share, seats)
    return {
        "seats": seats,
        "deals": n_deals,
        "games": n_deals * seats,
        "share": round(share, 5),
        "low": round(low, 5),
        "high": round(high, 5),
        "fair": round(1 / seats, 5),
        "elo": None if points is None else round(points, 1),
    }


def _matches(aggregates: Aggregates) -> list[Row]:
    rows: list[Row] = []
    for fixture, tally in aggregates.tallies.items():
        if fixture.kind == MATCH and fixture.candidate != fixture.reference:
            cell = fixture.cell
            rows.append(
                {
                    "bot": fixture.candidate,
                    "against": fixture.reference,
                    "edition": cell.edition,
                    "preset": cell.preset,
                    "board": cell.board,
                    **_share_row(tally.counts, cell.seats),
                }
            )
    return sorted(rows, key=_match_order)


def _match_order(row: Row) -> tuple[Any, ...]:
    return (
        row.get("edition", ""),
        row.get("preset", ""),
        row.get("board", ""),
        row["seats"],
        bot_order(row["bot"]),
        bot_order(row["against"]),
    )


def _pooled(aggregates: Aggregates, by_edition: bool) -> list[Row]:
    """Merge matches of the same bots and number of seats; with two seats in both directions."""
    counts: dict[tuple[str, str, str, int], Counter[Fraction]] = {}
    for fixture, tally in aggregates.tallies.items():
        if fixture.kind != MATCH or fixture.candidate == fixture.reference:
            continue
        edition = fixture.cell.edition if by_edition else ""
        seats = fixture.cell.seats
        key = (edition, fixture.candidate, fixture.reference, seats)
        counts.setdefault(key, Counter()).update(tally.counts)
        if seats == 2 and not by_edition and not tally.faults:
            back = (edition, fixture.reference, fixture.candidate, seats)
            turned = Counter({1 - share: count for share, count in tally.counts.items()})
            counts.setdefault(back, Counter()).update(turned)
    rows: list[Row] = []
    for (edition, bot, against, seats), counted in counts.items():
        row = {"bot": bot, "against": against, **_share_row(counted, seats)}
        rows.append({"edition": edition, **row} if by_edition else row)
    return sorted(rows, key=_match_order)


def _seats(aggregates: Aggregates) -> list[Row]:
    """Return the share of each seat over all bots: every bot has every seat equally often."""
    counts: dict[tuple[str, int], list[Counter[Fraction]]] = {}
    for fixture, tally in aggregates.tallies.items():
        cell = fixture.cell
        fresh: list[Counter[Fraction]] = [Counter() for _seat in range(cell.seats)]
        pooled = counts.setdefault((cell.edition, cell.seats), fresh)
        for seat, counted in enumerate(tally.seat_counts):
            pooled[seat].update(counted)
    rows: list[Row] = []
    for (edition, seats), pooled in sorted(counts.items()):
        for seat, counted in enumerate(pooled):
            plain = _share_row(counted, seats)
            names = ("seats", "deals", "share", "low", "high", "fair")
            rows.append({"edition": edition, "seat": seat, **{name: plain[name] for name in names}})
    return rows


def _lengths(aggregates: Aggregates) -> list[Row]:
    rows: list[Row] = []
    for measure, tables in (("rounds", aggregates.rounds), ("actions", aggregates.actions)):
        for (edition, seats, bot), counts in sorted(tables.items()):
            row = {"measure": measure, "edition": edition, "seats": seats, "strongest": bot}
            row |= describe(counts)
            if measure == "rounds":
                row["counts"] = {str(value): counts[value] for value in sorted(counts)}
            rows.append(row)
    return rows


def _ends(aggregates: Aggregates) -> list[Row]:
    rows: list[Row] = []
    ordered = sorted(
        aggregates.ends.items(),
        key=lambda each: (each[0].edition, each[0].seats, bot_order(each[0].bot), each[0]),
    )
    for group, ends in ordered:
        n_plants = ends.mix.total()
        rows.append(
            {
                "bot": group.bot,
                "edition": group.edition,
                "seats": group.seats,
                "among_its_like": group.among_its_like,
                "n": ends.n_seats,
                "rounds": describe(ends.rounds),
                "score": describe(ends.scores),
                "score_counts": {str(value): ends.scores[value] for value in sorted(ends.scores)},
                "cities": describe(ends.cities),
                "money": describe(ends.money),
                "output": describe(ends.output),
                "plants": round(n_plants / ends.n_seats, 3),
                "mix": {kind: round(ends.mix[kind] / n_plants, 4) for kind in sorted(ends.mix)},
            }
        )
    return rows

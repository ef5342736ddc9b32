"""The results of the arena as small tables."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from gridwright.arena.confidence import elo
from gridwright.arena.fixtures import MATCH
from gridwright.arena.gate import Verdict
from gridwright.arena.sanity import SeatTest
from gridwright.arena.tally import Tally
from gridwright.cli.terminal import draw_threshold, number_table


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def tell_share(tally: Tally) -> str:
    """A match in one line."""
    if tally.fixture.kind != MATCH or not tally.n_deals:
        return str(tally.fixture)
    return f"{tally.fixture}: {percent(tally.share)}"


def draw_matches(tallies: Sequence[Tally], goals: Sequence[bool | None]) -> Table:
    """A row for each match: the share, its interval, and whether it is what it must be."""
    table = number_table("match", "games", "wins", "95 %", "fair", "Elo", "test", "")
    for tally, goal in zip(tallies, goals, strict=True):
        fixture = tally.fixture
        low, high = tally.interval()
        seats = fixture.cell.seats
        points = elo(tally.share, seats)
        table.add_row(
            f"{fixture.candidate} – {fixture.reference}  {_cell(tally)}",
            str(tally.n_games),
            percent(tally.share),
            f"{100 * low:.1f}–{100 * high:.1f}",
            percent(1 / seats),
            "" if points is None else f"{points:+.0f}",
            "" if tally.sprt is None else tally.sprt.verdict,
            "" if goal is None else draw_threshold(goal),
        )
    return table


def draw_gate(verdicts: Sequence[Verdict]) -> Table:
    """A row for each match of a gate: the share beside its bar."""
    table = number_table("match", "games", "wins", "95 %", "fair", "bar", "")
    for verdict in verdicts:
        tally = verdict.tally
        fixture = tally.fixture
        low, high = tally.interval()
        table.add_row(
            f"{fixture.candidate} – {fixture.reference}  {_cell(tally)}",
            str(tally.n_games),
            percent(tally.share),
            f"{100 * low:.1f}–{100 * high:.1f}",
            percent(1 / fixture.cell.seats),
            f"≥ {percent(verdict.bar)}",
            draw_threshold(verdict.is_passed),
        )
    return table


def draw_faults(tallies: Sequence[Tally]) -> Text:
    """Return the number of games that went wrong, by fault."""
    n_games = sum([tally.n_games for tally in tallies])
    kinds = ("illegal", "exception", "stall")
    counts = [sum([tally.faults[kind] for tally in tallies]) for kind in kinds]
    line = Text(f"{n_games} games: ")
    line.append(
        f"{counts[0]} illegal actions, {counts[1]} exceptions, {counts[2]} stalls",
        style="bold red" if any(counts) else "",
    )
    return line


def draw_seat_tests(found: Sequence[SeatTest]) -> Table:
    """A row for each cell: the share of each seat, and how likely that is among equal ones."""
    n_seats = max([test.cell.seats for test in found])
    seats = [f"seat {seat}" for seat in range(n_seats)]
    table = number_table("cell", "deals", *seats, "fair", "chance", "bar", "all seats", "")
    for test in found:
        shares = [percent(share) for share in test.shares]
        table.add_row(
            str(test.cell),
            str(test.n_deals),
            *shares,
            *[""] * (n_seats - len(shares)),
            percent(1 / test.cell.seats),
            f"{test.probability:.3f}",
            f"≥ {test.alpha:.4f}",
            f"exact in {test.n_exact}" if test.exact else "NOT EXACT",
            draw_threshold(test.is_passed),
        )
    return table


def draw_soak(tallies: Sequence[Tally]) -> Table:
    """Games and faults by edition and number of seats."""
    table = number_table("edition", "seats", "games", "illegal", "exceptions", "stalls")
    rows: dict[tuple[str, int], list[int]] = {}
    for tally in tallies:
        cell = tally.fixture.cell
        row = rows.setdefault((cell.edition, cell.seats), [0, 0, 0, 0])
        faults = [tally.faults[kind] for kind in ("illegal", "exception", "stall")]
        for place, count in enumerate([tally.n_games, *faults]):
            row[place] += count
    for (edition, seats), counts in sorted(rows.items()):
        table.add_row(edition, str(seats), *[str(count) for count in counts])
    return table


def _cell(tally: Tally) -> str:
    return str(tally.fixture.cell)

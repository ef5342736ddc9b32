"""The baseline table: each bot's share of wins against copies of reference bots, as a page."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from gridwright.arena.cells import Cell
from gridwright.arena.fixtures import Fixture, match
from gridwright.arena.plan import Plan
from gridwright.arena.tally import Tally
from gridwright.bots.registry import find_bot

NOT_PLAYED: Final = "–"

Each = TypeVar("Each")


def baseline_fixtures(
    cells: Sequence[Cell],
    bots: Sequence[str],
    against: Sequence[str],
    only: Mapping[str, Sequence[Cell]],
) -> list[Fixture]:
    """Return a match of each bot against each reference.

    Bots in ``only`` play in those cells alone.
    """
    return [
        match(cell, bot, reference)
        for cell in cells
        for bot in bots
        if cell in only.get(bot, cells)
        for reference in against
        if find_bot(bot).name != find_bot(reference).name
    ]


def write_baselines(plan: Plan, tallies: Sequence[Tally], references: Sequence[str]) -> str:
    """Return the page in Markdown: a table per cell, a row per bot, a column per reference."""
    bots = _in_order([tally.fixture.candidate for tally in tallies])
    against = [find_bot(name).name for name in references]
    found = {tally.fixture: tally for tally in tallies}
    lines = [
        "# Baselines",
        "",
        "What each bot wins, alone among copies of another one: the share of wins with ties split,",
        "and its 95 % interval over deals. Every deal is played from every seat.",
        "",
        "```",
        plan.command,
        "```",
        "",
        f"{plan.deals[0]} deals in each cell of the series `{plan.series}`, "
        f"{sum([tally.n_games for tally in tallies])} games, "
        f"{sum([tally.faults.total() for tally in tallies])} of them broken off or wrong.",
        "",
    ]
    for cell in _in_order([tally.fixture.cell for tally in tallies]):
        lines += [
            f"## {cell.edition}, {cell.seats} seats",
            "",
            f"`{cell}`, fair share {100 / cell.seats:.1f} %.",
            "",
            f"| bot | {' | '.join([f'among `{name}`' for name in against])} |",
            f"| --- |{' --- |' * len(against)}",
        ]
        for bot in bots:
            shares = [_share(found.get(match(cell, bot, name))) for name in against]
            if set(shares) != {NOT_PLAYED}:
                lines.append(f"| `{bot}` | {' | '.join(shares)} |")
        lines.append("")
    lines += ["Digests of the bots:", ""]
    for name in _in_order([*bots, *against]):
        lines.append(f"- `{name}`: {_digest(name)}")
    return "\n".join(lines) + "\n"


def _share(tally: Tally | None) -> str:
    if tally is None:
        return NOT_PLAYED
    low, high = tally.interval()
    return f"{100 * tally.share:.1f} % ({100 * low:.0f}–{100 * high:.0f})"


def _digest(name: str) -> str:
    digest = find_bot(name).digest
    return f"`{digest[:12]}`" if digest else "no profile"


def _in_order(values: Sequence[Each]) -> list[Each]:
    return list(dict.fromkeys(values))

"""A tournament of your own bot: every bot meets every other one, each deal from every seat.

    python examples/tournament.py --deals 20 --cell classic:3 --cell card:2

The same as ``gridwright arena league``, from Python, with the tallies for further use.
Games are played on all cores and are the same on every machine.
"""

import argparse
import os

from gridwright.arena.cells import gather_cells
from gridwright.arena.deals import DEVELOPMENT
from gridwright.arena.execution import play_unstored
from gridwright.arena.fixtures import league
from gridwright.arena.plan import Plan
from gridwright.arena.runners import POOL, open_runner
from gridwright.arena.tally import Tally

BOTS = ["l0", "first_bot:Eager", "l1"]
"""By name or by address; the module is next to this file."""


def hold(cells: list[str], bots: list[str], deals: int, workers: int) -> list[Tally]:
    """Play all matches; a tally for each."""
    fixtures = league(gather_cells(cells), bots)
    plan = Plan("a tournament", DEVELOPMENT, tuple(fixtures), (deals,) * len(fixtures))
    with open_runner(POOL, workers) as runner:
        return play_unstored(plan, runner)


def main(arguments: list[str] | None = None) -> None:
    """Hold the tournament and print a line for each match."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=20, help="deals of each match")
    parser.add_argument("--cell", action="append", help="edition and seats, as card:2")
    parser.add_argument("--bots", default=",".join(BOTS), help="who plays, separated by commas")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    cells = chosen.cell or ["card:2"]
    for tally in hold(cells, chosen.bots.split(","), chosen.deals, chosen.workers):
        low, high = tally.interval()
        faults = sum(tally.faults.values())
        print(
            f"{tally.fixture!s:<60} {tally.n_games:>5} games  "
            f"won {tally.share:6.1%}  (95 %: {low:.1%} to {high:.1%})  faults {faults}"
        )


if __name__ == "__main__":
    main()

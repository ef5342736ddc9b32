"""Small matches and plans for tests."""

from gridwright.arena.cells import Cell, find_cells
from gridwright.arena.execution import play_unstored
from gridwright.arena.fixtures import Fixture, match
from gridwright.arena.plan import Plan
from gridwright.arena.runners.pool import PoolRunner
from gridwright.arena.tally import Tally

SERIES = "development/tests"


def cell_of(text: str) -> Cell:
    (cell,) = find_cells(text)
    return cell


def plan_of(*fixtures: Fixture, deals: int) -> Plan:
    return Plan("gridwright arena test", SERIES, fixtures, (deals,) * len(fixtures))


def play_match(cell: str, candidate: str, reference: str, deals: int) -> Tally:
    """A match in this process; nothing is stored."""
    plan = plan_of(match(cell_of(cell), candidate, reference), deals=deals)
    (tally,) = play_unstored(plan, PoolRunner(1))
    return tally

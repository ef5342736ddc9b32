"""Fairness of seats, long runs over all tables, and what they measure."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from gridwright.arena.cells import find_cells
from gridwright.arena.confidence import elo
from gridwright.arena.execution import execute_plan, play_unstored
from gridwright.arena.fixtures import match
from gridwright.arena.plan import Plan
from gridwright.arena.records import EXCEPTION, ILLEGAL, STALL
from gridwright.arena.runners.pool import PoolRunner
from gridwright.arena.sanity import chi_square_above, examine, fixtures_for
from gridwright.arena.soak import LINE_UPS, spread, total
from gridwright.arena.store import open_store
from gridwright.arena.strength import measure_strength, merge, write_strengths
from gridwright.bots import random_bot
from gridwright.bots.strength import Strength, read_strengths
from gridwright.engine.observation import Observation
from gridwright.engine.vocabulary.auction import PassAuction
from gridwright.engine.vocabulary.base import Action
from tests.arena.matches import SERIES, cell_of, plan_of


def test_equal_seats_are_not_told_apart() -> None:
    fixtures = fixtures_for([cell_of("card:3")], "l0")
    plan = Plan("sanity", SERIES, tuple(fixtures), (3, 300))
    (found,) = examine(play_unstored(plan, PoolRunner(1)))
    assert found.exact
    assert found.n_exact == 3
    assert found.n_deals == 300
    assert sum(found.shares) == pytest.approx(1.0)
    assert found.is_passed
    assert found.to_json()["passed"]
    for share, (low, high) in zip(found.shares, found.intervals, strict=True):
        assert low < share < high


def test_unequal_seats_are_distinguished() -> None:
    """A stronger bot at the first seat of every deal looks like a better seat."""
    whole, single = fixtures_for([cell_of("card:3")], "l0")
    plan = Plan("sanity", SERIES, (whole, single), (1, 3))
    first, second = play_unstored(plan, PoolRunner(1))
    for counts, n_wins in zip(second.seat_counts, (60, 30, 30), strict=True):
        counts.clear()
        counts.update({Fraction(1): n_wins, Fraction(0): 120 - n_wins})
    second.n_deals = 120
    (found,) = examine([first, second])
    assert found.probability == pytest.approx(0.00055, abs=0.0001)
    assert not found.is_passed


@pytest.mark.parametrize(
    ("statistic", "freedom", "probability"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (9.488, 4, 0.05), (15.086, 5, 0.01)],
)
def test_the_table_of_every_textbook(statistic: float, freedom: int, probability: float) -> None:
    assert chi_square_above(statistic, freedom) == pytest.approx(probability, abs=2e-4)
    assert chi_square_above(0.0, freedom) == pytest.approx(1.0)


def test_elo_of_a_share() -> None:
    for share, points in ((0.9, 573), (0.6, 261), (0.494, 187), (0.45, 156), (0.35, 83)):
        value = elo(share, 4)
        assert value is not None
        assert round(value) in (points, points - 1)
    assert elo(0.5, 2) == pytest.approx(0.0)
    assert elo(1.0, 4) is None


def test_a_soak_reaches_every_cell() -> None:
    cells = find_cells("all/all/all:all")
    fixtures, counts = spread(cells, len(cells) * len(LINE_UPS) + 1)
    assert {fixture.cell for fixture in fixtures} == set(cells)
    assert sum(counts) == len(cells) * len(LINE_UPS) + 1
    assert max(counts) - min(counts) == 1
    few, ones = spread(cells, 3)
    assert len(few) == len(ones) == 3


def test_a_soak_counts_what_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(_brain: object, seen: Observation, _offers: object) -> Action:
        if len(seen.money) == 2:
            raise RuntimeError("a bot that breaks")
        return PassAuction(99)

    fixtures, counts = spread(find_cells("card:2-3"), 2)
    plan = Plan("soak", SERIES, tuple(fixtures), tuple(counts), None, True)
    good = play_unstored(plan, PoolRunner(1))
    assert total(good)["ok"]
    assert total(good)["games"] == 2
    monkeypatch.setattr(random_bot.RandomBrain, "choose", break_down)
    bad = total(play_unstored(plan, PoolRunner(1)))
    assert not bad["ok"]
    assert bad["faults"] == {ILLEGAL: 1, EXCEPTION: 1, STALL: 0}


def test_strength_is_written_and_read(tmp_path: Path) -> None:
    cells = find_cells("card:2-3")
    plan = plan_of(*[match(cell, "l1", "l0") for cell in cells], deals=10)
    execute_plan(plan, tmp_path / "run", PoolRunner(1))
    rows = measure_strength([open_store(tmp_path / "run")])
    assert [(row.bot, row.against, row.seats, row.games) for row in rows] == [
        ("l1", "l0", 2, 20),
        ("l1", "l0", 3, 30),
    ]
    assert all(row.low <= row.share <= row.high for row in rows)
    stale = Strength("hard", "gone", "l1", "card", 2, 10, 0.5, 0.4, 0.6)
    older = Strength("l1", "", "l0", "card", 2, 10, 0.5, 0.4, 0.6)
    other = Strength("l1", "", "l0", "classic", 2, 10, 0.5, 0.4, 0.6)
    merged = merge([stale, older, other], rows)
    assert merged == [*rows, other]
    assert read_strengths(write_strengths(merged)) == merged
    assert json.loads(write_strengths([]))["measured"] == []

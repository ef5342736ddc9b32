"""The gate: its rows, its verdicts, and reserved deals that are opened once."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from gridwright.arena.cells import gather_cells
from gridwright.arena.fixtures import match
from gridwright.arena.gate import (
    GateError,
    Verdict,
    judge,
    load_gate,
    result_file,
    result_of,
    verify_unopened,
)
from gridwright.arena.plan import Plan
from gridwright.arena.tally import Tally
from tests.arena.matches import cell_of, plan_of, play_match

SEATS = (2, 3, 4, 5, 6)


def tally_of(share: Fraction, n_deals: int, against: str = "l1", cell: str = "card:2") -> Tally:
    """A match whose deals all came out alike."""
    tally = Tally(match(cell_of(cell), "hard", against))
    tally.counts.update(Counter({share: n_deals}))
    tally.n_deals = n_deals
    return tally


def test_the_rows_are_those_of_the_ladder() -> None:
    gate = load_gate()
    assert [row.against for row in gate.rows] == ["l0", "l1", "hard-2026-11", "hard"]
    for row in gate.rows:
        assert tuple(row.shares) == SEATS
        assert all(row.shares[seats] > 1 / seats for seats in SEATS)
        assert sorted(row.shares.values(), reverse=True) == list(row.shares.values())
    fixtures = gate.fixtures("hard", gather_cells([gate.cells]))
    assert len(fixtures) == 4 * 15
    assert sum([fixture.n_games for fixture in fixtures]) * gate.deals == 20_160


def test_a_verdict_asks_for_the_share_the_bound_and_whole_games() -> None:
    reached = tally_of(Fraction(1), 40)
    assert Verdict(reached, 0.775).is_passed
    assert not Verdict(tally_of(Fraction(3, 4), 40), 0.775).is_passed
    # Two deals won prove nothing: the exact bound is 15.8 %.
    assert not Verdict(tally_of(Fraction(1), 2), 0.775).is_passed
    reached.faults["stall"] += 1
    assert not Verdict(reached, 0.775).is_passed


def test_judging_finds_the_bar_of_each_match() -> None:
    gate = load_gate()
    tallies = [play_match("card:2", "l1", "l0", 6), play_match("card:3", "l0", "l1", 2)]
    verdicts = judge(gate, tallies)
    assert [verdict.bar for verdict in verdicts] == [0.95, 0.70]
    assert not verdicts[1].is_passed
    plan = plan_of(*[tally.fixture for tally in tallies], deals=6)
    result = result_of(plan, verdicts)
    assert (result["whole"], result["passed"], result["games"]) == (False, False, 18)
    assert result["matches"][1]["share"] == round(tallies[1].share, 4)


def test_a_whole_gate_has_every_cell_and_enough_deals() -> None:
    gate = load_gate()
    fixtures = tuple(gate.fixtures("l1", gather_cells([gate.cells])))
    for deals, whole in ((84, True), (83, False)):
        plan = Plan("gate", "screening", fixtures, (deals,) * len(fixtures))
        assert result_of(plan, [])["whole"] is whole
    part = Plan("gate", "screening", fixtures[1:], (84,) * (len(fixtures) - 1))
    assert not result_of(part, [])["whole"]


def test_a_gate_can_be_narrowed_to_some_opponents() -> None:
    gate = load_gate().narrowed(["l1", "hard"])
    assert [row.against for row in gate.rows] == ["l1", "hard"]
    with pytest.raises(GateError, match="got 'l9'"):
        load_gate().narrowed(["l9"])
    with pytest.raises(GateError, match="match of the gate"):
        gate.bar(match(cell_of("card:2"), "hard", "l0"))


def test_reserved_deals_are_opened_once(tmp_path: Path) -> None:
    file = result_file(tmp_path, "hard", "reserved")
    assert file != result_file(tmp_path, "hard", "screening")
    assert file != result_file(tmp_path, "normal", "reserved")
    verify_unopened(file, "reserved")
    file.write_text(json.dumps({"passed": False}), "utf-8")
    with pytest.raises(GateError, match="which failed"):
        verify_unopened(file, "reserved")
    with pytest.raises(GateError, match="opened"):
        verify_unopened(file, "reserved/again")
    verify_unopened(file, "screening")

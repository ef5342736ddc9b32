"""Fuzzing visits every table, reports failures, and gives equal results with more workers."""

import json

import pytest

from gridwright.content.table import TableSpec, build_game
from gridwright_lab.conformance import laws
from gridwright_lab.conformance.fuzz.games import (
    Findings,
    format_table,
    fuzz,
    main,
    plan,
    run,
    walk_planned,
)
from gridwright_lab.conformance.fuzz.walk import QUICK, walk
from gridwright_lab.conformance.sampling.tables import list_tables
from tests.kit.spread import N_TABLES
from tests.lab.conformance.faulty_games import Wasteful


def test_a_plan_visits_every_table_and_a_longer_one_begins_with_the_shorter() -> None:
    orders = plan(2 * N_TABLES, seed=7)
    assert {order.spec for order in orders[:N_TABLES]} == set(list_tables())
    assert orders[:10] == plan(10, seed=7)
    assert len({order.seed for order in orders}) == len(orders)
    assert plan(10, seed=8)[0].seed != orders[0].seed


def test_workers_do_not_change_the_findings() -> None:
    alone = fuzz(4, level=QUICK, workers=1)
    together = fuzz(4, level=QUICK, workers=2)
    assert alone.ok
    assert alone.to_json() == together.to_json()


def test_findings_count_by_preset_board_and_seats() -> None:
    findings = fuzz(8, level=QUICK, workers=1, edition="classic")
    assert set(findings.rows) == {
        ("classic", "original", "usa", 2),
        ("classic", "original", "usa", 3),
    }
    whole = findings.total()
    assert whole.games == 8
    assert whole.actions == sum(row.actions for row in findings.rows.values()) > 1_000
    ends = ("ended-by-cities", "ended-by-standstill")
    assert sum(whole.coverage[end] for end in ends) == 8
    report = findings.to_json()
    assert json.loads(json.dumps(report)) == report
    assert report["total"]["broken"] == dict.fromkeys(laws.LAWS, 0)
    table = findings.table()
    assert len(table) == 4
    assert len({len(row) for row in table}) == 1
    assert "total" in format_table(table)


def test_nothing_played_is_not_a_success() -> None:
    assert not Findings().ok
    assert not fuzz(0).ok


def test_a_failed_game_is_reported_with_the_data_to_walk_it_again() -> None:
    (order,) = plan(1, seed=3, level=QUICK, edition="classic")
    findings = Findings()
    findings.add(order, walk(Wasteful(build_game(order.spec)), order.seed, order.level))
    assert not findings.ok
    (failed,) = findings.to_json()["failures"]
    assert TableSpec.from_json(failed["table"]) == order.spec
    assert (failed["seed"], failed["level"]) == (order.seed, order.level)
    assert (failed["law"], failed["action"]) == (laws.INVARIANT, 0)
    assert findings.total().broken[laws.INVARIANT] == 1
    assert "invariant" in str(findings.failures[0])


def test_games_are_yielded_in_order_as_they_are_done() -> None:
    orders = plan(2, seed=0, level=QUICK)
    assert [order for order, _walked in run(orders, workers=1)] == orders
    assert walk_planned(orders[0]) == next(run(orders, workers=1))[1]


@pytest.mark.parametrize("as_json", [True, False])
def test_the_command_prints_its_table(capsys: pytest.CaptureFixture[str], as_json: bool) -> None:
    words = ["--games", "2", "--level", QUICK, "--workers", "1"]
    assert main([*words, "--json"] if as_json else words) == 0
    printed = capsys.readouterr().out
    if as_json:
        assert json.loads(printed)["total"]["games"] == 2
    else:
        assert "2 games at 2 tables" in printed
        assert "0 × invariant" in printed

"""Ratings and the report: its numbers are those played, and the page needs no other file."""

import csv
import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gridwright.arena.cells import find_cells
from gridwright.arena.execution import execute_plan
from gridwright.arena.fixtures import league, self_play
from gridwright.arena.ratings import rate
from gridwright.arena.report.page import write_page
from gridwright.arena.report.plot_files import draw_plots, merged, planner_rows
from gridwright.arena.report.plots import draw_seats
from gridwright.arena.report.report_files import (
    LISTS,
    PAGE,
    STATISTICS,
    flatten,
    write_csv,
    write_report,
)
from gridwright.arena.report.statistics import describe, quantile, report_statistics
from gridwright.arena.runners.pool import PoolRunner
from gridwright.arena.store import Store, StoreError, create_store, open_store
from tests.arena.matches import cell_of, plan_of


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Store:
    folder = tmp_path_factory.mktemp("runs") / "run"
    fixtures = [
        *league(find_cells("card:2-3"), ["l0", "l1"]),
        self_play(cell_of("classic:2"), "l1"),
    ]
    execute_plan(plan_of(*fixtures, deals=6), folder, PoolRunner(1))
    return open_store(folder)


def test_the_better_bot_is_rated_higher() -> None:
    games = [(("a", "b", "b"), (1, 2, 3)), (("b", "a", "b"), (3, 1, 1))] * 20
    ratings = rate(games)
    assert [rating.bot for rating in ratings] == ["a", "b"]
    assert ratings[0].mu > 25 > ratings[1].mu
    assert all(rating.games == 40 for rating in ratings)
    assert rate(games) == ratings
    assert rate([(("a", "a"), (1, 2))]) == []


def test_the_figures_are_those_of_the_games(run: Store) -> None:
    statistics = report_statistics([run])
    records = list(run.records())
    assert statistics["games"] == len(records)
    assert statistics["bots"] == ["l0", "l1"]
    pairs = {(row["bot"], row["against"], row["seats"]): row for row in statistics["matches"]}
    assert set(pairs) == {("l1", "l0", 2), ("l0", "l1", 3), ("l1", "l0", 3)}
    won = sum([float(game.wins(game.place)) for game in records if game.fixture == 0])
    assert pairs["l1", "l0", 2]["share"] == pytest.approx(won / 12, abs=1e-4)
    cross = {
        (row["bot"], row["against"], row["seats"]): row["share"] for row in statistics["cross"]
    }
    assert cross["l0", "l1", 2] == pytest.approx(1 - cross["l1", "l0", 2])
    for edition, seats in (("card", 2), ("card", 3), ("classic", 2)):
        rows = [
            row for row in statistics["seats"] if (row["edition"], row["seats"]) == (edition, seats)
        ]
        assert [row["seat"] for row in rows] == list(range(seats))
        assert sum([row["share"] for row in rows]) == pytest.approx(1.0, abs=1e-3)
    counted = sum([row["n"] for row in statistics["lengths"] if row["measure"] == "rounds"])
    assert counted == len(records)
    assert sum([row["n"] for row in statistics["ends"]]) == sum(
        [len(game.money) for game in records]
    )
    assert all(
        sum(row["mix"].values()) == pytest.approx(1.0, abs=0.01) for row in statistics["ends"]
    )


def test_a_deal_counts_once(run: Store) -> None:
    once, twice = report_statistics([run]), report_statistics([run, run])
    assert twice["doubled_deals"] == once["deals"]
    assert twice["matches"] == once["matches"]


def test_the_page_needs_nothing_else(run: Store) -> None:
    statistics = report_statistics([run])
    page = write_page(statistics, draw_plots(statistics))
    assert page.count("<svg") == 7
    assert not re.search(r"<(script|link|img)\b", page)
    assert not re.search(r'(?:src|href)="(?!#)', page.replace("xlink:href", "href"))
    ids = Counter(re.findall(r' id="([^"]+)"', page))
    assert [name for name, count in ids.items() if count > 1] == []
    assert "gridwright arena test" in page


def test_the_report_is_written(run: Store, tmp_path: Path) -> None:
    statistics = write_report([run], tmp_path / "report")
    assert json.loads((tmp_path / "report" / STATISTICS).read_text()) == json.loads(
        json.dumps(statistics)
    )
    assert (tmp_path / "report" / PAGE).read_text().startswith("<!doctype html>")
    for name, svg in draw_plots(statistics).items():
        ElementTree.fromstring(svg)
        assert (tmp_path / "report" / f"{name}.svg").read_text() == svg
    for name in LISTS:
        with (tmp_path / "report" / f"{name}.csv").open() as file:
            assert len(list(csv.DictReader(file))) == len(statistics[name])
    empty = create_store(tmp_path / "empty", run.plan)
    with pytest.raises(StoreError, match="got none"):
        write_report([empty], tmp_path / "other")


def test_a_run_without_matches_has_a_report(tmp_path: Path) -> None:
    plan = plan_of(self_play(cell_of("card:2"), "l0"), deals=2)
    execute_plan(plan, tmp_path / "run", PoolRunner(1))
    statistics = report_statistics([open_store(tmp_path / "run")])
    assert statistics["matches"] == statistics["ratings"] == []
    assert "Cross-tables" not in write_page(statistics, draw_plots(statistics))
    assert draw_seats(statistics["seats"]) == draw_seats(statistics["seats"])


def test_rows_without_nesting() -> None:
    row = {"bot": "l1", "score": {"mean": 2.5}, "score_counts": {"3": 1}}
    assert flatten(row) == {"bot": "l1", "score_mean": 2.5}
    assert write_csv([row, {"bot": "l0", "elo": None}]) == "bot,score_mean,elo\nl1,2.5,\nl0,,\n"


def test_quantiles() -> None:
    counts = Counter({1: 5, 2: 4, 10: 1})
    assert [quantile(counts, percent) for percent in (5, 50, 51, 90, 95)] == [1, 1, 2, 2, 10]
    assert describe(counts)["mean"] == pytest.approx(2.3)
    assert quantile(Counter(), 50) == 0


def test_which_rows_are_drawn() -> None:
    def row(bot: str, among: bool) -> dict[str, object]:
        return {"bot": bot, "edition": "card", "seats": 2, "among_its_like": among}

    rows = [row("l1", True), row("hard", False), row("hard", True)]
    assert planner_rows(rows) == [row("hard", True)]
    assert {(each["bot"], each["among_its_like"]) for each in merged(rows)} == {
        ("l1", True),
        ("hard", False),
    }

"""The arena as a person calls it."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, is_one_line

MATCH = ("arena", "match", "--bot", "l1", "--against", "l0", "--cell", "card:2", "--workers", "1")


def test_a_match_is_played_reported_and_resumed(run: Run, tmp_path: Path) -> None:
    told = run(*MATCH, "--deals", "4", "--json", "--bar", "0.6")
    assert told.code == 0
    found = json.loads(told.out)
    (row,) = found["matches"]
    assert row["games"] == 8
    assert row["passed"] is found["ok"] is True
    assert row["low"] <= row["share"] <= row["high"]
    games = tmp_path / found["run"] / "games.jsonl"
    before = games.read_bytes()
    assert run(*MATCH, "--deals", "4", "--json", "--bar", "0.6").out == told.out
    assert games.read_bytes() == before
    drawn = run(*MATCH, "--deals", "4", "--bar", "0.6")
    assert "l1 – l0  card/standard/none:2" in drawn.out
    assert "8 games: 0 illegal actions, 0 exceptions, 0 stalls" in drawn.out
    assert "8 of 8 games" in drawn.err


def test_a_threshold_can_be_missed(run: Run) -> None:
    weak = ("arena", "match", "--bot", "l0", "--against", "l1", "--cell", "card:2")
    missed = run(*weak, "--deals", "2", "--workers", "1", "--bar", "0.9")
    assert missed.code == 1
    assert "MISSED" in missed.out
    fair = run(*weak, "--deals", "2", "--workers", "1", "--above-fair", "--json")
    assert fair.code == 1
    rejected = run(*weak, "--deals", "90", "--workers", "1", "--sprt", "0.5:0.6", "--json")
    assert rejected.code == 1
    (row,) = json.loads(rejected.out)["matches"]
    assert row["sprt"]["verdict"] == "rejected"
    assert row["deals"] < 90


def test_from_league_to_report_and_strength(run: Run, tmp_path: Path) -> None:
    words = ("--cell", "card:2", "--workers", "1", "--out", "L", "--json")
    ranked = run("arena", "league", "--bots", "l0,l1", "--deals", "8", "--ascending", *words)
    assert ranked.code == 0
    assert [row["passed"] for row in json.loads(ranked.out)["matches"]] == [True]
    assert run("arena", "verify", "L", "--workers", "1").out == "16 of 16 games are good.\n"
    assert run("arena", "game", "L", "3", "--out", "g.txt").code == 0
    assert run("verify", "g.txt").code == 0
    assert is_one_line(run("arena", "game", "L", "17", "--out", "g.txt").err)
    assert run("arena", "strength", "L", "--out", "s.json").out == "1 rows measured, 1 in s.json.\n"
    written = run("arena", "report", "L", "--out", "R")
    assert written.code == 0
    assert (tmp_path / "R" / "index.html").exists()
    header = json.loads((tmp_path / "L" / "run.json").read_text())
    assert header["command"] == (
        "gridwright arena league --bots l0,l1 --cell card:2 --deals 8 --series development"
    )


def test_a_league_test_evaluates_the_later_bot(run: Run) -> None:
    words = ("--cell", "card:3", "--deals", "30", "--workers", "1", "--json")
    tested = run("arena", "league", "--bots", "l0,l1", "--sprt", "0.34:0.6", *words)
    assert tested.code == 0
    rows = json.loads(tested.out)["matches"]
    assert [(row["bots"][0], row["passed"], row["sprt"]["verdict"]) for row in rows] == [
        ("l0", None, "rejected"),
        ("l1", True, "accepted"),
    ]


def test_sanity_and_soak(run: Run) -> None:
    words = ("--workers", "1", "--json")
    sane = run("arena", "sanity", "--bot", "l0", "--cell", "card:3", "--deals", "60", *words)
    assert sane.code == 0
    (cell,) = json.loads(sane.out)["cells"]
    assert cell["from_every_seat"] == {"deals": 5, "exact": True}
    soaked = json.loads(run("arena", "soak", "--games", "8", "--cell", "card:2-3", *words).out)
    assert soaked["games"] == 8
    assert soaked["ok"]
    drawn = run("arena", "soak", "--games", "2", "--cell", "card:2-3", "--workers", "1")
    assert drawn.out.splitlines()[-1] == "2 games: 0 illegal actions, 0 exceptions, 0 stalls"


@pytest.mark.parametrize(
    "words",
    [
        ("match", "--bot", "hal"),
        ("match", "--cell", "chess:4"),
        ("match", "--cell", "classic"),
        ("match", "--series", "main"),
        ("match", "--sprt", "0.9:0.1"),
        ("league", "--bots", "l0"),
        ("league", "--bots", "l0,l0"),
        ("verify", "missing"),
        ("report", "missing", "--out", "R"),
        ("strength", "missing", "--out", "s.json"),
    ],
)
def test_nonsense_is_refused(run: Run, words: tuple[str, ...]) -> None:
    outcome = run("arena", *words)
    assert outcome.code == 2
    assert is_one_line(outcome.err)


OUTSIDE = """
from gridwright.bots.greedy import GreedyBot

class Mine(GreedyBot):
    pass
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a bot in the working folder."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    (tmp_path / "bot_in_folder.py").write_text(OUTSIDE)
    return "bot_in_folder:Mine"


def test_a_bot_of_ones_own_meets_ours_in_other_processes(run: Run, module: str) -> None:
    words = ("--cell", "card:2", "--deals", "4", "--workers", "2", "--out", "M", "--json")
    told = run("arena", "match", "--bot", module, "--against", "l0", *words)
    assert told.code == 0
    (row,) = json.loads(told.out)["matches"]
    assert row["games"] == 8
    assert row["bots"] == [module, "l0"]
    assert run("arena", "verify", "M", "--workers", "1").out == "8 of 8 games are good.\n"


def test_a_bot_of_ones_own_plays_and_simulates(run: Run, module: str, tmp_path: Path) -> None:
    table = ("--edition", "card", "--seats", "2")
    assert run("simulate", "--bot", module, *table, "--games", "1", "--out", "G").code == 0
    assert "game bot_in_folder.Mine-1" in (tmp_path / "G" / "game-000001.txt").read_text()
    played = run("play", "--bot", module, *table, typed="quit\n")
    assert module in played.out
    wrong = run("simulate", "--bot", "bot_in_folder:Yours", *table, "--games", "1", "--out", "H")
    assert wrong.code == 2
    assert is_one_line(wrong.err)
    assert "has no attribute 'Yours'" in wrong.err


def test_a_gate_writes_its_result_and_opens_reserved_deals_once(run: Run, tmp_path: Path) -> None:
    table = ("--cell", "card:2", "--deals", "6", "--series", "reserved/tests", "--workers", "1")
    words = ("arena", "gate", "--bot", "l1", "--against", "l0", *table)
    told = run(*words, "--json")
    result = json.loads(told.out)
    (row,) = result["matches"]
    assert (row["bar"], row["fair"], row["deals"]) == (0.95, 0.5, 6)
    assert told.code == int(not result["passed"])
    written = (tmp_path / result["file"]).read_text("utf-8")
    assert json.loads(written) == {name: result[name] for name in result if name != "file"}
    assert result["command"].startswith("gridwright arena gate --bot l1 --against l0 --cell card:2")
    refused = run(*words)
    assert refused.code == 2
    assert is_one_line(refused.err)
    assert "opened" in refused.err
    weak = ("arena", "gate", "--bot", "l0", "--against", "l1", "--cell", "card:2")
    missed = run(*weak, "--deals", "2", "--workers", "1")
    assert missed.code == 1
    assert "MISSED" in missed.out
    assert "0 of 1 cells, a part of the gate" in missed.out


def test_without_the_laboratory_a_gate_without_frozen_bots_is_measured(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridwright.bots.registry.announced", lambda _group: {})
    words = ("arena", "gate", "--bot", "l1", "--cell", "card:2", "--deals", "2", "--workers", "1")
    refused = run(*words)
    assert refused.code == 2
    assert is_one_line(refused.err)
    assert "the frozen bot hard-2026-11 needs gridwright-lab" in refused.err
    assert list(tmp_path.iterdir()) == []
    measured = json.loads(run(*words, "--against", "l0,l1", "--json").out)
    assert [row["against"] for row in measured["matches"]] == ["l0", "l1"]
    assert not measured["whole"]


def test_baselines_are_a_page_with_a_table_for_each_cell(run: Run, tmp_path: Path) -> None:
    words = ("arena", "baselines", "--bots", "l0,l1", "--against", "l0,l1", "--deals", "2")
    only = ("--only", "gridwright.bots.random_bot:RandomBot=card:2", "--workers", "1")
    told = run(*words, *only, "--cell", "card:2-3", "--json", "--out", "b.md")
    assert told.code == 0
    found = json.loads(told.out)
    assert len(found["matches"]) == 6
    page = (tmp_path / "b.md").read_text("utf-8")
    assert "gridwright arena baselines --bots l0,l1 --against l0,l1 --only" in page
    assert "2 deals in each cell of the series `development`, 28 games, 0 of them" in page
    two, three = page.split("## card, ")[1:]
    assert "| `l0` | – |" in two
    assert "RandomBot" in two
    assert "RandomBot`" not in three.split("Digests")[0]
    assert is_one_line(run(*words, "--only", "l0", "--out", "b.md").err)

"""Whole games as text: each is legal, fairly dealt, and shows what the index says."""

import tomllib
from pathlib import Path

import pytest

from gridwright.content.table import (
    list_boards,
    list_editions,
    list_house_rules,
    list_presets,
    list_seats,
)
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright_lab.conformance.golden.plan import GOLDEN
from gridwright_lab.conformance.golden.record import INDEX, coverage_of, find
from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.conformance.replay.replay import replay_game
from gridwright_lab.conformance.sampling.tables import is_first_board

HERE = Path(__file__).resolve().parent
CORPUS = Corpus([HERE])
RECORDED = Corpus([HERE.parent / "recorded"])
ENTRIES = tomllib.loads((HERE / INDEX).read_text("ascii"))

REQUIRED = {
    *("ended-by-cities", "ended-by-dry-stack", "ended-by-standstill"),
    *("won-by-supply", "won-by-money", "won-by-cities", "shared-win"),
    *("step-2", "step-3", "step-3-before-step-2"),
    *("step-3-in-auction", "step-3-in-building", "step-3-in-bureaucracy"),
    *("trust-built", "trust-took-plant", "trust-scrapped", "trust-took-fuel"),
    *("contractor-paid", "hidden-money", "take-back", "plant-scrapped", "fuel-lost"),
    *("regions-by-lot", "regions-drafted", "regions-given", "order-by-lot", "order-given"),
    *("discount-token", "discount-set-aside", "discount-undercut"),
    *("plant-obsolete", "plant-unsold", "card-under-stack", "stack-ran-dry"),
    *("fuel-from-supply", "kind-closed", "dropped-out"),
    *("end-card-in-auction", "end-card-in-reshuffle", "end-card-in-upkeep", "last-round"),
    *("reshuffles-0", "reshuffles-1", "reshuffles-2", "reshuffles-3", "ended-by-last-round"),
    *("fuel-moved", "fuel-spilled", "single-bought", "cards-chosen", "trust-took-cards"),
    *("won-by-plant",),
}


def test_the_index_names_the_games_of_the_plan() -> None:
    names = [wanted.name for wanted in GOLDEN]
    assert list(ENTRIES) == names
    assert sorted(CORPUS.names()) == sorted(names)
    assert len(names) >= 40


@pytest.mark.parametrize("name", CORPUS.names())
def test_a_game_is_sound_and_shows_what_the_index_says(name: str) -> None:
    transcript = CORPUS.transcript(name)
    replayed = replay_game(CORPUS, name)
    assert replayed.problem == ""
    assert replayed.n_actions == ENTRIES[name]["actions"]
    assert format_transcript(transcript) == CORPUS.text(name)
    assert coverage_of(transcript) == set(ENTRIES[name]["shows"])
    report = verify(transcript)
    assert report.ok, str(report)


def test_together_they_show_everything() -> None:
    shown = {mark for entry in ENTRIES.values() for mark in entry["shows"]}
    assert shown >= REQUIRED
    for wanted in GOLDEN:
        assert set(wanted.shows) <= set(ENTRIES[wanted.name]["shows"])
    tables = [CORPUS.transcript(name).table for name in CORPUS.names()]
    plain = {(table.preset, table.board, table.seats) for table in tables}
    recorded = [RECORDED.transcript(name).table for name in RECORDED.names()]
    alone = {each.house_rules[0] for each in [*tables, *recorded] if len(each.house_rules) == 1}
    for edition in list_editions():
        for preset in list_presets(edition):
            for board in list_boards(edition, preset):
                if not is_first_board(edition, board):
                    continue  # Its games lie with its tests, which look at them.
                assert {(preset, board, seats) for seats in list_seats(edition)} <= plain
        rules = list_house_rules(edition)
        assert alone >= set(rules)
        assert tuple(rules) in {table.house_rules for table in tables}


def test_each_step_three_case_comes_before_and_after_step_two() -> None:
    for phase in ("auction", "building", "bureaucracy"):
        shows = [set(entry["shows"]) for entry in ENTRIES.values()]
        cases = [coverage for coverage in shows if f"step-3-in-{phase}" in coverage]
        assert any("step-2" in coverage for coverage in cases)
        assert any("step-3-before-step-2" in coverage for coverage in cases)


@pytest.mark.parametrize("name", ["won-by-supply", "recharged-usa-recharged-2", "take-backs"])
def test_recording_gives_the_same_game_again(name: str) -> None:
    (wanted,) = [each for each in GOLDEN if each.name == name]
    transcript, coverage = find(wanted)
    assert format_transcript(transcript) == CORPUS.text(name)
    assert coverage == set(ENTRIES[name]["shows"])

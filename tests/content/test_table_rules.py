"""The rule book of a table has the clauses that its rules play, with its figures, and no other."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from gridwright.content.board_texts import board_folder, board_words
from gridwright.content.clause_index import load_clause_index
from gridwright.content.clauses import (
    ENGLISH,
    board_document_name,
    board_documents,
    load_board_clauses,
)
from gridwright.content.errors import ContentError
from gridwright.content.library import load_library
from gridwright.content.recorded_figures import RecordedFigures, load_states
from gridwright.content.rule_changes import changed_keys, check_board
from gridwright.content.rulebook import Clause, load_rulebook, read_clauses
from gridwright.content.shelf import CONTENT_ROOT
from gridwright.content.spec import TableSpec
from gridwright.content.table import build_rules, list_boards, list_presets, newest
from gridwright.content.table_rules import TableRules, resolve_rules
from gridwright.engine.rules import Rules
from tests.content.files import EDITIONS

SEATS: Final = range(2, 7)


def tables(edition: str) -> Iterator[TableSpec]:
    """Each board with each of its presets, numbers of seats and house rules alone."""
    presets = load_library(edition).presets
    for preset in presets.presets.values():
        for board in preset.boards:
            for seats in SEATS:
                spec = newest(TableSpec(edition, preset.id, board, seats))
                yield spec
                yield replace(spec, contractor=True, hidden_money=True)
                if seats in (2, 4):
                    yield from (replace(spec, house_rules=(each,)) for each in presets.house_rules)


def switched(rules: Rules) -> dict[str, bool]:
    """Whether each clause with a switch of its own holds, from the engine's rules alone."""
    set_ = rules.settings
    trust = rules.trust.plays
    first = rules.edition[0] if rules.edition != "card" else "k"
    held: dict[str, dict[str, bool]] = {
        "c": {
            "c3.22": set_.opens_at_minimum,
            "c3.23": set_.fuel_may_go,
            **dict.fromkeys(("c3.18", "c3.19", "c3.20", "c3.21"), set_.discount_token),
            **dict.fromkeys(("c4.4", "c4.5"), set_.obsolete_plants),
            "c6.10": set_.first_building_round > 1,
            **dict.fromkeys(("c6.11", "c9.6"), set_.network_within_capacity),
            "c9.5": set_.dry_stack_ends,
            "c9.7": set_.idle_round_ends,
            "c10.1": rules.n_seats == 2 and not trust,
            **{f"c10.{each}": trust for each in range(2, 11)},
            **dict.fromkeys(("c11.1", "c11.2"), rules.options.contractor),
        },
        "d": {
            "d3.14": set_.n_idle_removed > 0,
            **{f"d3.{each}": set_.discount_token for each in range(16, 21)},
            "d3.21": set_.fuel_may_go,
            **dict.fromkeys(("d4.4", "d4.5"), set_.obsolete_plants),
            "d8.3": not set_.step_three_at_once,
            "d8.8": set_.step_three_at_once,
            **{f"d10.{each}": trust for each in range(1, 9)},
            "d9.5": set_.idle_round_ends,
            "d10.9": rules.n_seats == 2 and not trust,
            **dict.fromkeys(("d11.1", "d11.2"), rules.options.contractor),
        },
        "k": {
            "k2.4": not set_.third_swaps_with_first,
            "k3.24": set_.fuel_may_go,
            "k5.3": not set_.summed_storage,
            "k7.2": not set_.fuel_slides_one_step,
            "k8.1": not set_.shuffles_after_phase,
            **{f"k10.{each}": trust for each in (2, 5, 7)},
            **{f"k10.{each}": trust and not set_.trust_follows_first for each in (3, 4, 6)},
            "k13.3": set_.opening_singles > 0,
            "k13.4": set_.unsold_always_leaves,
            "k13.5": set_.shuffles_after_phase,
            "k13.6": trust and set_.trust_follows_first,
            "k13.7": set_.third_swaps_with_first,
            "k13.8": set_.summed_storage,
            "k13.9": set_.surplus_bars_buying,
            "k13.10": set_.fuel_slides_one_step,
            "k13.11": set_.second_pile_waits,
            "k13.12": set_.last_round_current > 0,
            **dict.fromkeys(("k11.1", "k11.2", "k11.4"), rules.options.contractor),
        },
    }
    return held[first]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_clause_is_listed_if_and_only_if_it_is_played(edition: str) -> None:
    """On every board, with each preset, number of seats and house rule alone."""
    n_tables = 0
    names = {*load_library(edition).presets.presets, *load_library(edition).boards}
    for spec in tables(edition):
        played = resolve_rules(spec)
        listed = {clause.number for clause in played.clauses}
        gone = {number for clause in played.own for number in clause.replaces}
        assert not listed & gone, spec
        for number, holds in switched(build_rules(spec)).items():
            assert (number in listed) == (holds and number not in gone), (spec, number)
        for clause in played.clauses:
            assert clause.text().strip()
            assert clause.text("de").strip()
            others = names - {spec.preset, spec.board}
            marks = re.findall(r"`([a-z-]+)`:", clause.text())
            assert not others & set(marks), (spec, clause.number)
        n_tables += 1
    assert n_tables >= 10


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_of_a_phase_is_read_in_it(edition: str) -> None:
    index = load_clause_index(edition)
    for spec in tables(edition):
        if spec.seats == 3 and not spec.house_rules:
            played = resolve_rules(spec)
            assert all(clause.phases for clause in played.own), spec
            assert all(played.of_phase(phase) for phase in ("auction", "resources", "end"))
    assert set(index.filled) <= set(load_rulebook(edition).clauses)


# Figures


def sentences(spec: TableSpec) -> dict[str, str]:
    return {clause.number: clause.text() for clause in resolve_rules(spec).clauses}


CLASSIC: Final = [
    TableSpec("classic", preset, board, seats)
    for preset in ("original", "recharged")
    for board in load_library("classic").presets.presets[preset].boards
    for seats in SEATS
]


def test_limits_and_openings_are_those_of_the_table() -> None:
    for spec in CLASSIC:
        rules, said = build_rules(spec), sentences(spec)
        limits = [rules.limits.plant_limit, rules.limits.step_two_cities, rules.limits.end_cities]
        told = [int(each) for each in re.findall(r"(?<!step )(?<!Step )\b\d+", said["c1.11"])]
        assert told == [each for each in limits if each], spec
        if "c1.5" in said:
            opening = [int(each) for each in re.findall(r"\d+", said["c1.5"])]
            assert opening == [each for each in rules.market.opening_tokens if each], spec


def test_the_refill_of_a_board_is_that_of_the_table() -> None:
    """The tables in the boards' own clauses, whose rows are chosen by seats."""
    n_read = 0
    for spec in CLASSIC:
        if spec.board == "korea":  # Its table has two markets.
            continue
        rules, said = build_rules(spec), sentences(spec)
        for text in said.values():
            if "Tokens refilled" not in text:
                continue
            row = text.strip().split("\n")[-1].strip("| ").split(" | ")
            figures = [[int(each) for each in cell.split()] for cell in row[1:]]
            refills = [step[: len(figures[0])] for step in rules.market.refills]
            expected = refills if len(figures) == 3 else [refills[0], refills[2]]
            assert figures == expected, spec
            n_read += 1
    assert n_read > 50


# Boards that change what their clauses do not name, and the other way round

OWN_RULES: Final = sorted(document.parent.name for document in board_documents("classic", ENGLISH))


def own_clauses(board: str) -> dict[str, Clause]:
    folder = board_folder(TableSpec("classic", "original", board, 3))
    return read_clauses(load_board_clauses(folder / board_document_name(ENGLISH)))


def methods(board: str) -> list[str]:
    """Return what a board's classes override, if some clause depends on it."""
    index = load_clause_index("classic")
    keys = changed_keys(load_library("classic"), board)
    return [key for key in sorted(keys) if "." in key and index.clauses_behind(key)]


OVERRIDES: Final = [(board, key) for board in OWN_RULES for key in methods(board)]


def without(own: dict[str, Clause], numbers: list[str]) -> dict[str, Clause]:
    """The board's clauses, with other relations in place of those to some clauses."""
    changed: dict[str, Clause] = {}
    for number, clause in own.items():
        text = clause.markdown
        for each in numbers:
            text = re.sub(rf"{each}, |, {each}(?=[,.])", "", text)
            text = re.sub(rf"((?:Replaces|Changes): ){each}\.", r"\1c6.6.", text)
        changed[number] = replace(clause, markdown=text)
    return changed


def check(board: str, own: dict[str, Clause]) -> None:
    check_board(load_library("classic"), board, load_clause_index("classic"), own)


@pytest.mark.parametrize("board", OWN_RULES)
def test_each_board_names_what_it_changes(board: str) -> None:
    check(board, own_clauses(board))


@pytest.mark.parametrize(("board", "key"), OVERRIDES)
def test_an_override_that_no_clause_names_is_refused(board: str, key: str) -> None:
    behind = load_clause_index("classic").clauses_behind(key)
    with pytest.raises(ContentError, match="expected a clause that replaces or changes"):
        check(board, without(own_clauses(board), behind))


@pytest.mark.parametrize("board", OWN_RULES)
def test_a_clause_that_replaces_nothing_is_refused(board: str) -> None:
    own = own_clauses(board)
    first = next(iter(own))
    text = f"{own[first].markdown}\n- Replaces: c9.2."
    with pytest.raises(ContentError, match=r"names c9\.2, which nothing on the board changes"):
        check(board, {**own, first: replace(own[first], markdown=text)})


@pytest.mark.parametrize("board", OWN_RULES)
def test_a_clause_without_a_relation_is_refused(board: str) -> None:
    own = own_clauses(board)
    first = next(iter(own))
    text = re.sub(r"\n- (?:Replaces|Changes): .*", "", own[first].markdown)
    with pytest.raises(ContentError, match="expected a line such as"):
        check(board, {**own, first: replace(own[first], markdown=text)})


def test_there_are_enough_mismatches() -> None:
    assert len(OVERRIDES) + 2 * len(OWN_RULES) >= 30


@pytest.mark.parametrize("state", load_states(CONTENT_ROOT), ids=lambda state: state.name)
def test_games_with_recorded_figures_have_their_rule_book(state: RecordedFigures) -> None:
    for edition in EDITIONS:
        figures = state.of_edition(edition)
        library = load_library(edition, figures)
        for preset in library.presets.presets.values():
            for board in preset.boards:
                version = library.edition.rules_version
                spec = TableSpec(edition, preset.id, board, 4, version=version)
                assert resolve_rules(spec, figures).clauses, spec


# Replacing


def china() -> TableRules:
    return resolve_rules(newest(TableSpec("classic", "original", "china", 4)))


def test_china_has_no_classic_clause_that_is_not_played_there() -> None:
    listed = {clause.number for clause in china().clauses}
    assert not listed & {"c3.15", "c3.16", "c4.1", "c4.4"}
    assert china().replaced_by("c3.15") == "b-china.3"
    assert china().replaced_by("c3.1") == ""
    assert "no card is drawn" in sentences(TableSpec("classic", "original", "china", 4))["c8.2"]


@pytest.mark.parametrize("board", OWN_RULES)
def test_the_card_of_a_board_has_one_to_five_sentences(board: str) -> None:
    presets = [each for each in list_presets("classic") if board in list_boards("classic", each)]
    assert presets
    for preset in presets:
        spec = newest(TableSpec("classic", preset, board, 3))
        own = [each.number for each in resolve_rules(spec).clauses if each.number.startswith("b-")]
        for language in ("en", "de"):
            words = board_words(spec, language)
            short = [words.get(f"board.{number[2:].replace('.', '.short.')}") for number in own]
            assert 1 <= len([text for text in short if text]) <= 5, (preset, language)


def test_a_clause_that_a_preset_does_not_play_is_not_among_the_replaced() -> None:
    assert "c4.4" in china().replaced
    recharged = resolve_rules(TableSpec("classic", "recharged", "china", 4))
    assert "c4.4" not in recharged.replaced


def test_the_rule_book_as_a_document() -> None:
    book = china().rulebook("de")
    assert book.clauses["c1.5"].markdown.startswith("Der Rohstoffmarkt beginnt mit 12 Kohle")
    assert book.sections["b-china"] == "China"
    assert "Abschrift" in book.clauses["b-china.1"].markdown

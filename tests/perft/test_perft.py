"""Counts of positions by depth stay what they are, interpreted and compiled."""

from collections import Counter
from pathlib import Path

import pytest

from gridwright.content.table import (
    build_game,
    default_spec,
    list_boards,
    list_editions,
    list_presets,
)
from gridwright_lab.conformance.perft.count import (
    Counts,
    Fixed,
    check_position,
    compare,
    count_nodes,
    load_positions,
    write_positions,
)
from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.conformance.sampling.tables import is_first_board
from tests.loaded_engine import in_parts

HERE = Path(__file__).resolve().parent
CORPUS = Corpus([HERE.parent / "golden", HERE.parent / "recorded"])
POSITIONS = load_positions(HERE / "positions.json")
N_PARTS = 8


@pytest.mark.parametrize("part", in_parts(N_PARTS, every_commit=2))
def test_the_counts_are_those_that_were_stored(part: int) -> None:
    problems: list[str] = []
    for fixed in POSITIONS[part::N_PARTS]:
        for problem in check_position(CORPUS, fixed):
            problems.append(f"{fixed.transcript} at {fixed.at}: {problem}")
    assert not problems, "\n".join(problems)


def test_there_are_enough_positions_of_every_kind() -> None:
    assert len(POSITIONS) >= 100
    tables = [CORPUS.transcript(fixed.transcript).table for fixed in POSITIONS]
    for edition in list_editions():
        assert {table.preset for table in tables} >= set(list_presets(edition))
        # Boards that came later are not counted yet; their tests play whole games.
        boards = {each for each in list_boards(edition) if is_first_board(edition, each)}
        assert {table.board for table in tables} >= boards
    assert {table.seats for table in tables} == {2, 3, 4, 5, 6}
    phases = Counter(fixed.kind.split()[0] for fixed in POSITIONS)
    assert set(phases) >= {
        *("order-lot", "regions", "opening-market", "trust-houses"),
        *("auction", "resources", "building", "bureaucracy", "opening-fuel"),
    }
    assert sum(sum(fixed.counts.nodes) for fixed in POSITIONS) > 100_000


def test_levels_are_complete_until_the_budget_is_spent() -> None:
    game = build_game(default_spec(seats=3))
    root = game.new_state()
    n_orders = len(game.legal(root))
    small = count_nodes(game, root, most_nodes=4)
    assert small.nodes == (4,)
    assert [below for _action, below in small.divide] == [1, 1, 1, 1, 0, 0]
    large = count_nodes(game, root, most_nodes=200)
    assert large.nodes[0] == n_orders == 6
    assert sum(large.nodes) == sum(below for _action, below in large.divide) == 200


def test_a_difference_is_shown_action_by_action() -> None:
    expected = Counts((2, 5), 10, (("0 pass", 3), ("0 offer 3 3", 4)))
    assert compare(expected, expected) == []
    found = Counts((2, 6), 11, (("0 pass", 3), ("0 offer 4 4", 5)))
    assert compare(expected, found) == [
        "nodes by depth: expected (2, 5), got (2, 6)",
        "digests: expected 10, got 11",
        "! 0 offer 3 3: expected 4, got None",
        "! 0 offer 4 4: expected None, got 5",
        "  0 pass: expected 3, got 3",
    ]


def test_a_wrong_count_or_digest_is_noticed(tmp_path: Path) -> None:
    fixed = POSITIONS[0]
    nodes = (*fixed.counts.nodes[:-1], fixed.counts.nodes[-1] + 1)
    for counts in (
        Counts(nodes, fixed.counts.digest_sum, fixed.counts.divide),
        Counts(fixed.counts.nodes, fixed.counts.digest_sum + 1, fixed.counts.divide),
    ):
        wrong = Fixed(fixed.transcript, fixed.at, fixed.kind, counts)
        assert check_position(CORPUS, wrong)
    write_positions(tmp_path / "positions.json", [fixed])
    assert load_positions(tmp_path / "positions.json") == [fixed]

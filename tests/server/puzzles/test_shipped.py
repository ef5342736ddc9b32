"""Shipped content is valid: puzzles of every theme."""

import msgspec
import pytest

from gridwright.puzzles.collection import THEMES, load_collection, pack, unpack
from gridwright.puzzles.position import build_position
from gridwright.puzzles.puzzle import Puzzle, PuzzleError, puzzle_of
from tests.server.puzzles.samples import sample_puzzles

EVERY = 15
"""All puzzles were played when they were packed; here a part of them is played again."""
COLLECTION = load_collection()


def verify_asked(puzzle: Puzzle, least_lead: float) -> None:
    """Check that a puzzle leads to a position in which its seat may begin with each option."""
    game, history, notation = puzzle.play()
    for option in puzzle.options:
        game.verify(history.state, notation.parse(option.lines[0]))
    chances = [option.chance for option in puzzle.options]
    assert chances.pop(puzzle.best) - max(chances) >= least_lead - 1e-9
    position = build_position(puzzle)
    assert sorted(position.order) == list(range(len(puzzle.options)))
    assert msgspec.to_builtins(position.observation)["viewer"] == puzzle.seat
    networks = history.state.grid.networks
    assert all(networks[way.seat] >> way.path[-1] & 1 for way in position.ways)
    assert (max(history.state.grid.n_cities) > 1) == bool(position.ways)


def test_there_are_puzzles_of_every_theme() -> None:
    assert {each.theme for each in COLLECTION.puzzles.values()} == set(THEMES)


def test_puzzles_of_the_day_are_neither_close_nor_plain() -> None:
    leads = sorted([each.lead for each in COLLECTION.puzzles.values()])
    edge = len(leads) // 4
    days = [COLLECTION.daily(day) for day in range(len(leads))]
    found = {each.puzzle_id: each.lead for each in days if each is not None}
    assert len(found) == len(leads) - 2 * edge
    assert leads[edge] <= min(found.values()) <= max(found.values()) <= leads[-1 - edge] < 0.5


@pytest.mark.parametrize("puzzle_id", sorted(COLLECTION.puzzles)[::EVERY])
def test_a_puzzle_has_one_clearly_best_answer(puzzle_id: str) -> None:
    verify_asked(COLLECTION.puzzles[puzzle_id], 0.06)


def test_an_incomplete_record_is_refused() -> None:
    with pytest.raises(PuzzleError):
        puzzle_of({"id": "one"})
    puzzle = sample_puzzles()[0]
    moved = Puzzle(**{**vars(puzzle), "seat": 3})
    with pytest.raises(PuzzleError):
        moved.play()


def test_packed_records_come_back_and_are_the_same_bytes() -> None:
    records = [{"id": "one", "lines": ["0 pass"]}, {"id": "two", "lines": []}]
    assert unpack(pack(records)) == records
    assert pack(records) == pack(records)

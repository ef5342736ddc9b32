"""Statements about puzzles, in words that both databases take."""

from typing import Final

ANSWER: Final = """\
INSERT INTO puzzle_answer (person_id, puzzle_id, is_found, at) VALUES ($1, $2, $3, $4)
"""
ANSWERED: Final = "SELECT puzzle_id FROM puzzle_answer WHERE person_id = $1"
SOLVER: Final = "SELECT rating, deviation, tried, found FROM puzzle_solver WHERE person_id = $1"
RATE_SOLVER: Final = """\
INSERT INTO puzzle_solver (person_id, rating, deviation, tried, found) VALUES ($1, $2, $3, 1, $4)
ON CONFLICT (person_id) DO UPDATE SET
    rating = excluded.rating, deviation = excluded.deviation,
    tried = puzzle_solver.tried + 1, found = puzzle_solver.found + excluded.found
"""
PUZZLE: Final = "SELECT rating, deviation, tried, found FROM puzzle_record WHERE puzzle_id = $1"
PUZZLES: Final = "SELECT puzzle_id, rating FROM puzzle_record"
RATE_PUZZLE: Final = """\
INSERT INTO puzzle_record (puzzle_id, rating, deviation, tried, found) VALUES ($1, $2, $3, 1, $4)
ON CONFLICT (puzzle_id) DO UPDATE SET
    rating = puzzle_record.rating + $5, deviation = excluded.deviation,
    tried = puzzle_record.tried + 1, found = puzzle_record.found + excluded.found
"""
"""Several may answer at once, so the change is added to whatever stands there."""

"""Requests for puzzles and lessons. Progress is a guest's: the client stores it on the device."""

from functools import cache
from typing import Final

from gridwright.local.route import CREATED, Request, Route
from gridwright.local.tables import LocalTables
from gridwright.protocol.lessons import LessonDone, LessonOverview, LessonScript
from gridwright.protocol.puzzles import PuzzleAnswer, PuzzleFace, PuzzleGuess
from gridwright.puzzles.collection import load_collection
from gridwright.puzzles.lessons import load_course
from gridwright.puzzles.position import Position, build_position
from gridwright.puzzles.puzzle import Puzzle
from gridwright.puzzles.scripts import build_script, find_lesson
from gridwright.puzzles.solving import (
    DAY,
    PuzzleQuery,
    face_of,
    find_puzzle,
    guest_answer,
    next_puzzle,
    puzzle_of_day,
    untried,
)
from gridwright.table.positions.tries import Try, begun_spec
from gridwright.table.terms import Terms


@cache
def _position(puzzle_id: str) -> Position:
    """Return the position of a puzzle; it is requested again with the answer."""
    return build_position(find_puzzle(load_collection(), puzzle_id))


def _face(tables: LocalTables, puzzle: Puzzle) -> PuzzleFace:
    is_daily = puzzle is load_collection().daily(tables.now() // DAY)
    return face_of(puzzle, _position(puzzle.puzzle_id), untried(puzzle), is_daily)


def _daily(tables: LocalTables, _request: Request) -> PuzzleFace:
    return _face(tables, puzzle_of_day(load_collection(), tables.now()))


def _next(tables: LocalTables, _request: Request, asked: PuzzleQuery) -> PuzzleFace:
    seen = asked.seen_ids()
    puzzle = next_puzzle(load_collection(), asked.theme, asked.rating, seen, set(seen), {})
    return _face(tables, puzzle)


def _puzzle(tables: LocalTables, _request: Request, puzzle_id: str) -> PuzzleFace:
    return _face(tables, find_puzzle(load_collection(), puzzle_id))


def _answer(
    _tables: LocalTables, _request: Request, puzzle_id: str, body: PuzzleGuess
) -> PuzzleAnswer:
    puzzle = find_puzzle(load_collection(), puzzle_id)
    return guest_answer(puzzle, _position(puzzle.puzzle_id), body, untried(puzzle))[0]


def _try(tables: LocalTables, _request: Request, puzzle_id: str) -> Try:
    puzzle = find_puzzle(load_collection(), puzzle_id)
    game_id = tables.create(begun_spec(puzzle.spec, puzzle.rules, puzzle.lines), Terms())
    return Try(game_id, f"/api/tables/{game_id}", puzzle.seat)


def _lessons(_tables: LocalTables, _request: Request) -> list[LessonOverview]:
    lessons = load_course().lessons.values()
    return [LessonOverview(each.lesson_id, len(each.steps), False) for each in lessons]


def _keep_lessons(tables: LocalTables, request: Request, body: LessonDone) -> list[LessonOverview]:
    """Store nothing, as a server does for a guest."""
    del body
    return _lessons(tables, request)


def _lesson(_tables: LocalTables, _request: Request, lesson_id: str) -> LessonScript:
    course = load_course()
    return build_script(course, find_lesson(course, lesson_id))


_PUZZLE: Final = "/api/puzzles/{puzzle_id}"
ROUTES: Final = (
    Route("GET", "/api/puzzles/daily", _daily),
    Route("GET", "/api/puzzles/next", _next, asked=PuzzleQuery),
    Route("GET", _PUZZLE, _puzzle),
    Route("POST", f"{_PUZZLE}/answer", _answer, body=PuzzleGuess),
    Route("POST", f"{_PUZZLE}/tries", _try, CREATED),
    Route("GET", "/api/lessons", _lessons),
    Route("POST", "/api/lessons", _keep_lessons, body=LessonDone),
    Route("GET", "/api/lessons/{lesson_id}", _lesson),
)

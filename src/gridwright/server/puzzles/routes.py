"""HTTP routes of puzzles."""

from typing import Annotated, Final

import msgspec
from starlette.requests import Request

from gridwright.aids.sheet import build_sheet
from gridwright.content.table import default_spec, rules_identity
from gridwright.protocol.analysis import Reason
from gridwright.protocol.puzzles import (
    JudgedChoice,
    PaidWay,
    PuzzleAnswer,
    PuzzleChoice,
    PuzzleFace,
    PuzzleGuess,
    SolverRating,
)
from gridwright.protocol.records import Do
from gridwright.puzzles.collection import load_collection
from gridwright.puzzles.lessons import load_course
from gridwright.puzzles.solving import PuzzleQuery
from gridwright.server.accounts.club import RegistrationPolicy
from gridwright.server.auth.service import Auth
from gridwright.server.feature import Feature, Parts, Routes
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.puzzles import lesson_routes
from gridwright.server.puzzles.lessons import Lessons
from gridwright.server.puzzles.service import Puzzles
from gridwright.server.puzzles.store import PuzzleStore
from gridwright.server.tables.service import TableService
from gridwright.server.tables.tries import MADE, Tries
from gridwright.server.wire.operation import Answer, Audience, Group, Tag
from gridwright.table.positions.tries import Try

PuzzleId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=64, description="The puzzle, by its id.")
]


class PuzzleRoutes:
    """Public routes; signed-in people are rated by the server."""

    def __init__(
        self,
        puzzles: Puzzles,
        tries: Tries,
        auth: Auth,
        limiter: RateLimiter,
        registration: RegistrationPolicy,
    ) -> None:
        self._registration: Final = registration
        self._puzzles: Final = puzzles
        self._tries: Final = tries
        self._auth: Final = auth
        self._limiter: Final = limiter

    async def daily_puzzle(self, request: Request) -> PuzzleFace:
        return await self._puzzles.daily(await self._person(request))

    async def next_puzzle(self, request: Request, asked: PuzzleQuery) -> PuzzleFace:
        person_id = await self._person(request)
        return await self._puzzles.next(person_id, asked.theme, asked.rating, asked.seen_ids())

    async def puzzle(self, request: Request, puzzle_id: str) -> PuzzleFace:
        return await self._puzzles.face(puzzle_id, await self._person(request))

    async def answer_puzzle(
        self, request: Request, puzzle_id: str, body: PuzzleGuess
    ) -> PuzzleAnswer:
        return await self._puzzles.answer(puzzle_id, await self._person(request), body)

    async def try_puzzle(self, request: Request, puzzle_id: str) -> Try:
        puzzle = self._puzzles.find(puzzle_id)
        await self._limiter.make_table(request)
        await self._registration.verify_member(request)
        return await self._tries.make(puzzle.spec, puzzle.rules, puzzle.lines, puzzle.seat)

    async def _person(self, request: Request) -> str | None:
        await self._limiter.look_around(request)
        session = await self._auth.session(request)
        return None if session is None else session.person_id


def _face_example() -> PuzzleFace:
    """Return a puzzle with shortened lists."""
    spec = default_spec(seats=2)
    sheet = build_sheet(spec, rules_identity(spec))
    few = {"plants": sheet.plants[:2], "cities": sheet.cities[:2], "links": sheet.links[:2]}
    bids = [{"do": "bid", "amount": 32}, {"do": "drop"}]
    choices = [PuzzleChoice(msgspec.convert([bid], list[Do]), 0) for bid in bids]
    return PuzzleFace(
        "usa-31",
        "auction",
        msgspec.structs.replace(sheet, rules={}, **few),
        sheet.opening,
        [PaidWay(0, [0, 1])],
        choices,
        1_612,
        True,
        SolverRating(1_540, 90, 21, 12),
        False,
    )


_JUDGED: Final = [
    JudgedChoice(0.27, 0.008, [Reason("money", 78, 46)]),
    JudgedChoice(0.33, 0.008, []),
]
_ANSWER: Final = PuzzleAnswer(
    1,
    _JUDGED,
    0.06,
    9,
    True,
    1_608,
    SolverRating(1_540, 90, 21, 12),
    SolverRating(1_552, 88, 22, 13),
    120,
    49,
)
_ASKED: Final = Answer("The puzzle, without its answer.", _face_example, PuzzleFace)
_PLACE: Final = {"puzzle_id": PuzzleId}
_PUZZLES: Final = Group(
    Tag.PUZZLES, Audience.VIEWER, ("bad_ticket", "foreign_page", "too_many", "store_away")
)

OPERATIONS: Final = (
    _PUZZLES.get(
        "/api/puzzles/daily",
        PuzzleRoutes.daily_puzzle,
        "Today's puzzle, the same for everyone",
        _ASKED,
        errors=("unknown_puzzle",),
    ),
    _PUZZLES.get(
        "/api/puzzles/next",
        PuzzleRoutes.next_puzzle,
        "A puzzle of a theme that was not tried yet, about as hard as one is good",
        _ASKED,
        errors=("unknown_puzzle", "invalid"),
        asked=PuzzleQuery,
    ),
    _PUZZLES.get(
        "/api/puzzles/{puzzle_id}",
        PuzzleRoutes.puzzle,
        "A puzzle, by its id",
        _ASKED,
        errors=("unknown_puzzle",),
        path_params=_PLACE,
    ),
    _PUZZLES.post(
        "/api/puzzles/{puzzle_id}/answer",
        PuzzleRoutes.answer_puzzle,
        "Decide; the first attempt is rated",
        Answer("What was best, and how far.", _ANSWER),
        errors=("unknown_puzzle", "unknown_choice"),
        request_example=PuzzleGuess(1),
        path_params=_PLACE,
    ),
    _PUZZLES.post(
        "/api/puzzles/{puzzle_id}/tries",
        PuzzleRoutes.try_puzzle,
        "Make a table that begins in the position of a puzzle",
        MADE,
        errors=("unknown_puzzle", "bad_table", "members_only"),
        path_params=_PLACE,
    ),
)


def _puzzles(parts: Parts) -> Puzzles:
    return Puzzles(load_collection(), PuzzleStore(parts.store.home), parts.clock)


def _lessons(parts: Parts) -> Lessons:
    return Lessons(load_course(), parts.store.home)


def _puzzle_routes(parts: Parts) -> PuzzleRoutes:
    return PuzzleRoutes(
        parts[Puzzles],
        Tries(parts[TableService]),
        parts[Auth],
        parts.limiter,
        parts[RegistrationPolicy],
    )


def _lesson_routes(parts: Parts) -> lesson_routes.LessonRoutes:
    return lesson_routes.LessonRoutes(parts[Lessons], parts[Auth], parts.limiter, parts.clock)


PUZZLES: Final = Feature(
    "puzzles",
    parts={Puzzles: _puzzles, Lessons: _lessons},
    routes=(
        Routes(_puzzle_routes, orders=OPERATIONS),
        Routes(_lesson_routes, orders=lesson_routes.OPERATIONS),
    ),
)

"""HTTP routes of the lessons."""

from typing import Final

import msgspec
from starlette.requests import Request

from gridwright.protocol.lessons import LessonDone, LessonId, LessonOverview, LessonScript
from gridwright.puzzles.lessons import load_course
from gridwright.puzzles.scripts import build_script
from gridwright.server.auth.service import Auth
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.puzzles.lessons import Lessons
from gridwright.server.wire.operation import Answer, Audience, Group, Tag


class LessonRoutes:
    """Public routes; the progress of signed-in people is stored."""

    def __init__(self, lessons: Lessons, auth: Auth, limiter: RateLimiter, clock: Clock) -> None:
        self._lessons: Final = lessons
        self._auth: Final = auth
        self._limiter: Final = limiter
        self._clock: Final = clock

    async def lessons(self, request: Request) -> list[LessonOverview]:
        return await self._lessons.overview(await self._person(request))

    async def lesson(self, request: Request, lesson_id: str) -> LessonScript:
        await self._limiter.look_around(request)
        return await self._lessons.script(lesson_id)

    async def keep_done(self, request: Request, body: LessonDone) -> list[LessonOverview]:
        person_id = await self._person(request)
        if person_id is not None:
            await self._lessons.keep(person_id, body.lesson_ids, self._clock())
        return await self._lessons.overview(person_id)

    async def _person(self, request: Request) -> str | None:
        await self._limiter.look_around(request)
        session = await self._auth.session(request)
        return None if session is None else session.person_id


def _script_example() -> LessonScript:
    """Return a lesson with shortened lists."""
    course = load_course()
    script = build_script(course, course.lessons["goal"])
    sheet, last = script.sheet, script.steps[-1]
    few = {"plants": sheet.plants[:2], "cities": sheet.cities[:2], "links": sheet.links[:2]}
    quotes = msgspec.structs.replace(last.quotes, cities=last.quotes.cities[:2])
    outlook = msgspec.structs.replace(last.outlook, seats=[])
    step = msgspec.structs.replace(last, skipped=[], happens=[], quotes=quotes, outlook=outlook)
    shown = msgspec.structs.replace(sheet, rules={}, **few)
    return msgspec.structs.replace(script, sheet=shown, past=[], steps=[step])


_OVERVIEW: Final = Answer("The lessons.", [LessonOverview("goal", 2, True)], list[LessonOverview])
_COURSE: Final = Group(
    Tag.PUZZLES, Audience.VIEWER, ("bad_ticket", "foreign_page", "too_many", "store_away")
)

OPERATIONS: Final = (
    _COURSE.get(
        "/api/lessons",
        LessonRoutes.lessons,
        "The course: its lessons in order, and which of them you have finished",
        _OVERVIEW,
    ),
    _COURSE.post(
        "/api/lessons",
        LessonRoutes.keep_done,
        "Store finished lessons; without an account nothing is stored",
        _OVERVIEW,
        errors=("unknown_lesson",),
        request_example=LessonDone(["goal"]),
    ),
    _COURSE.get(
        "/api/lessons/{lesson_id}",
        LessonRoutes.lesson,
        "A lesson: the table before each step, the moves to play, and what follows",
        Answer("The lesson.", _script_example, LessonScript),
        errors=("unknown_lesson",),
        path_params={"lesson_id": LessonId},
    ),
)

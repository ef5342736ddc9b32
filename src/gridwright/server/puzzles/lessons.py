"""Lessons, and the progress of people."""

import asyncio
from collections.abc import Sequence
from typing import Final

from gridwright.protocol.lessons import LessonOverview, LessonScript
from gridwright.puzzles.lessons import Course
from gridwright.puzzles.scripts import build_script, find_lesson
from gridwright.server.storage.contract import DatabaseStore

_PREFIX: Final = "lesson/"
"""Finished lessons are stored among the answered puzzles, under ids that no puzzle has."""
_DONE: Final = "SELECT puzzle_id FROM puzzle_answer WHERE person_id = $1"
_KEEP: Final = """\
INSERT INTO puzzle_answer (person_id, puzzle_id, is_found, at) VALUES ($1, $2, $3, $4)
ON CONFLICT (person_id, puzzle_id) DO NOTHING
"""


class Lessons:
    """The course of a node, and who has finished which lesson."""

    def __init__(self, course: Course, database: DatabaseStore) -> None:
        self._course: Final = course
        self._database: Final = database
        self._scripts: Final[dict[str, LessonScript]] = {}
        """Cache by lesson: a script is the same for all people."""

    async def overview(self, person_id: str | None) -> list[LessonOverview]:
        """Return the lessons in order."""
        done: set[str] = set()
        if person_id is not None:
            done = {row[0] for row in await self._database.rows(_DONE, person_id)}
        return [
            LessonOverview(each.lesson_id, len(each.steps), _PREFIX + each.lesson_id in done)
            for each in self._course.lessons.values()
        ]

    async def script(self, lesson_id: str) -> LessonScript:
        """Return a lesson; raise Refused."""
        lesson = find_lesson(self._course, lesson_id)
        if lesson_id not in self._scripts:
            # Replays a game, so it runs in a thread: the event loop stays free for tables.
            self._scripts[lesson_id] = await asyncio.to_thread(build_script, self._course, lesson)
        return self._scripts[lesson_id]

    async def keep(self, person_id: str, lesson_ids: Sequence[str], at: int) -> None:
        """Store finished lessons; raise Refused for an unknown one."""
        for lesson_id in lesson_ids:
            find_lesson(self._course, lesson_id)
        for lesson_id in lesson_ids:
            await self._database.change((_KEEP, (person_id, _PREFIX + lesson_id, True, at)))

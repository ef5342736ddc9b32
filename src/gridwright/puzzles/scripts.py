"""Lessons as the client plays them: the table before each step, and what follows."""

from collections.abc import Sequence
from typing import Final

import msgspec

from gridwright.aids.sheet import build_sheet
from gridwright.bots.characters import name_bots
from gridwright.engine.codec import canonical
from gridwright.engine.vocabulary.base import Event
from gridwright.protocol.frames import HappenedFrame
from gridwright.protocol.lessons import LessonScript, LessonStep
from gridwright.protocol.plans import Plan
from gridwright.protocol.records import Do, event_record
from gridwright.protocol.refusals import Refused
from gridwright.protocol.table import TableNow
from gridwright.puzzles.lessons import Course, Lesson
from gridwright.table.aids import (
    build_auction_quotes,
    build_outlook,
    build_plan,
    build_quotes,
)
from gridwright.table.entries import Status
from gridwright.table.local_table import LocalHeader
from gridwright.table.seats import SeatHolder
from gridwright.table.table import Table
from gridwright.table.view import standing, table_frame


def find_lesson(course: Course, lesson_id: str) -> Lesson:
    """Return a lesson; raise Refused."""
    found = course.lessons.get(lesson_id)
    if found is None:
        raise Refused("there is no such lesson", "unknown_lesson")
    return found


def build_script(course: Course, lesson: Lesson) -> LessonScript:
    """Play the lesson's game and return what its seat sees at each step."""
    lines = course.lines(lesson)
    replay = _Replay(course, lesson)
    past = replay.play_all(lines[: lesson.steps[0].at])
    table = replay.table
    seen = table_frame(table, course.seat).table
    steps: list[LessonStep] = []
    for place, step in enumerate(lesson.steps):
        turn = course.turn(lesson, place)
        skipped = replay.play_all(lines[replay.n_played : step.at])
        wanted = [step.choose] if step.choose else []
        own, chosen = (_records(table, each) for each in (turn.lines, wanted))
        quotes = build_quotes(table, course.seat)
        outlook = build_outlook(table)
        auction = build_auction_quotes(table, course.seat, None)
        plans = _plans(table, course.seat, turn.lines)
        happened = [] if step.choose else replay.play_turn(turn.lines, turn.after)
        steps.append(LessonStep(skipped, chosen, own, happened, quotes, outlook, auction, plans))
    sheet = build_sheet(course.spec, course.rules)
    # Without its first entry the log is not whole: a lesson has no way back.
    return LessonScript(
        lesson.lesson_id, sheet, seen, past[1:], steps, lesson.n_choices, lesson.best
    )


class _Replay:
    """A table without a log: one entry for each action, with the outcomes of chance after it."""

    def __init__(self, course: Course, lesson: Lesson) -> None:
        spec = canonical(course.spec.to_json())
        header = LocalHeader(f"lesson-{lesson.lesson_id}", course.rules, spec)
        self.table: Final = Table(header, None)
        self.table.status = Status.RUNNING
        names = name_bots([("", level) for level in course.bots])
        for seat, (name, level) in enumerate(zip(names, course.bots, strict=True)):
            self.table.seats[seat] = SeatHolder(name, level, not level, True)
        self.n_played = 0
        self._seat: Final = course.seat

    def play_all(self, lines: Sequence[str]) -> list[HappenedFrame]:
        """Play these actions one by one; the last entry has the table after it."""
        return self._play_entries(_entries(lines))

    def play_turn(self, own: Sequence[str], after: Sequence[str]) -> list[HappenedFrame]:
        """Play a turn as one order, and what follows; the last entry has the table after it."""
        n_dealt = next((n for n, line in enumerate(after) if not _is_chance(line)), len(after))
        return self._play_entries([[*own, *after[:n_dealt]], *_entries(after[n_dealt:])])

    def _play_entries(self, entries: Sequence[Sequence[str]]) -> list[HappenedFrame]:
        last = len(entries) - 1
        return [self._play(entry, place == last) for place, entry in enumerate(entries)]

    def _play(self, lines: Sequence[str], is_last: bool) -> HappenedFrame:
        table = self.table
        events: list[Event] = []
        for line in lines:
            events += table.play(table.notation.parse(line))
        self.n_played += len(lines)
        table.version += 1
        if table.game.is_over(table.state):
            table.status = Status.FINISHED
        seat = None if _is_chance(lines[0]) else int(lines[0].split()[0])
        told = [event_record(event) for event in events]
        now = msgspec.convert(standing(table, self._seat), TableNow) if is_last else None
        return HappenedFrame(table.version, "acted", 0, seat, list(lines), told, now)


def _entries(lines: Sequence[str]) -> list[list[str]]:
    """Group actions with the outcomes of chance after each."""
    entries: list[list[str]] = []
    for line in lines:
        if entries and _is_chance(line):
            entries[-1].append(line)
        else:
            entries.append([line])
    return entries


def _is_chance(line: str) -> bool:
    return line.startswith("chance ")


def _records(table: Table, lines: Sequence[str]) -> list[Do]:
    """Return actions in the format of an order."""
    notation = table.notation
    values = [notation.to_values(notation.parse(line)) for line in lines]
    records = [{name: value for name, value in each.items() if name != "seat"} for each in values]
    return msgspec.convert(records, list[Do])


def _plans(table: Table, seat: int, lines: Sequence[str]) -> list[Plan]:
    """Return the prices of the cities that a turn builds in, one more in each."""
    cities: list[int] = []
    plans: list[Plan] = []
    for line in lines:
        _seat, word, *rest = line.split()
        if word == "connect":
            cities.append(table.notation.cities.index(rest[0]))
            plans.append(build_plan(table, seat, cities))
    return plans

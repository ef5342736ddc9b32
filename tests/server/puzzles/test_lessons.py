"""The course: playable lessons with texts in both languages, and the progress of people."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gridwright.content.table import load_game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.puzzles.lessons import FILE, Course, LessonError, load_course, read_course
from gridwright.puzzles.scripts import build_script
from gridwright_lab.trials.live_server import LiveServer, open_live_server
from tests.server.accounts.visitors import browser, register

WORDS = Path(__file__).parents[3] / "web" / "src" / "words"
COURSE = load_course()
LESSONS = sorted(COURSE.lessons)
SAID = ("say", "no")
"""Texts of a step."""
SHIPPED: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "src" / "gridwright" / "puzzles" / FILE).read_text("utf-8")
)


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server(with_worker=False) as server:
        yield server
        assert server.app.crashes == []
        assert server.app.server_errors == []


def changed(**fields: Any) -> Course:
    """Return the course with a change of its first lesson."""
    first, *others = SHIPPED["lessons"]
    lessons = [{**first, **fields}, *others]
    return read_course(json.dumps({**SHIPPED, "lessons": lessons}).encode())


def test_the_course_is_a_line_of_nine_lessons() -> None:
    assert len(COURSE.lessons) == 9
    assert next(iter(COURSE.lessons)) == "goal"


@pytest.mark.parametrize("name", LESSONS)
def test_every_step_is_a_legal_decision(name: str) -> None:
    COURSE.verify_legal(COURSE.lessons[name])


@pytest.mark.parametrize("name", LESSONS)
def test_a_script_offers_each_turn_and_ends_after_it(name: str) -> None:
    lesson = COURSE.lessons[name]
    script = build_script(COURSE, lesson)
    assert 2 <= len(script.steps) <= 4
    assert script.table.viewer == COURSE.seat
    assert script.past[0].version == 2, "the log must not be whole"
    version, now = script.table.version, script.table
    for step, told in zip(lesson.steps, script.steps, strict=True):
        for frame in step_frames(told.skipped):
            version, now = frame.version, frame.table or now
        assert now.version == version == told.quotes.version
        offered = {msgspec.to_builtins(offer)["offer"] for offer in now.offers}
        plays = [msgspec.to_builtins(each)["do"] for each in told.plays]
        assert plays[0] in offered, f"{plays[0]} at {step.at}"
        assert bool(told.chooses) == bool(step.choose) == (not told.happens)
        assert all(plan.is_exact and plan.fits == len(plan.cities) for plan in told.plans)
        for frame in step_frames(told.happens):
            assert frame.version == version + 1
            version, now = frame.version, frame.table or now


def step_frames(frames: list[Any]) -> list[Any]:
    """Return frames whose last one, and no other, has the table after it."""
    assert all((each.table is not None) == (each is frames[-1]) for each in frames)
    return frames


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_step_and_question_has_its_texts(language: str) -> None:
    words = json.loads((WORDS / language / "later" / "lesson.json").read_text("utf-8"))
    wanted: set[str] = set()
    for name, lesson in COURSE.lessons.items():
        parts = ["title", "about", "ask", "why"]
        parts += [f"a{place + 1}" for place in range(lesson.n_choices)]
        parts += [f"{place + 1}.{part}" for place in range(len(lesson.steps)) for part in SAID]
        wanted |= {f"lesson.{name}.{part}" for part in parts}
    assert wanted <= set(words)
    known = tuple(f"lesson.{name}." for name in COURSE.lessons)
    assert {key for key in words if key.startswith(known)} == wanted
    for name, lesson in COURSE.lessons.items():
        answers = {words[f"lesson.{name}.a{place + 1}"] for place in range(lesson.n_choices)}
        assert len(answers) == lesson.n_choices


def test_the_first_lesson_begins_with_the_goal() -> None:
    words = json.loads((WORDS / "en" / "later" / "lesson.json").read_text("utf-8"))
    assert words["lesson.goal.1.say"].startswith("Most cities supplied at the end wins.")


def test_the_shown_game_ends_with_a_win_of_the_seat() -> None:
    game = load_game(COURSE.spec, COURSE.rules)
    history = History(game)
    notation = Notation(game.rules)
    for line in COURSE.lines(COURSE.lessons["end"]):
        history.play(notation.parse(line))
    assert game.is_over(history.state)
    assert history.state.ranking[COURSE.seat] == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"steps": SHIPPED["lessons"][0]["steps"][:1]},
        {"best": 3},
        {"best": -1},
        {"steps": [{"at": 106}, {"at": 108, "play": "3 run 7+9"}]},
        {"steps": [{"at": 106, "play": "3 pass"}, {"at": 108, "play": "3 run 7+9"}]},
        {"steps": [{"at": 99_999, "play": "3 pass"}, {"at": 108, "play": "3 run 7+9"}]},
        {"unknown": 1},
    ],
)
def test_a_wrong_lesson_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(LessonError):
        changed(**fields)


def test_moves_that_cannot_be_played_are_refused() -> None:
    steps = [{"at": 107, "play": "chance reveal 39 card"}, {"at": 108, "play": "3 run 7+9"}]
    course = changed(steps=steps)
    with pytest.raises(LessonError, match="no decision"):
        course.verify_legal(course.lessons["goal"])
    course = changed(
        branch={"at": 106, "lines": ["3 pass", "3 run 7+9"]},
        steps=[
            {"at": 106, "play": "3 pass"},
            {"at": 107, "play": "3 run 7+9"},
        ],
    )
    with pytest.raises(LessonError):
        course.verify_legal(course.lessons["goal"])


@pytest.mark.anyio
async def test_a_guest_reads_lessons_and_stores_nothing(server: LiveServer) -> None:
    overview = (await server.client.get("/api/lessons")).json()
    assert [each["lesson_id"] for each in overview] == list(COURSE.lessons)
    script = (await server.client.get("/api/lessons/goal")).json()
    assert script["lesson_id"] == "goal"
    assert (await server.client.get("/api/lessons/nothing")).json()["code"] == "unknown_lesson"
    answer = await server.client.post("/api/lessons", json={"lesson_ids": ["goal"]})
    assert not any(each["is_done"] for each in answer.json())


@pytest.mark.anyio
async def test_progress_is_stored_for_a_person(server: LiveServer) -> None:
    async with browser(server) as ada, browser(server) as ben:
        await register(ada, "Ada")
        await register(ben, "Ben")
        for _again in range(2):
            done = await ada.post("/api/lessons", json={"lesson_ids": ["goal", "fuel"]})
            assert done.status_code == 200, done.text
        read = (await ada.get("/api/lessons")).json()
        assert {each["lesson_id"] for each in read if each["is_done"]} == {"goal", "fuel"}
        refused = await ada.post("/api/lessons", json={"lesson_ids": ["income", "nothing"]})
        assert refused.json()["code"] == "unknown_lesson"
        assert not any(each["is_done"] for each in (await ben.get("/api/lessons")).json())

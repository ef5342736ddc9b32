"""Puzzles and lessons on a device are those of a server, to a guest."""

import json
import sys
from typing import Any

import pytest

from gridwright.local.routes import LATE_PART, LATE_ROUTES
from gridwright.puzzles.collection import THEMES, load_collection
from gridwright.puzzles.lessons import load_course
from gridwright_lab.trials.live_server import open_live_server
from tests.local.device import Device
from tools.play import PARTS, engine_files, part_files

PUZZLES = [
    next(each.puzzle_id for each in load_collection().puzzles.values() if each.theme == theme)
    for theme in THEMES
]
"""A puzzle of each theme."""
READS = (
    "/api/puzzles/daily",
    "/api/puzzles/next?theme=fuel&rating=1700",
    f"/api/puzzles/next?seen={','.join(PUZZLES)}",
    "/api/puzzles/next?theme=chess",
    "/api/puzzles/none-1",
    "/api/lessons",
    "/api/lessons/none",
    *[f"/api/puzzles/{each}" for each in PUZZLES],
    *[f"/api/lessons/{each}" for each in load_course().lessons],
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_a_server_answers_a_guest_with_the_same_bytes() -> None:
    async with open_live_server(with_worker=False) as server:
        device = Device()
        device.now = server.node.clock()
        for path in READS:
            shown = await server.client.get(path)
            assert device.send("GET", path) == (shown.status_code, shown.text), path
        for choice, puzzle_id in enumerate(PUZZLES):
            path = f"/api/puzzles/{puzzle_id}/answer"
            guess: dict[str, Any] = {"choice": choice % 3}
            answer = await server.client.post(path, json=guess)
            assert device.send("POST", path, body=guess) == (answer.status_code, answer.text)
        done = {"lesson_ids": ["goal"]}
        kept = await server.client.post("/api/lessons", json=done)
        assert device.send("POST", "/api/lessons", body=done) == (200, kept.text)


def test_a_second_answer_is_not_rated() -> None:
    device = Device()
    path = f"/api/puzzles/{PUZZLES[0]}/answer"
    first = device.ask("POST", path, {"choice": 0})
    again = device.ask("POST", path, {"choice": 1, "guest": first["after"], "again": True})
    assert (first["counts"], again["counts"]) == (True, False)
    assert again["before"] == again["after"] == first["after"]


def test_a_puzzle_is_played_on_at_a_table() -> None:
    device = Device()
    puzzle = load_collection().puzzles[PUZZLES[0]]
    made = device.ask("POST", f"/api/puzzles/{PUZZLES[0]}/tries")
    path = made["path"]
    assert made["seat"] == puzzle.seat
    seated = device.ask("POST", f"{path}/seats/{made['seat']}", {"name": "Ada"})
    device.ticket = seated["ticket"]
    for seat in range(puzzle.spec.seats):
        if seat != made["seat"]:
            device.ask("POST", f"{path}/seats/{seat}", {"name": f"Bot {seat}", "bot": "l1"})
    device.order(made["game_id"], type="ready", contribution="5a" * 16)
    while device.wake(made["game_id"]):
        pass
    seen = device.ask("GET", path)["table"]["observation"]
    assert seen["actor"] == seen["viewer"] == puzzle.seat


def test_a_request_names_the_part_of_the_program_that_it_lacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bridge = Device().bridge
    with monkeypatch.context() as without:
        without.setitem(sys.modules, LATE_ROUTES["/api/puzzles"], None)
        answered = json.loads(bridge.answer("GET", "/api/puzzles/daily", "", ""))
        assert (answered["lacking_part"], answered["writes"]) == (LATE_PART, [])
        assert json.loads(bridge.answer("GET", "/api/bots", "", ""))["status"] == 200
    answered = json.loads(bridge.answer("GET", "/api/puzzles/daily", "", ""))
    assert (answered["status"], answered["lacking_part"]) == (200, "")


def test_each_file_is_in_the_first_archive_or_in_one_part() -> None:
    late = [name for part in PARTS for name in part_files(part)]
    assert set(PARTS) == {LATE_PART}
    assert len(set(late)) == len(late) > 5
    assert not set(late) & set(engine_files())
    assert {f"{name.replace('.', '/')}.py" for name in LATE_ROUTES.values()} <= set(late)

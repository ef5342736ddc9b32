"""Puzzles over a real server: nothing of the answer before it, and one attempt that counts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from starlette.applications import Starlette

from gridwright.puzzles.collection import THEMES, PuzzleCollection
from gridwright.puzzles.puzzle import Puzzle
from gridwright.server.accounts import routes as account_routes
from gridwright.server.accounts.club import RegistrationPolicy
from gridwright.server.node import Node
from gridwright.server.operations.settings import Role
from gridwright.server.puzzles.routes import OPERATIONS, PuzzleRoutes
from gridwright.server.puzzles.service import Puzzles
from gridwright.server.puzzles.store import PuzzleStore
from gridwright.server.tables.tries import Tries
from gridwright.server.wire.routing import ENCODER, Application
from gridwright.table.commands import RefusedCommand
from gridwright_lab.trials.live_server import LiveServer, open_live_server
from tests.server.accounts.visitors import browser, register
from tests.server.puzzles.samples import sample_collection, sample_puzzles

pytestmark = pytest.mark.anyio


def build_with(collection: PuzzleCollection, node: Node) -> Starlette:
    """People and these puzzles alone."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield

    puzzles = Puzzles(collection, PuzzleStore(node.store.home), node.clock)
    people = account_routes.AccountRoutes(node.accounts, node.auth, node.limiter)
    tries = Tries(node.service)
    features = [
        (
            PuzzleRoutes(puzzles, tries, node.auth, node.limiter, node[RegistrationPolicy]),
            OPERATIONS,
        ),
        (people, account_routes.OPERATIONS),
    ]
    return Application(features, [], lifespan, node.auth.admit)


def build(node: Node, _role: Role) -> Starlette:
    return build_with(sample_collection(), node)


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server(build=build, with_worker=False) as server:
        yield server
        assert server.app.crashes == []
        assert server.app.server_errors == []


async def face(server: LiveServer, path: str) -> dict[str, Any]:
    answer = await server.client.get(f"/api/puzzles/{path}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def other_answers(puzzle: Puzzle) -> list[Puzzle]:
    """The same puzzle with every option as the best one, in every order of the file."""
    n_options = len(puzzle.options)
    found = []
    for best in range(n_options):
        options = tuple(
            replace(option, chance=0.9 if place == best else 0.1 * place, error=0.001 * best)
            for place, option in enumerate(puzzle.options)
        )
        told = replace(puzzle, best=best, options=options, round=best)
        turned = options[best:] + options[:best]
        found += [told, replace(told, best=0, options=turned)]
    return found


@pytest.mark.parametrize("puzzle", sample_puzzles(), ids=lambda each: each.puzzle_id)
async def test_no_response_before_the_attempt_depends_on_the_answer(
    server: LiveServer, puzzle: Puzzle
) -> None:
    """The bytes are the same, whichever option is best and at any place."""
    store = PuzzleStore(server.node.store.home)
    told = set()
    for other in other_answers(puzzle):
        puzzles = Puzzles(PuzzleCollection([other]), store, server.node.clock)
        told.add(ENCODER.encode(await puzzles.face(puzzle.puzzle_id, None)))
        told.add(ENCODER.encode(await puzzles.next(None, "", 1_500, ())))
        told.add(ENCODER.encode(await puzzles.daily(None)))
    (same,) = told
    for word in (b'"best"', b'"chance"', b'"error"', b'"lead"', b'"reasons"'):
        assert word not in same


async def test_a_guest_solves_a_puzzle(server: LiveServer) -> None:
    asked = await face(server, "sample-2")
    assert asked["theme"] == "fuel"
    assert asked["rating"] == 1_300
    assert asked["yours"] is None
    assert asked["observation"]["viewer"] == asked["observation"]["actor"] == 3
    costs = [each["cost"] for each in asked["choices"]]
    assert sorted(costs) == [0, 4, 9, 13]
    best = costs.index(13)
    guess = {"choice": best, "guest": {"rating": 1_500, "deviation": 350}}
    path = "/api/puzzles/sample-2/answer"
    answer = (await server.client.post(path, json=guess)).json()
    assert answer["best"] == best
    assert answer["choices"][best]["chance"] == max(each["chance"] for each in answer["choices"])
    assert answer["lead"] == pytest.approx(0.1457)
    others = [each["reasons"] for place, each in enumerate(answer["choices"]) if place != best]
    assert others == [[{"kind": "supplied", "better": 5, "played": 3}]] * 3
    assert answer["choices"][best]["reasons"] == []
    assert answer["counts"]
    assert answer["before"]["rating"] == 1_500 < answer["after"]["rating"]
    assert answer["after"]["tried"] == answer["after"]["found"] == 1
    assert (answer["tried"], answer["found"]) == (1, 1)
    assert answer["rating"] == 1_300
    # Again: answered, and not counted.
    wrong = {"choice": (best + 1) % 4, "guest": answer["after"], "again": True}
    again = (await server.client.post(path, json=wrong)).json()
    assert not again["counts"]
    assert again["after"] == again["before"] == answer["after"]
    assert (again["tried"], again["found"]) == (1, 1)


async def test_the_first_attempt_of_a_player_counts(server: LiveServer) -> None:
    async with browser(server) as client:
        await register(client, "Ada")
        path = "/api/puzzles/sample-1"
        before = (await client.get(path)).json()
        assert before["yours"] == {"rating": 1_500, "deviation": 200, "tried": 0, "found": 0}
        first = (await client.post(f"{path}/answer", json={"choice": 0})).json()
        second = (await client.post(f"{path}/answer", json={"choice": first["best"]})).json()
        assert first["counts"]
        assert not second["counts"]
        assert second["after"] == first["after"]
        assert first["rating"] != before["rating"]
        after = (await client.get(path)).json()
        assert after["is_answered"]
        assert after["yours"] == first["after"]
        assert (await client.get("/api/puzzles/next")).json()["puzzle_id"] != "sample-1"


async def test_the_next_one_fits_and_is_new(server: LiveServer) -> None:
    assert (await face(server, "next?rating=1750"))["puzzle_id"] == "sample-3"
    assert (await face(server, "next?rating=1750&seen=sample-3"))["puzzle_id"] == "sample-1"
    assert (await face(server, "next?theme=fuel&rating=3000"))["puzzle_id"] == "sample-2"
    # A person who has seen all starts again, but not with the last one.
    seen = "sample-3,sample-2,sample-1"
    assert (await face(server, f"next?rating=1750&seen={seen}"))["puzzle_id"] == "sample-1"
    assert (await server.client.get("/api/puzzles/next?theme=building")).status_code == 404
    assert (await server.client.get("/api/puzzles/next?theme=chess")).status_code == 422
    for theme in THEMES:
        assert (await server.client.get(f"/api/puzzles/next?theme={theme}")).status_code != 422


async def test_the_day_has_one_puzzle_for_all(server: LiveServer) -> None:
    daily = await face(server, "daily")
    assert daily["is_daily"]
    assert (await face(server, daily["puzzle_id"]))["is_daily"]
    collection = sample_collection()
    days = [collection.daily(day) for day in range(3)]
    assert {each.puzzle_id for each in days if each} == set(collection.puzzles)


async def test_unknown_puzzles_and_choices_are_refused(server: LiveServer) -> None:
    client = server.client
    assert (await client.get("/api/puzzles/nothing")).json()["code"] == "unknown_puzzle"
    guess = {"choice": 3}
    answer = await client.post("/api/puzzles/sample-1/answer", json=guess)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_choice")
    answer = await client.post("/api/puzzles/sample-1/answer", json={"choice": 4})
    assert answer.json()["code"] == "invalid"


async def test_a_position_can_be_played_on(server: LiveServer) -> None:
    puzzle = sample_puzzles()[0]
    answer = await server.client.post(f"/api/puzzles/{puzzle.puzzle_id}/tries")
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["seat"] == puzzle.seat
    table = await server.node.service.load(made["game_id"])
    assert table.spec.begins == puzzle.lines
    unknown = await server.client.post("/api/puzzles/nothing/tries")
    assert unknown.json()["code"] == "unknown_puzzle"


async def test_a_position_of_other_rules_is_not_played_on(server: LiveServer) -> None:
    puzzle = sample_puzzles()[0]
    with pytest.raises(RefusedCommand, match="played on today"):
        await Tries(server.node.service).make(puzzle.spec, "0" * 64, puzzle.lines, puzzle.seat)

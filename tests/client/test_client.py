"""The client for programs, at a real server."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gridwright.client import PersonEvent, Player, Refused, Turn, Unreachable
from gridwright_lab.trials.faults.cutting_proxy import CuttingProxy
from gridwright_lab.trials.live_server import LiveServer, open_live_server
from tests.server.programs.owners import owner

pytestmark = pytest.mark.anyio

PROGRAM = Path(__file__).resolve().parents[2] / "examples" / "program.py"
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "programs.md"
MAX_LINES = 50


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server() as server:
        yield server


def table_with_bots(player: Player) -> str:
    game_id = player.make_table("card", seats=3)
    for seat in (1, 2):
        player.seat_bot(game_id, seat, "l0")
    return game_id


async def test_a_player_sits_down_once_and_leaves(server: LiveServer) -> None:
    token, _kept = await (await owner(server)).make()

    def visit() -> str:
        with Player(server.address, token) as player:
            game_id = table_with_bots(player)
            seat = player.sit_down(game_id)
            again = player.sit_down(game_id)
            assert (seat.game_id, again.table()["viewer"]) == (game_id, 0)
            assert [each.game_id for each in player.my_seats()] == [game_id]
            assert seat.table()["seats"][0]["is_program"]
            with pytest.raises(Refused) as refused:
                player.sit_down(player.make_table("card", seats=2), seat=7)
            assert refused.value.code == "seat_taken"
            seat.leave()
            return game_id

    game_id = await asyncio.to_thread(visit)
    assert not (await server.auditor.load(game_id)).seats[0].is_taken


async def test_a_choice_for_an_older_version_does_nothing(server: LiveServer) -> None:
    token, _kept = await (await owner(server)).make()

    def play() -> None:
        with Player(server.address, token) as player:
            seat = player.sit_down(table_with_bots(player))
            seat.ready()
            turn = next(seat.turns())
            late = Turn(turn.version - 1, turn.seat, turn.actions, turn.table)
            assert not seat.act(late, turn.actions[0])
            assert seat.act(turn, turn.actions[0])
            assert not seat.act(turn, turn.actions[0])
            seat.leave()

    await asyncio.to_thread(play)


async def test_refusals_of_the_rules_are_raised(server: LiveServer) -> None:
    token, _kept = await (await owner(server)).make()

    def play() -> str:
        with Player(server.address, token) as player:
            seat = player.sit_down(table_with_bots(player))
            seat.ready()
            with pytest.raises(Refused) as refused:
                seat.act(next(seat.turns()), "bid 4000")
            return refused.value.code

    assert await asyncio.to_thread(play)


async def test_events_come_as_records(server: LiveServer) -> None:
    token, _kept = await (await owner(server)).make()

    def hear() -> list[PersonEvent]:
        with Player(server.address, token) as player:
            player.sit_down(table_with_bots(player)).ready()
            events = player.events()
            return [next(events), next(events)]

    began, turn = await asyncio.to_thread(hear)
    assert (began.kind, turn.kind) == ("began", "turn")
    assert turn.version >= began.version


async def test_a_token_without_the_scope_is_refused(server: LiveServer) -> None:
    token, _kept = await (await owner(server)).make(["read"])
    with Player(server.address, token) as player, pytest.raises(Refused) as refused:
        await asyncio.to_thread(player.make_table, "card")
    assert refused.value.code == "beyond_scope"


async def test_a_server_that_is_away_is_given_up_in_the_end(server: LiveServer) -> None:
    proxy = CuttingProxy(server.address, percent=100)
    async with proxy.serving():
        player = Player(proxy.address, "gwp_x", timeout=1, retry_for_s=0.5)
        with pytest.raises(Unreachable):
            await asyncio.to_thread(player.my_seats)
    assert proxy.counts["connections"] > 1


def test_the_program_of_the_guide_is_short_and_the_one_of_the_examples() -> None:
    program = PROGRAM.read_text("utf-8")
    assert len(program.splitlines()) <= MAX_LINES
    assert f"```python\n{program}```" in GUIDE.read_text("utf-8")

"""Whole games of every edition between processes; and a comparison that sees differences."""

import pytest

from gridwright.content.table import default_spec
from gridwright.engine.dice import Dice
from gridwright_lab.trials.services.databases import fresh_schema
from gridwright_lab.trials.services.http_client import HttpClient, NotSent
from gridwright_lab.trials.wire_games.socket_player import Nodes, ProtocolFault, SocketPlayer, Tally
from gridwright_lab.trials.wire_games.wire_games import EDITIONS, WireGames, bots_at, open_trial
from tests.server.places import REDIS
from tests.server.storage.places import execute

N_GAMES = 2


@pytest.mark.anyio
async def test_all_viewers_see_the_same_game() -> None:
    """The machine's PostgreSQL and Redis are used; the command itself starts private ones."""
    with fresh_schema() as database:
        async with open_trial(database=database, redis=REDIS) as trial:
            games = [(edition, number) for number in range(N_GAMES) for edition in EDITIONS]
            await trial.play_all(games, len(games))
            verdict = trial.verdict(N_GAMES, 1.0)
            assert verdict.missed() == [], verdict.findings
            assert verdict.ok
            assert verdict.figures["orders sent again"] > 0
            assert verdict.figures["orders to all nodes in parallel"] > 0
            assert verdict.figures["reconnects"] > 0
            await verify_differences_are_seen(trial, database)


async def verify_differences_are_seen(trial: WireGames, database: str) -> None:
    """The same comparison for a viewer without frames, and with a shortened log."""
    game_id, people = trial.played[0]
    person = people[0]
    nodes = trial.nodes()
    spec = default_spec(person.edition, seats=person.n_seats)
    path = f"/api/tables/{game_id}"
    deaf = SocketPlayer(nodes, spec, path, person.seat, person.ticket, Dice(1))
    await trial.compare(nodes, game_id, [deaf])
    assert [f"seat {deaf.seat} saw" in each for each in trial.digests] == [True, False]
    trial.digests.clear()
    await trial.compare(nodes, game_id, people)
    assert trial.digests == []
    await execute(
        database,
        f"DELETE FROM event WHERE game_id = '{game_id}' AND kind = 'revealed'",
        f"UPDATE game SET version = version - 1 WHERE game_id = '{game_id}'",
    )
    await trial.compare(nodes, game_id, people)
    await nodes.close()
    assert trial.verdict(N_GAMES, 1.0).missed() == ["differing digests"]


def test_every_number_of_seats_is_played_by_people_and_bots() -> None:
    tables = [bots_at(number) for number in range(100)]
    assert {len(bots) for bots in tables} == {2, 3, 4, 5, 6}
    assert {bots.count("") for bots in tables} == {1, 2, 3}
    assert {bot for bots in tables for bot in bots} == {"", "l0", "l1"}
    assert all(any(bots) for bots in tables)


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "happened", "version": 2, "kind": "acted", "lines": []},
        {"type": "happened", "version": 0, "kind": "acted", "lines": []},
        {"type": "table", "version": 1, "table": {}},
    ],
)
def test_a_person_notices_what_is_lost_doubled_or_out_of_order(frame: dict[str, object]) -> None:
    nodes = Nodes(["http://127.0.0.1:1"], "http://127.0.0.1:1", Tally())
    person = SocketPlayer(nodes, default_spec("card"), "/api/tables/g", 0, "ticket", Dice(1))
    with pytest.raises(ProtocolFault, match="after 0 came"):
        person.take(frame)
    person.take({"type": "happened", "version": 1, "kind": "opened", "lines": []})
    assert person.version == 1


@pytest.mark.anyio
async def test_a_refused_connection_is_not_a_missing_answer(free_tcp_port: int) -> None:
    line = HttpClient(f"http://127.0.0.1:{free_tcp_port}")
    with pytest.raises(NotSent):
        await line.ask("GET", "/")

"""A notice is written for a turn that begins, and withdrawn when the turn ends."""

import json
from functools import partial

import pytest

from gridwright.server.storage import Appended, Conflict, Status
from gridwright.server.storage.append import EventKind, NewEvent, TableEvent
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table import commands
from gridwright.table.terms import BankClock, NoClock
from tests.server.notices.turn_tables import TurnTables
from tests.server.storage.samples import move, new_game

pytestmark = pytest.mark.anyio


async def noted(store: ShardedStore, game_id: str) -> list[list[object]]:
    asked = (
        "SELECT version, seat, person_id, at, due_at, tries, told FROM notice WHERE game_id = $1"
    )
    return [list(row) for row in await store.database_of(game_id).rows(asked, game_id)]


def turn(seat: int, person_id: str) -> NewEvent:
    return NewEvent(EventKind.TURN, json.dumps({"person": {"seat": seat, "person_id": person_id}}))


NO_TURN = NewEvent(EventKind.TURN, '{"person": null}')


async def test_a_turn_is_noted_replaced_and_withdrawn_with_its_entry(store: ShardedStore) -> None:
    tables = TurnTables(store)
    tables.clock.now = 2
    await store.create(new_game("g1"))
    steps: list[tuple[NewEvent, ...]] = [(turn(1, "p-ada"),), (), (turn(2, "p-bo"),)]
    for version, events in enumerate(steps):
        entry = move(f"c{version}", at=version)
        done = await store.append(
            "g1", version, entry, status=Status.RUNNING, deadline_at=None, events=events
        )
        assert done == Appended(version + 1)
        await tables.pump.drain()
        if version == 1:
            assert await noted(store, "g1") == [[1, 1, "p-ada", 0, 5_000, 0, ""]]
    assert await noted(store, "g1") == [[3, 2, "p-bo", 2, 5_002, 0, ""]]
    late = move("late")
    done = await store.append(
        "g1", 1, late, status=Status.RUNNING, deadline_at=None, events=[turn(0, "p-cy")]
    )
    assert isinstance(done, Conflict)
    await tables.pump.drain()
    assert await noted(store, "g1") == [[3, 2, "p-bo", 2, 5_002, 0, ""]]
    ended = move("c9")
    await store.append("g1", 3, ended, status=Status.RUNNING, deadline_at=None, events=[NO_TURN])
    assert not await tables.store_of_notices.is_standing("g1", 3), "its end is not read yet"
    await tables.pump.drain()
    assert await noted(store, "g1") == []


async def test_a_turn_that_is_read_again_keeps_what_was_sent(store: ShardedStore) -> None:
    tables = TurnTables(store)
    await store.create(new_game("g1"))
    entry = move("c0")
    await store.append(
        "g1", 0, entry, status=Status.RUNNING, deadline_at=None, events=[turn(1, "p-ada")]
    )
    await tables.pump.drain()
    await store.database_of("g1").change_one("UPDATE notice SET told = 'sent', tries = 3")
    event = TableEvent(1, "g1", 1, EventKind.TURN, 5, turn(1, "p-ada").data)
    await tables.sweep.read_event(event)
    assert [row[5:] for row in await noted(store, "g1")] == [[3, "sent"]]


async def test_a_deleted_game_takes_its_notice_along(store: ShardedStore) -> None:
    tables = TurnTables(store)
    await store.create(new_game("g1"))
    entry = move("c0")
    await store.append(
        "g1", 0, entry, status=Status.RUNNING, deadline_at=None, events=[turn(1, "p-ada")]
    )
    await tables.pump.drain()
    await store.delete("g1")
    assert await noted(store, "g1") == []
    event = TableEvent(1, "g1", 1, EventKind.TURN, 5, turn(1, "p-ada").data)
    await tables.sweep.read_event(event)
    assert await noted(store, "g1") == []


async def test_one_turn_has_one_notice_however_many_orders_it_has(store: ShardedStore) -> None:
    tables = TurnTables(store)
    ada, bo = await tables.people("Ada", "Bo")
    game_id = await tables.table(ada, bo)
    table = await tables.service.load(game_id)
    actor = table.actor()
    people = (ada, bo)
    seen: set[object] = set()
    for _order in range(30):
        ((version, seat, person_id, *_rest),) = await noted(store, game_id)
        assert (seat, person_id) == (table.actor(), people[table.actor() or 0])
        if table.actor() == actor and seen:
            assert version in seen, "the same turn was noted again"
        seen = {version}
        actor = table.actor()
        assert await tables.store_of_notices.is_standing(game_id, int(str(version)))
        table = await tables.act(game_id)


@pytest.mark.parametrize("clock", [NoClock(), BankClock(600_000)])
async def test_live_tables_note_nothing(store: ShardedStore, clock: NoClock | BankClock) -> None:
    tables = TurnTables(store)
    ada, bo = await tables.people("Ada", "Bo")
    game_id = await tables.table(ada, bo, clock=clock)
    await tables.pass_turn(game_id)
    assert await noted(store, game_id) == []


async def test_guests_are_notified_after_claiming_their_seat(store: ShardedStore) -> None:
    tables = TurnTables(store)
    (ada,) = await tables.people("Ada")
    game_id = await tables.table("", "")
    assert await noted(store, game_id) == []
    table = await tables.service.load(game_id)
    actor = table.actor()
    assert actor is not None
    claim = partial(commands.claim_seat, seat=actor, person=ada)
    await tables.do(game_id, claim)
    assert [row[1:3] for row in await noted(store, game_id)] == [[actor, ada]]

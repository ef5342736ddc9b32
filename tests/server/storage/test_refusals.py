"""Invalid values and queries are refused alike by every kind of place."""

import pytest

from gridwright.server.storage import Appended, Bookmark, Entry, NewGame, Status
from gridwright.server.storage.errors import Malformed, NoSecret, UnknownGame
from gridwright.server.storage.limits import MAX_MOMENT
from gridwright.server.storage.sharded import ShardedStore
from tests.server.storage.samples import BEGAN, RULES, append, move, new_game

pytestmark = pytest.mark.anyio


async def test_unknown_games_are_errors(store: ShardedStore) -> None:
    for game_id in ("missing", "", "x" * 65, "a\0b", "ä", "a b\n"):
        with pytest.raises(UnknownGame):
            await store.load(game_id)
        with pytest.raises(UnknownGame):
            await append(store, game_id, 0, move("c"))
        with pytest.raises(UnknownGame):
            await store.entries(game_id)
        with pytest.raises(UnknownGame):
            await store.archive(game_id)
        with pytest.raises(UnknownGame):
            await store.delete(game_id)
        with pytest.raises(UnknownGame):
            await store.keep_box(game_id, b"box")
        with pytest.raises((NoSecret, UnknownGame)):
            await store.box(game_id)


BAD_ENTRIES = [
    Entry(command_id="", kind="move", at=1),
    Entry(command_id="x" * 81, kind="move", at=1),
    Entry(command_id="a b", kind="move", at=1),
    Entry(command_id="c", kind="", at=1),
    Entry(command_id="c", kind="Move", at=1),
    Entry(command_id="c", kind="k" * 33, at=1),
    Entry(command_id="c", kind="move", at=-1),
    Entry(command_id="c", kind="move", at=MAX_MOMENT + 1),
    Entry(command_id="c", kind="move", at=2**70),
    Entry(command_id="c", kind="move", at=True),
    Entry(command_id="c", kind="move", at=1, seat=-1),
    Entry(command_id="c", kind="move", at=1, seat=100),
    Entry(command_id="c", kind="move", at=1, lines=("",)),
    Entry(command_id="c", kind="move", at=1, lines=("a\nb",)),
    Entry(command_id="c", kind="move", at=1, lines=("a\0b",)),
    Entry(command_id="c", kind="move", at=1, lines=("x" * 401,)),
    Entry(command_id="c", kind="move", at=1, lines=("x",) * 1001),
    Entry(command_id="c", kind="move", at=1, lines=("x" * 400,) * 200),
    Entry(command_id="c", kind="move", at=1, data=""),
    Entry(command_id="c", kind="move", at=1, data="[]"),
    Entry(command_id="c", kind="move", at=1, data='{"a":NaN}'),
    Entry(command_id="c", kind="move", at=1, data='{"a":"\ud800"}'),
    Entry(command_id="c", kind="move", at=1, data='{"a":' * 20_000),
    Entry(command_id="c", kind="move", at=1, data=f'{{"a":"{"x" * 40_000}"}}'),
]


async def test_bad_log_entries_are_refused(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    for entry in BAD_ENTRIES:
        with pytest.raises(Malformed):
            await append(store, "g1", 0, entry)
    assert (await store.load("g1")).version == 0


async def test_the_largest_entry_fits(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    entry = Entry(
        command_id="x" * 80,
        kind="k" * 32,
        at=MAX_MOMENT,
        seat=99,
        lines=("x" * 64,) * 1000,
        data=f'{{"a":"{"x" * 32_000}"}}',
    )
    assert await append(store, "g1", 0, entry, deadline_at=MAX_MOMENT) == Appended(1)
    assert (await store.entries("g1"))[0].entry == entry


BAD_GAMES = [
    new_game("a/b"),
    new_game("x" * 65),
    new_game("\ud800"),
    new_game("g", created_at=-1),
    new_game("g", deadline_at=2**64),
    new_game("g", box=b""),
    new_game("g", box=bytes(5000)),
    NewGame(game_id="g", rules="xyz", spec="{}", created_at=1),
    NewGame(game_id="g", rules=RULES, spec="no", created_at=1),
    NewGame(game_id="g", rules=RULES, spec=f'{{"a":"{"x" * 70_000}"}}', created_at=1),
]


async def test_a_game_that_cannot_be_stored_is_refused(store: ShardedStore) -> None:
    for game in BAD_GAMES:
        with pytest.raises(Malformed):
            await store.create(game)
    assert await store.walk_games() == []


async def test_requests_out_of_range_are_refused(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    asked = [
        append(store, "g1", -1, move("c")),
        append(store, "g1", 2**63, move("c")),
        append(store, "g1", 0, move("c"), Status.ARCHIVED),
        append(store, "g1", 0, move("c"), deadline_at=-1),
        store.entries("g1", -1),
        store.entries("g1", 0, 0),
        store.entries("g1", 0, 1001),
        store.claim_due(BEGAN, 0, 1),
        store.claim_due(BEGAN, 1001, 1),
        store.claim_due(BEGAN, 1, 0),
        store.claim_due(-1, 1, 1),
        store.list_games(Status.RUNNING, 0),
        store.list_games(Status.RUNNING, 1, Bookmark(-1, "g1")),
        store.list_games(Status.RUNNING, 1, Bookmark(1, "a\0")),
        store.walk_games(1001),
        store.walk_games(1, "a\0b"),
        store.keep_box("g1", b""),
    ]
    for question in asked:
        with pytest.raises(Malformed):
            await question

"""The contract of the store, the same on every kind of place."""

import asyncio

import pytest

from gridwright.server.storage import (
    Appended,
    Bookmark,
    Claim,
    Conflict,
    Duplicate,
    Entry,
    Label,
    LoggedEntry,
    Status,
)
from gridwright.server.storage.errors import (
    GameArchived,
    GameExists,
    GameNotOver,
    Malformed,
    NoSecret,
    StoreError,
    UnknownGame,
)
from gridwright.server.storage.limits import MAX_MOMENT
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.sqlite import SqliteStore
from gridwright.server.storage.statements import list_games
from tests.server.storage.places import Place, fetch
from tests.server.storage.samples import BEGAN, RULES, SPEC, append, move, new_game

pytestmark = pytest.mark.anyio


async def test_a_created_game_is_loaded_as_it_was(store: ShardedStore) -> None:
    await store.create(new_game("g1", deadline_at=BEGAN + 5, listed=True))
    game = await store.load("g1")
    assert (game.game_id, game.version, game.rules, game.spec) == ("g1", 0, RULES, SPEC)
    assert (game.status, game.listed, game.created_at) == (Status.GATHERING, True, BEGAN)
    assert (game.deadline_at, game.wake_at) == (BEGAN + 5, BEGAN + 5)
    assert await store.entries("g1") == []


async def test_an_id_is_taken_once(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    with pytest.raises(GameExists):
        await store.create(new_game("g1", status=Status.RUNNING, box=b"other"))
    assert (await store.load("g1")).status is Status.GATHERING
    with pytest.raises(NoSecret):
        await store.box("g1")


async def test_of_many_who_create_a_game_one_succeeds(store: ShardedStore) -> None:
    asked = [store.create(new_game("g1", created_at=BEGAN + n)) for n in range(8)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted([type(answer).__name__ for answer in answers]) == ["GameExists"] * 7 + [
        "NoneType"
    ]


async def test_entries_come_back_in_order_and_as_they_were(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    quiet = Entry(command_id="2:b", kind="joined", at=BEGAN + 2, data='{"name":"\\u0000 ✓"}')
    assert await append(store, "g1", 0, move("1:a"), deadline_at=BEGAN + 60) == Appended(1)
    assert await append(store, "g1", 1, quiet, Status.PAUSED) == Appended(2)
    assert await store.entries("g1") == [
        LoggedEntry(1, move("1:a"), Status.RUNNING, BEGAN + 60),
        LoggedEntry(2, quiet, Status.PAUSED, None),
    ]
    game = await store.load("g1")
    assert (game.version, game.status, game.deadline_at, game.wake_at) == (
        2,
        Status.PAUSED,
        None,
        None,
    )


async def test_entries_are_read_in_pages(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    for version in range(7):
        await append(store, "g1", version, move(f"c{version}"))
    pages = [await store.entries("g1", since, 3) for since in (0, 3, 6, 7, 99)]
    versions = [[entry.version for entry in page] for page in pages]
    assert versions == [[1, 2, 3], [4, 5, 6], [7], [], []]


async def test_a_wrong_version_is_a_conflict_with_what_is_missing(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    for version in range(3):
        await append(store, "g1", version, move(f"c{version}"))
    log = await store.entries("g1")
    assert await append(store, "g1", 1, move("late")) == Conflict(3, tuple(log[1:]))
    assert await append(store, "g1", 9, move("early")) == Conflict(3, ())
    assert await store.entries("g1") == log
    assert (await store.load("g1")).version == 3


async def test_a_conflict_changes_neither_status_nor_deadline(store: ShardedStore) -> None:
    await store.create(new_game("g1", deadline_at=BEGAN + 7))
    before = await store.load("g1")
    await append(store, "g1", 4, move("early"), Status.FINISHED, BEGAN + 99)
    assert await store.load("g1") == before


async def test_a_repeated_command_gets_its_first_answer(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    assert await append(store, "g1", 0, move("1:a"), deadline_at=BEGAN + 5) == Appended(1)
    first = LoggedEntry(1, move("1:a"), Status.RUNNING, BEGAN + 5)
    assert await append(store, "g1", 0, move("1:a")) == Duplicate(first)
    for version in range(1, 4):
        await append(store, "g1", version, move(f"c{version}"))
    # At any version and with any content of the repeat.
    for expected in (0, 1, 4, 77):
        answer = await append(store, "g1", expected, move("1:a", seat=3), Status.FINISHED)
        assert answer == Duplicate(first)
        assert isinstance(answer, Duplicate)
        assert answer.version == 1
    game = await store.load("g1")
    assert (game.version, game.status) == (4, Status.RUNNING)


async def test_a_command_sent_twice_concurrently_counts_once(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    for version in range(10):
        asked = [append(store, "g1", version, move(f"c{version}")) for _ in range(5)]
        answers = await asyncio.gather(*asked)
        assert {answer.version for answer in answers} == {version + 1}
        assert sorted([type(answer).__name__ for answer in answers]) == [
            "Appended",
            *["Duplicate"] * 4,
        ]
    assert (await store.load("g1")).version == 10


async def test_the_same_command_id_may_serve_in_two_games(store: ShardedStore) -> None:
    for game_id in ("g1", "g2"):
        await store.create(new_game(game_id))
        assert await append(store, game_id, 0, move("same")) == Appended(1)


async def test_due_games_are_claimed_the_most_overdue_first(store: ShardedStore) -> None:
    order = [5, 2, 8, 1, 9, 3]
    for number in order:
        await store.create(new_game(f"g{number}", deadline_at=BEGAN + number))
    await store.create(new_game("never"))
    assert await store.claim_due(BEGAN, 10, 100) == []
    claims = await store.claim_due(BEGAN + 5, 10, 100)
    assert [(claim.game_id, claim.deadline_at) for claim in claims] == [
        (f"g{number}", BEGAN + number) for number in (1, 2, 3, 5)
    ]
    assert {(claim.version, claim.until) for claim in claims} == {(0, BEGAN + 105)}


async def test_a_claim_hides_the_game_until_its_lease_ends(store: ShardedStore) -> None:
    await store.create(new_game("g1", deadline_at=BEGAN))
    assert len(await store.claim_due(BEGAN + 50, 10, 100)) == 1
    assert await store.claim_due(BEGAN + 149, 10, 100) == []
    game = await store.load("g1")
    assert (game.deadline_at, game.wake_at) == (BEGAN, BEGAN)
    again = await store.claim_due(BEGAN + 150, 10, 100)
    assert [(claim.deadline_at, claim.until) for claim in again] == [(BEGAN, BEGAN + 250)]


async def test_a_player_who_was_faster_voids_the_claim(store: ShardedStore) -> None:
    await store.create(new_game("g1", deadline_at=BEGAN))
    (claim,) = await store.claim_due(BEGAN, 10, 1000)
    assert await append(store, "g1", 0, move("1:a"), deadline_at=BEGAN + 20) == Appended(1)
    late = await append(store, claim.game_id, claim.version, move("clock", None))
    assert isinstance(late, Conflict)
    # The new deadline counts immediately; the old lease is void.
    (next_claim,) = await store.claim_due(BEGAN + 20, 10, 1000)
    assert next_claim.version == 1
    assert await append(store, "g1", 1, move("clock", None)) == Appended(2)
    assert await store.claim_due(MAX_MOMENT, 10, 1000) == []


async def test_a_released_claim_is_free_immediately(store: ShardedStore) -> None:
    await store.create(new_game("g1", deadline_at=BEGAN))
    (claim,) = await store.claim_due(BEGAN + 1, 10, 1000)
    await store.release(claim)
    (again,) = await store.claim_due(BEGAN + 2, 10, 1000)
    assert (again.version, again.deadline_at, again.until) == (0, BEGAN, BEGAN + 1002)
    # The first one is void, and releasing it again has no effect.
    await store.release(claim)
    assert await store.claim_due(BEGAN + 3, 10, 1000) == []
    await append(store, "g1", 0, move("1:a"), deadline_at=BEGAN + 50)
    await store.release(again)
    assert (await store.load("g1")).wake_at == BEGAN + 50
    await store.release(Claim("missing", 0, BEGAN, BEGAN + 1))


async def test_a_file_forgets_the_claims_of_a_server_that_died(store: ShardedStore) -> None:
    await store.create(new_game("g1", deadline_at=BEGAN))
    await store.create(new_game("g2"))
    await store.claim_due(BEGAN + 1, 10, 1000)
    await store.home.end_claims()
    # Others may hold claims on a PostgreSQL; there only the lease ends them.
    is_file = isinstance(store.home, SqliteStore)
    assert len(await store.claim_due(BEGAN + 2, 10, 1000)) == is_file
    assert (await store.load("g2")).wake_at is None


async def test_a_claim_that_is_postponed_is_free_later_or_when_the_game_moves(
    store: ShardedStore,
) -> None:
    await store.create(new_game("g1", deadline_at=BEGAN))
    (claim,) = await store.claim_due(BEGAN + 1, 10, 1000)
    await store.postpone(claim, BEGAN + 5000)
    assert (await store.load("g1")).deadline_at == BEGAN
    assert await store.claim_due(BEGAN + 4999, 10, 1000) == []
    (again,) = await store.claim_due(BEGAN + 5000, 10, 1000)
    # The first one is void, and postponing it again has no effect.
    await store.postpone(claim, BEGAN + 1)
    assert await store.claim_due(BEGAN + 5001, 10, 1000) == []
    await append(store, "g1", 0, move("1:a"), deadline_at=BEGAN + 50)
    await store.postpone(again, BEGAN + 9000)
    assert (await store.load("g1")).wake_at == BEGAN + 50


async def test_a_game_that_has_not_begun_is_found_by_another_label(store: ShardedStore) -> None:
    await store.create(new_game("g1", listed=True, label=Label(edition="classic", seats=4)))
    other = Label(edition="card", preset="standard", seats=3, clock="none")
    await store.relabel("g1", other, True)
    assert [each.game_id for each in await store.list_games(Status.GATHERING, like=other)] == ["g1"]
    assert await store.list_games(Status.GATHERING, like=Label(edition="classic")) == []
    await store.relabel("g1", other, False)
    assert await store.list_games(Status.GATHERING) == []
    await append(store, "g1", 0, move("c1"), Status.RUNNING)
    await store.relabel("g1", other, True)
    assert not (await store.load("g1")).listed


async def test_many_games_are_read_in_one_query(store: ShardedStore) -> None:
    for number in range(5):
        box = bytes([number, 7]) if number else None
        await store.create(new_game(f"g{number}", box=box))
        for version in range(number):
            await append(store, f"g{number}", version, move(f"c{version}"))
    asked = [*[f"g{number}" for number in range(4)], "missing"]
    found = {stored.record.game_id: stored for stored in await store.read(asked)}
    assert sorted(found) == asked[:4]
    for number, game_id in enumerate(asked[:4]):
        assert found[game_id].record == await store.load(game_id)
        assert found[game_id].log == await store.entries(game_id)
        assert found[game_id].box == (bytes([number, 7]) if number else None)
    assert await store.read([]) == []


async def test_the_limit_of_claims_holds(store: ShardedStore) -> None:
    for number in range(10):
        await store.create(new_game(f"g{number}", deadline_at=BEGAN))
    counts = [len(await store.claim_due(BEGAN, 4, 100)) for _ in range(4)]
    assert counts == [4, 4, 2, 0]


async def test_three_workers_never_claim_the_same_game(place: Place, store: ShardedStore) -> None:
    n_games = 120
    for number in range(n_games):
        await store.create(new_game(f"g{number}", deadline_at=BEGAN + number % 7))

    async def work(worker: ShardedStore) -> list[str]:
        claimed: list[str] = []
        while claims := await worker.claim_due(BEGAN + 10, 7, 60_000):
            claimed += [claim.game_id for claim in claims]
        return claimed

    async with await place.open() as second, await place.open() as third:
        shares = await asyncio.gather(*[work(worker) for worker in (store, second, third)])
    claimed = [game_id for share in shares for game_id in share]
    assert len(claimed) == n_games
    assert len(set(claimed)) == n_games


async def test_the_lobby_lists_newest_first_in_pages(store: ShardedStore) -> None:
    for number in range(9):
        # Three were created in each millisecond, so ids must break the tie.
        await store.create(new_game(f"g{number}", created_at=BEGAN + number // 3, listed=True))
    await store.create(new_game("hidden", created_at=BEGAN + 9))
    await store.create(new_game("going", status=Status.RUNNING, listed=True))
    seen: list[str] = []
    after = None
    while page := await store.list_games(Status.GATHERING, 4, after):
        seen += [game.game_id for game in page]
        after = Bookmark(page[-1].created_at, page[-1].game_id)
    assert seen == [f"g{number}" for number in range(8, -1, -1)]
    assert [game.game_id for game in await store.list_games(Status.RUNNING)] == ["going"]


async def test_the_lobby_is_searched_by_what_was_fixed_at_creation(store: ShardedStore) -> None:
    made = {
        "a": Label(edition="classic", preset="original", board="usa", seats=2, clock="none"),
        "b": Label(edition="classic", preset="original", board="germany", seats=2, clock="bank"),
        "c": Label(edition="classic", preset="recharged", board="usa", seats=3, clock="turns"),
        "d": Label(edition="card", preset="standard", board="none", seats=3, clock="none"),
    }
    for number, (game_id, label) in enumerate(made.items()):
        game = new_game(game_id, created_at=BEGAN + number, listed=True, label=label)
        await store.create(game)
    await store.create(new_game("hidden", label=made["a"]))
    wanted = {
        "dcba": Label(),
        "cba": Label(edition="classic"),
        "ba": Label(preset="original"),
        "ca": Label(board="usa"),
        "dc": Label(seats=3),
        "da": Label(clock="none"),
        "a": made["a"],
        "": Label(edition="card", board="usa"),
    }
    for found, like in wanted.items():
        games = await store.list_games(Status.GATHERING, like=like)
        assert "".join([game.game_id for game in games]) == found
    first = await store.list_games(Status.GATHERING, 1, like=Label(edition="classic"))
    after = Bookmark(first[0].created_at, first[0].game_id)
    rest = await store.list_games(Status.GATHERING, 5, after, Label(edition="classic"))
    assert [game.game_id for game in first + rest] == ["c", "b", "a"]
    for bad in (Label(board="x" * 65), Label(edition="a\0"), Label(seats=100)):
        with pytest.raises(Malformed):
            await store.list_games(Status.GATHERING, like=bad)
        with pytest.raises(Malformed):
            await store.create(new_game("bad", label=bad))


async def test_the_index_of_the_lobby_answers_a_search(store: ShardedStore, place: Place) -> None:
    for number in range(300):
        label = Label(edition="classic", board=f"board-{number % 50}", seats=2 + number % 5)
        await store.create(new_game(f"g{number}", listed=True, created_at=number, label=label))
    statement = list_games(["board", "seats"])
    values = ("'gathering'", f"{BEGAN}", "''", "50", "'board-7'", "4")
    for place_of, value in reversed(list(enumerate(values, start=1))):
        statement = statement.replace(f"${place_of}", value)
    for url in place.urls:
        if url.startswith("sqlite"):
            plan = str(await fetch(url, f"EXPLAIN QUERY PLAN {statement}"))
            assert "TEMP B-TREE" not in plan
        else:
            # So few rows are read faster without an index, unless that is ruled out.
            plain = "enable_seqscan=off&enable_bitmapscan=off&enable_sort=off"
            ruled = f"{url}{'&' if '?' in url else '?'}{plain}"
            # Without figures of the table any index that begins with the order looks as good.
            await fetch(url, "ANALYZE game")
            plan = str(await fetch(ruled, f"EXPLAIN {statement}"))
            assert "board-7" in plan.split("Index Cond")[1]
            assert "Filter" not in plan
        assert "game_lobby" in plan


async def test_a_walk_sees_every_game_once_by_id(store: ShardedStore) -> None:
    # Upper case before lower, '-' before '.': the order of bytes, not of some language.
    ids = ["A", "B-1", "B.1", "B_1", "a", "b-1", "b.1", "b_1"]
    for game_id in reversed(ids):
        await store.create(new_game(game_id, listed=game_id.isupper()))
    seen: list[str] = []
    while page := await store.walk_games(3, seen[-1] if seen else ""):
        seen += [game.game_id for game in page]
    assert seen == ids


async def test_only_a_game_that_is_over_can_be_archived(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    await append(store, "g1", 0, move("c1"))
    with pytest.raises(GameNotOver):
        await store.archive("g1")
    await append(store, "g1", 1, move("c2"), Status.FINISHED, BEGAN)
    for _ in range(2):
        await store.archive("g1")
    game = await store.load("g1")
    assert (game.version, game.status, game.deadline_at) == (2, Status.ARCHIVED, None)
    assert await store.claim_due(MAX_MOMENT, 10, 1) == []


async def test_an_archived_game_is_read_and_takes_no_entry(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    await append(store, "g1", 0, move("c1"), Status.ABANDONED)
    await store.archive("g1")
    with pytest.raises(GameArchived):
        await append(store, "g1", 1, move("c2"))
    assert isinstance(await append(store, "g1", 1, move("c1")), Duplicate)
    (logged,) = await store.entries("g1")
    assert logged.status is Status.ABANDONED


async def test_a_deleted_game_leaves_nothing(place: Place, store: ShardedStore) -> None:
    for game_id in ("g1", "g2"):
        await store.create(new_game(game_id, box=b"box"))
        await append(store, game_id, 0, move("c1"))
    await store.delete("g1")
    with pytest.raises(UnknownGame):
        await store.load("g1")
    with pytest.raises(NoSecret):
        await store.box("g1")
    assert len(await store.entries("g2")) == 1
    # The id is free again, and nothing of the old game turns up in the new one.
    await store.create(new_game("g1"))
    assert await append(store, "g1", 0, move("c1")) == Appended(1)


async def test_games_deleted_while_they_are_written_leave_nothing(store: ShardedStore) -> None:
    async def write(game_id: str) -> None:
        for version in range(100):
            try:
                await append(store, game_id, version, move(f"c{version}"))
            except UnknownGame:
                return

    async def delete(game_id: str) -> None:
        while (await store.load(game_id)).version < 5:
            await asyncio.sleep(0)
        await store.delete(game_id)

    ids = [f"g{number}" for number in range(8)]
    for game_id in ids:
        await store.create(new_game(game_id))
    await asyncio.gather(
        *[write(game_id) for game_id in ids], *[delete(game_id) for game_id in ids]
    )
    for game_id in ids:
        await store.create(new_game(game_id))
        assert await store.entries(game_id) == []


async def test_boxes_come_back_as_they_were(store: ShardedStore) -> None:
    await store.create(new_game("g1", box=b"\0first"))
    assert await store.box("g1") == b"\0first"
    await store.keep_box("g1", b"\0second")
    assert await store.box("g1") == b"\0second"
    await store.create(new_game("g2"))
    with pytest.raises(NoSecret):
        await store.box("g2")


async def test_everything_is_there_after_a_restart(place: Place, store: ShardedStore) -> None:
    for number in range(10):
        await store.create(new_game(f"g{number}", box=bytes([number, 1]), deadline_at=BEGAN))
        for version in range(number):
            await append(store, f"g{number}", version, move(f"c{version}"), deadline_at=BEGAN)
    await store.claim_due(BEGAN, 3, 100)
    games = await store.walk_games()
    logs = [await store.entries(game.game_id) for game in games]
    await store.close()
    async with await place.open() as again:
        await again.ping()
        assert await again.walk_games() == games
        assert [await again.entries(game.game_id) for game in games] == logs
        assert [await again.box(f"g{number}") for number in range(10)] == [
            bytes([number, 1]) for number in range(10)
        ]
        answer = await append(again, "g9", 9, move("c8"))
        assert answer == Duplicate(logs[9][8])


async def test_a_closed_store_raises(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    await store.close()
    with pytest.raises(StoreError):
        await store.load("g1")
    await store.close()


async def test_a_cancelled_caller_harms_no_other(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    asked = [asyncio.ensure_future(append(store, "g1", 0, move(f"c{n}"))) for n in range(12)]
    await asyncio.sleep(0)
    for task in asked[::2]:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    log = await store.entries("g1")
    assert [entry.version for entry in log] == [1]
    assert (await store.load("g1")).version == 1
    assert await append(store, "g1", 1, move("next")) == Appended(2)

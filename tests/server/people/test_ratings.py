"""Games that are over are rated once, in one order, and the logs give the same ratings again."""

import asyncio
from dataclasses import replace as replaced
from typing import Any

import pytest

from gridwright.ratings.plackett_luce import FIRST
from gridwright.server.accounts.store import AccountStore
from gridwright.server.people.finished import Kind, Unrated, load_finished
from gridwright.server.people.rater import Rater
from gridwright.server.people.rating_store import RatingStore
from gridwright.server.people.recomputing import Recomputing
from gridwright.server.storage.append import EventKind, TableEvent
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table.terms import Terms
from gridwright_lab.trials.ratings.finished_games import Sitter
from tests.server.people.finished_games import (
    ADA,
    BEGAN,
    BEN,
    CLEO,
    HARD,
    add_people,
    rate_all,
    write,
)

pytestmark = pytest.mark.anyio

PROGRAM = replaced(BEN, is_program=True)


@pytest.fixture(autouse=True)
async def people(store: ShardedStore) -> None:
    await add_people(store)


async def test_a_game_moves_those_who_played_it(store: ShardedStore) -> None:
    await write(store, "g1", ADA, HARD, BEN)
    ratings = await rate_all(store)
    stands = await ratings.ratings()
    ada, ben = stands["p-Ada", Kind.PERSON, "card"], stands["p-Ben", Kind.PERSON, "card"]
    assert ada.skill.mu > FIRST > ben.skill.mu
    assert (ada.games, ben.games, len(stands)) == (1, 1, 2)
    (stored,) = await ratings.walk(0, 10)
    assert stored.number == 1
    by_place = sorted(stored.game.seats, key=lambda seat: seat.place)
    assert [(seat.kind, seat.share) for seat in by_place] == [
        (Kind.PERSON, 60),
        (Kind.BOT, 0),
        (Kind.PERSON, 0),
    ]
    # The bot stays where it was measured.
    assert [move.gain == 0 for move in stored.moved if move] == [
        seat.kind is Kind.BOT for seat in stored.game.seats
    ]
    assert await ratings.due(2 * BEGAN, 9) == []


async def test_programs_are_rated_apart_from_their_people(store: ShardedStore) -> None:
    await write(store, "g1", ADA, PROGRAM)
    await write(store, "g2", ADA, BEN, at=1)
    stands = await (await rate_all(store)).ratings()
    program, person = (stands["p-Ben", kind, "card"] for kind in (Kind.PROGRAM, Kind.PERSON))
    assert (program.games, person.games) == (1, 1)
    assert stands["p-Ada", Kind.PERSON, "card"].games == 2


@pytest.mark.parametrize(
    ("order", "more", "why"),
    [
        ((ADA, BEN), {"helped": ADA}, Unrated.HELPED),
        ((ADA, BEN), {"left": BEN}, Unrated.LEFT),
        ((ADA, BEN), {"terms": Terms(hold=0, friendly=True)}, Unrated.FRIENDLY),
        ((ADA, Sitter("Guest")), {}, Unrated.GUEST),
        ((ADA, HARD), {}, Unrated.ALONE),
        ((ADA, BEN, Sitter("Otto", bot="l0")), {}, Unrated.UNMEASURED),
    ],
)
async def test_unrated_games_change_no_rating(
    store: ShardedStore, order: tuple[Sitter, ...], more: dict[str, Any], why: Unrated
) -> None:
    await write(store, "g1", *order, **more)
    ratings = await rate_all(store)
    (stored,) = await ratings.walk(0, 10)
    assert stored.game.unrated is why
    assert set(stored.moved) == {None}
    assert await ratings.ratings() == {}
    assert (await Recomputing(store).run()).is_equal


async def test_games_without_accounts_belong_to_no_person(store: ShardedStore) -> None:
    await write(store, "g1", Sitter("Guest"), HARD)
    ratings = await rate_all(store)
    assert await ratings.walk(0, 10) == []
    assert await ratings.due(2 * BEGAN, 9) == []


async def test_a_worker_that_dies_forgets_and_doubles_nothing(store: ShardedStore) -> None:
    for number in range(4):
        await write(store, f"g{number}", *((ADA, BEN) if number % 2 else (BEN, ADA)), at=number)
    ratings = RatingStore(store)
    rater = Rater(store, ratings, lambda: 2 * BEGAN)
    # It dies after a game was rated and before the note went.
    game = await load_finished(store, "g2")
    assert game is not None
    assert await rater.note(game)
    others = [Rater(store, ratings, lambda: 2 * BEGAN) for _worker in range(3)]
    events = [
        TableEvent(number, f"g{number}", 9, EventKind.ENDED, BEGAN, "{}") for number in range(4)
    ]
    await asyncio.gather(*[each.read_event(event) for each in others for event in events])
    assert not await rater.note(game)
    order = await ratings.walk(0, 10)
    assert [each.number for each in order] == [1, 2, 3, 4]
    assert sorted([each.game.game_id for each in order]) == ["g0", "g1", "g2", "g3"]
    found = await Recomputing(store).run()
    assert (found.games, found.counted, found.differing, found.waiting) == (4, 4, 0, 0)


async def test_an_unreadable_log_delays_no_other_game(store: ShardedStore) -> None:
    await write(store, "bad", ADA, BEN)
    await write(store, "good", ADA, BEN, at=1)
    wrong = "UPDATE event SET lines = '[\"nonsense\"]' WHERE game_id = 'bad' AND version = 5"
    await store.database_of("bad").change_one(wrong)
    ratings = await rate_all(store)
    assert [each.game.game_id for each in await ratings.walk(0, 9)] == ["good"]
    assert await ratings.due(2 * BEGAN, 9) == []
    assert await ratings.due(3 * BEGAN, 9) == ["bad"]


async def test_changed_ratings_are_found_and_repaired(store: ShardedStore) -> None:
    for number in range(3):
        await write(store, f"g{number}", ADA, BEN, CLEO, at=number)
        # Databases are read concurrently: games of different ones have no order of their own.
        ratings = await rate_all(store)
    right = await ratings.ratings()
    await store.home.change_one("UPDATE rating SET mu = mu + 1 WHERE person_id = 'p-Ada'")
    await store.home.change_one("UPDATE rated_seat SET gain = 7 WHERE number = 2 AND seat = 0")
    found = await Recomputing(store).run()
    assert (found.is_equal, found.differing, found.written) == (False, 2, 0)
    assert found.differences == ["game 2 (g1)", "rating of p-Ada (person) in card"]
    assert (await Recomputing(store, writes=True).run()).written == 2
    assert (await Recomputing(store).run()).is_equal
    assert await ratings.ratings() == right


async def test_games_from_before_are_added_the_oldest_first(store: ShardedStore) -> None:
    for at, name in ((3, "third"), (1, "first"), (2, "second")):
        await write(store, name, ADA, BEN, at=at)
    for database in store.databases:
        await database.change_one("DELETE FROM outbox")
    assert (await Recomputing(store).run()).waiting == 3
    assert (await Recomputing(store, writes=True).run()).added == 3
    order = await RatingStore(store).walk(0, 9)
    assert [each.game.game_id for each in order] == ["first", "second", "third"]
    assert (await Recomputing(store).run()).is_equal


async def test_results_of_erased_people_stay_without_a_person(store: ShardedStore) -> None:
    await write(store, "g1", ADA, BEN)
    ratings = await rate_all(store)
    await AccountStore(store.home).erase("p-Ada")
    (stored,) = await ratings.walk(0, 9)
    assert sorted([seat.person for seat in stored.game.seats]) == ["", "p-Ben"]
    assert [key[0] for key in await ratings.ratings()] == ["p-Ben"]
    # What the log still says of her changes nothing for the others.
    await write(store, "g2", BEN, ADA, at=1)
    await rate_all(store)
    assert (await ratings.walk(1, 9))[0].game.unrated is Unrated.ERASED
    assert (await Recomputing(store).run()).is_equal
    await store.delete("g1")
    found = await Recomputing(store).run()
    assert (found.unread, found.is_equal) == (1, True)

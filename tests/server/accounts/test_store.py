"""The contract of the store of people, the same on every kind of place."""

import asyncio

import pytest

from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.errors import NameTaken
from gridwright.server.auth.records import Passkey, Person, Session
from gridwright.server.storage.errors import RowMissing, RowTaken, StoreUnavailable
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.tables.held_seats import HeldSeat, HeldSeats
from tests.server.storage.places import Place, fetch

pytestmark = pytest.mark.anyio

ADA = Person("p-ada", "Ada Ü", "ada ü", 1_000)
GRACE = Person("p-grace", "Grace", "grace", 2_000)
DAY = 86_400_000


@pytest.fixture
def people(store: ShardedStore) -> AccountStore:
    return AccountStore(store.home)


@pytest.fixture
def seats_held(store: ShardedStore) -> HeldSeats:
    return HeldSeats(store.home)


async def sign_in(people: AccountStore, session_id: str, person: Person, now: int = 5_000) -> None:
    await people.open_session(session_id, person.person_id, now, "a browser", DAY, 9 * DAY)


async def test_a_person_is_found_by_id_and_by_name(people: AccountStore) -> None:
    await people.add(ADA, "hash-1")
    assert await people.person("p-ada") == ADA
    assert await people.by_name("ada ü") == (ADA, "hash-1")
    assert await people.password("p-ada") == "hash-1"
    assert await people.person("p-missing") is None
    assert await people.by_name("Ada Ü") is None
    assert await people.password("p-missing") is None


async def test_a_name_is_given_once(people: AccountStore) -> None:
    await people.add(ADA, "hash-1")
    with pytest.raises(NameTaken):
        await people.add(Person("p-other", "ADA Ü", "ada ü", 3_000), "hash-2")
    # Nothing of the one who came second is kept.
    assert await people.password("p-other") is None
    assert await people.count() == 1
    await people.add(GRACE, "hash-3")
    with pytest.raises(NameTaken):
        await people.rename("p-grace", "Ada Ü", "ada ü")
    await people.rename("p-grace", "Hopper", "hopper")
    found = await people.by_name("hopper")
    assert found is not None
    assert found[0].name == "Hopper"
    assert await people.by_name("grace") is None


async def test_of_many_who_want_a_name_one_gets_it(people: AccountStore) -> None:
    wants = [Person(f"p{n}", "Ada", "ada", n) for n in range(8)]
    outcomes = await asyncio.gather(
        *[people.add(person, "hash") for person in wants], return_exceptions=True
    )
    assert sum(outcome is None for outcome in outcomes) == 1
    assert sum(isinstance(outcome, NameTaken) for outcome in outcomes) == 7
    assert await people.count() == 1


async def test_people_are_walked_by_id(people: AccountStore) -> None:
    for number in range(5):
        await people.add(Person(f"p{number}", f"N{number}", f"n{number}", number), "hash")
    first = await people.walk(3)
    rest = await people.walk(3, first[-1].person_id)
    assert [person.person_id for person in first + rest] == ["p0", "p1", "p2", "p3", "p4"]
    assert await people.count() == 5


async def test_sessions_are_opened_seen_and_ended(people: AccountStore) -> None:
    await people.add(ADA, "hash")
    await people.add(GRACE, "hash")
    await sign_in(people, "s1", ADA)
    await sign_in(people, "s2", ADA, 6_000)
    await sign_in(people, "s3", GRACE)
    assert await people.session("s1") == Session("s1", "p-ada", "Ada Ü", 5_000, 5_000, "a browser")
    assert await people.session("s4") is None
    await people.see_session("s1", 7_000)
    await people.see_session("s1", 6_500)  # Another node is slower, and changes nothing.
    assert [(each.session_id, each.seen_at) for each in await people.sessions("p-ada")] == [
        ("s1", 7_000),
        ("s2", 6_000),
    ]
    assert not await people.end_session("p-grace", "s1")
    assert await people.end_session("p-ada", "s1")
    assert not await people.end_session("p-ada", "s1")
    await sign_in(people, "s5", ADA)
    assert await people.end_sessions("p-ada", "s5") == 1
    assert await people.end_sessions("p-ada") == 1
    assert await people.session("s3") is not None
    with pytest.raises(RowMissing):
        await people.open_session("s6", "p-missing", 5_000, "", DAY, DAY)


async def test_signing_in_sweeps_sessions_that_are_over(people: AccountStore) -> None:
    await people.add(ADA, "hash")
    await sign_in(people, "old", ADA, 0)
    await sign_in(people, "kept", ADA, DAY)
    await people.open_session("new", "p-ada", 2 * DAY, "", DAY, 9 * DAY)
    assert {each.session_id for each in await people.sessions("p-ada")} == {"kept", "new"}
    await people.open_session("newest", "p-ada", 2 * DAY, "", 9 * DAY, DAY // 2)
    assert {each.session_id for each in await people.sessions("p-ada")} == {"new", "newest"}


async def test_another_password_ends_the_other_sessions(people: AccountStore) -> None:
    await people.add(ADA, "hash")
    await sign_in(people, "s1", ADA)
    await sign_in(people, "s2", ADA)
    await people.change_password("p-ada", "other", 8_000, "s2")
    assert await people.password("p-ada") == "other"
    assert [each.session_id for each in await people.sessions("p-ada")] == ["s2"]
    await people.keep_password("p-ada", "same", 9_000)
    assert await people.session("s2") is not None


async def test_a_reset_leaves_one_way_in(people: AccountStore) -> None:
    await people.add(ADA, "hash")
    await sign_in(people, "s1", ADA)
    await people.add_passkey(Passkey("k1", "p-ada", b"\x00", 0, "", 1))
    await people.reset("p-ada", "new", 9_000)
    assert await people.password("p-ada") == "new"
    assert await people.sessions("p-ada") == []
    assert await people.passkeys("p-ada") == []


async def test_a_passkey_is_somebodys_and_its_count_grows(people: AccountStore) -> None:
    await people.add(ADA, "hash")
    await people.add(GRACE, "hash")
    key = Passkey("k1", "p-ada", b"\x00\xffkey", 3, "phone", 1)
    await people.add_passkey(key)
    with pytest.raises(RowTaken):
        await people.add_passkey(Passkey("k1", "p-grace", b"x", 0, "", 2))
    assert await people.passkey("k1") == key
    assert await people.passkeys("p-ada") == [key]
    assert await people.use_passkey("k1", 4)
    assert not await people.use_passkey("k1", 4)
    assert not await people.use_passkey("k1", 0)
    assert not await people.remove_passkey("p-grace", "k1")
    assert await people.remove_passkey("p-ada", "k1")
    assert await people.passkey("k1") is None
    await people.add_passkey(Passkey("k2", "p-ada", b"x", 0, "", 2))
    assert await people.use_passkey("k2", 0)  # A key that does not count.


async def test_seats_are_listed_newest_first_in_pages(
    people: AccountStore, seats_held: HeldSeats
) -> None:
    await people.add(ADA, "hash")
    seats = [HeldSeat("p-ada", f"g{number}", number, 2, 100 + number // 2) for number in range(5)]
    for held in seats:
        await seats_held.hold(held)
    first = await seats_held.of("p-ada", 3)
    rest = await seats_held.of("p-ada", 3, first[-1].at, first[-1].game_id)
    assert [held.game_id for held in first + rest] == ["g4", "g3", "g2", "g1", "g0"]
    moved = HeldSeat("p-ada", "g0", 3, 7, 200)
    await seats_held.hold(moved)
    await seats_held.release(seats[0])  # It is another sitting by now.
    assert (await seats_held.of("p-ada", 9))[0] == moved
    await seats_held.release(moved)
    assert "g0" not in [held.game_id for held in await seats_held.of("p-ada", 9)]
    with pytest.raises(RowMissing):
        await seats_held.hold(HeldSeat("p-missing", "g1", 0, 2, 1))


async def test_erasing_a_person_deletes_all_rows(
    people: AccountStore, seats_held: HeldSeats, place: Place
) -> None:
    for person in (ADA, GRACE):
        await people.add(person, "hash")
        await sign_in(people, f"s-{person.person_id}", person)
        await people.add_passkey(Passkey(f"k-{person.person_id}", person.person_id, b"x", 0, "", 1))
        await seats_held.hold(HeldSeat(person.person_id, "g1", 0, 2, 1))
    await people.erase("p-ada")
    for table in ("person", "password", "session", "passkey", "seat_held"):
        found = [row for url in place.urls for row in await fetch(url, f"SELECT * FROM {table}")]
        assert len(found) == 1, table
        assert "ada" not in repr(found).lower()


async def test_tries_are_counted_within_a_span(people: AccountStore) -> None:
    counted = [await people.count_try("k", now, 100) for now in (50, 60, 149, 150, 151)]
    assert [(tally.n, tally.since) for tally in counted] == [
        (1, 50),
        (2, 50),
        (3, 50),
        (1, 150),
        (2, 150),
    ]
    await people.forget_tries("k")
    assert (await people.count_try("k", 152, 100)).n == 1
    await people.forget_tallies(153)
    assert (await people.count_try("k", 154, 100)).n == 1


async def test_tries_at_the_same_time_are_all_counted(people: AccountStore) -> None:
    counted = await asyncio.gather(*[people.count_try("k", 5, 100) for _ in range(30)])
    assert sorted(tally.n for tally in counted) == list(range(1, 31))


async def test_people_are_in_the_first_database_of_the_map(
    people: AccountStore, store: ShardedStore, place: Place
) -> None:
    await people.add(ADA, "hash")
    assert store.home is store.databases[0]
    found = [len(await fetch(url, "SELECT * FROM person")) for url in place.urls]
    assert found == [1] + [0] * (len(place.urls) - 1)


async def test_a_closed_database_does_not_answer(place: Place) -> None:
    async with await place.open() as store:
        people = AccountStore(store.home)
    with pytest.raises(StoreUnavailable):
        await people.count()

"""The contract of the store of puzzles, the same on every kind of place."""

import pytest

from gridwright.puzzles.rating import SEASONED, Strength
from gridwright.puzzles.solving import Solved
from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.records import Person
from gridwright.server.puzzles.store import PuzzleStore
from gridwright.server.storage.sharded import ShardedStore

pytestmark = pytest.mark.anyio

ADA = Person("p-ada", "Ada", "ada", 1_000)
AFTER = Strength(1_560, 300)
PUZZLE = Strength(1_390, 110)


@pytest.fixture
async def puzzles(store: ShardedStore) -> PuzzleStore:
    await AccountStore(store.home).add(ADA, "hash")
    return PuzzleStore(store.home)


async def keep(puzzles: PuzzleStore, puzzle_id: str, is_found: bool = True) -> bool:
    return await puzzles.keep("p-ada", puzzle_id, is_found, 5, AFTER, PUZZLE, -10)


async def test_the_first_answer_is_kept_and_no_other(puzzles: PuzzleStore) -> None:
    assert await puzzles.solver("p-ada") == Solved(Strength())
    assert await puzzles.puzzle("one", 1_400) == Solved(Strength(1_400, SEASONED))
    assert await keep(puzzles, "one")
    assert not await keep(puzzles, "one", is_found=False)
    assert await puzzles.solver("p-ada") == Solved(AFTER, 1, 1)
    assert await puzzles.puzzle("one", 1_400) == Solved(PUZZLE, 1, 1)
    assert await keep(puzzles, "two", is_found=False)
    assert await puzzles.solver("p-ada") == Solved(AFTER, 2, 1)
    assert await puzzles.answered("p-ada") == {"one", "two"}
    assert await puzzles.ratings() == {"one": 1_390, "two": 1_390}


async def test_a_puzzle_keeps_its_rating_when_a_guest_tries_it(puzzles: PuzzleStore) -> None:
    await puzzles.count("one", True, Strength(1_400, SEASONED))
    await puzzles.count("one", False, Strength(1_400, SEASONED))
    assert await puzzles.puzzle("one", 1) == Solved(Strength(1_400, SEASONED), 2, 1)
    # A person's answer changes the current value.
    assert await keep(puzzles, "one")
    assert await puzzles.puzzle("one", 1) == Solved(Strength(1_390, 110), 3, 2)


async def test_answers_go_with_the_person(puzzles: PuzzleStore, store: ShardedStore) -> None:
    await keep(puzzles, "one")
    await AccountStore(store.home).erase("p-ada")
    assert await puzzles.answered("p-ada") == set()
    assert await puzzles.solver("p-ada") == Solved(Strength())
    assert (await puzzles.puzzle("one", 1)).tried == 1
    assert not await keep(puzzles, "two")

"""The model of PostgreSQL for simulations: random operations have the same results on both."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gridwright.server.storage import Bookmark, Label, Status, Store
from gridwright.server.storage.errors import StoreError
from gridwright.server.storage.games import Claim
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.postgres import PostgresStore
from gridwright.server.storage.sharded import ShardedStore, ShardMap
from gridwright_lab.trials.simulation.postgres_model import ModelDatabase, ModelPool
from tests.server.storage.places import Place, place_of
from tests.server.storage.samples import BEGAN, append, move, new_game

pytestmark = pytest.mark.anyio

N_SEQUENCES = 12
N_OPERATIONS = 90
OPERATIONS = (
    *("create", "append", "append", "append", "append", "load", "entries", "claim", "release"),
    *("postpone", "read", "list", "walk", "relabel", "archive", "delete", "keep_box", "box"),
)


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with place_of("postgresql", tmp_path_factory.mktemp("place")) as place:
        yield place


@pytest.fixture
async def both(postgres: Place, tmp_path: Path) -> AsyncIterator[tuple[Store, Store]]:
    """The same store on a real database and on the model."""
    await postgres.empty()
    await migrate(f"sqlite:///{tmp_path / 'empty.db'}")
    connection = sqlite3.connect(tmp_path / "empty.db", isolation_level=None)
    url = "postgresql://model"
    model = PostgresStore(ModelPool(ModelDatabase(connection, lambda: None)))
    async with await postgres.open() as real:
        yield real, ShardedStore(ShardMap.single(url), {url: model})
    connection.close()


class RandomOperations:
    """Draws an operation, and carries it out on whichever store."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.now = BEGAN
        self.claims: list[Claim] = []

    def draw(self) -> tuple[str, tuple[Any, ...]]:
        dice = self.dice
        self.now += dice.randrange(5_000)
        game_id = f"g{dice.randrange(4)}"
        name = dice.choice(OPERATIONS)
        claim = Claim("g0", 1, self.now, self.now)
        if self.claims:
            claim = dice.choice(self.claims)
        deadline = dice.choice((None, self.now + dice.randrange(-3_000, 9_000)))
        status = dice.choice((Status.RUNNING, Status.RUNNING, Status.FINISHED, Status.PAUSED))
        entry = move(f"c{dice.randrange(12)}", dice.choice((None, 0, 2)), self.now)
        box = dice.choice((None, b"box", b"other"))
        label = Label(edition=dice.choice(("classic", "card")), seats=dice.choice((2, 3)))
        return name, (game_id, dice.randrange(6), claim, deadline, status, entry, box, label)

    async def carry_out(self, store: Store, name: str, drawn: tuple[Any, ...]) -> Any:
        """Return the result, or the name of the error."""
        try:
            return await self._carry_out(store, name, *drawn)
        except StoreError as error:
            return type(error).__name__

    async def _carry_out(
        self,
        store: Store,
        name: str,
        game_id: str,
        number: int,
        claim: Claim,
        deadline: int | None,
        status: Status,
        entry: Any,
        box: bytes | None,
        label: Label,
    ) -> Any:
        match name:
            case "create":
                new = new_game(
                    game_id, created_at=self.now, deadline_at=deadline, listed=bool(number % 2),
                    box=box, label=label,
                )  # fmt: skip
                return await store.create(new)
            case "append":
                expected = number
                if number > 2:
                    expected = (await store.load(game_id)).version
                return await append(store, game_id, expected, entry, status, deadline)
            case "load":
                return await store.load(game_id)
            case "entries":
                return await store.entries(game_id, number, 1 + number)
            case "claim":
                # All of them: which of two that are due since the same moment comes first is open.
                return await store.claim_due(self.now, 10, 4_000)
            case "release":
                return await store.release(claim)
            case "postpone":
                return await store.postpone(claim, self.now + 7_000)
            case "read":
                found = await store.read(["g0", "g2", "g9"])
                return sorted(found, key=lambda game: game.record.game_id)
            case "list":
                after = Bookmark(self.now, game_id) if number % 2 else None
                return await store.list_games(status, 3, after, label if number > 3 else Label())
            case "walk":
                return await store.walk_games(2, game_id)
            case "relabel":
                return await store.relabel(game_id, label, bool(number % 2))
            case "archive":
                return await store.archive(game_id)
            case "delete":
                return await store.delete(game_id) if number == 0 else None
            case "keep_box":
                return await store.keep_box(game_id, b"kept")
        return await store.box(game_id)


async def test_random_operations_agree_with_the_model(
    both: tuple[Store, Store],
) -> None:
    real, model = both
    kinds: set[tuple[str, str]] = set()
    for seed in range(N_SEQUENCES):
        for game in await real.walk_games():
            for store in both:
                await store.delete(game.game_id)
        operations = RandomOperations(seed)
        for number in range(N_OPERATIONS):
            name, drawn = operations.draw()
            found = await operations.carry_out(real, name, drawn)
            modelled = await operations.carry_out(model, name, drawn)
            assert found == modelled, (seed, number, name, drawn)
            kinds.add((name, found if isinstance(found, str) else type(found).__name__))
            if name == "claim" and isinstance(found, list):
                operations.claims += found
    appended = {kind for name, kind in kinds if name == "append"}
    assert {"Appended", "Conflict", "Duplicate", "UnknownGame", "GameArchived"} <= appended
    assert {("create", "GameExists"), ("box", "NoSecret"), ("archive", "GameNotOver")} <= kinds


async def test_a_transaction_of_the_model_holds_as_a_whole_or_not_at_all(
    both: tuple[Store, Store],
) -> None:
    tally = "INSERT INTO tally (key, since, n) VALUES ($1, $2, 1)"
    for store in both:
        assert isinstance(store, ShardedStore)
        home = store.home
        await home.change((tally, ("first", 1)))
        with pytest.raises(StoreError) as taken:
            await home.change((tally, ("second", 2)), (tally, ("first", 3)))
        assert type(taken.value).__name__ == "RowTaken"
        rows = await home.rows("SELECT key, since FROM tally ORDER BY key")
        assert [tuple(row) for row in rows] == [("first", 1)]

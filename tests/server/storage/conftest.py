"""Stores to test, one for each kind of place."""

from collections.abc import AsyncIterator, Iterator

import pytest

from gridwright.server.storage.sharded import ShardedStore
from tests.server.storage.places import KINDS, Place, place_of


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module", params=KINDS)
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    with place_of(request.param, tmp_path_factory.mktemp("place")) as place:
        yield place


@pytest.fixture
async def store(place: Place) -> AsyncIterator[ShardedStore]:
    await place.empty()
    async with await place.open() as store:
        yield store

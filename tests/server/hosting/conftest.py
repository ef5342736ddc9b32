"""A server on both databases."""

from collections.abc import AsyncIterator, Iterator

import pytest

from gridwright_lab.trials.live_server import LiveServer, open_live_server
from gridwright_lab.trials.services.databases import fresh_schema


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "sqlite":
        yield ""
    else:
        with fresh_schema() as url:
            yield url


@pytest.fixture
async def server(database: str) -> AsyncIterator[LiveServer]:
    async with open_live_server(database) as server:
        yield server

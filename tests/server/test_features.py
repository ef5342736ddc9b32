"""The list of features: a feature that is added to it is served, described and worked for."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

import httpx
import msgspec
import pytest
from sqlalchemy import BigInteger, Column, Table
from starlette.requests import Request

from gridwright.server.app import build_app
from gridwright.server.feature import Feature, Job, Parts, Routes
from gridwright.server.features import FEATURES, describe_schema, list_operations
from gridwright.server.node import Node, open_node
from gridwright.server.openapi.document import build_document
from gridwright.server.operations.settings import Role
from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.migrations.schema import METADATA
from gridwright.server.wire.operation import Answer, Group, Tag

pytestmark = pytest.mark.anyio

KEY = bytes(range(32))
SCHEMA = "made_up_schema"


class Rings(msgspec.Struct, frozen=True):
    """How often the bell has rung."""

    rings: int


class Bell:
    """Rings as often as its job runs."""

    def __init__(self, database: DatabaseStore) -> None:
        self._database: Final = database
        self.is_closed = False

    async def run(self, stop: asyncio.Event) -> None:
        await sweep_until(stop, self._ring, 0.01, "bell")

    async def _ring(self, _stop: asyncio.Event) -> bool:
        await self._database.change_one("INSERT INTO bell VALUES (1)")
        return False

    async def close(self) -> None:
        self.is_closed = True

    async def read_bell(self, _request: Request) -> Rings:
        return Rings(int((await self._database.rows("SELECT count(*) FROM bell"))[0][0]))


def make_bell(parts: Parts) -> Bell:
    return Bell(parts.store.home)


READ: Final = Group(Tag.OPERATIONS).get(
    "/api/bell", Bell.read_bell, "The bell", Answer("Its rings.", Rings(3))
)
MADE_UP: Final = Feature(
    "bell",
    parts={Bell: make_bell},
    closes=(Bell,),
    routes=(Routes(lambda parts: parts[Bell], orders=(READ,)),),
    jobs=(Job(Bell),),
    schema=SCHEMA,
)
WITH_BELL: Final = (*FEATURES, MADE_UP)


@pytest.fixture
def bell_table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """The table of the feature, until the test ends: others compare the schema."""
    table = Table("bell", METADATA, Column("rings", BigInteger, nullable=False))
    monkeypatch.setitem(sys.modules, SCHEMA, ModuleType(SCHEMA))
    yield table
    METADATA.remove(table)


async def rings(node: Node, role: Role = Role.ALL) -> httpx.Response:
    transport = httpx.ASGITransport(build_app(node, role))
    async with httpx.AsyncClient(transport=transport, base_url="http://table.example") as client:
        return await client.get("/api/bell")


async def test_a_feature_is_served_described_and_worked_for(
    tmp_path: Path, bell_table: Table
) -> None:
    assert describe_schema(WITH_BELL).tables["bell"] is bell_table
    assert "/api/bell" in build_document(list_operations(WITH_BELL))["paths"]
    async with open_node(f"sqlite:///{tmp_path / 'games.db'}", KEY, features=WITH_BELL) as node:
        await node.store.home.change_one("CREATE TABLE bell (rings BIGINT NOT NULL)")
        app = build_app(node)
        async with app.router.lifespan_context(app), asyncio.timeout(20):
            while (await rings(node)).json()["rings"] < 2:
                await asyncio.sleep(0.01)
        n_rings = (await rings(node)).json()["rings"]
        assert (await rings(node, Role.WS)).status_code == 404
        app = build_app(node, Role.API)
        async with app.router.lifespan_context(app):
            await asyncio.sleep(0.05)
        assert (await rings(node)).json() == {"rings": n_rings}
        bell = node[Bell]
        assert not bell.is_closed
    assert bell.is_closed


async def test_without_the_feature_there_is_nothing_of_it(tmp_path: Path) -> None:
    assert "bell" not in describe_schema().tables
    async with open_node(f"sqlite:///{tmp_path / 'games.db'}", KEY) as node:
        assert (await rings(node)).status_code == 404
        with pytest.raises(KeyError):
            node[Bell]


async def test_two_features_cannot_build_the_same_part(tmp_path: Path) -> None:
    twice = (*WITH_BELL, Feature("again", parts={Bell: make_bell}))
    with pytest.raises(ValueError, match="again"):
        async with open_node(f"sqlite:///{tmp_path / 'games.db'}", KEY, features=twice):
            pass


def test_no_class_of_handlers_is_listed_twice() -> None:
    operations = list_operations()
    assert len({operation.name for operation in operations}) == len(operations)
    listed = [
        handlers
        for feature in FEATURES
        for routes in feature.routes
        for handlers in {each.handler.__qualname__.split(".")[0] for each in routes.operations}
    ]
    assert len(listed) == len(set(listed)) > 20

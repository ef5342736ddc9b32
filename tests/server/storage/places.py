"""Databases to try the store on: real ones, made for one test module and dropped after it."""

import asyncio
import sqlite3
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.storage import ShardMap, open_store
from gridwright.server.storage.addresses import sqlite_path
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.sharded import ShardedStore
from gridwright_lab.trials.services.databases import fresh_database, fresh_schema

CONNECTIONS = 8

KINDS = ("sqlite", "postgresql", "sharded")

_EMPTY = [
    f"DELETE FROM {name}"
    for name in (
        *("game", "claim", "person", "tally", "puzzle_record", "rated_game", "outbox"),
        "outbox_reader WHERE name <> ''",
    )
]


class Place:
    """One database or several, with the tables of this program."""

    def __init__(self, database: str | ShardMap) -> None:
        self.database = database

    @property
    def urls(self) -> list[str]:
        return [self.database] if isinstance(self.database, str) else list(self.database.shards)

    async def migrate(self) -> None:
        for url in self.urls:
            await migrate(url)

    async def open(self) -> ShardedStore:
        return await open_store(self.database, connections=CONNECTIONS)

    async def empty(self) -> None:
        for url in self.urls:
            await execute(url, *_EMPTY)


@contextmanager
def place_of(kind: str, folder: Path) -> Iterator[Place]:
    """A place with tables: one SQLite file, one PostgreSQL schema, or two PostgreSQL databases."""
    if kind == "sqlite":
        place = Place(f"sqlite:///{folder / 'games.db'}")
        run(place.migrate())
        yield place
    elif kind == "postgresql":
        with fresh_schema() as url:
            place = Place(url)
            run(place.migrate())
            yield place
    else:
        with fresh_database() as first, fresh_database() as second:
            place = Place(ShardMap({first: range(0, 256, 2), second: range(1, 256, 2)}))
            run(place.migrate())
            yield place


def run(work: Coroutine[Any, Any, None]) -> None:
    """Do the work now, whether or not a loop is running here."""
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, work).result()


async def execute(url: str, *statements: str) -> None:
    """Carry out statements past the store."""
    for statement in statements:
        await fetch(url, statement)


async def fetch(url: str, statement: str) -> list[Any]:
    """The rows of a statement past the store."""
    path = sqlite_path(url)
    if path is not None:
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            return connection.execute(statement).fetchall()
        finally:
            connection.close()
    connection = await asyncpg.connect(url, timeout=10)
    try:
        return [tuple(row) for row in await connection.fetch(statement)]
    finally:
        await connection.close()

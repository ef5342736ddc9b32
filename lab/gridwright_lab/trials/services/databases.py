"""A private database or schema for an experiment, on the PostgreSQL server of the machine."""

import asyncio
import os
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

POSTGRES: Final = os.environ.get(
    "GRIDWRIGHT_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test"
)
"""Address of the PostgreSQL server; if it does not answer, the experiment fails."""


@contextmanager
def fresh_database() -> Iterator[str]:
    """The address of an empty database with a unique name; dropped afterwards."""
    name = f"gridwright_{secrets.token_hex(8)}"
    _execute(f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        yield f"{POSTGRES.rsplit('/', 1)[0]}/{name}"
    finally:
        _execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def fresh_schema() -> Iterator[str]:
    """The same as a schema, which is made and dropped faster; for small experiments."""
    name = f"gridwright_{secrets.token_hex(8)}"
    _execute(f"CREATE SCHEMA {name}")
    try:
        yield f"{POSTGRES}?search_path={name}"
    finally:
        _execute(f"DROP SCHEMA {name} CASCADE")


def _execute(statement: str) -> None:
    """Carry out a statement now, whether or not a loop is running here."""
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, _ask(statement)).result()


async def _ask(statement: str) -> None:
    connection = await asyncpg.connect(POSTGRES, timeout=10)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()

"""What a log says of a table: all that happened, and how the table stood before an entry."""

import msgspec

from gridwright.engine.vocabulary.base import Event
from gridwright.server.games.table import Table
from gridwright.server.storage.contract import Store
from gridwright.server.storage.entries import LoggedEntry


class Happened(msgspec.Struct, frozen=True):
    """An entry of the log with what it did to the game."""

    logged: LoggedEntry
    events: tuple[Event, ...]


class Past(msgspec.Struct, frozen=True):
    """An entry of the log, and a table of its own as it stood before it; without the seed."""

    table: Table
    logged: LoggedEntry


async def replay_after(store: Store, table: Table, version: int) -> list[Happened]:
    """All that happened after a version, by folding the log once more."""
    again = Table(await store.load(table.game_id), None)
    found: list[Happened] = []
    while again.version < table.version:
        for logged in await store.entries(table.game_id, again.version):
            happened = Happened(logged, tuple(again.fold(logged)))
            if logged.version > version:
                found.append(happened)
    return found


async def replay_before(store: Store, game_id: str, version: int) -> Past | None:
    """The entry of a version; None if the log has none."""
    again = Table(await store.load(game_id), None)
    while entries := await store.entries(game_id, again.version):
        for logged in entries:
            if logged.version == version:
                return Past(again, logged)
            again.fold(logged)
    return None

"""Tables as they lie in the database, read without what a server knows or remembers."""

from typing import Final, NamedTuple

from gridwright.server.chat.messages import Message
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.entries import LoggedEntry
from gridwright.server.storage.rows import logged_of

GAMES: Final = "SELECT game_id, version FROM game"
LOG: Final = """\
SELECT version, command_id, seat, kind, lines, data, at, status, deadline_at
FROM event WHERE game_id = $1 ORDER BY version
"""
CHAT: Final = """\
SELECT number, at, voice, name, text FROM chat WHERE game_id = $1 ORDER BY number
"""


class StoredTable(NamedTuple):
    """The version of a game's row, its whole log and its whole chat."""

    version: int
    log: list[LoggedEntry]
    messages: list[Message]


NOTHING: Final = StoredTable(0, [], [])
"""What is left of a table that is not there."""


async def stored_versions(store: DatabaseStore) -> dict[str, int]:
    """Every game that is there, with the version of its row."""
    return {row[0]: row[1] for row in await store.rows(GAMES)}


async def stored_table(store: DatabaseStore, game_id: str, version: int) -> StoredTable:
    log = [logged_of(row) for row in await store.rows(LOG, game_id)]
    return StoredTable(version, log, [Message(*row) for row in await store.rows(CHAT, game_id)])

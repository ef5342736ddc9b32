"""Storage of games: logs in SQLite or PostgreSQL, on one database or on many.

``open_store`` opens a ``Store`` by its address; the interface is in ``contract``.
"""

from gridwright.server.storage.append import Appended, Conflict, Duplicate, Outcome
from gridwright.server.storage.contract import Store
from gridwright.server.storage.games import Bookmark, Claim, GameRecord, Label, NewGame
from gridwright.server.storage.key_file import load_key, load_keys, load_or_make_key
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardMap
from gridwright.server.storage.vault import SeedVault
from gridwright.table.entries import Entry, LoggedEntry, Status

__all__ = [
    "Appended",
    "Bookmark",
    "Claim",
    "Conflict",
    "Duplicate",
    "Entry",
    "GameRecord",
    "Label",
    "LoggedEntry",
    "NewGame",
    "Outcome",
    "SeedVault",
    "ShardMap",
    "Status",
    "Store",
    "load_key",
    "load_keys",
    "load_or_make_key",
    "open_store",
]

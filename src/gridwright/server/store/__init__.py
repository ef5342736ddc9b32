"""Where games are kept: logs in SQLite or PostgreSQL, on one database or on many.

``open_store`` leads from an address to a ``Store``, whose contract is in ``contract``.
"""

from gridwright.server.store.contract import Store
from gridwright.server.store.entries import Entry, LoggedEntry
from gridwright.server.store.games import Bookmark, Claim, GameRecord, NewGame, Status
from gridwright.server.store.key_file import load_key, load_or_make_key
from gridwright.server.store.labels import Label
from gridwright.server.store.migrate import migrate
from gridwright.server.store.opening import open_store
from gridwright.server.store.outcomes import Appended, Conflict, Duplicate, Outcome
from gridwright.server.store.shards import ShardMap
from gridwright.server.store.vault import SeedVault

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
    "load_or_make_key",
    "migrate",
    "open_store",
]
